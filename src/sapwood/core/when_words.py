"""The words of `core/when.py`, for each language: names of days and months, and what opens and closes an interval.

All are case-folded, with `'` for every apostrophe. In a list of months or weekdays the forms of one name are divided
by `/`. Phrases are divided by commas. Read at the first use only.
"""

from __future__ import annotations

from collections.abc import Mapping

MONTHS: Mapping[str, str] = {
    "en": "january/jan february/feb march/mar april/apr may june/jun july/jul august/aug september/sep/sept "
    "october/oct november/nov december/dec",
    "de": "januar/jan/jänner februar/feb/feber märz/mär/maerz april/apr mai juni/jun juli/jul august/aug "
    "september/sep/sept oktober/okt november/nov dezember/dez",
    "fr": "janvier/janv février/févr/fevrier mars avril/avr mai juin juillet/juil août/aout septembre/sept "
    "octobre/oct novembre/nov décembre/déc/decembre",
    "es": "enero/ene febrero/feb marzo abril/abr mayo junio/jun julio/jul agosto/ago septiembre/sept/setiembre "
    "octubre/oct noviembre/nov diciembre/dic",
    "sv": "januari/jan februari/feb mars april/apr maj juni/jun juli/jul augusti/aug september/sep/sept "
    "oktober/okt november/nov december/dec",
    "ar": "يناير فبراير مارس أبريل/ابريل مايو يونيو/يونية يوليو/يولية أغسطس/اغسطس سبتمبر أكتوبر/اكتوبر نوفمبر ديسمبر",
}
SHORT_MONTHS = frozenset(  # count only beside the number of a day
    "jan feb mar apr jun jul aug sep sept oct nov dec mär okt dez janv févr avr juil déc ene abr ago dic".split()
)
MONTHS_TOO = frozenset("may march mars mai maj".split())
"""Months that are words or names as well; alone they need a preposition, as short ones do."""

WEEKDAYS: Mapping[str, str] = {
    "en": "monday/mon tuesday/tue/tues wednesday/wed thursday/thu/thur/thurs friday/fri saturday/sat sunday/sun",
    "de": "montag dienstag mittwoch donnerstag freitag samstag/sonnabend sonntag",
    "fr": "lundi mardi mercredi jeudi vendredi samedi dimanche",
    "es": "lunes martes miércoles/miercoles jueves viernes sábado/sabado domingo",
    "sv": "måndag/måndagen tisdag/tisdagen onsdag/onsdagen torsdag/torsdagen fredag/fredagen lördag/lördagen "
    "söndag/söndagen",
    "ar": "الاثنين/الإثنين الثلاثاء الأربعاء/الاربعاء الخميس الجمعة السبت الأحد/الاحد",
    "ja": "月曜日/月曜 火曜日/火曜 水曜日/水曜 木曜日/木曜 金曜日/金曜 土曜日/土曜 日曜日/日曜",
    "zh": "星期一/周一/週一 星期二/周二/週二 星期三/周三/週三 星期四/周四/週四 星期五/周五/週五 星期六/周六/週六 "
    "星期日/星期天/周日/週日",
}
SHORT_WEEKDAYS = frozenset("mon tue tues wed thu thur thurs fri sat sun".split())
PAST_WEEKDAYS = "måndags tisdags onsdags torsdags fredags lördags söndags"
"""Swedish, after `i`: the day that was."""

