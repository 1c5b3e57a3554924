"""The words that tell a topic, gathered from one table for each language.

How to write a table (`topic_words_en` and its siblings):

- `"food.vegetables": "carrot, beetroot, swede?"`: the topic, and its words between commas, in their base
  form; usual endings (carrots, cooked) are found by themselves, irregular forms are written out.
- Capitals do not matter. Accents are written, and a text may leave them out.
- `word?` is weak: it means other things too, and needs a second word of the same first level.
- `word~` is soft: it decides alone, but any strong word of another topic outweighs it.
- `word!` weighs more than the other words of a line.
- Several words are a phrase: `went to bed`. `…` stands for up to four words, `#` for any number.
- First names that look like a word of the table stand in `NAMES`, everyday words that do so in `COMMON`.
- A topic of one level (`"food"`) holds words that tell no more than that.
- Arabic words stand without the article; Chinese and Japanese words are searched inside the text.

After a change raise `topics.VERSION`.
"""

from __future__ import annotations

from collections.abc import Mapping

from sapwood.core import topic_words_ar as ar
from sapwood.core import topic_words_de as de
from sapwood.core import topic_words_en as en
from sapwood.core import topic_words_es as es
from sapwood.core import topic_words_fr as fr
from sapwood.core import topic_words_ja as ja
from sapwood.core import topic_words_sv as sv
from sapwood.core import topic_words_zh as zh

# Names and borrowed words that are the same in every language.
ANY: Mapping[str, str] = {
    "food.eating-out": """
        sushi, pizzeria, mcdonalds, döner, takeaway
    """,
    "food.drinks": """
        espresso, cappuccino, latte?, matcha
    """,
    "health.exercise": """
        yoga, pilates, crossfit, strava, jogging, stretching, treadmill
    """,
    "health.medicine": """
        ibuprofen, paracetamol, aspirin, antibiotika
    """,
    "hobbies.film": """
        netflix, youtube, hbo
    """,
    "hobbies.games": """
        playstation, nintendo, sudoku, lego, minecraft, steam?
    """,
    "home.furniture": """
        ikea
    """,
    "learning.languages": """
        duolingo, anki
    """,
    "money.purchases": """
        amazon?, ebay, €?, $?, £?, ¥?, euro?, # eur?, # kr?
    """,
    "music.listening": """
        spotify, playlist, podcast?, vinyl
    """,
    "music": """
        jazz, blues?
    """,
    "travel.lodging": """
        airbnb, hotel, hostel
    """,
    "travel.transport": """
        uber, metro, taxi
    """,
    "communication.messages": """
        whatsapp, telegram, slack, discord?, sms, signal?
    """,
    "communication.email": """
        email, e mail, gmail, newsletter, spam, inbox, outlook?
    """,
    "work.meetings": """
        zoom?, standup, meeting, workshop?, brainstorming, retro?
    """,
    "work.projects": """
        jira, kanban, scrum, sprint?, roadmap, backlog
    """,
    "focus.deep-work": """
        pomodoro, deep work, deepwork
    """,
    "tools.software": """
        excel, powerpoint, photoshop, linux, windows?, ubuntu, macos, firefox, chrome?, plugin, vscode,
        app?, software, chatgpt, claude?, emacs, vim, obsidian?, browser
    """,
    "tools.hardware": """
        laptop, usb, ssd, monitor?, bluetooth, macbook, iphone, ipad, raspberry pi, gpu, cpu?, smartphone,
        tablet?
    """,
    "tools.network": """
        wifi, wlan, router, vpn, ethernet, dns
    """,
    "tools.printer": """
        toner
    """,
    "code": """
        python, javascript, typescript, rust?, java?, golang, api, backend, frontend, regex, css, html,
        parser?, sdk, endpoint, json, llm, framework?, async, codebase
    """,
    "code.bugs": """
        bug, bugfix, traceback, stacktrace, stack trace, segfault, nullpointer, null pointer, debugger,
        debug, deadlock, memory leak, race condition, off by one, hotfix, typeerror, keyerror, exception?
    """,
    "code.tests": """
        pytest, unit test, unittest, flaky, testsuite, test suite, coverage?, fixture, mock?, jest,
        integration test, end to end test, e2e, ci?
    """,
    "code.deploy": """
        deploy, deployment, rollout, rollback, docker, kubernetes, helm, staging?, terraform, nginx, aws,
        ci pipeline, pipeline?, canary?, hosting
    """,
    "code.git": """
        git, github, gitlab, commit?, rebase, force push, merge conflict, feature branch, cherry pick,
        branch?, merge?, push?, repo?, repository?, stash?
    """,
    "code.review": """
        pull request, merge request, code review, codereview, pr?
    """,
    "code.database": """
        postgres, postgresql, sqlite, mysql, sql, mongodb, redis, orm
    """,
    "code.build": """
        makefile, webpack, npm, cargo?, compiler, linter, lint, mypy, ruff, cmake, gradle, bazel,
        dependency?, dependencies, vite, pip install, build?, dockerfile, ci build, build pipeline
    """,
    "code.refactoring": """
        refactor, refactoring, technical debt, legacy code
    """,
}

