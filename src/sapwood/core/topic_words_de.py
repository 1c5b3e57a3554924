"""German words and their topics; `topic_words` says how to write them."""

from __future__ import annotations

from collections.abc import Mapping

WORDS: Mapping[str, str] = {
    # Eating and drinking
    "food": """
        mir wurst?, senf dazu?, salat haben wir?, essen, gegessen, aß, isst, mahlzeit, hunger, hungrig,
        appetit, lecker, köstlich, portion?, reste~, schmeckt, geschmeckt, schokolade, süßigkeiten,
        gummibärchen, speiseeis
    """,
    "food.vegetables": """
        gemüse, karotte, möhre, mohrrübe, kartoffel, tomate, zwiebel, knoblauch, lauch, porree, kohl,
        weißkohl, rotkohl, wirsing, blumenkohl, brokkoli, broccoli, spinat, grünkohl, salat, kopfsalat,
        gurke, zucchini, aubergine, kürbis, fenchel, sellerie, radieschen, rettich, kohlrabi, spargel,
        artischocke, pilze, champignon, erbse, bohne, paprika, mangold, rosenkohl, mais, süßkartoffel,
        rote bete, rote beete, rüben, pastinake, rucola, steckrübe, linsensalat, ofengemüse
    """,
    "food.fruit": """
        obst, apfel, äpfel, banane, erdbeere, himbeere, heidelbeere, blaubeere, beeren, kirsche, pfirsich,
        birne?, pflaume, zwetschge, traube, melone, ananas, zitrone, apfelsine, rhabarber, mandarine,
        aprikose
    """,
    "food.breakfast": """
        frühstück, gefrühstückt, frühstücken, haferflocken, haferbrei, müsli, porridge, brötchen, toast,
        pfannkuchen, rührei, spiegelei, frühstücksei, marmelade, brunch, croissant, nutella
    """,
    "food.meals": """
        pesto, gnocchi, couscous, quinoa, bulgur, feta, mozzarella, senf, honig?, marmeladenbrot, sahne~,
        salatsoße?, maultaschen, rouladen, gulasch, semmel, bratkartoffeln, kartoffelpüree, spiegelei,
        sauerkraut, leberkäse, mittagessen, abendessen, abendbrot, suppe, eintopf, curry, nudel, nudeln,
        spaghetti, lasagne, risotto, reis, linsen, linsensuppe, kichererbsen, tofu, hähnchen, huhn,
        hühnchen, rindfleisch, schweinefleisch, fleisch, wurst, würstchen, schinken, schnitzel, braten?,
        fisch, lachs, thunfisch, eier, käse, quark, joghurt, auflauf, gratin, pizza, burger, döner, spätzle,
        knödel, klöße, frikadelle, bratwurst, nachtisch, dessert, imbiss?, snack, grillabend, omelett,
        brotzeit, vesper, pommes, chips, nüsse, zu mittag, zu abend
    """,
    "food.cooking": """
        kochen, gekocht, kocht, kochte, rezept, ofen~, backofen, im ofen, braten, gebraten, angebraten,
        brät, rösten, geröstet, dünsten, gedünstet, dämpfen, grillen, gegrillt, würzen, gewürzt, gewürz,
        salz~, pfeffer?, zimt, rosmarin, thymian, basilikum, petersilie, ingwer, kümmel, olivenöl, butter,
        soße, sauce, brühe, marinade, pfanne, topf~, schnellkochtopf, zutaten, versalzen, knusprig, scharf?,
        vorkochen, vorgekocht, garen, gegart, herd?, aufgewärmt, schälen?, eingekocht, einfrieren,
        eingefroren
    """,
    "food.drinks": """
        kaffee, tee, bier, wein, rotwein, weißwein, saft, limonade, wasser~, wasser getrunken, glas wasser,
        gläser wasser, liter wasser, mineralwasser, milch, kakao, schnaps, whisky, trinken, getrunken,
        trank, alkohol, koffein, sprudel, apfelschorle, schorle, kater am, glühwein, sekt, hafermilch,
        smoothie, feierabendbier
    """,
    "food.baking": """
        backen~, gebacken, backt, kuchen, brot, sauerteig, teig, hefe, mehl, torte, keks, plätzchen, muffin,
        kruste, gebäck, strudel, brezel, hefezopf, käsekuchen, apfelkuchen, vollkornbrot, roggen, dinkel,
        backblech, backmischung
    """,
    "food.shopping": """
        einkaufen, eingekauft, einkauf, einkaufszettel, einkaufsliste, supermarkt, wochenmarkt, markt~,
        rewe, edeka, lidl, aldi, bäcker, bäckerei, metzger, vorrat, vorräte, lebensmittel, wocheneinkauf,
        großeinkauf, kühlschrank leer, milch ist alle, milch alle, bioladen
    """,
    "food.eating-out": """
        restaurant, gaststätte, kneipe, café, imbiss, kantine, mensa, italiener?, grieche?, essen gegangen,
        essen gehen, auswärts, kellner, speisekarte, trinkgeld, biergarten, lieferdienst, bestellt … pizza,
        pizza bestellt, mittagstisch, wirtshaus
    """,
    "food.diet": """
        weniger fleisch, weniger salz, weniger essen, kein zucker!, keinen zucker!, kein alkohol!, naschen,
        genascht, kein fleisch!, diät, kalorien, eiweiß, protein, vegan, vegetarisch, vegetarier, gluten,
        glutenfrei, laktose, zucker, ohne zucker!, fasten, gefastet, intervallfasten, abnehmen, abgenommen,
        zugenommen, ernährung, ballaststoffe, unverträglichkeit, low carb, fleischlos, ohne fleisch!,
        weniger süßes, verzicht
    """,
    # Sleep
    "sleep": """
        müde~, bett~, kissen, matratze, bettdecke, schlafanzug, nacht?
    """,
    "sleep.bedtime": """
        lichter aus, licht aus gemacht, früh ins bett, spät ins bett, früher schlafen, später schlafen,
        zu spät schlafen, vor elf schlafen, erst nach mitternacht, bildschirme aus, keine bildschirme,
        bildschirm aus?, ins bett, im bett, ins bett gegangen, zu bett, bett um, bett gegangen,
        schlafen gegangen, schlafen gehen, ging … schlafen, gehe … schlafen, schlafen gelegt, hingelegt~,
        hingelegt um, einschlafen, eingeschlafen, schlief … ein, schlafenszeit, mitternacht,
        nach mitternacht, vor mitternacht, spät?, zu spät?, aufgeblieben, lange auf, lange wach!, licht aus,
        licht aus um, wach geblieben, bis in die nacht, nachteule, bettzeit, schlafe … ein, zubettgehen,
        bis # wach, nachts um #?, durchgemacht
    """,
    "sleep.quality": """
        nächte in folge~, nächte hintereinander~, schlaf, schlafen, geschlafen, schlief, schläft, schlafe,
        schlaflos, schlaflosigkeit, traum, träume, geträumt, albtraum, alptraum, geschnarcht, schnarchen,
        unruhige nacht, durchgeschlafen!, gut geschlafen!, schlecht geschlafen!, stunden schlaf!,
        stunden geschlafen!, nicht schlafen!, tiefschlaf!, ausgeschlafen!, ausgeruht, gewälzt,
        unausgeschlafen!, schlafqualität!, wach gelegen!, wachgelegen!, lag … wach!, schlafmangel!
    """,
    "sleep.naps": """
        mittagsschlaf!, nickerchen!, siesta!, eingenickt!, gedöst!, powernap!, mittagsschläfchen!,
        weggenickt!
    """,
    "sleep.waking": """
        aufgewacht!, aufwachen!, wachte … auf!, wache … auf!, wach geworden!, geweckt!, wecker!,
        aufgestanden, aufstehen, steh … auf, stehe … auf, stand … auf?, um # wach!, um # auf, verschlafen!,
        frühaufsteher!, ausschlafen!, snooze!, aus dem bett!, früh raus, schlummertaste!, wach?, wach seit!,
        seit # wach!, morgenmensch
    """,
    # Body and mind
    "health": """
        gesundheit, gesund
    """,
    "health.exercise": """
        sport gemacht, sport~, training, trainiert, trainieren, fitnessstudio, fitness, laufen~, gelaufen~,
        laufrunde, joggen, gejoggt, jogge, schwimmen, geschwommen, bahnen?, liegestütze, kniebeugen, kraft?,
        krafttraining, hanteln, gewichte?, spazieren, spaziergang, spazierengehen, spazieren gegangen,
        schritte~, # schritte, gedehnt, dehnen, dehnübungen, marathon, halbmarathon, rudern?, radtour,
        turnen, gymnastik, muskelkater, intervalle?, # km gelaufen, km~, # km, # kilometer, kilometer?,
        runde gedreht, bewegung?, workout
    """,
    "health.illness": """
        krank, krankgemeldet, erkältet, erkältung, grippe, fieber, husten, hustet, schnupfen, halsschmerzen,
        halsweh, virus, infektion, corona, covid, übel, übelkeit, erbrochen, übergeben?, durchfall,
        magen darm, allergie, allergisch, heuschnupfen, pollen, migräne, niesen, bronchitis, angina,
        mandelentzündung, entzündung, ansteckend, schüttelfrost, ausschlag, schwindel, schwindlig, asthma,
        symptome, nase läuft, nase zu, krankenstand, verkühlt
    """,
    "health.medicine": """
        medikament, medizin, tablette, pille, antibiotikum, schmerzmittel, rezept vom, apotheke, dosis,
        impfung, geimpft, impfen, impftermin, salbe, tropfen?, augentropfen, nasenspray, hustensaft,
        vitamin, magnesium, eisentabletten, insulin, spritze, nebenwirkung, inhalator, blutdrucktabletten,
        nahrungsergänzung
    """,
    "health.doctor": """
        brille, kontaktlinsen, hörgerät, sehtest, ct, impfpass, heilpraktiker, hebamme, chiropraktiker,
        osteopath, zahnspange, krone?, füllung, wurzelbehandlung, blutwerte, befund, sprechstunde,
        darmspiegelung, arzt, ärztin, arzttermin, hausarzt, hausärztin, zahnarzt, zahnärztin, krankenhaus,
        klinik, praxis?, physiotherapie, physio, orthopäde, augenarzt, hautarzt, frauenarzt, kinderarzt,
        röntgen, blutabnahme, blutbild, mrt, ultraschall, überweisung, vorsorge, krankenkasse, operation,
        op?, krankschreibung, krankgeschrieben, wartezimmer, notaufnahme, zahnreinigung, optiker,
        kieferorthopäde, hno, laborwerte
    """,
    "health.body": """
        nase voll?, auf der hand?, im auge behalten?, unter vier augen?, wade, oberschenkel, ferse, zehe,
        finger?, kiefer, rippe, sonnenbrand, heiser, achillessehne, hexenschuss, schmerz, schmerzen,
        kopfschmerzen, kopfweh, rückenschmerzen, bauchschmerzen, bauchweh, zahnschmerzen, zahnweh, rücken,
        knie, schulter, knöchel, handgelenk, hüfte, ellenbogen, nacken, bauch, magen, muskel, gelenk, sehne,
        verspannt, verspannung, verstaucht, krampf, blutdruck!, puls, ruhepuls, gewicht~, gewogen, waage,
        kilo~, kg?, haut~, haltung?, verletzt, verletzung, tut weh, weh?, geschwollen, prellung, blasen?,
        augen~, ohr~, steif, fuß~, zahn, zähne, periode?
    """,
    "health.mind": """
        mir geht es nicht gut, geht mir besser, antriebslos, lustlos, schlechte laune, wütend,
        gedankenkarussell, psychisch, dankbarkeit, tagebuch geschrieben, angst, ängstlich, stress,
        gestresst, überfordert, depression, depressiv, niedergeschlagen, stimmung, panik, therapie,
        therapeut, therapeutin, psychologe, meditation, meditiert, meditieren, achtsamkeit, atemübung,
        burnout, erschöpft, dankbar, einsam, einsamkeit, traurig, geweint, gereizt, nervös, unruhig?,
        sorgen~, grübeln, gegrübelt, gelassen, ausgeglichen, schlecht gelaunt, gute laune, laune,
        ausgelaugt, wütend~, entspannt, glücklich~
    """,
    # Working life
    "work": """
        jobben, schreibtischarbeit, dienstreise, arbeitstag, arbeitszeit, arbeit, büro, arbeiten?,
        gearbeitet~, firma, arbeitgeber, schicht~, homeoffice, überstunden, dienst~, betrieb?, geschäft?,
        unternehmen?, feierabend~
    """,
    "work.meetings": """
        besprechung, sitzung, termin mit dem kunden, videokonferenz, konferenz?, tagesordnung, protokoll~,
        präsentation, präsentiert, vortrag~, folien, teambesprechung, meeting, videocall, jour fixe,
        abstimmung?, workshop, klausurtagung, daily?, standup, einzelgespräch, telko, besprechungsraum
    """,
    "work.projects": """
        projekt, meilenstein, anforderung, lastenheft, prototyp, konzept~, umsetzung?, produkt~,
        projektplan, ticket?, entwurf~, übergabe?, strategie
    """,
    "work.deadlines": """
        abgabe?, abgabetermin, frist, deadline, fällig, abgegeben?, abgeben?, bericht~, quartalsbericht,
        stichtag, bis freitag?, überfällig, dringend?, verschoben?, liefertermin, fristverlängerung,
        zeitdruck, im verzug, bis montag?
    """,
    "work.colleagues": """
        kollege, kollegin, kollegen, chef, chefin, vorgesetzte, teamleiter, teamleiterin, praktikant,
        praktikantin, azubi, team~, betriebsrat, personalabteilung, mitarbeiter, mitarbeiterin,
        mitarbeitergespräch, einarbeitung, betriebsfeier, abteilung
    """,
    "work.clients": """
        kunde, kundin, kunden, auftrag, auftraggeber, angebot~, vertrag~, beschwerde, beschwert,
        kundengespräch, akquise, kundentermin, lieferant, reklamation, vertrieb, freiberuflich
    """,
    "work.career": """
        elternzeit, probezeit, quereinstieg, ausbildung, bewerbungsgespräch, berufswechsel, sabbatical,
        bewerbung, beworben, bewerben, vorstellungsgespräch, beförderung, befördert, gehaltserhöhung,
        gehaltsverhandlung, lebenslauf, kündigung, gekündigt, jobangebot, stelle?, stellenanzeige, karriere,
        arbeitslos, zeugnis~, arbeitszeugnis, rente, neuer job, neuen job, jobsuche, entlassen?,
        personalgespräch
    """,
    # Attention
    "focus": """
        konzentration, konzentriert, konzentrieren, produktiv, aufmerksamkeit, fokus, fokussiert
    """,
    "focus.deep-work": """
        ungestört, ohne unterbrechung, am stück, zeitblock, fokuszeit, denkzeit, im flow, vertieft,
        stunden konzentriert, konzentriert gearbeitet, viel geschafft, ruhiger vormittag,
        handy im anderen raum?, stille stunde
    """,
    "focus.breaks": """
        pause, mittagspause, kaffeepause, durchatmen, frische luft, pausen, auszeit, freier tag~, teepause,
        pausiert, pause gemacht
    """,
    "focus.distraction": """
        zeit verschwendet, zeit vertan, ständig unterbrochen, zu viele tabs, hing am handy, am handy,
        baustelle, reels, handy gehangen, bildschirm vor dem schlafen, abgelenkt, ablenkung, ablenken,
        prokrastiniert, prokrastination, aufgeschoben?, gescrollt, social media, instagram, tiktok,
        unterbrochen, unterbrechung, benachrichtigung, handy~, ständig … handy, verzettelt,
        nichts geschafft, nicht konzentrieren!, bildschirmzeit, lärm~, zu laut?, trödeln, getrödelt,
        unkonzentriert, vertrödelt
    """,
    # People
    "people": """
        besuch, gäste, gast?, leute?, besucht?
    """,
    "people.family": """
        familie, mutter, mama, vater, papa, eltern, schwester, bruder, oma, opa, großmutter, großvater,
        großeltern, tante, onkel, cousin, cousine, nichte, neffe, tochter, sohn, töchter, söhne, frau?,
        meine frau, ehemann, mein mann, kind~, kinder, baby, enkel, enkelin, schwiegermutter,
        schwiegereltern, geschwister, kita, kindergarten, elternabend, schule~, die kleine, der kleine,
        hausaufgaben, babysitter, einschulung, schwager, schwägerin
    """,
    "people.friends": """
        freund, freundin, freunde, kumpel, wiedersehen, mitbewohner, mitbewohnerin, treffen mit?, wg,
        stammtisch, getroffen?, bekannte?, schulfreund
    """,
    "people.neighbours": """
        nachbar, nachbarin, nachbarn, nachbarschaft, hausbewohner, vermieter~, nebenan, hausgemeinschaft,
        von oben?, obendrüber
    """,
    "people.celebrations": """
        geburtstag, hochzeit, hochzeitstag, jubiläum, feier, gefeiert, party, weihnachten, ostern,
        silvester, beerdigung, taufe, geschenk, verlobung, einweihung, wird fünfzig?, wird siebzig?, advent,
        trauerfeier, abiball
    """,
    # The house
    "home": """
        wohnung, haus~, zuhause~, küche~, bad~, badezimmer?, keller~, dachboden, balkon?, wohnzimmer,
        haushalt, schlafzimmer?
    """,
    "home.repairs": """
        reparatur, reparieren, repariert, handwerker, klempner, installateur, elektriker, tropft, tropfen?,
        undicht, wasserhahn, toilette, klo, abfluss, verstopft, spülmaschine, waschmaschine, geschirrspüler,
        kühlschrank, gefriertruhe, sicherung, glühbirne, steckdose, dachrinne, dach~, fliesen, bohren,
        gebohrt, bohrmaschine, schraube, dübel, streichen?, gestrichen?, tapete, tapeziert, schimmel,
        kaputt~, quietscht, türklingel, klingel?, türschloss, schloss?, schlüsseldienst, renovieren,
        renoviert, renovierung, rohr, rohrbruch, wasserschaden, hausmeister, dusche~, fenster~, tür~,
        spülung, dichtung, spülkasten, rauchmelder, scharnier, rollladen, baumarkt, defekt~
    """,
    "home.cleaning": """
        putzen, geputzt, putze, saubermachen, sauber, gesaugt, staubsaugen, staubsauger, gewischt, wischen,
        wäsche, gewaschen~, waschen~, gebügelt, bügeln, aufgeräumt, aufräumen, ausgemistet, abwasch,
        abgewaschen, spülen?, gespült~, müll, mülltonne, altpapier, altglas, bettwäsche, handtücher, fleck,
        kehren, gekehrt, staub, gelüftet?, wäscheständer, entkalkt, entkalken, frühjahrsputz, putzfrau,
        unordnung, geschirr, wäschekorb, entrümpelt, treppenhaus geputzt, kehrwoche
    """,
    "home.garden": """
        garten, rasen, gemäht, mähen, unkraut, gejätet, jäten, hecke, gepflanzt!, pflanzen!, pflanze, beet,
        hochbeet!, blumen, blume, tulpen, rosen, kompost, gießen?, gegossen, gewächshaus!, aussaat,
        ausgesät!, gesät!, samen~, erde~, umgetopft!, umtopfen, schnecken, obstbaum, baum~, laub, geharkt,
        geerntet!, ernte!, zimmerpflanze, balkonpflanzen, schrebergarten, gemüsebeet, setzlinge!, terrasse?,
        umgegraben, stauden, gartenschere
    """,
    "home.furniture": """
        möbel, sofa, sessel, stuhl, tisch~, schreibtisch, regal, bücherregal, schrank, kleiderschrank,
        kommode, schublade, vorhang, vorhänge, gardinen, teppich, lampe, spiegel~, bettgestell, sideboard,
        esstisch
    """,
    "home.heating": """
        heizung, heizkörper, heizen, geheizt, thermostat, wärmepumpe, kamin, kaminofen, brennholz, holz~,
        dämmung, zugluft, lüften, gelüftet, luftfeuchtigkeit, luftfeuchte, klimaanlage, therme, gasheizung,
        entlüftet, schornsteinfeger, fußbodenheizung, luftentfeuchter
    """,
    "home.clothes": """
        handschuhe, reißverschluss, knopf, schnürsenkel, gürtel?, unterwäsche, turnschuhe, sandalen,
        wintermantel, winterjacke, regenjacke, kleidung, klamotten, schuhe, hose, hemd, jacke, pullover,
        kleid, mantel, socken, stiefel, hosen, mütze?, knopf angenäht
    """,
    "home.paperwork": """
        reisepass, personalausweis, ausweis, versicherung, führerschein, formular, behörde, bürgeramt, amt?,
        antrag~, papierkram, bescheid?, notar, ummelden, bürgerbüro, vollmacht, mietvertrag, unterlagen~,
        elterngeld, kindergeld
    """,
    "home.moving": """
        umzug, umgezogen, umziehen, umzugskartons, kartons?, wohnungsbesichtigung, besichtigung?,
        wohnungssuche, neue wohnung, kaution, eingezogen, makler, mietwohnung
    """,
    # Money
    "money": """
        geld, bank~, konto, bargeld, kreditkarte, kredit, schulden, teuer, günstig?, preis~, kosten~,
        zinsen, sparkasse, girokonto, überweisung?, euro~, hypothek, kontostand
    """,
    "money.bills": """
        rechnung, stromrechnung, gasrechnung, miete, bezahlt~, überwiesen, überweisen, lastschrift,
        dauerauftrag, mahnung, abo, abonnement, nebenkosten, nebenkostenabrechnung, strom~, stromanbieter,
        abschlag, zählerstand, gez, rundfunkbeitrag, beitrag?, vertrag gekündigt
    """,
    "money.budget": """
        budget, ausgaben, ausgegeben, haushaltsbuch, sparsam, zu viel ausgegeben, kostet?, monatskosten,
        geld ausgegeben, haushaltskasse, finanzplan
    """,
    "money.purchases": """
        gekauft, kaufen, kauf, bestellt~, bestellung, gebraucht?, rabatt, angebot~, kassenbon, quittung,
        rückgabe, zurückgeschickt, umgetauscht, garantie?, erstattung, flohmarkt, kleinanzeigen, gutschein,
        schnäppchen, onlineshop
    """,
    "money.taxes": """
        steuer, steuern, steuererklärung, finanzamt, steuerberater, steuerberaterin, umsatzsteuer,
        mehrwertsteuer, elster, absetzen?, belege, steuerbescheid, buchhaltung, steuererstattung
    """,
    "money.savings": """
        sparen, gespart, sparkonto, ersparnisse, rücklage, zurückgelegt?, tagesgeld, aktien, etf, fonds,
        depot, anlegen?, investiert, rentenversicherung, altersvorsorge, sparplan, dividende, festgeld,
        notgroschen, bausparvertrag
    """,
    "money.income": """
        gehalt, lohn, gehaltsabrechnung, einkommen, weihnachtsgeld, honorar, lohnabrechnung, nettogehalt
    """,
    # On the way
    "travel": """
        reise?, reisen, gereist, verreist, ausland, zoll?, unterwegs?
    """,
    "travel.transport": """
        ticket~, zugticket, fahrschein, flugticket, busticket, boot~, schiff, fernbus, mitfahrgelegenheit,
        zug, züge, bahn, bahnhof, bus~, straßenbahn, u bahn, s bahn, tram, fähre, flug, flugzeug, flughafen,
        geflogen, bahnsteig, gleis, verspätung, verspätet~, fahrkarte, fahrplan, anschluss?, umsteigen,
        umgestiegen, bahncard, deutschlandticket, ice?, stau, pendeln, autobahn, haltestelle, monatskarte,
        schaffner, öpnv, zugausfall, verpasst?, abflug
    """,
    "travel.trips": """
        urlaub, ferien~, ausflug, wochenende in, städtereise, koffer, gepackt~, packen?, packliste,
        rucksack~, museum, besichtigt, strand, sightseeing, rundreise, kreuzfahrt, jetlag, reiseführer,
        meer~, reiseplan, gepäck, reiseplanung, urlaubsantrag
    """,
    "travel.lodging": """
        unterkunft, pension?, ferienwohnung, ferienhaus, zimmer~, gebucht~, übernachtet, übernachtung,
        eingecheckt, ausgecheckt, jugendherberge, campingplatz, herberge, hotelzimmer, nächte in~, gasthof
    """,
    "travel.car": """
        abschleppdienst, panne~, reifenpanne, auto, wagen?, gefahren?, fahren?, tanken, getankt, benzin,
        diesel, reifen, winterreifen, sommerreifen, reifenwechsel, ölwechsel, werkstatt?, tüv, parkplatz,
        geparkt, parken, bremse~, bremsen~, motor~, führerschein~, blitzer, geblitzt, strafzettel, e auto,
        elektroauto, ladesäule, inspektion, kupplung, autobatterie, scheibenwischer, mietwagen, kennzeichen
    """,
    "travel.cycling": """
        fahrrad, rad?, radfahren, geradelt, fahrradweg, radweg, plattfuß, platten?, fahrradkette, kette~,
        helm~, sattel, schlauch?, luftpumpe, ebike, pedelec, lastenrad, rad gefahren, mit dem rad,
        fahrradschlauch
    """,
    # Machines and programs
    "tools": """
        gerät?, einstellung?, einstellungen?, werkzeug?, technik?
    """,
    "tools.software": """
        editor?, dunkelmodus, app, neu gestartet?, neustart, installiert, installieren, programm~, update~,
        aktualisiert?, version?, passwort, passwörter, passwortmanager, backup, datensicherung,
        tastenkürzel, betriebssystem, lizenz?, tabelle?, vorlage?, abgestürzt~, absturz~, erweiterung?,
        webseite, website, anmeldung?, screenshot, datei~, dateien?, ordner?, neuinstallation, browser,
        cloud?, synchronisiert
    """,
    "tools.hardware": """
        rechner, computer, tastatur, maus?, bildschirm, kopfhörer, ladegerät, akku, batterie, kabel,
        festplatte, kamera~, mikrofon, lautsprecher, lüfter, handy, handyakku, steckernetzteil, netzteil,
        fernseher, fernbedienung, uhr~, laptop, notebook, ladekabel, mehrfachsteckdose, arbeitsspeicher,
        stick?, drohne
    """,
    "tools.printer": """
        drucker, gedruckt, drucken, ausgedruckt, ausdrucken, papierstau, tinte, tintenpatrone, patrone,
        scanner, gescannt, scannen, kopierer, druckerpatrone
    """,
    "tools.network": """
        internet, netzwerk, verbindung~, glasfaser, fritzbox, hotspot, netz~, empfang?, repeater, offline?,
        internetausfall, funkloch
    """,
    # Programming
    "code": """
        programmieren, programmiert, quellcode, code, funktion~, klasse?, methode?, modul?, bibliothek?,
        schnittstelle?, schleife, variable, skript~, import?, export?, server~, programmierer, entwickler,
        kommandozeile, zeichenkodierung, umlaute?, parser, algorithmus
    """,
    "code.bugs": """
        fehlermeldung, fehler~, fehlersuche, behoben~, bug, absturz~, abstürze?, endlosschleife,
        stürzt … ab?, ursache?, randfall, nachstellen?, gefixt, fehlerursache, ausnahme?, workaround,
        speicherleck, debuggt, debuggen, gedebuggt
    """,
    "code.tests": """
        tests, test~, testfall, testfälle, testabdeckung, getestet~, unittests, rot?, grün?, testlauf,
        schlägt fehl?, schlagen fehl?, integrationstest, wackelt?, modultest
    """,
    "code.deploy": """
        deployt, ausgerollt, ausrollen, release~, produktion?, server~, live?, zurückgerollt, ausfall?,
        auslieferung?, veröffentlicht~, live gegangen, serverausfall, bereitschaft?, wartungsfenster
    """,
    "code.git": """
        commit, committet, gepusht, gemergt, gemerged, rebase, branch, zusammengeführt?, konflikt~, merge,
        pushen, versionskontrolle, eingecheckt?
    """,
    "code.review": """
        review, reviewt, kommentare?, codereview, gereviewt
    """,
    "code.database": """
        datenbank, abfrage~, tabelle?, spalte?, index?, migration, schema?, fremdschlüssel, datensatz?,
        datensätze?, datenbankabfrage, query, primärschlüssel, backup eingespielt?
    """,
    "code.build": """
        kompiliert, kompilieren, übersetzt?, abhängigkeit?, abhängigkeiten?, build, pipeline?,
        paketverwaltung, typfehler, typprüfung
    """,
    "code.refactoring": """
        umgebaut?, umbenannt~, aufgeräumter code, code aufgeräumt, refaktoriert, architektur?, altlasten?,
        vereinfacht?, entkoppelt, technische schulden, überflüssigen code, ausgelagert?
    """,
    # Learning
    "learning": """
        lernen, gelernt, lerne, geübt~, üben~, wissen?
    """,
    "learning.reading": """
        gelesen, lesen~, lese?, las?, buch, bücher, roman, krimi, kapitel, seiten~, seite?, bibliothek?,
        bücherei, hörbuch, autor, autorin, gedicht, artikel~, zeitung, zeitschrift, ausgelesen, lesekreis,
        lektüre, vorgelesen, buchhandlung, erzählung, sachbuch
    """,
    "learning.courses": """
        kurs, vorlesung, seminar, prüfung, klausur, studium, studiert, universität, uni, dozent, lehrer,
        lehrerin, unterricht, vhs, volkshochschule, fortbildung, weiterbildung, schulung, abschlussarbeit,
        masterarbeit, bachelorarbeit, zertifikat, übungsblatt, onlinekurs, abitur, nachhilfe, fahrschule,
        fahrstunde, lerngruppe, schüler?
    """,
    "learning.languages": """
        vokabel, vokabeln, grammatik, verben, aussprache, sprachkurs, spanisch~, französisch~, englisch~,
        schwedisch~, italienisch~, japanisch~, arabisch~, chinesisch~, sprache?, karteikarten, spanischkurs,
        englischkurs, französischkurs, italienischkurs, schwedischkurs, deutschkurs, sprachtandem,
        tandempartner, sprachschule, konjunktiv, # wörter, neue wörter, lektion?
    """,
    # Music
    "music": """
        musik, lied, lieder, melodie, akkord, rhythmus?, noten~, komponist, komponiert, musiker,
        musikalisch, tonart, notenblatt
    """,
    "music.practice": """
        tonleiter, tonleitern, etüde, metronom, klavier geübt, gitarre geübt, geige geübt, klavierstunde,
        gitarrenunterricht, klavierunterricht, takt?, takte?, vorspielen?, auswendig?, stück?, fingersatz,
        geprobt, musikschule
    """,
    "music.choir": """
        chor, chorprobe, singen, gesungen, sang, sopran, alt singt, altstimme, tenor, bässe, chorleiter,
        chorleiterin, dirigent, dirigentin, kantate, kantorei, motette, requiem, probe~, einsingen,
        stimmbildung, gesangsverein, sänger, sängerin, generalprobe, gesang
    """,
    "music.concert": """
        konzert, oper, orchester, auftritt, festival, zugabe, philharmonie, karten für?, liederabend,
        konzertkarten, bühne?
    """,
    "music.instruments": """
        klavier, gitarre, geige, violine, cello, flöte, blockflöte, klarinette, trompete, posaune,
        schlagzeug, akkordeon, harmonium, orgel, flügel?, saite, saiten, gestimmt, klavierstimmer,
        stimmgerät, blasebalg, balg, balgrahmen, instrument, saxophon, ukulele, harfe, kontrabass, bratsche,
        horn?, zungen?
    """,
    "music.listening": """
        podcast, podcasts, hörspiel, musik gehört, schallplatte, plattenspieler, album, radio~, angehört?
    """,
    # Free time
    "hobbies": """
        hobby, hobbys, verein?, freizeit
    """,
    "hobbies.crafts": """
        stricken, gestrickt, häkeln, gehäkelt, nähen, genäht, nähmaschine, wolle, töpfern, getöpfert,
        keramik, schnitzen, geschnitzt, zeichnen, gezeichnet, gemalt, malen, aquarell, basteln, gebastelt,
        leim, geleimt, leimen, holzarbeit, schleifen~, geschliffen, gehobelt, hobel?, schal~, ärmel?,
        werkstatt?, fuge?, drechseln, gedrechselt, sticken, gestickt, origami, modellbau, furnier, lackiert,
        sägen, gesägt, schnittmuster, löten, gelötet, reihe gestrickt, skizze, laubsäge, werkbank
    """,
    "hobbies.sport": """
        fußball, tennis, handball, volleyball, basketball, badminton, tischtennis, klettern, geklettert,
        bouldern, ski, skifahren, skitour, schlittschuh, spiel~, bundesliga, mannschaft, turnier, verloren?,
        gewonnen~, golf, judo, karate, segeln, gesegelt, reiten, geritten, tanzen, getanzt, tanzkurs, bvb,
        länderspiel, elfmeter, eishockey, schläger, kajak, paddeln, gepaddelt, federball, kegeln, eislaufen,
        trikot, nationalmannschaft, kletterhalle
    """,
    "hobbies.games": """
        schach, brettspiel, spieleabend, kartenspiel, puzzle, skat, gespielt~, videospiel, würfel,
        doppelkopf, rommé, spiele~, computerspiel, kreuzworträtsel, rätsel, rollenspiel, siedler?,
        quizabend, konsole?, zocken, gezockt, schachmatt, remis, monopoly
    """,
    "hobbies.photo": """
        bilder gemacht, fotos gemacht, fotobuch, foto, fotos, fotografiert, fotografie, fotografieren,
        kamera, objektiv, stativ, belichtung, bilder~, fotoalbum, aufnahmen?, dunkelkammer
    """,
    "hobbies.film": """
        film, kino, serie, staffel, folge?, fernsehen, ferngesehen, dokumentation?, doku, theater,
        krimi geschaut, tatort, geschaut?, schauspieler, mediathek, theaterstück
    """,
    "hobbies.outdoors": """
        wandern, gewandert, wanderung, wanderschuhe, zelten, gezeltet, zelt, gipfel, wald~, berg?, berge~,
        see~, angeln, geangelt, vögel~, vogel~, pilze gesammelt, pilze sammeln, lagerfeuer, camping,
        schlafsack, fernglas, wandertour, hütte?
    """,
    # What is to come
    "plans": """
        plan?, geplant~, vorhaben, vornehmen?, ziel?, ziele?, planung?, vorsatz, vorsätze, to do, todo,
        erledigen?, aufgabenliste, wochenplan, nächste woche?
    """,
    "plans.calendar": """
        termin, kalender, termine, verabredet~, terminkalender, verlegt?, vereinbart~, verschoben auf
    """,
    "plans.reminders": """
        erinnern, erinnerung, erinnere, nicht vergessen, vergessen~, daran denken, merken?, erinner mich,
        noch besorgen?, besorgung, besorgungen
    """,
    # Weather
    "weather": """
        wetter, wettervorhersage, sonne~, sonnig, bewölkt, nebel, neblig, wolken~, schwül, sonnenschein,
        sonnenuntergang, himmel?, bedeckt?, regenbogen, trüb
    """,
    "weather.rain": """
        regen, geregnet, regnet, regnete, nieselregen, regenschirm, schauer, nass~, pfützen, hochwasser,
        überschwemmung, durchnässt, schüttet
    """,
    "weather.snow": """
        schnee, geschneit, schneit, schneite, glatteis, frost, hagel, gefroren?, eis~, eisig, glätte,
        schneemann, eiszapfen
    """,
    "weather.storm": """
        sturm, gewitter, wind~, windig, blitz~, donner, orkan, stürmisch, gedonnert, böen, unwetter
    """,
    "weather.temperature": """
        hitze, heiß~, warm~, kalt~, grad?, # grad, minusgrade, temperatur?, hitzewelle, draußen?, kälte,
        minus #, mild?, saukalt
    """,
    # Animals
    "pets": """
        hund begraben?, auf den hund gekommen?, katze im sack?, schwein gehabt?, haustier, tier~, kaninchen,
        hamster, meerschweinchen, wellensittich, aquarium, hühner, pferd, futter?, schildkröte, käfig,
        papagei, vogelkäfig, stall?
    """,
    "pets.dog": """
        hund hat!, hunderunde, hund, hunde, welpe, gassi, leine?, gebellt, bellt, dackel, hundeschule,
        hundefutter, labrador, pudel, fressnapf
    """,
    "pets.cat": """
        katze hat!, katzenstreu, katze kotzt, kater hat!, katze, kater, kätzchen, katzenklo, miaut,
        schnurrt, katzenfutter, kratzbaum
    """,
    "pets.vet": """
        tierarzt!, tierärztin!, tierarzttermin!, entwurmt!, wurmkur!, zecke, zecken, kastriert!, flöhe!
    """,
    # Being in touch
    "communication": """
        antwort~, geantwortet?, gemeldet?, gespräch?, unterhalten?, kontakt?
    """,
    "communication.email": """
        mail, mails, postfach, posteingang, anhang?, gemailt, verteiler?, abbestellt, emails, mailverkehr
    """,
    "communication.calls": """
        angerufen, anruf, telefoniert, telefonat, rief … an, ruft … an, anrufen, telefon, rückruf, mailbox,
        videoanruf, telefonieren, skypen, geskypt, festnetz, aufgelegt?, am apparat
    """,
    "communication.messages": """
        nachricht, nachrichten?, geschrieben?, gechattet, brief, briefe, postkarte, paket, post~,
        briefmarke, geschickt?, gruppenchat, sprachnachricht, briefkasten, päckchen, dhl, einschreiben?,
        packstation
    """,
}

