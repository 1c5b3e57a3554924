"""The words of `core/conflict.py`, case-folded, in English, German, French, Spanish and Swedish together.

A word that means something else in a neighbouring language is left out where that would make two statements look
contradictory. Read at the first use only.
"""

from __future__ import annotations

from collections.abc import Mapping

BE = "be"  # one thing is another; its value is a place, a number, a name, or one of a pair of opposites
PLACE = "place"  # has one place at a time
WORK = "work"  # the same, but not moved by moving house
VALUE = "value"  # has one number, time or name
ONE = "one"  # one thing at a time, if the newer statement says `now`
MANY = "many"  # takes any number of things, so that another one contradicts nothing

VERBS: Mapping[str, str] = {  # one verb a comma, its forms divided by blanks
    BE: "is are am be, ist sind bin sein, est sont suis être, es son soy, está están estoy, är vara",
    PLACE: """
        lives live living, stands stand standing, lies lie lying, sits sit sitting, hangs hang hanging, stays stay,
        sleeps sleep sleeping, belongs belong, parks, goes go,
        wohnt wohne wohnen, steht stehe stehen, liegt liege liegen, hängt hängen, schläft schlafe schlafen, gehört,
        bleibt bleiben, lebt leben,
        habite habiter habitent, vit vivre, dort dorment dormir, loge loger, reste rester,
        vive vivo vivir viven, duerme duermo dormir, queda quedar,
        bor bo, sover sova, ligger ligga, står stå, hänger hänga, sitter sitta
    """,
    WORK: "works work working, arbeitet arbeite arbeiten, travaille travailler, trabaja trabajo trabajar, jobbar "
    "jobba, arbetar arbeta",
    VALUE: """
        runs run, costs, weighs weigh, takes take, meets meet, starts start, begins begin, ends end, opens open,
        closes close, lasts last, leaves leave, needs need, has have, measures measure, pays pay, wakes wake,
        holds hold, wants want, contains contain, heats heat,
        läuft laufen, kostet kosten, wiegt wiegen, dauert dauern, trifft treffen, beginnt beginnen, öffnet öffnen,
        schließt schließen, braucht brauchen, beträgt betragen, fährt fahren, misst messen, heißt heißen,
        coûte coûtent coûter, pèse peser, prend prendre, commence commencer, finit finir, ouvre ouvrir, ferme fermer,
        dure durer, chauffe chauffer, mesure mesurer, fait faire,
        cuesta cuestan costar, pesa pesar, dura durar, empieza empezar, comienza comenzar, termina terminar, abre
        abrir, cierra cerrar, calienta calentar, tiene tener, mide medir,
        kostar kosta, väger väga, tar ta, börjar börja, slutar, öppnar öppna, stänger stänga, går gå, varar, mäter
    """,
    ONE: "prefers prefer, drives drive driving, wears wear, bevorzugt, trägt, préfère préférer, conduit conduire, "
    "prefiere preferir, conduce conducir, föredrar, kör",
    MANY: """
        likes like liking, loves love loving, hates hate, eats eat eating, drinks drink drinking, smokes smoke smoking,
        knows know, enjoys enjoy, plays play playing, speaks speak, reads, uses use using, owns own,
        mag mögen, liebt, isst essen, trinkt trinke trinken, raucht rauche rauchen, kennt, spielt spielen, spricht,
        nutzt, kauft, hat haben,
        aime aimer, mange manger, boit boire, fume fumer, connaît, joue jouer, parle, utilise,
        gusta gustan, come comer, bebe beber, fuma fumar, conoce, juega jugar, habla, usa,
        gillar gilla, älskar, äter äta, dricker dricka, röker röka, känner, spelar spela, talar, använder, har
    """,
}
NEGATIONS = frozenset(
    "not never no none nicht kein keine keinen keinem keiner keines nie niemals ne n' pas jamais nunca inte ej aldrig "
    "ingen inget inga".split()
)
LONGER: tuple[tuple[str, ...], ...] = tuple(  # with a negation: no longer
    tuple(each.split())
    for each in ("longer", "anymore", "any more", "any longer", "mehr", "länger", "plus", "ya", "längre")
)
STOPS: tuple[tuple[str, ...], ...] = tuple(
    tuple(each.split())
    for each in (
        "has stopped,have stopped,stopped,has quit,quit,gave up,has given up,have given up,hat aufgehört,"
        "habe aufgehört,hört auf,hörte auf,aufgehört,a arrêté,ai arrêté,arrête,a cessé,dejó,dejé,ha dejado,he dejado,"
        "har slutat,slutat,slutade"
    ).split(",")
)
BEHIND_STOPS = frozenset("zu de att".split())
NOW: tuple[tuple[str, ...], ...] = tuple(
    tuple(each.split())
    for each in (
        "now,nowadays,currently,instead,from now on,these days,since then,jetzt,nun,ab jetzt,ab sofort,mittlerweile,"
        "inzwischen,neuerdings,stattdessen,maintenant,désormais,dorénavant,à présent,à la place,ahora,actualmente,"
        "a partir de ahora,en su lugar,en cambio,nu,numera,nuförtiden,istället,i stället"
    ).split(",")
)
AGAIN = frozenset("again wieder nouveau igen nuevo".split())
BUT = frozenset("but sondern mais sino utan".split())
MOVED = frozenset(
    "moved moves changed switched gezogen umgezogen verlegt verschoben geändert déménagé déplacé déplacée déplacés "
    "mudó mudado trasladó movió cambió flyttat flyttade flyttad flyttats ändrats ändrat".split()
)
FROM = frozenset("from von vom de del du från".split())
TO = frozenset("to nach auf à au a al till".split())
AUXILIARIES = frozenset("has have was been hat ist sind wurde a est ha se s' har är does do doesn didn hasn".split())
ARROWS = frozenset(("→", "->", "=>", "⇒", "➜"))

