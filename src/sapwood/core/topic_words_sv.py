"""Swedish words and their topics; `topic_words` says how to write them."""

from __future__ import annotations

from collections.abc import Mapping

WORDS: Mapping[str, str] = {
    # Eating and drinking
    "food": """
        ingen ko på isen?, grädde på moset?, mat?, äta, äter, ätit, åt?, måltid, hungrig, hunger, aptit,
        godis, gott?, rester~, smakade, smaka, matlust, choklad, smakar, lunchlåda, glass
    """,
    "food.vegetables": """
        grönsak, grönsaker, grönsakerna, morot, morötter, potatis, tomat, lök, rödlök, vitlök, purjolök,
        kål, vitkål, rödkål, grönkål, blomkål, broccoli, spenat, sallad, gurka, zucchini, squash, aubergine,
        pumpa, fänkål, selleri, rotselleri, rädisa, kålrot, rotfrukter, palsternacka, rödbeta, rödbetor,
        sparris, kronärtskocka, svamp, kantareller, champinjon, ärtor, ärta, bönor, paprika, mangold,
        brysselkål, majs, sötpotatis, rucola, jordärtskocka, ugnsrostade rotfrukter
    """,
    "food.fruit": """
        frukt, äpple, äpplen, banan, jordgubbe, jordgubbar, hallon, blåbär, lingon, bär~, körsbär, persika,
        päron, plommon, druvor, melon, ananas, citron, apelsin, rabarber, avokado, mango, vinbär, hjortron
    """,
    "food.breakfast": """
        frukost, gröt, havregröt, müsli, flingor, fil?, filmjölk, rostat bröd, smörgås, macka, pannkaka,
        pannkakor, äggröra, kokt ägg, brunch, fralla, knäckebröd
    """,
    "food.meals": """
        pesto, couscous, quinoa, halloumi, feta, senap, honung?, grädde, köttsoppa, ärtsoppa, pannbiff,
        stuvning, raggmunk, kroppkakor, risotto, surströmming, strömming, makrill, bacon, leverpastej,
        lunch, middag, kvällsmat, soppa, gryta, curry, pasta, makaroner, spaghetti, lasagne, ris~, linser,
        linssoppa, linsgryta, kikärtor, tofu, kyckling, nötkött, fläsk, köttfärs, kött, korv, skinka,
        köttbullar, fisk, lax, torsk~, sill, ägg, ost, yoghurt, gratäng, pizza, hamburgare, tacos,
        pyttipanna, efterrätt, fika~, mellanmål, snacks, räkor, janssons, pommes, chips, bulgur, nudlar,
        falukorv, matlåda, matlådor, fredagsmys, potatismos, kvällsmaten, nötter
    """,
    "food.cooking": """
        laga mat, lagade?, lagat?, matlagning, recept, ugn, ugnen, koka, kokade, kokt, stekt, steka, stekte,
        rosta, rostade, grilla, grillade, krydda, kryddor, salt~, saltet, saltade, peppar?, kanel, rosmarin,
        timjan, basilika, persilja, ingefära, olivolja, smör, sås, buljong, marinad, stekpanna, kastrull,
        panna?, ingredienser, krispig, spisen, spis, bränt?, fräst, fräste, sjuda, puttra, inlagd, frysa?,
        storkok, skala?, förkoka, dill
    """,
    "food.drinks": """
        kaffe, te, öl, vin, rödvin, juice, läsk, saft, mjölk, vatten~, vattenglas, glas vatten, dricka,
        drack, druckit, dricker, alkohol, koffein, choklad~, snaps, glögg, kaffekopp, kopp kaffe, kopp te,
        varm choklad, kolsyrat, smoothie, havremjölk, bakfull, bubbel, kaffebryggare, systembolaget
    """,
    "food.baking": """
        baka, bakade, bakat, bakning, bröd, limpa, limpor, surdeg, deg, jäst, mjöl, kaka, kakor, tårta,
        bulle, bullar, kanelbullar, paj, kex, muffins, småkakor, semlor, lussebullar, sockerkaka, kladdkaka,
        rågbröd, degen, kavla
    """,
    "food.shopping": """
        handla, handlade~, handlat~, mataffär, affären~, torget?, torg?, ica, coop, willys, hemköp,
        inköpslista, bageri, storhandla, storhandlade, veckohandla, mathandling, matkasse, skafferi,
        slut på mjölk, slut på, kylen tom, livsmedel
    """,
    "food.eating-out": """
        restaurang, restaurangen, café, kafé, fik?, pub, krog, krogen, lunchrestaurang, servitör, meny~,
        meny, dricks?, åt ute, äta ute, uteservering, hämtmat, beställde pizza, bord för, konditori, sushi,
        thaimat, personalmatsal
    """,
    "food.diet": """
        mindre kött, mindre salt, mindre socker, ingen alkohol!, vit månad!, småäta, småätit, äta mindre,
        diet, kalorier, protein, vegan, vegansk, vegetarisk, vegetarian, gluten, glutenfri, laktos,
        laktosfri, socker, utan socker!, inget socker!, fasta, fastar, fastade?, gå ner i vikt, gått ner,
        gått upp?, kost, fiber?, näring, lchf, köttfritt, inget kött!, utan kött!, sockerfri, onyttigt,
        nyttigt
    """,
    # Sleep
    "sleep": """
        kudde, madrass, täcke, pyjamas, säng~, sömnig, trött~, natt?
    """,
    "sleep.bedtime": """
        lade mig tidigt, lade mig sent, kvällstrött?, sova före, sova tidigt, sova sent, sova senast,
        lägga sig, lade sig, somna före, släckt lampan, släckte lampan, släckte ljuset, lamporna släckta,
        inga skärmar efter, skärmar efter, inga skärmar, lade mig, la mig, lägga mig, lägger mig, lagt mig,
        lade … mig, i säng, sängen före, till sängs, i säng kl, sängen vid, sängen #, sängdags, somna,
        somnade, somnat, somnar, läggdags, läggning, midnatt, efter midnatt, före midnatt, sent?, för sent?,
        uppe till, uppe sent, vaken till, satt uppe, satt … uppe, stannade uppe, släckte #, lampan släckt,
        gick och lade, gå och lägga, kom i säng, nattsudd, gick … lade, nattuggla, gick … sova, gå … sova
    """,
    "sleep.quality": """
        nätter i rad~, sömn, sov, sova, sovit, sover, sömnlös, sömnlöshet, dröm, drömt, drömde, drömmar,
        mardröm, mardrömmar, snarkade, snarkar, orolig natt, sov dåligt!, sov gott!, sov bra!, sovit bra!,
        sovit dåligt!, timmars sömn!, timmar sömn!, djupsömn!, utsövd!, utvilad, sömnkvalitet!,
        kunde inte sova!, kan inte sova!, sov oroligt!, vred och vände, sömnbrist!, sov som!
    """,
    "sleep.naps": """
        tupplur!, middagslur!, powernap!, slumrade!, lur?, slumra?, siesta!
    """,
    "sleep.waking": """
        vaknade!, vaknat!, vakna!, vaknar!, väckt!, väckte?, väckarklocka!, väckarklockan!, väcktes!,
        steg upp, stiga upp, gick upp, gå upp, upp #, klev upp, uppe vid, uppe före, försov!, försovit!,
        sovmorgon!, snooza!, snoozade!, morgonpigg, ur sängen!, upp ur sängen!, vaken~, vaken sedan!,
        tidigt upp, upp tidigt, somna om!, morgonmänniska
    """,
    # Body and mind
    "health": """
        hälsa, frisk?
    """,
    "health.exercise": """
        träning, träna, tränade, tränat, gym, gymmet, löpning, löptur, löprunda, löpband, springa~, sprang~,
        sprungit~, sprang # km, joggade, joggat, jogga, simma, simmade, simhall, simhallen, armhävningar,
        knäböj, styrketräning, styrka?, promenad, promenerade, promenera, steg~, # steg, stretcha,
        stretchade, maraton, halvmaraton, rodd, cykeltur, gympa, motion, motionera, träningsvärk,
        intervaller, km?, # km, # kilometer, kilometer?, mil?, rundan?, milen?, plankan, vikter, skidor~,
        pass~, passet?, träningspass, motionsspår, gick en runda
    """,
    "health.illness": """
        sjuk, sjukanmäld, sjukskriven, förkyld, förkylning, influensa, feber, hosta, hostar, hostade, snuva,
        snuvig, halsont, ont i halsen, virus, infektion, corona, covid, illamående, mår illa, mådde illa,
        kräktes, kräkts, kräkas, magsjuk, magsjuka, diarré, allergi, allergisk, pollen, migrän, nyser,
        bihålor, inflammation, smittsam, frossa, utslag, yr, yrsel, vab, vabba, vabbar, astma, hängig,
        täppt, eksem, vinterkräksjuka
    """,
    "health.medicine": """
        medicin, tablett, tabletter, piller, antibiotika, värktablett, alvedon, ipren, apotek, apoteket,
        dos?, vaccin, vaccinerad, vaccination, vaccinerade, salva, ögondroppar, nässpray, vitamin,
        magnesium, insulin, spruta, biverkning, hostmedicin, järntabletter, kosttillskott,
        blodtrycksmedicin, hämta ut recept, receptet från läkaren, allergitablett
    """,
    "health.doctor": """
        glasögon, linser, hörapparat, synundersökning, barnmorska, tandställning, lagade en tand,
        rotfyllning, akuttid, mottagning, mottagningen, ultraljud, magnetröntgen, blodvärde, drop in,
        jourläkare, 1177, läkare, läkaren, doktor, doktorn, vårdcentral, vårdcentralen, tandläkare,
        tandläkaren, sjukhus, sjukhuset, akuten, sjuksköterska, fysioterapeut, sjukgymnast, sjukgymnasten,
        röntgen, blodprov, provsvar, remiss, operation, opererad, optiker, hudläkare, läkartid,
        tandläkartid, husläkare, tandhygienist, barnläkare, väntrum, bvc, kiropraktor, naprapat, mammografi,
        hälsokontroll
    """,
    "health.body": """
        vad?, vaden, lår, låret, häl, tå, finger~, käke, revben, brännskada, hes, hälsena, ryggskott,
        brände mig, ont, värk, huvudvärk, ryggont, ryggvärk, ont i ryggen, magont, tandvärk, rygg, ryggen,
        knä, knäet, axel~, axeln, fotled, handled, höft, armbåge, nacke, mage, magen, muskel, led?, sena?,
        stel, stukade, stukad, kramp, blodtryck!, puls, vilopuls, vikt~, vägde, våg?, kilo~, kg?, hud~,
        hållning?, skadad, skada?, svullen, skavsår, ögon~, öra~, tand, tänder, fot~, foten, mens, mensvärk,
        hälen, hälsporre, axlarna
    """,
    "health.mind": """
        låg?, kände mig låg, tankarna snurrade, tacksamhet, andas djupt, återhämtning?, oroade mig,
        oroar mig, dagbok?, skrev dagbok, psykiskt, ångest, orolig, oro~, stress, stressad, deprimerad,
        depression, nedstämd, humör, panik, terapi, terapeut, psykolog, meditera, meditation, mediterade,
        mindfulness, andningsövning, utbränd, utmattad, tacksam, ensam?, ensamhet, ledsen, gråta, gråter, grät, gråtit,
        irriterad, nervös, lugn?, grubblade, grubblar, slut?, glad~, arg~, må bättre, mår bättre?, mår bra?,
        mådde dåligt, deppig, avslappnad, utmattning, lättirriterad, kuratorn, samtalsterapi
    """,
    # Working life
    "work": """
        arbetsdag, jobbdag, arbetstid, tjänsteresa, jobbdator?, jobb, jobbet, kontor, kontoret, arbete,
        arbetsplats, jobba~, jobbade~, hemifrån, jobba hemifrån, jobbade hemifrån, skift?, arbetsgivare,
        övertid, företag?, firma?, distansarbete
    """,
    "work.meetings": """
        möte, mötet, möten, sammanträde, dagordning, protokoll~, presentation, presenterade, bilder till,
        videomöte, teamsmöte, konferens?, avstämning, morgonmöte, planeringsmöte, styrelsemöte, workshop,
        kickoff, standup, medarbetarsamtal, veckomöte, mötesrum, mötesanteckningar, kundmöte, föredragning,
        apt
    """,
    "work.projects": """
        projekt, milstolpe, krav?, kravspec, prototyp, koncept?, uppdrag~, produkt~, lansering, projektplan,
        ärende?, utkast?, leverans, strategi, projektgrupp, överlämning
    """,
    "work.deadlines": """
        deadline, inlämning, lämna in, lämnade in, tidsfrist, senast?, försenad~, rapport~, kvartalsrapport,
        klar till?, klart till?, bråttom?, förfaller, slutdatum, till fredag?, leveransdatum, försening?,
        sista dag, i tid?, stressigt?
    """,
    "work.colleagues": """
        kollega, kollegan, kollegor, kollegorna, chef, chefen, chefens, gruppchef, teamet, team?,
        praktikant, praktikanten, medarbetare, hr, arbetskamrat, facket, avdelning, nyanställd, handledare?,
        arbetslag, fikarum
    """,
    "work.clients": """
        kund, kunden, kunder, beställare, offert, avtal~, uppdragsgivare, klagomål, klagade~, konsult,
        leverantör, säljmöte, upphandling, kundtjänst?, frilans
    """,
    "work.career": """
        föräldraledig, föräldraledighet, provanställning, tjänstledig, sökte tjänsten, ny tjänst,
        fast anställning, lönelyft, jobbansökan, ansökan~, sökte jobb, söka jobb, jobbsökande,
        anställningsintervju, jobbintervju, intervju~, befordran, befordrad, löneförhandling, lönesamtal,
        löneförhöjning, cv, sade upp mig, sagt upp mig, säga upp mig, uppsagd, uppsägning, karriär,
        nytt jobb, jobberbjudande, arbetslös, pension~, rekryterare, personligt brev, arbetsförmedlingen,
        varsel, varslad, jobbannons
    """,
    # Attention
    "focus": """
        fokus, fokusera, fokuserad, fokuserade, koncentration, koncentrera, koncentrerad, produktiv,
        uppmärksamhet
    """,
    "focus.deep-work": """
        ostört, ostörd, utan avbrott, tänketid, tidsblock, flow, i flow, i ett sträck, fokustid,
        djupt arbete, koncentrerat arbete, fick mycket gjort, timmar i sträck, djuparbete
    """,
    "focus.breaks": """
        paus, rast, lunchrast, fikapaus, kafferast, pauser, ledig dag~, vila~, vilade~, mikropaus,
        ta en paus, tog en paus, frisk luft, bensträckare, andningspaus
    """,
    "focus.distraction": """
        fastnade i mobilen, fastnade framför, satt med mobilen, för mycket mobil, slöade, ältade?,
        tappade fokus, tappade tråden, distraherad, distraktion, distraherande, distraherar, skrollade,
        scrollade, scrolla, sociala medier, instagram, tiktok, avbruten, avbrott?, avbröt?, störd, störde?,
        notiser, skjuter upp, sköt upp?, prokrastinerade, prokrastinera, mobilen~, mobil~, fick inget gjort,
        inget gjort, kunde inte koncentrera!, koncentrera mig!, skärmtid, skärmtiden, buller~,
        okoncentrerad, splittrad, slösurfade, slösurfa, ofokuserad
    """,
    # People
    "people": """
        gäster, besök?, folk?, hälsade på
    """,
    "people.family": """
        familj, familjen, mamma, pappa, mor?, far?, min mor, min far, föräldrar, föräldrarna, syster, bror,
        systern, brodern, mormor, farmor, morfar, farfar, moster, faster, morbror, farbror, kusin, dotter,
        son~, sonen, dottern, fru?, frun, maken, barn, barnen, barnet, bebis, bebisen, syskon, barnbarn,
        svärmor, svärföräldrar, förskola, förskolan, dagis, föräldramöte, skola~, skolan~, brorson,
        systerdotter, sambo, sambon, barnvakt, tvillingarna, tonåring
    """,
    "people.friends": """
        vän, vänner, kompis, kompisar, kompisen, vännen, väninna, polare, träffade?, återträff, rumskamrat,
        umgicks, barndomsvän, flickvän, pojkvän, polaren, klasskamrat
    """,
    "people.neighbours": """
        granne, grannar, grannen, grannarna, bredvid?, ovanpå?, hyresvärd~, samfällighet, grannens, kvarter,
        bostadsrättsförening, brf
    """,
    "people.celebrations": """
        födelsedag, födelsedagen, födelsedagskalas, kalas, fyller?, fyllde?, bröllop, bröllopsdag, fest,
        festen, jul, julafton, julen, påsk, påsken, midsommar, nyår, nyårsafton, begravning, dop, present,
        presenter, jubileum, julklapp, julklappar, förlovning, student?, studentfest, inflyttningsfest,
        kräftskiva, firade, fira, lucia
    """,
    # The house
    "home": """
        lägenhet, lägenheten, hus~, huset~, hemma?, kök~, köket~, badrum, badrummet, källare, källaren,
        vind~, vinden?, balkong?, vardagsrum, hushåll, sovrum, sovrummet
    """,
    "home.repairs": """
        laga~, lagade?, reparera, reparation, reparerade, hantverkare, rörmokare, rörmokaren, elektriker,
        elektrikern, droppar?, läcker, läcka, läckage, läckte, kran~, kranen, toalett, toaletten, avlopp,
        avloppet, stopp i, diskmaskin, diskmaskinen, tvättmaskin, tvättmaskinen, kylskåp, kylskåpet, frys~,
        säkring, säkringen, propp?, glödlampa, lampa trasig, eluttag, stuprör, hängränna, tak~, taket~,
        kakel, borra, borrade, borrmaskin, skruv, skruva, skruvade, måla?, måla om, målade om, tapet,
        tapetsera, mögel, trasig, gick sönder, sönder?, gnisslar, knarrar, dörrklocka, lås~, låset, låssmed,
        renovera, renovering, vattenskada, dusch~, duschen~, fönster~, dörr~, fastighetsskötare,
        brandvarnare, gångjärn, spackla, spacklade, element trasigt, rör?, packning~, byggvaruhus,
        felanmälan, felanmälde
    """,
    "home.cleaning": """
        städa, städade, städat, städning, dammsög, dammsuga, dammsugare, dammsugaren, damma, torka?,
        torkade~, moppa, tvätt, tvätten, tvätta, tvättade, tvättat, tvättstuga, tvättstugan, tvättid,
        stryka, strök?, strykjärn, diska, disk~, disken, diskade, sopor, soporna, soptunna, återvinning,
        sopsortering, lakan, handdukar, fläck, fläcken, sopa, sopade, röra?, rensade?, plocka undan,
        plockade undan, storstäda, storstädade, vårstädning, putsa fönster, putsade fönster,
        putsade fönstren, avkalka, avkalkade, smutsig, smutstvätt, ordning i?
    """,
    "home.garden": """
        trädgård, trädgården, gräsmatta, gräsmattan, klippte gräset, klippa gräset, gräset, klippte häcken,
        häck, häcken, ogräs, rensa ogräs, rensade ogräs, rensade rabatten, rabatt?, plantera!, planterade!,
        plantor, planta, blomma, blommor, blommorna, tulpaner, rosor, kompost, komposten, vattna, vattnade,
        växthus!, växthuset!, frö, fröer, sådde!, så?, jord~, plantera om, sniglar, träd~, löv, kratta,
        krattade, skörd!, skörda!, skördade!, krukväxt, krukväxter, odling, odla!, odlingslott, kolonilott,
        lökar?, beskära, beskar, fruktträd, pelargoner, balkonglådor, landet?, häcksax, pallkrage!
    """,
    "home.furniture": """
        möbel, möbler, möblera, möblerade om, soffa, soffan, fåtölj, stol, stolen, bord~, skrivbord,
        skrivbordet, hylla, hyllan, bokhylla, bokhyllan, skåp?, garderob, garderoben, byrå, byrån, låda?,
        gardiner, gardin, matta~, mattan, lampa, lampan, spegel~, köksbord, matbord, sängram
    """,
    "home.heating": """
        värme~, värmen, element?, elementet, elementen, termostat, värmepump, värmepumpen, braskamin, kamin,
        kaminen, ved, veden, eldade, elda, isolering, drag?, dragigt, vädra, vädrade, luftfuktighet,
        luftfuktare, avfuktare, panna?, fjärrvärme, golvvärme, sotare, sotaren, ventilation, brasa,
        inomhustemperatur
    """,
    "home.clothes": """
        handskar, dragkedja, knapp?, skosnören, bälte?, underkläder, gympaskor, sandaler, vinterjacka,
        regnjacka, vinterskor, ulltröja, kläder, kläderna, skor, skorna, byxor, skjorta, jacka, jackan,
        tröja, klänning, strumpor, stövlar, mössa~, vantar, rock?, kappa, garderobsrensning, lagade byxorna
    """,
    "home.paperwork": """
        pass~, passet?, passansökan, försäkring, försäkringen, körkort~, blankett, blanketten, ansökan~,
        myndighet, papper?, intyg, id kort, legitimation, försäkringskassan, folkbokföring, adressändring,
        fullmakt, hyreskontrakt, bankid, personbevis, förnya passet
    """,
    "home.moving": """
        flytt, flytten, flytta, flyttade in, flyttat, flyttlådor, flyttkartonger, flyttlass, flyttstädning,
        visning~, lägenhetsvisning, bostadskö, ny lägenhet, nya lägenheten, packade lådor, mäklare,
        mäklaren, inflyttning
    """,
    # Money
    "money": """
        pengar, bank~, banken, konto~, kontanter, kort?, kreditkort, lån, bolån, skuld, skulder, dyr~, dyrt,
        billigt?, pris~, ränta, räntan, kronor~, # kr, kr?, swish, swishade, valuta, amortera
    """,
    "money.bills": """
        räkning, räkningen, räkningar, faktura, fakturan, elräkning, elräkningen, hyra, hyran, betalade~,
        betala~, betalat~, autogiro, påminnelseavgift, abonnemang, abonnemanget, elavtal, elpris, elpriset,
        elbolag, avgift?, avgiften, mobilabonnemang, prenumeration, prenumerationen, inkasso
    """,
    "money.budget": """
        budget, budgeten, utgifter, utgift, spenderade, slösade, kostade?, kostnader, kostnad?,
        hushållskassa, månadskostnad, gjort av med, gjorde av med, dra ner på?, ekonomi?
    """,
    "money.purchases": """
        köpte, köpt, köpa, köp, beställde~, beställning, begagnad, begagnat, rabatt?, rea, rean, kvitto,
        returnera, returnerade, garanti?, loppis, loppisen, blocket, återbetalning, presentkort, tradera,
        erbjudande?
    """,
    "money.taxes": """
        skatt, skatten, deklaration, deklarationen, deklarera, deklarerade, skatteverket, moms, momsen,
        avdrag, bokföring, skatteåterbäring, rotavdrag, kvarskatt, revisor, redovisning
    """,
    "money.savings": """
        spara~, sparade~, sparat, sparande, sparkonto, sparkontot, undan?, lade undan, fonder, fond?,
        aktier, aktie, isk, investera, investerade, pensionssparande, buffert, bufferten, börsen,
        utdelning?, månadssparande, avanza, indexfond, buffertsparande
    """,
    "money.income": """
        lön, lönen, löning, lönebesked, inkomst, lönespec, bonus, arvode, semesterersättning
    """,
    # On the way
    "travel": """
        resa, resan, resor, reste, rest?, utomlands, åkte?, tull?, turist
    """,
    "travel.transport": """
        tågbiljett, flygbiljett, båt, båten, båtarna, flygbuss, gate?, tåg, tåget, tågen, buss, bussen,
        spårvagn, spårvagnen, tunnelbana, tunnelbanan, pendeltåg, pendeltåget, färja, färjan, flyg, flyget,
        flygplats, flygplatsen, flög, station~, stationen, perrong, spår?, försenat, inställt, inställd?,
        biljett~, biljetten, tidtabell, byte?, sj, sl kort, månadskort, kö på, bilkö, köer på, pendla,
        pendlar, pendlingen, hållplats, hållplatsen, ersättningsbuss, missade bussen, busskort, resekort,
        motorväg
    """,
    "travel.trips": """
        semester, semestern, utflykt, utflykten, weekend?, weekendresa, resväska, resväskan, packa?,
        packade~, packning~, packlista, ryggsäck~, museum, museet, strand~, stranden, sevärdheter, rundresa,
        kryssning, jetlag, resplan, charter, sportlov, reseguide, skärgården, skidresa, solsemester,
        husvagn
    """,
    "travel.lodging": """
        boende, boendet, stuga~, stugan, rum?, bokade~, bokat~, övernattade, övernattning, nätter i~,
        checkade in, checkade ut, vandrarhem, vandrarhemmet, campingplats, campingen, hyrde, hotellrum,
        hotell, hotellet, pensionat, fjällstuga
    """,
    "travel.car": """
        bärgning, bärgare, bil, bilen, bilar, körde?, köra?, tanka, tankade, bensin, diesel, däck~, däcken,
        vinterdäck, sommardäck, däckbyte, oljebyte, verkstad?, verkstaden?, besiktning, besiktiga,
        besiktigas, besiktigades, parkering, parkeringen, parkera, parkerade, broms~, bromsar, bromsarna,
        motor~, körkort~, p böter, parkeringsböter, fortkörning, elbil, elbilen, laddstolpe, laddbox,
        koppling, bilbatteri, vindruta, vindrutetorkare, hyrbil, bilförsäkring, bilprovningen,
        trängselskatt
    """,
    "travel.cycling": """
        cykel, cykeln, cykla, cyklade, cyklat, punktering, punka, cykelbana, cykelväg, kedja~, kedjan~,
        hjälm~, sadel, sadeln, cykelslang, slang?, elcykel, elcykeln, cykelpump, cykelhjälm, lådcykel,
        cykelkorg, cykelns
    """,
    # Machines and programs
    "tools": """
        verktyg?, inställning?, inställningar?, pryl, prylar, teknik?, apparat?
    """,
    "tools.software": """
        app, mörkt läge, omstart, startade om datorn, installerade, installera, installerat, program~,
        programmet?, uppdatering~, uppdaterade~, uppdatera?, version?, lösenord, lösenordet, säkerhetskopia,
        säkerhetskopiera, säkerhetskopiering, backup, tangentbordsgenväg, operativsystem, licens?, mall?,
        kraschade~, tillägg?, hemsida, webbplats, webbläsare, inloggning, logga in, fil?, filer?, mapp?,
        kalkylark, excelark, lösenordshanterare, synka?, appen?, skärmdump
    """,
    "tools.hardware": """
        dator, datorn, tangentbord, tangentbordet, mus?, skärm, skärmen, hörlurar, hörlurarna, laddare,
        laddaren, batteri, batteriet, kabel, kabeln, sladd, hårddisk, hårddisken, kamera~, mikrofon,
        mikrofonen, högtalare, fläkt?, mobilbatteri, telefon~, telefonen~, tv~, klocka~, laptop, surfplatta,
        fjärrkontroll, minne?, usb minne, nätadapter, laddkabel, telefonladdare, processor,
        dockningsstation
    """,
    "tools.printer": """
        skrivare, skrivaren, skrev ut, skriva ut, utskrift, utskriften, pappersstopp, papperstrassel, bläck,
        bläckpatron, bläckpatroner, skanner, skanna, skannade, kopiator
    """,
    "tools.network": """
        internet, nätverk, nätverket, uppkoppling, uppkopplingen, bredband, bredbandet, fiber?, hotspot,
        router, routern, nätet~, mobilnät, täckning?, wifit
    """,
    # Programming
    "code": """
        kod, koden, koda, kodade, programmera, programmerade, programmering, funktion~, klass?, metod?,
        modul?, bibliotek~, variabel, skript, skriptet, import?, importen?, export?, loop?, server~,
        gränssnitt?, utvecklare, parser, algoritm, kodbas
    """,
    "code.bugs": """
        bugg, buggen, buggar, felmeddelande, felmeddelandet, felsöka, felsökte, felsökning, fel?, felet~,
        fixade?, krasch?, kraschar~, kraschade~, åtgärdad?, fixad?, oändlig loop, minnesläcka, undantag?,
        regression, workaround, orsaken?
    """,
    "code.tests": """
        test~, tester, testerna, testet?, testfall, enhetstest, enhetstester, testtäckning, testade~,
        gröna?, röda?, testsvit, testsviten, integrationstest, går igenom?
    """,
    "code.deploy": """
        driftsatte, driftsatt, driftsättning, driftsätta, produktion?, release~, releasen, server~,
        servern~, rullade tillbaka, släppte?, driftstopp, driftstörning, avbrott?, deploy, deployade,
        deployat, jour?
    """,
    "code.git": """
        commit, committade, pushade, mergade, merge, rebase, rebasade, branch, gren?, grenen~, konflikt~,
        konflikter?, versionshantering, versionshanterat, brancher
    """,
    "code.review": """
        granskade?, kodgranskning, granskning?, review, reviewade, kommentarer?, parprogrammering,
        parprogrammerade, pr?
    """,
    "code.database": """
        databas, databasen, fråga?, tabell?, kolumn?, index?, migrering, migreringen, schema?,
        främmande nyckel, rader?, databasfråga, sql fråga, indexet?, primärnyckel
    """,
    "code.build": """
        kompilera, kompilerade, kompilerar, bygge?, bygget?, bygger?, beroenden~, beroende?, pipeline?,
        typfel, typkontroll, pakethanterare, byggfel, varningar?
    """,
    "code.refactoring": """
        refaktorerade, refaktorera, refaktorering, skrev om?, döpte om~, arkitektur?, teknisk skuld,
        förenklade?, bröt ut?, omskrivning?, död kod, städade koden
    """,
    # Learning
    "learning": """
        lära, lärde, lärt, plugga, pluggade, pluggat, studera, studerade, övade~, öva~, kunskap?
    """,
    "learning.reading": """
        läste, läsa, läst, läser, bok, boken, böcker, roman, romanen, deckare, deckaren, kapitel, kapitlet,
        sidor~, bibliotek~, biblioteket, ljudbok, ljudboken, författare, dikt, dikter, artikel~, artikeln,
        tidning, tidningen, bokcirkel, bokcirkeln, läsning, utläst, läste ut, högläsning, bokhandel, novell
    """,
    "learning.courses": """
        kurs, kursen, kurser, föreläsning, föreläsningen, seminarium, tenta, tentan, tentamen, prov?,
        examen, universitet, universitetet, lärare, läraren, lektion, lektionen, läxa, läxor, läxan,
        studier, uppsats, uppsatsen, utbildning, fortbildning, certifikat, komvux, folkhögskola,
        studiecirkel, kursmaterial, kvällskurs, distanskurs, körlektion, körskola, övningskörning, elev?,
        högskoleprovet
    """,
    "learning.languages": """
        glosor, glosa, grammatik, grammatiken, verb, uttal, språkkurs, spanska~, franska~, tyska~,
        engelska~, italienska~, japanska~, arabiska~, kinesiska?, finska~, språk?, spanskakurs, tyskakurs,
        franskakurs, språkcafé, ord?, # ord, # glosor, nya ord, ordförråd, hörförståelse, språkutbyte, sfi,
        oregelbundna verb
    """,
    # Music
    "music": """
        musik, musiken, sång, låt, låten, låtar, melodi, ackord, noter~, noterna, rytm?, komponerade,
        kompositör, musiker, tonart
    """,
    "music.practice": """
        skalor?, metronom, övade piano, övade gitarr, övade fiol, pianolektion, gitarrlektion, etyd, takt?,
        takter?, stycke?, stycket?, utantill?, repetera?, repade?, fiollektion, musikskola, kulturskolan
    """,
    "music.choir": """
        kör~, kören, körövning, körövningen, körrepetition, körsång, körkonsert, sjunga, sjöng, sjungit,
        sjunger, sopran, sopraner, alt?, altar?, altarna, tenor, tenorer, tenorerna, basar, basarna,
        dirigent, dirigenten, körledare, körledaren, kantor, kantorn, kantat, requiem, repetition?, genrep,
        sångare, uppsjungning
    """,
    "music.concert": """
        konsert, konserten, opera, operan, orkester, orkestern, spelning, spelningen, festival, uppträdande,
        extranummer, konserthuset, luciakonsert, julkonsert, visafton
    """,
    "music.instruments": """
        orgeln läcker, stämma orgeln, piano, pianot, gitarr, gitarren, fiol, fiolen, cello, flöjt,
        klarinett, trumpet, trombon, trummor, dragspel, dragspelet, orgel, orgeln, tramporgel, strängar,
        sträng?, stämma?, stämde?, stämt, bälg, bälgen, instrument, instrumentet, saxofon, nyckelharpa,
        ukulele, kontrabas, pianostämmare, basgitarr, harmonium
    """,
    "music.listening": """
        podd, podden, poddar, lyssnade på, lyssna på, skiva~, skivan?, skivspelare, album, radio~
    """,
    # Free time
    "hobbies": """
        hobby, fritid, förening?, fritidsintresse
    """,
    "hobbies.crafts": """
        sticka?, stickade, stickat, stickning, stickningen, virka, virkade, virkat, sy, sydde, sytt,
        symaskin, symaskinen, garn, garnet, ull?, keramik, drejade, dreja, täljde, tälja, snickra,
        snickrade, snickeri, rita~, ritade, teckna, tecknade, måla akvarell, målade~, målat~, akvarell,
        pyssla, pysslade, pyssel, lim, limmade, limma, slipa~, slipade, hyvla, hyvlade, halsduk, ärm?,
        verkstad?, väva, vävde, vävstol, brodera, broderade, mönster~, fog?, fogen?, faner, lack?, lackade,
        slöjd, maskor?, varv?, lödde, löda
    """,
    "hobbies.sport": """
        fotboll, fotbollen, tennis, innebandy, handboll, hockey, ishockey, basket, badminton, bordtennis,
        klättring, klättra, klättrade, bouldering, skidor, skidåkning, skridskor, åkte skidor, match~,
        matchen~, allsvenskan, lag?, turnering, vann?, förlorade?, mål?, golf, judo, segla, seglade,
        ridning, red?, rida, dans, dansade, danskurs, paddla, paddlade, kajak, padel, orientering,
        vasaloppet, längdskidor, boxning, simtävling, lagets, landskamp, curling, bandy
    """,
    "hobbies.games": """
        schack, brädspel, spelkväll, kortspel, pussel, pusslet, pussla, spelade~, spela~, tv spel, dataspel,
        datorspel, tärning, korsord, korsordet, spel~, rollspel, melodikryss, quiz, frågesport,
        sällskapsspel, alfapet, yatzy
    """,
    "hobbies.photo": """
        tog bilder, tog kort, ta bilder, objektivet, kamerahus, foto, foton, fotade, fotograferade,
        fotografera, fotografi, kamera, objektiv, stativ, bilder~, bild~, exponering, fotoalbum, mörkrum,
        kameran
    """,
    "hobbies.film": """
        film, filmen, bio, biografen, på bio, serie~, serien~, avsnitt, avsnittet, säsong~, teve, tv~,
        dokumentär, dokumentären, tittade~, såg på?, teater, teatern, skådespelare, svt play,
        föreställning?
    """,
    "hobbies.outdoors": """
        vandra, vandrade, vandring, vandringen, fjällvandring, vandringsled, tält, tältade, tältet, fjäll?,
        fjällen, skog~, skogen~, sjö?, sjön~, fiska, fiskade, fiske, fåglar~, fågel~, fågelskådning,
        svampplockning, plockade svamp, plockade kantareller, bärplockning, plockade blåbär,
        plockade hallon, lägereld, camping, sovsäck, kikare, spång, naturreservat
    """,
    # What is to come
    "plans": """
        plan?, planera?, planerade~, mål?, att göra, att göra lista, todo, nyårslöfte, prioritera?,
        veckoplanering, nästa vecka?
    """,
    "plans.calendar": """
        kalender, kalendern, inbokad, inbokat, bokad tid, ombokad, ombokat, tid hos, flyttad till,
        flyttat till, flyttades till, almanacka, dubbelbokad, dubbelbokat, boka om, tidsbokning
    """,
    "plans.reminders": """
        påminn, påminnelse, påminna, påminner, kom ihåg, glöm inte, glöm inte att, glömde~, inte glömma,
        får inte glömma, måste komma ihåg, ärenden, ärende?
    """,
    # Weather
    "weather": """
        väder, vädret, sol~, solen~, soligt, moln~, molnigt, dimma, dimmigt, sken?, väderprognos, solsken,
        himlen?, mulet, grått?, soluppgång?, solnedgång?, regnbåge, väderleken
    """,
    "weather.rain": """
        regn, regnet, regnade, regnar, regnat, regnigt, duggregn, paraply, paraplyet, skur?, blött~,
        översvämning, ösregn, ösregnade, duggade, regnskur
    """,
    "weather.snow": """
        snö, snön, snöade, snöar, snöat, halka, halt?, frost, hagel, is~, isigt, isen~, slask, snöstorm,
        snöskottning, skottade snö, skotta snö, snögubbe, blixthalka
    """,
    "weather.storm": """
        storm, stormen, stormade, åska, åskade, åskar, åskväder, blåst, blåser, blåste, blåsigt, vind~,
        blixt?, stormigt, oväder
    """,
    "weather.temperature": """
        varmt~, kallt~, grader?, minusgrader, # grader, plusgrader, hetta, värmebölja, värmeböljan,
        temperatur?, ute?, kyla, kylan, minus #, milt?, iskallt
    """,
    # Animals
    "pets": """
        husdjur, djur~, kanin, kaniner, kaninen, hamster, marsvin, undulat, akvarium, akvariet, höns,
        hönsen, häst, hästen, stallet, sköldpadda, bur?, buren, foder?, papegoja, fiskarna?
    """,
    "pets.dog": """
        hunden kräktes!, hunden kräks!, hund, hunden, hundar, valp, valpen, koppel, kopplet, skällde,
        skäller, tax, gick ut med hunden, hunddagis, hundpromenad, hundkurs, hundmat, tiken
    """,
    "pets.cat": """
        katten kräktes!, katten kräks!, kattsand, katt, katten, katter, kattunge, kattungen, kattlåda,
        kattlådan, jamar, spinner?, kattmat, klösträd, kattvakt
    """,
    "pets.vet": """
        veterinär!, veterinären!, avmaskad!, avmaskning!, fästing, fästingar, kastrerad!, loppor!
    """,
    # Being in touch
    "communication": """
        svara~, svar~, svarade~, hörde av sig, samtal~, kontakt?, kontaktade?, svarat?
    """,
    "communication.email": """
        mejl, mejlet, mejla, mejlade, mejlat, mejlen, mail, mailade, mailet, inkorg, inkorgen, bilaga?,
        nyhetsbrev, nyhetsbrevet, mejlkorg, epost, e post, avprenumererade
    """,
    "communication.calls": """
        ringde, ringa, ringt, ringer~, telefonsamtal, samtalet?, telefon~, röstbrevlåda, videosamtal,
        pratade i telefon, missat samtal, missade samtal, ring upp, ringde upp, telefonkö
    """,
    "communication.messages": """
        meddelande, meddelanden, meddelandet, smsade, sms, chatt, chatten, chattade, brev, brevet, vykort,
        paket, paketet, posten~, frimärke, frimärken, skickade?, gruppchatt, röstmeddelande, brevlåda,
        brevlådan, postnord, postombud, messade
    """,
}