DAYS: Mapping[str, Mapping[int, str]] = {
    "en": {0: "today, tonight", -1: "yesterday", 1: "tomorrow"},
    "de": {0: "heute", -1: "gestern", -2: "vorgestern", 1: "morgen", 2: "übermorgen"},
    "fr": {0: "aujourd'hui", -1: "hier", 1: "demain"},
    "es": {0: "hoy", -1: "ayer", -2: "anteayer, antier", 1: "mañana", 2: "pasado mañana"},
    "sv": {
        0: "idag, i dag",
        -1: "igår, i går",
        -2: "i förrgår, förrgår",
        1: "imorgon, i morgon, imorrn",
        2: "i övermorgon, övermorgon",
    },
    "ar": {0: "اليوم", -1: "أمس, امس", 1: "غدا, غدًا"},
    "ja": {0: "今日, 本日", -1: "昨日", -2: "一昨日", 1: "明日", 2: "明後日"},
    "zh": {0: "今天", -1: "昨天", -2: "前天", 1: "明天", 2: "后天, 後天"},
}
NO_DAY_AFTER: Mapping[str, str] = {
    "morgen": "am guten jeden diesen heute gestern montag dienstag mittwoch donnerstag freitag samstag sonntag",
    "mañana": "la esta cada una de",
    "hier": "ist sind war bin wohnt steht liegt und avant",  # German: here
}
"""Words that are the name of a day except after these."""

UNITS: Mapping[str, Mapping[str, str]] = {
    "en": {"day": "day days", "week": "week weeks", "month": "month months", "year": "year years"},
    "de": {
        "day": "tag tage tagen",
        "week": "woche wochen",
        "month": "monat monate monaten monats",
        "year": "jahr jahre jahren jahres",
    },
    "fr": {"day": "jour jours", "week": "semaine semaines", "month": "mois", "year": "an ans année années"},
    "es": {"day": "día días dia dias", "week": "semana semanas", "month": "mes meses", "year": "año años"},
    "sv": {
        "day": "dag dagar",
        "week": "vecka veckor veckan",
        "month": "månad månader månaden",
        "year": "år året",
    },
}
PERIODS: Mapping[str, Mapping[tuple[str, int], str]] = {
    "sv": {("year", 0): "i år", ("year", -1): "i fjol"},
    "ja": {
        ("week", -1): "先週",
        ("week", 0): "今週",
        ("week", 1): "来週",
        ("month", -1): "先月",
        ("month", 0): "今月",
        ("month", 1): "来月",
        ("year", -1): "去年, 昨年",
        ("year", 0): "今年",
        ("year", 1): "来年",
    },
    "zh": {
        ("week", -1): "上周, 上週, 上星期",
        ("week", 0): "本周, 这周, 這週, 这星期",
        ("week", 1): "下周, 下週, 下星期",
        ("month", -1): "上个月, 上個月",
        ("month", 0): "本月, 这个月, 這個月",
        ("month", 1): "下个月, 下個月",
        ("year", 1): "明年",
    },
}

