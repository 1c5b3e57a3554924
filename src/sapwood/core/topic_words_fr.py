"""French words and their topics; `topic_words` says how to write them."""

from __future__ import annotations

from collections.abc import Mapping

WORDS: Mapping[str, str] = {
    # Eating and drinking
    "food": """
        manger, mangé, mange, mangeons, repas, faim, appétit, délicieux, plat?, restes?, nourriture, goût?,
        bonbons, bonbon, chocolat, glace?
    """,
    "food.vegetables": """
        légume, carotte, betterave, pomme de terre, pommes de terre, patate douce, tomate, oignon, ail,
        poireau, chou, chou fleur, brocoli, épinard, laitue, salade, concombre, courgette, aubergine,
        citrouille, potiron, courge, fenouil, céleri, radis, navet, asperge, artichaut, champignon,
        petits pois, haricots verts, haricot, poivron, blette, panais, endive, maïs, ratatouille,
        potimarron, roquette, crudités
    """,
    "food.fruit": """
        fruit, pomme, banane, fraise, framboise, myrtille, cerise, pêche?, poire, prune, raisin, melon,
        pastèque, ananas, citron, orange?, kiwi, mangue, abricot, avocat?, figue, clémentine
    """,
    "food.breakfast": """
        petit déjeuner, petit déj, céréales, porridge, flocons d avoine, tartine, confiture, crêpe,
        œufs brouillés, croissant, muesli, pain grillé, viennoiserie, granola
    """,
    "food.meals": """
        déjeuner, déjeuné, dîner, diner, dîné, souper, soupe, potage, ragoût, curry, pâtes, spaghetti, riz,
        lentilles, pois chiches, tofu, poulet, bœuf, boeuf, porc, viande, saucisse, jambon, steak, poisson,
        saumon, thon, œuf, oeuf, oeufs, œufs, fromage, yaourt, gratin, quiche, omelette, pizza, sandwich,
        couscous, dessert, goûter, raclette, fondue, lasagnes, frites, purée, apéro, apéritif, noix?, chips
    """,
    "food.cooking": """
        cuisiner, cuisiné, cuisine?, recette, four?, au four, cuire, cuit, cuite, cuits, cuisson, rôtir,
        rôti, griller, grillé, frire, bouillir, mijoter, mijoté, poêle, casserole, épice, sel?, poivre?,
        cannelle, romarin, thym, basilic, persil, gingembre, huile d olive, beurre, sauce, bouillon,
        ingrédient, cocotte, éplucher, épluché, assaisonnement, congelé, marinade
    """,
    "food.drinks": """
        café, thé, bière, vin, vin rouge, jus, limonade, eau~, verre d eau, verres d eau, litre d eau, lait,
        boire, bu?, boisson, alcool, caféine, tisane, chocolat chaud, champagne, cidre, gueule de bois,
        bois?, sirop?, infusion
    """,
    "food.baking": """
        gâteau, pain, baguette, levain, pâte?, pâte à, levure, farine, tarte, biscuit, brioche, madeleine,
        pâtisserie, croûte, cookie, boulange, pétrir, pétri, seigle
    """,
    "food.shopping": """
        supermarché, courses, les courses, marché?, du marché, au marché, boulangerie, boulanger, boucher,
        boucherie, épicerie, liste de courses, carrefour?, leclerc, monoprix, plus de lait, primeur,
        frigo vide, garde manger
    """,
    "food.eating-out": """
        restaurant, resto, bistrot, brasserie, cantine, serveur~, addition?, pourboire, terrasse?, crêperie,
        mangé dehors, à emporter, livraison de pizza, bar?, menu?
    """,
    "food.diet": """
        régime, calorie, protéine, végétarien, végétarienne, végan, gluten, sans gluten, lactose, sucre,
        sans sucre!, jeûne, jeûner, jeûné, maigrir, perdre du poids, perdu # kilos, fibres?, nutrition,
        sans viande!, nutritionniste, grignotage
    """,
    # Sleep
    "sleep": """
        oreiller, matelas, couette, pyjama, fatigué~, fatiguée~, lit~, nuit?
    """,
    "sleep.bedtime": """
        au lit, couché à, couchée à, couché, couchée, me coucher, se coucher, me couche, me suis couché,
        me suis couchée, endormi, endormie, m endormir, s endormir, minuit, après minuit, avant minuit,
        veillé, veillé tard, tard?, trop tard?, éteint la lumière, lumière éteinte, heure du coucher,
        coucher à, nuit blanche, dodo, resté debout
    """,
    "sleep.quality": """
        nuits de suite~, dormi, dormir, dors, sommeil, insomnie, rêve, rêvé, cauchemar, ronfle, ronflé,
        bien dormi!, mal dormi!, heures de sommeil!, mauvaise nuit, nuit agitée, bonne nuit de sommeil!,
        sommeil profond!, pas dormi!
    """,
    "sleep.naps": """
        sieste!, somnolé!, assoupi!
    """,
    "sleep.waking": """
        réveillé!, réveillée!, réveil!, réveiller!, me réveille!, levé à, levée à, me lever, me suis levé,
        me suis levée, levé tôt, lève tôt, debout à, grasse matinée!, rendormir!, rendormi!, hors du lit!,
        levé?, levée?, matinal
    """,
    # Body and mind
    "health": """
        santé
    """,
    "health.exercise": """
        sport~, du sport, exercice?, entraînement, entraîné, entraîne, gym, salle de sport, courir, couru,
        course à pied, jogging, footing, nager, nagé, natation, piscine, longueurs?, pompes?, abdos,
        musculation, haltères, marche~, marché # km, promenade, promené, balade, pas?, # pas, étirements,
        marathon, semi marathon, vélo d appartement, # km, km?, kilomètre?, # kilomètres, tapis de course,
        squats, courbatures
    """,
    "health.illness": """
        malade, maladie, rhume, enrhumé, enrhumée, grippe, fièvre, toux, tousse, mal de gorge,
        mal à la gorge, nez qui coule, nez bouché, virus, infection, covid, nausée, vomi, vomir, gastro,
        diarrhée, allergie, allergique, migraine, angine, bronchite, frissons, vertige, rhume des foins,
        asthme, éternue, sinusite
    """,
    "health.medicine": """
        médicament, comprimé, pilule, antibiotique, ordonnance, pharmacie, pharmacien, dose?, vaccin,
        vacciné, vaccinée, pommade, gouttes?, vitamine, doliprane, insuline, sirop, inhalateur, collyre,
        magnésium, effet secondaire
    """,
    "health.doctor": """
        médecin, docteur, généraliste, dentiste, hôpital, clinique, infirmier, infirmière, kiné,
        kinésithérapeute, ophtalmo, dermatologue, prise de sang, radio du, irm, échographie, chirurgien,
        opération?, urgences, consultation?, orthodontiste, pédiatre, gynécologue, ostéopathe, ostéo,
        cabinet médical, bilan sanguin, salle d attente, détartrage
    """,
    "health.body": """
        douleur, mal de tête, mal à la tête, mal au dos, mal au ventre, mal de dos, maux de tête, mal aux,
        dos~, genou, genoux, épaule, cheville, poignet, hanche, coude, nuque, cou?, ventre, estomac, muscle,
        tendon, articulation, entorse, crampe, tension artérielle!, pouls, poids~, pesé, kilos?, kg?, peau~,
        blessé, blessure, dent, dents, yeux~, pied~, règles douloureuses, courbature, gonflé?, lombaires
    """,
    "health.mind": """
        anxieux, anxieuse, anxiété, angoisse, stress, stressé, stressée, déprimé, déprimée, dépression,
        moral?, humeur, panique, thérapie, psy, psychologue, méditation, médité, méditer, pleine conscience,
        burn out, épuisé, épuisée, reconnaissant, seul?, solitude, triste, tristesse, pleuré, irritable,
        nerveux, nerveuse, débordé, débordée, ruminer, calme?, heureux~, inquiet, inquiète, respiration
    """,
    # Working life
    "work": """
        travail, bureau~, boulot, télétravail, entreprise?, heures sup, employeur, travaillé~, travailler?
    """,
    "work.meetings": """
        réunion, visio, visioconférence, ordre du jour, compte rendu, présentation, conférence?,
        point d équipe, atelier?, entretien annuel, diapos, séminaire d équipe, réu, salle de réunion,
        point hebdo
    """,
    "work.projects": """
        projet, jalon, cahier des charges, prototype, livrable, lancement?, produit?, maquette, stratégie,
        feuille de route
    """,
    "work.deadlines": """
        échéance, date limite, délai, rendre le, à rendre, retard~, en retard sur, rapport~, livraison~,
        urgent?, rendu?, avant vendredi, pour vendredi, bouclé?
    """,
    "work.colleagues": """
        collègue, chef~, mon chef, ma chef, patron, patronne, équipe~, stagiaire, manager, responsable?, rh,
        pot de départ, supérieur?
    """,
    "work.clients": """
        client, cliente, contrat~, devis, réclamation, fournisseur, prestation, commercial?, appel d offres,
        freelance, prospect
    """,
    "work.career": """
        entretien d embauche, candidature, postulé, promotion?, augmentation~, démission, démissionné,
        licencié, licenciement, embauche, embauché, carrière, retraite?, offre d emploi, nouveau poste,
        poste~, chômage, lettre de motivation, cv, cherche du travail, recruteur
    """,
    # Attention
    "focus": """
        concentration, concentré?, concentrée?, productif, productive, attention?
    """,
    "focus.deep-work": """
        sans interruption, travail profond, d affilée, dans le flow, temps de réflexion,
        plage de concentration, au calme, bien avancé, matinée calme, sans être dérangé,
        heures de concentration
    """,
    "focus.breaks": """
        pause, pause café, pause déjeuner, prendre l air, souffler, jour de repos?, repos?, pauses
    """,
    "focus.distraction": """
        distrait, distraite, distraction, procrastiné, procrastination, procrastine, réseaux sociaux,
        instagram, tiktok, interrompu, interruption, notification, rien fait, scrollé, scroller,
        pas réussi à me concentrer!, me concentrer!, temps d écran, téléphone~, bruit~, déconcentré,
        dérangé, dérange, traîné?, perdu du temps
    """,
    # People
    "people": """
        invité, invités, visite?, gens?
    """,
    "people.family": """
        famille, mère, maman, père, papa, parents, sœur, soeur, frère, grand mère, grand père, mamie, papi,
        tante, oncle, cousin, cousine, nièce, neveu, fille?, ma fille, fils, mari, femme?, ma femme, enfant,
        enfants, bébé, petits enfants, petit fils, beaux parents, belle mère, crèche, école~, maternelle,
        baby sitter, jumeaux, ado, nounou, beau frère
    """,
    "people.friends": """
        ami, amie, amis, copain, copine, pote, retrouvailles, colocataire, coloc, meilleur ami, potes
    """,
    "people.neighbours": """
        voisin, voisine, voisinage, propriétaire?, quartier, syndic
    """,
    "people.celebrations": """
        anniversaire, mariage, fête, noël, pâques, réveillon, enterrement, baptême, cadeau, fiançailles,
        crémaillère, obsèques, fêté
    """,
    # The house
    "home": """
        maison~, appartement, appart, salle de bain?, chambre~, salon?, cave, grenier, balcon?, ménage?,
        foyer
    """,
    "home.repairs": """
        réparer, réparé, réparation, plombier, électricien, fuite, fuit, robinet, toilettes, chasse d eau,
        évier, lavabo, bouché, lave vaisselle, lave linge, machine à laver, frigo, réfrigérateur,
        congélateur, fusible, ampoule, prise?, gouttière, toit, toiture, carrelage, perceuse, percer, vis,
        peinture du, repeindre, repeint, papier peint, moisissure, cassé~, cassée?, panne~, en panne,
        grince, sonnette, serrure, serrurier, rénover, rénovation, travaux~, douche~, fenêtre~, porte~,
        bricolage, dégât des eaux, joint?, volet, charnière, bricolé
    """,
    "home.cleaning": """
        nettoyer, nettoyé, nettoyage, le ménage, aspirateur, passé l aspirateur, balayer, balai,
        serpillière, poussière, lessive, linge, repassage, repassé, repasser, ranger, rangé, rangement,
        vaisselle, poubelle, poubelles, tri?, draps, serviettes?, tache, essuyé, lavé les, lavé le,
        désordre, détartré, détartrer, vitres, trié?, désencombrer
    """,
    "home.garden": """
        jardin, jardinage, jardiner, pelouse, gazon, tondu, tondre, tondeuse, mauvaises herbes, désherber,
        désherbé, haie, planté!, planter!, plante, plantes, fleur, fleurs, tulipe, rosier, compost, arrosé,
        arroser, serre?, graine, semis, semer!, semé!, terre~, rempoter, rempoté, limaces, arbre~,
        feuilles?, récolte!, récolté!, potager!, taillé?, tailler?, lavande, jardinière, géranium, bulbes
    """,
    "home.furniture": """
        meuble, canapé, fauteuil, chaise, table~, bureau~, étagère, bibliothèque?, armoire, placard,
        commode, tiroir, rideau, rideaux, tapis, lampe, miroir~, sommier
    """,
    "home.heating": """
        chauffage, radiateur, chaudière, thermostat, pompe à chaleur, cheminée, poêle à bois,
        bois de chauffage, isolation, courant d air, aérer, aéré, humidité, climatisation, clim, ramoneur,
        ramonage, ventilation, bûches
    """,
    "home.clothes": """
        vêtement, vêtements, chaussure, pantalon, chemise, veste, pull, robe, manteau, chaussettes, bottes,
        garde robe
    """,
    "home.paperwork": """
        passeport, carte d identité, papiers~, assurance, permis de conduire, formulaire, mairie,
        préfecture, dossier?, administration?, démarches, caf, procuration, attestation, bail
    """,
    "home.moving": """
        déménagement, déménager, déménagé, cartons, emménagé, visite d appartement, nouvel appartement,
        caution?, agence immobilière, camion de déménagement
    """,
    # Money
    "money": """
        argent, banque~, compte~, compte en banque, espèces, carte bancaire, crédit, prêt?, dette, cher?,
        chère?, prix~, taux?, virement, emprunt
    """,
    "money.bills": """
        facture, factures, loyer, électricité~, gaz?, payé~, prélèvement, abonnement, relance?, charges?,
        edf, compteur, forfait?
    """,
    "money.budget": """
        budget, dépenses, dépense, dépensé, économe, coûte?, coûté?, trop dépensé
    """,
    "money.purchases": """
        acheté, achète, acheter, achat, commandé~, commande~, remboursement, remboursé, occasion?, d occasion,
        soldes, réduction, ticket de caisse, reçu?, garantie?, leboncoin, brocante, retourné?, promo,
        vinted
    """,
    "money.taxes": """
        impôt, impôts, déclaration d impôts, déclaration de revenus, fisc, tva, comptable, comptabilité,
        taxe foncière, taxe
    """,
    "money.savings": """
        épargne, épargner, économies, économisé, livret a, placement, investi, investir, bourse?, actions?,
        mis de côté, assurance vie, pea, retraite complémentaire
    """,
    "money.income": """
        salaire, paie, fiche de paie, revenu, prime?, honoraires
    """,
    # On the way
    "travel": """
        voyage, voyager, voyagé, étranger?, douane?, touriste
    """,
    "travel.transport": """
        bateau, navette, train, bus, métro, tram, tramway, avion, vol?, vol pour, aéroport, gare, quai~,
        retard~, billet~, billet de train, billets de train, sncf, tgv, rer, correspondance?, horaires?,
        ferry, grève?, bouchons, embouteillage, autoroute, abonnement de train, navigo, arrêt de bus,
        covoiturage, blablacar
    """,
    "travel.trips": """
        vacances, excursion, séjour, valise, bagage, sac à dos?, musée, plage, visiter?, visité~,
        itinéraire, croisière, décalage horaire, guide?, week end à, randonnée en, souvenirs?
    """,
    "travel.lodging": """
        hébergement, gîte, chambre d hôte, chambre d hôtes, hôtel, réservé~, réservation?, auberge, camping,
        nuits à~, location~, auberge de jeunesse, nuitée
    """,
    "travel.car": """
        voiture, conduire?, conduit?, essence, diesel, plein d essence, pneu, pneus, vidange, garage~,
        garagiste, contrôle technique, parking, garé, garée, frein~, freins, moteur~, permis~, amende,
        voiture électrique, borne de recharge, embrayage, pare brise, batterie de la voiture, roulé?, péage
    """,
    "travel.cycling": """
        vélo, bicyclette, pédalé, piste cyclable, crevaison, pneu crevé, casque?, selle, chaîne?,
        vélo électrique, à vélo, crevé?, chambre à air
    """,
    # Machines and programs
    "tools": """
        appareil?, outil?, réglage?, paramètres?
    """,
    "tools.software": """
        logiciel, installé, installer, mise à jour, application?, version?, mot de passe, mots de passe,
        sauvegarde, raccourci clavier, système d exploitation, licence?, tableur, navigateur, site web,
        extension?, planté~, plante?, fichier~, dossier?, synchronisation, capture d écran
    """,
    "tools.hardware": """
        ordinateur, ordi, clavier, souris?, écran, casque?, chargeur, batterie?, câble, disque dur,
        appareil photo?, micro?, enceinte?, ventilateur, télé~, portable~, téléphone portable, smartphone,
        clé usb, télécommande, écouteurs, rallonge, piles
    """,
    "tools.printer": """
        imprimante, imprimé, imprimer, impression?, bourrage papier, encre, cartouche, scanner, scanné,
        numérisé, photocopieuse
    """,
    "tools.network": """
        internet, réseau~, connexion~, fibre?, box?, livebox, freebox, partage de connexion, débit
    """,
    # Programming
    "code": """
        coder, codé, programmer?, programmation, fonction~, classe?, méthode?, module?, bibliothèque?,
        variable, script?, import?, export?, boucle?, serveur~, interface?, développeur, développement?,
        algorithme, code?, code source, analyseur
    """,
    "code.bugs": """
        bug, bogue, message d erreur, erreur~, débogage, débogué, déboguer, débugué, corrigé?, plantage,
        plante?, exception?, boucle infinie, régression, cas limite, fuite mémoire, planté~
    """,
    "code.tests": """
        tests, test?, tests unitaires, test unitaire, couverture de tests, testé~, échoue?, échouent?,
        vert?, cas de test, tests d intégration, passent?
    """,
    "code.deploy": """
        déployé, déployer, déploiement, mise en production, mis en production, prod, production?, serveur~,
        panne~, mise en ligne, livré?, astreinte, retour arrière
    """,
    "code.git": """
        commit, commité, fusionné?, fusion?, branche~, conflit~, conflits?, dépôt?, rebase, poussé?, pushé,
        mergé
    """,
    "code.review": """
        revue de code, relecture?, relu?, commentaires?, review, pull request
    """,
    "code.database": """
        base de données, requête, requêtes, table~, colonne?, index?, migration, schéma?, clé étrangère,
        lignes?, bdd
    """,
    "code.build": """
        compiler, compilé, compilation, dépendance?, dépendances?, build, pipeline?, erreurs de type,
        gestionnaire de paquets
    """,
    "code.refactoring": """
        refactorisé, refactorisation, réécrit?, réécrire?, renommé?, dette technique, architecture?,
        simplifié?, code mort, nettoyé le code
    """,
    # Learning
    "learning": """
        apprendre, appris, étudier, étudié, révisé, réviser, révisions, apprentissage
    """,
    "learning.reading": """
        lire, lu~, lecture, livre~, livres, roman, polar, chapitre, pages~, bibliothèque?, médiathèque,
        livre audio, auteur, autrice, poème, article~, journal?, magazine, librairie, bouquin,
        club de lecture, nouvelle?, bd, biographie
    """,
    "learning.courses": """
        cours~, cours du soir, cours en ligne, formation, examen, devoirs, université, fac, professeur,
        prof, étudiant, mémoire de, thèse, certificat?, exercice?, conférence?, licence?, leçon, cours de,
        stage?, amphi, moniteur, auto école, élève, bac?
    """,
    "learning.languages": """
        vocabulaire, grammaire, verbes, prononciation, cours d espagnol, cours d anglais, cours d allemand,
        cours d italien, espagnol~, anglais~, allemand~, suédois?, italien~, japonais~, arabe~, chinois~,
        langue?, subjonctif, conjugaison, tandem linguistique, # mots, nouveaux mots, échange linguistique
    """,
    # Music
    "music": """
        musique, chanson, mélodie, accord?, accords, rythme?, partition, compositeur, musicien, paroles?
    """,
    "music.practice": """
        gammes, métronome, répéter?, répété?, leçon de piano, cours de piano, cours de guitare,
        cours de violon, morceau?, mesure?, par cœur?, conservatoire, solfège, travaillé le piano
    """,
    "music.choir": """
        chorale, chœur, choeur, chanter, chanté, soprano, alto, ténor, basse?, basses?, chef de chœur,
        chef de choeur, cantate, requiem, répétition~, vocalises, choriste, chante, chant
    """,
    "music.concert": """
        concert, opéra, orchestre, récital, festival, spectacle?, rappel?, place pour?, fanfare
    """,
    "music.instruments": """
        piano, guitare, violon, violoncelle, flûte, clarinette, trompette, trombone, accordéon, orgue,
        harmonium, corde?, cordes?, accordé?, accorder?, accordeur, soufflet, instrument, batterie?,
        saxophone, ukulélé, harpe, alto?, contrebasse
    """,
    "music.listening": """
        podcast, écouté?, écouter?, vinyle, disque~, album, radio~, tourne disque
    """,
    # Free time
    "hobbies": """
        loisir, loisirs, passion?, hobby
    """,
    "hobbies.crafts": """
        tricot, tricoter, tricoté, crochet, couture, coudre, cousu, laine, poterie, céramique, dessin,
        dessiné, dessiner, peindre?, peint~, peinture~, aquarelle, broderie, colle, collé?, menuiserie,
        poncer, poncé, vernis, écharpe, atelier?, origami, sculpté, machine à coudre, patron?, bricolage?,
        maquette?, rabot, argile, manche?
    """,
    "hobbies.sport": """
        foot, football, tennis, basket, rugby, volley, handball, badminton, ping pong, escalade, ski, skier,
        skié, patinage, match~, équipe~, championnat, ligue?, tournoi, but~, golf, judo, voile?, équitation,
        danse, dansé, pétanque, surf, kayak, natation synchronisée, tour de france, boxe, padel
    """,
    "hobbies.games": """
        échecs, jeu, jeux, jeu de société, jeux de société, jeu vidéo, jeux vidéo, puzzle, cartes?, belote,
        joué~, mots croisés, partie?, dés, console?, tarot, scrabble, escape game
    """,
    "hobbies.photo": """
        photo, photos, photographie, photographié, appareil photo, objectif?, trépied, exposition?, tirage?,
        cliché, pellicule
    """,
    "hobbies.film": """
        film, cinéma, ciné, série~, épisode, saison?, télé~, documentaire, regardé?, théâtre, acteur,
        pièce de théâtre
    """,
    "hobbies.outdoors": """
        randonnée, rando, camping?, tente, sommet, montagne~, forêt~, lac?, pêcher, pêche?, oiseaux~,
        champignons ramassés, cueillette, feu de camp, bivouac, gr #, sac de couchage, jumelles?, alpinisme
    """,
    # What is to come
    "plans": """
        plan?, projet de?, prévu?, objectif?, liste de tâches, à faire?, bonne résolution,
        bonnes résolutions, planifier, planifié, semaine prochaine?
    """,
    "plans.calendar": """
        rendez vous, rdv, agenda, calendrier, reporté?, reporté à, décalé?, déplacé à
    """,
    "plans.reminders": """
        rappeler?, rappel?, ne pas oublier, oublié~, penser à, pense bête, rappelle moi
    """,
    # Weather
    "weather": """
        météo, soleil~, ensoleillé, nuage?, nuages, nuageux, brouillard, brume, ciel?, temps?, beau temps,
        mauvais temps, il fait beau, il a fait beau, arc en ciel
    """,
    "weather.rain": """
        pluie, plu?, pleut, pleuvait, il a plu, pluvieux, averse, parapluie, inondation, bruine, trempé?,
        flaques
    """,
    "weather.snow": """
        neige, neigé, gel?, verglas, grêle, glace?, givre, flocons?, bonhomme de neige
    """,
    "weather.storm": """
        orage, tempête, vent~, éclair?, tonnerre, bourrasque, mistral, rafales, il y a du vent
    """,
    "weather.temperature": """
        canicule, chaud~, chaude~, froid~, froide~, degré?, degrés?, # degrés, température?, chaleur?, moins #,
        il fait froid, il fait chaud, glacial
    """,
    # Animals
    "pets": """
        animal~, lapin, hamster, cochon d inde, perruche, aquarium, poules, cheval, croquettes, tortue,
        perroquet, cage, poisson rouge, animal de compagnie
    """,
    "pets.dog": """
        chien, chienne, chiot, laisse?, aboie, aboyé, promené le chien!, sorti le chien!, caniche, labrador
    """,
    "pets.cat": """
        chat, chatte, chaton, litière, miaule, ronronne, griffoir
    """,
    "pets.vet": """
        vétérinaire!, véto!, vermifuge!, tique, tiques, puces?, stérilisé!, castré!
    """,
    # Being in touch
    "communication": """
        réponse?, répondu?, contact?, conversation
    """,
    "communication.email": """
        mail, mails, courriel, boîte mail, boîte de réception, pièce jointe, messagerie?, désabonné,
        infolettre
    """,
    "communication.calls": """
        appelé~, appel?, téléphoné, coup de fil, téléphone~, rappelé?, répondeur, appel vidéo, au téléphone,
        coup de téléphone, appels?, appel manqué
    """,
    "communication.messages": """
        message, messages, texto, lettre~, carte postale, colis, la poste, poste~, timbre, envoyé?,
        courrier, discussion?, boîte aux lettres, message vocal
    """,
}