# Words without a topic: they tell the language of a line.
COMMON = """
    låter sen och att det den de som en ett är var varit vara har hade ha haft i på
    av för med till från om så men eller inte ingen inget inga nej ja jag du han hon
    vi ni dem dom mig dig sig oss er min mitt mina din ditt sin sitt sina vår vårt
    hans hennes deras man vad vem vilken hur när där här då nu sedan redan ännu än
    bara också mycket lite mer mindre mest alla allt alltid aldrig ofta ibland igen idag
    igår imorgon kväll kvällen morse morgon morgonen eftermiddag eftermiddagen förmiddag dag
    dagen dagar vecka veckan veckor månad år timme timmar minuter minut klockan kl måndag
    tisdag onsdag torsdag fredag lördag söndag januari februari mars april maj juni juli
    augusti september oktober november december vid under över efter före innan mellan utan
    mot genom hos kring bakom framför ut upp ner ned in bort hem kan kunde ska skulle
    vill ville måste borde får fick bör blir blev blivit gör gjorde gjort göra går gick
    gått kom kommer kommit ta tar tog tagit ger gav sa säger sade tänkte tror trodde
    vet visste två tre fyra fem sex sju åtta nio tio halv halvtimme bra dåligt dålig ny
    nytt nya gammal stor liten litet hela sista första andra nästa förra riktigt ganska
    nog kanske äntligen tyvärr visst varje någon något några sådan samma annan annat båda
    själv tillbaka fram ihop slut helt dock därför eftersom fast medan både dessutom tack
    vars sån såg se ser mår drog gången gånger lista listan rätt fel hittade bestämde
    börjar började
    svart svarta svårt svår svåra gärna lätt lätta tänka tänker lär vänta väntar väntade ställe
    stället låta lät rösta röstar röstade län bevara person personen personer politik politiken
    politiker nordisk nordiska människa människan människor människorna uppskatta uppskattar
    muslim muslimer fruktansvärt fruktansvärda varken lova lovar lovade lov tag taget ovan påstå
    påstår hål van vana tankar tanke vinna vinner vunnit stolt kört viss förresten
    resten viktigaste
    försvara försvarar motsvara motsvarar
"""