# Each language, and in it each topic, and its words.
TOPIC_WORDS: Mapping[str, Mapping[str, str]] = {
    "any": ANY,
    "en": en.WORDS,
    "de": de.WORDS,
    "fr": fr.WORDS,
    "es": es.WORDS,
    "sv": sv.WORDS,
    "ar": ar.WORDS,
    "zh": zh.WORDS,
    "ja": ja.WORDS,
}

# Each language's words that carry no topic. They tell in which language a line is written.
COMMON: Mapping[str, str] = {
    "en": en.COMMON,
    "de": de.COMMON,
    "fr": fr.COMMON,
    "es": es.COMMON,
    "sv": sv.COMMON,
    "ar": ar.COMMON,
    "zh": zh.COMMON,
    "ja": ja.COMMON,
}

# Topics that lose against another on the same line, and by how many steps: the person one cooks for, calls or
# meets is seldom what a line is about, nor that something was cooked, planned or paid.
GIVES_WAY: Mapping[str, int] = {
    "code": 3,
    "communication.calls": 2,
    "communication.email": 1,
    "communication.messages": 2,
    "food": 3,
    "food.breakfast": 1,
    "food.cooking": 4,
    "food.drinks": 2,
    "food.meals": 1,
    "food.shopping": 2,
    "health.body": 2,
    "health.illness": 1,
    "home.clothes": 2,
    "home.furniture": 1,
    "learning.reading": 1,
    "money.purchases": 2,
    "people": 4,
    "people.celebrations": 1,
    "people.family": 3,
    "people.friends": 3,
    "people.neighbours": 3,
    "plans.calendar": 4,
    "plans.reminders": 3,
    "sleep.quality": 1,
    "tools.hardware": 1,
    "travel.transport": 1,
    "weather.rain": 2,
    "weather.snow": 2,
    "weather.storm": 2,
    "weather.temperature": 2,
    "work": 3,
    "work.colleagues": 2,
}

# Numbers written out, for the `#` of a phrase ("up at nine").
NUMBERS = """
    two three four five six seven eight nine ten eleven twelve
    zwei drei vier fünf sechs sieben acht neun zehn elf zwölf
    två tre fyra fem sju åtta nio tio elva tolv
    deux trois quatre cinq sept huit neuf dix onze douze
    dos tres cuatro cinco seis siete ocho nueve diez
"""

# First names that the table would read as a word, or as one without its accents or an ending: lena is no leña, lars
# no lår, james no jam. They take no endings, and as words (rita, axel) count in a line of that language only.
NAMES = """
    aldin aldis amaranta axel barna bette booker clementine clémentine constante cooper dieter drew elda eldar
    enrichetta firas frances frieder garnett germán gita hala hamed harmony harper helma helmar helmer hjalmar
    huda iva jackeline jakob james jula karin katerina kateryna lara lars laska lena lima lona lucia lucian
    luciana lucía lúcia madeleine magdalena malena malene marcello maria marie marin maris maya melodie mia
    montana mélodie nasser nieves nina nino nora novella ola oran pal paska pastor pelle peter petra petri
    petter pia pina pål rainer reanna regner risa rita romana romane romero román ruben rubén salma salva
    salvador salvatore sanna silla soledad sona sonja stela sven tanja thea ture veda viktor vina walker weine
"""