AT = frozenset(  # a place follows
    "in at on by under behind with near inside beside im am auf an bei unter hinter neben mit ans zum vom dans chez "
    "sur sous à au aux derrière avec en sobre bajo con junto tras detrás i på vid under bakom hos med".split()
)
ADDED = frozenset("also too auch aussi también tambien också dazu besides additionally".split())
COMPANY = frozenset("with mit avec con med".split())  # `lives with Juan` is no place
DROPPED = frozenset(
    """
    the a an this that these those his her its their my our your does do
    der die das den dem des ein eine einen einem einer eines dieser diese dieses mein meine sein seine ihr ihre
    le la les l' un une du de des d' ce cette mon ma mes son sa ses
    el los las lo una unos unas del al mi su sus
    den det ett de min sin hans hennes vår
    """.split()
)
SMALL = (
    DROPPED
    | AT
    | frozenset(
        """
    and or but of for to from as it is are was were be been not no so than then i you he she we they
    und oder aber von für zu ist sind war nicht kein es ich er sie wir
    et ou mais pour est sont pas ne il elle je nous
    y o pero para por es son está no que
    och eller men för till från är var inte som
    """.split()
    )
)
NOBODY = frozenset("i ich je yo jag joshua's".split())
IT = frozenset("it es il ça hoy det this das there".split())
MOMENTS = frozenset(  # a statement about one day contradicts none about another
    "today tonight yesterday tomorrow heute gestern aujourd'hui hier hoy ayer anoche idag igår ikväll twice "
    "once".split()
)
THIS = frozenset("this ce cette esta este".split())
PARTS = frozenset("morning evening afternoon night week weekend matin soir semaine mañana tarde noche semana".split())
HEDGES = frozenset(
    "sometimes often usually mostly maybe perhaps occasionally might could manchmal oft meist meistens vielleicht "
    "parfois souvent peut-être generalmente veces quizás ibland ofta kanske".split()
)
OPPOSITES: tuple[tuple[str, str], ...] = tuple(
    (pair.split("/")[0], pair.split("/")[1])
    for pair in (
        "open/closed open/shut open/locked locked/unlocked on/off hot/cold warm/cold full/empty married/single "
        "alive/dead on/out working/broken left/right true/false yes/no available/unavailable awake/asleep allowed/"
        "forbidden up/down "
        "offen/zu offen/geschlossen auf/zu an/aus heiß/kalt warm/kalt voll/leer verheiratet/ledig links/rechts "
        "erlaubt/verboten kaputt/ganz "
        "ouvert/fermé ouverte/fermée ouverts/fermés chaud/froid chaude/froide plein/vide pleine/vide gauche/droite "
        "marié/célibataire allumé/éteint permis/interdit "
        "abierto/cerrado abierta/cerrada caliente/frío caliente/fría lleno/vacío llena/vacía izquierda/derecha "
        "casado/soltero encendido/apagado permitido/prohibido "
        "öppen/stängd öppet/stängt varm/kall varmt/kallt full/tom gift/ogift vänster/höger på/av tillåtet/förbjudet"
    ).split()
)
COLOURS: tuple[frozenset[str], ...] = tuple(
    frozenset(each.split())
    for each in (
        "red blue green yellow black white grey gray brown orange purple pink",
        "rot blau grün gelb schwarz weiß grau braun orange lila rosa",
        "rouge bleu verte vert bleue jaune noir noire blanc blanche gris grise",
        "rojo roja azul verde amarillo amarilla negro negra blanco blanca gris",
        "röd rött blå blått grön grönt gul gult svart vit vitt grå grått",
    )
)
CORRECTIONS = (
    "correction corrected korrektur berichtigung richtigstellung rättelse korrigering rectification corrección "
    "correccion erratum correzione"
).split()
RETRACTIONS: tuple[str, ...] = (
    "that was wrong", "this was wrong", "scratch that", "that is not true", "that's not true", "it is not true that",
    "it's not true that", "is not true", "is wrong", "was a mistake", "das war falsch", "das stimmt nicht",
    "stimmt nicht", "es stimmt nicht, dass", "c'était faux", "c'est faux", "ce n'est pas vrai que", "eso era falso",
    "no es verdad que", "no es cierto que", "es falso", "det var fel", "det stämmer inte att", "det stämmer inte",
)  # fmt: skip
RETRACTING = (  # one of them stands in each of those
    "wrong", "scratch that", " true", "mistake", "falsch", "stimmt nicht", "faux", "vrai", "falso", "verdad", "cierto",
    " fel", "stämmer",
)  # fmt: skip
ENDINGS = frozenset(
    ("", "s", "es", "e", "en", "er", "t", "st", "et", "a", "ar", "r", "ing", "as", "an", "ir", "re", "n")
)
"""What one verb may end in in two of its forms."""