LAST, THIS, NEXT, COMING = -1, 0, 1, 2
MODIFIERS: Mapping[str, Mapping[int, str]] = {
    "en": {LAST: "last", THIS: "this", NEXT: "next", COMING: "coming, upcoming, this coming, the coming"},
    "de": {
        LAST: "letzten, letzte, letzter, letztes, letztem, vergangenen, vergangene, vorigen, vorige",
        THIS: "diesen, diese, dieser, dieses, diesem",
        NEXT: "nächsten, nächste, nächster, nächstes, nächstem",
        COMING: "kommenden, kommende, kommender, kommendes",
    },
    "fr": {THIS: "ce, cette, cet"},
    "es": {
        LAST: "pasado, pasada, el pasado, la pasada",
        THIS: "este, esta",
        NEXT: "próximo, próxima, el próximo, la próxima, proximo, proxima",
    },
    "sv": {
        LAST: "förra, i förra",
        THIS: "denna, detta, den här, det här, den här",
        NEXT: "nästa",
        COMING: "kommande, på",
    },
}
MODIFIERS_BEHIND: Mapping[str, Mapping[int, str]] = {
    "fr": {LAST: "dernier, dernière, passé, passée", NEXT: "prochain, prochaine", THIS: "en cours"},
    "es": {LAST: "pasado, pasada", NEXT: "próximo, próxima, que viene", THIS: "en curso"},
    "de": {NEXT: "nächster woche"},
}
EDGES: Mapping[str, Mapping[str, str]] = {
    "en": {
        "end": "the end of, end of, end of the, the end of the",
        "start": "the beginning of, the start of, beginning of, start of",
    },
    "de": {"end": "ende, ende des, ende der, ende dieser, ende dieses", "start": "anfang, anfang des, anfang der"},
    "fr": {"end": "fin, la fin de, la fin du, la fin d', fin de", "start": "début, le début de, le début du"},
    "es": {
        "end": "fin de, final de, finales de, el fin de, el final de, final del, fines de",
        "start": "principios de, comienzos de, el comienzo de, el inicio de",
    },
    "sv": {"end": "slutet av, slutet på", "start": "början av, början på"},
    "ar": {"end": "نهاية", "start": "بداية"},
}
AGO: Mapping[str, tuple[str, str]] = {  # what stands before the number, and what behind the unit
    "en": ("", "ago"),
    "de": ("vor", ""),
    "fr": ("il y a", ""),
    "es": ("hace", ""),
    "sv": ("för", "sedan"),
}
NUMBERS: Mapping[str, str] = {  # 1 to 10, the forms of one number divided by `/`
    "en": "one/a two three four five six seven eight nine ten",
    "de": "eine/einer/einem/einen zwei drei vier fünf sechs sieben acht neun zehn",
    "fr": "un/une deux trois quatre cinq six sept huit neuf dix",
    "es": "un/una dos tres cuatro cinco seis siete ocho nueve diez",
    "sv": "en/ett två tre fyra fem sex sju åtta nio tio",
}
ORDINALS = frozenset("st nd rd th er re º ª".split())
FILL: Mapping[str, str] = {  # may stand between what opens or closes and the date
    "en": "the on and including about around early late",
    "de": "zum zur den dem der die das am einschließlich einschliesslich inklusive",
    "fr": "le la les au à l' du de",
    "es": "el la los las al a",
    "sv": "den det på i",
    "ar": "يوم شهر تاريخ سنة عام",
}
OF: Mapping[str, str] = {"en": "of", "fr": "de d'", "es": "de del", "sv": "av", "ar": "سنة عام من"}
"""Between a day and its month, or a month and its year."""

# What opens. `since`: in the past; `as of`: whichever is nearer; `from`: only with an end, at the head of a clause
# (where `HEADS` lists it), or followed by a word of ONWARD.
SINCE: Mapping[str, str] = {
    "en": "since, ever since",
    "de": "seit, seit dem",
    "fr": "depuis, depuis le",
    "es": "desde, desde el, desde la, desde hace",
    "sv": "sedan, alltsedan, ända sedan",
    "ar": "منذ, مذ",
}
AS_OF: Mapping[str, str] = {
    "en": "as of, as from, starting, starting on, starting from, beginning on, effective, effective from",
    "de": "ab, ab dem, mit wirkung vom, beginnend mit",
    "fr": "à partir de, à partir du, à compter de, à compter du, dès, dès le",
    "es": "a partir de, a partir del, a contar de, a contar del",
    "sv": "från och med, fr.o.m, fr.o.m., fr o m, fom, räknat från, med början",
    "ar": "ابتداء من, اعتبارا من, بدءا من",
}
FROM: Mapping[str, str] = {
    "en": "from",
    "de": "von, vom",
    "fr": "de, du, dès",
    "es": "de, del, desde, desde el",
    "sv": "från",
    "ar": "من",
    "zh": "从, 從, 自",
}
HEADS = frozenset(("en", "sv", "zh"))
ONWARD: Mapping[str, str] = {
    "en": "on, onwards, onward, forward",
    "de": "an, weg",
    "es": "en adelante",
    "sv": "och framåt",
    "zh": "起, 开始, 開始, 以来, 以來, 以后",
}
TO: Mapping[str, str] = {
    "en": "to, until, till, through, til, up to, and until, –, -, —",
    "de": "bis, bis zum, bis einschließlich, –, -, —",
    "fr": "à, au, jusqu'à, jusqu'au, jusqu'en, –, -, —",
    "es": "a, al, hasta, hasta el, –, -, —",
    "sv": "till, till och med, t.o.m, t.o.m., tom, fram till, –, -, —",
    "ar": "إلى, الى, حتى, –, -",
    "zh": "到, 至, –, -, ~, ～",
    "ja": "から, –, -, ~, ～",
}
UNTIL: Mapping[str, str] = {
    "en": "until, till, til, 'til, up until, through, thru, up to and including, up till",
    "de": "bis, bis zum, bis einschließlich, bis zur",
    "fr": "jusqu'à, jusqu'au, jusqu'en, jusque",
    "es": "hasta, hasta el, hasta la",
    "sv": "tills, fram till, till och med, t.o.m, t.o.m., ända till, till",
    "ar": "حتى, لغاية",
    "zh": "直到, 截至, 到",
}
UNSURE = frozenset(("till",))
"""Closes in English, and means a mere direction in Swedish: counts only where the line is in English."""