# Words without a topic: they tell the language of a line.
COMMON = """
    le la les un une des du de d l et ou mais donc or ni car que qu qui quoi dont
    où ce cet cette ces c ça cela il elle on nous vous ils elles je j me m te t se
    s lui leur leurs mon ma mes ton ta tes son sa ses notre nos votre vos y en ne n
    pas plus moins jamais toujours encore déjà rien tout toute tous toutes très trop peu
    beaucoup bien mal aussi avec sans pour par dans sur sous entre vers chez depuis
    pendant avant après jusqu contre est es suis sommes êtes sont était étais été être
    ai as a avons avez ont avait avoir fait faire fais va vais aller allé allée peut
    peux pouvoir doit dois devoir faut veut veux au aux à ici là hier demain aujourd
    hui matin soir midi journée jour jours semaine mois an ans heure heures minute
    minutes lundi mardi mercredi jeudi vendredi samedi dimanche janvier février mars avril
    mai juin juillet août septembre octobre novembre décembre deux trois quatre cinq six
    sept huit neuf dix si quand comme comment pourquoi parce alors puis ensuite enfin
    mieux bon bonne même autre autres chaque quelque quelques nouveau nouvelle grand grande
    petit petite premier première dernier dernière sais pense crois fois spécial mis pris
    presque
    jeune jeunes bouche joue personne personnes rester important importante importantes
    différent différente différentes différents essentiel essentielle essentiellement transport
    transports autorité autorités présent présente présents présenter réserve face course vente
    ventes porté portée haut haute tenter remise
"""