# Words without a topic: they tell the language of a line.
COMMON = """
    der die das den dem des ein eine einen einem einer eines und oder aber doch sondern
    denn weil dass daß wenn ob als wie so auch noch schon nur nicht kein keine keinen
    nie immer wieder mal sehr zu zum zur im in am an auf aus bei beim mit nach von
    vom vor für um über unter durch gegen ohne bis seit ist sind war waren wird werden
    wurde wurden worden hat habe haben hatte hatten bin sein gewesen kann können konnte
    muss müssen musste soll sollte sollen will wollte wollen darf mag möchte ich du er
    sie es wir ihr mich mir dich dir ihn ihm uns euch sich mein meine meinen meinem
    meiner dein seine seinen unser unsere man was wer wo wann warum heute morgen gestern
    abend vormittag nachmittag nachts morgens abends montag dienstag mittwoch donnerstag
    freitag samstag sonntag januar februar märz april mai juni juli august september
    oktober november dezember stunde stunden minuten minute woche wochen monat jahr tag
    tage uhr halb erst endlich ganz gut schlecht besser mehr weniger viel viele wenig
    zwei drei vier fünf sechs sieben acht neun zehn hier da dort dann jetzt hin her ab
    los fast etwa zweiter zweite erste ersten letzte letzten nächste nächsten neue neuen
    neuer alte alten große kleine lang lange kurz früh leider gern bitte danke ja nein
    alles nichts etwas jemand niemand beide jeder jede diese dieser dieses diesem anderen
    andere selbst eigentlich vielleicht wohl sonst damit dafür davon dazu dabei darum
    deshalb gemacht machen macht gegangen gehen geht ging kam kommt kommen gekommen steht
    stand blieb bleibt hält gemeint blatt idee sache grund gefunden dauert gedauert geben
    gibt gab
    sagen sagt sagte sagten gesagt aussage aussagen beispiel beispiele gemeinsam gemeinsame
    gemeinsamen gemeinsamer politisch politische politischen politischer praktisch praktische
    praktischen automatisch romantisch identisch inzwischen bürger verfahren gehalten schließen
    schliessen interessen interesse genießen geniessen stattdessen ausgezeichnet hamburger tagen
    unabhängig personen person bilden bildet kostet osten bund transport hast
"""