NOT_THROUGH = frozenset(
    "go goes went going got get run ran read reading look looked looking walk walked walking see saw think thought "
    "work worked working flick leaf talk talked come came flip sort sorted went".split()
)
BETWEEN: Mapping[str, tuple[str, str]] = {
    "en": ("between", "and"),
    "de": ("zwischen, zwischen dem", "und, und dem"),
    "fr": ("entre, entre le", "et, et le"),
    "es": ("entre, entre el", "y, y el, e"),
    "sv": ("mellan, mellan den", "och, och den"),
}
BEHIND_START = frozenset("から より 以降 以来 以來 起 开始 開始".split())
BEHIND_END = frozenset("まで 迄 为止 為止 止".split())

OPEN: Mapping[str, str] = {
    "en": "until further notice, till further notice, from now on, from now onwards, starting now, effective "
    "immediately, for the foreseeable future",
    "de": "bis auf weiteres, ab jetzt, ab sofort, von nun an, von jetzt an, künftig",
    "fr": "jusqu'à nouvel ordre, désormais, dorénavant, à partir de maintenant",
    "es": "hasta nuevo aviso, de ahora en adelante, a partir de ahora, desde ahora",
    "sv": "tills vidare, från och med nu, hädanefter, från nu, från och med idag",
    "ar": "حتى إشعار آخر, من الآن فصاعدا",
    "ja": "今後, これから",
    "zh": "从现在起, 從現在起, 今后, 今後",
}
NO_LONGER: Mapping[str, str] = {  # `…` stands for up to eight words
    "en": "no longer, not any more, not anymore, not any longer, not … any more, not … anymore, not … any longer",
    "de": "nicht mehr, nicht länger, kein … mehr, keine … mehr, keinen … mehr, keinem … mehr, keiner … mehr, nie mehr",
    "fr": "ne … plus, n' … plus",
    "es": "ya no",
    "sv": "inte längre, inte … längre, ej längre, inga … längre",
    "ar": "لم يعد, لم تعد",
    "ja": "もう … ない, もう … ません",
    "zh": "不再",
}
NOT_NO_LONGER = frozenset("als so than än que".split())  # `nicht mehr als`: a comparison

DURING: Mapping[str, str] = {
    "en": "in, during, for, throughout",
    "de": "im, in, während, für",
    "fr": "en, pendant, pour, durant",
    "es": "en, durante, por, para",
    "sv": "i, under, för",
}
FOR = frozenset("for für pour por para för".split())
ONLY = frozenset("only just nur lediglich seulement uniquement solo sólo solamente bara endast فقط".split())
AHEAD: Mapping[str, str] = {  # an interval of some days from today on
    "en": "for the next, for another, over the next",
    "de": "für die nächsten, die nächsten, für weitere, noch, die kommenden",
    "fr": "pendant les, pour les, encore",
    "es": "durante las próximas, durante los próximos, por las próximas, por los próximos, las próximas, los próximos",
    "sv": "de närmaste, de kommande, de nästa, i ytterligare",
}
FOR_SPANS: Mapping[str, str] = {
    "en": "for",
    "de": "für",
    "fr": "pour, pendant",
    "es": "por, durante",
    "sv": "i",
}

# How a line speaks
STATES = frozenset(
    """
    is are am 's 're isn't aren't stays keeps holds lives works uses takes sleeps rents borrows stands covers runs
    remains will ist sind bin bleibt bleiben wohnt arbeitet hat liegt steht gilt schläft est sont suis reste habite
    travaille dort loge está están estoy es son vive trabaja queda duerme är bor jobbar arbetar stannar gäller
    """.split()
)
DEFERS = frozenset(
    "wait waits waited waiting delayed postponed warten wartet gewartet attend attendre attends espera esperar vänta "
    "väntar väntat".split()
)
BE = frozenset("is are ist sind est sont es son är will be".split())
AWAY = frozenset(
    """
    away off out closed gone abroad here visiting leave holiday holidays vacation travelling traveling sick ill
    unavailable weg verreist geschlossen zu urlaub krank unterwegs hier absent absente fermé fermée congé vacances
    malade fuera cerrado cerrada vacaciones enfermo enferma bortrest stängt semester sjuk ledig borta
    """.split()
)
PAST = frozenset(
    """
    was were had did went lost took ran saw came got gave made met left kept held slept stood drove wrote said ate
    drank wasn't weren't hadn't didn't been spent told sold sat lay rode
    war waren hatte hatten wurde ging gingen fuhr kam blieb wohnte arbeitete schlief lag stand gewesen geblieben
    était étaient avait fut habitait travaillait dormait restait été resté restée passé
    estaba estaban estuvo estuve era eran fue había vivía vivió trabajó trabajaba quedó dormía
    var hade blev gick bodde jobbade arbetade stannade sov varit bott låg stod كان كانت كانوا
    """.split()
)
PAST_NOT = frozenset(
    "closed parked located based married booked need red bed shed feed seed speed hundred embed shred need breed "
    "indeed exceed proceed succeed united fred ted wed alfred armed reserved".split()
)
FUTURE = frozenset(
    "will won't shall going wird werden soll sera seront va vont será serán van ska skall kommer 'll".split()
)
ALWAYS = frozenset(
    "every each always usually mondays tuesdays wednesdays thursdays fridays saturdays sundays jeden jede jedes immer "
    "chaque toujours cada siempre todos todas varje alltid".split()
)
HABITS = ALWAYS | frozenset(
    """
    open opens opening hours daily weekly weekdays normally typically often schedule works work geöffnet offen
    öffnungszeiten üblicherweise meist arbeitet werktags ouvert ouverte horaires habituellement travaille abierto
    abierta horario normalmente trabaja öppet öppettider vanligtvis jobbar arbetar
    """.split()
)
IF = frozenset("if unless wenn falls ifall إذا 如果 もし".split())
IF_AT_HEAD = frozenset("si om".split())  # elsewhere `om` is `about`
NEGATIONS = frozenset(
    "not n't never cannot don't doesn't won't isn't aren't can't couldn't wouldn't didn't nicht nie ne n' jamais no "
    "nunca inte aldrig ej لا لن لم".split()
)

COMMON: Mapping[str, str] = {  # tell the language of a line
    "en": "the is are a an and of in at to with for on it has not no from by my our her his she he we they i",
    "de": "der die das ist sind und von mit im am zu für auf nicht ein eine wir ich sie er bei",
    "fr": "le la les est sont et de du des avec pour dans un une nous je elle il sur au chez",
    "es": "el la los las es está y de del con para en un una nosotros yo ella por al",
    "sv": "och är en ett på av med för att det den som inte han hon vi jag har",
}
