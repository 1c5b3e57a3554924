"""English words and their topics; `topic_words` says how to write them."""

from __future__ import annotations

from collections.abc import Mapping

WORDS: Mapping[str, str] = {
    # Eating and drinking
    "food": """
        cup of tea?, spill the beans?, bread and butter?, food for thought?, food, eat, ate, eaten, meal,
        hungry, appetite, tasty, delicious, portion?, leftovers, dish~, bite?, kitchen~, groceries,
        chocolate, candy, sweets, ice cream, yummy
    """,
    "food.vegetables": """
        vegetable, veg, veggie, veggies, carrot, beetroot, parsnip, potato, potatoes, tomato, tomatoes,
        onion, garlic, leek, cabbage, cauliflower, broccoli, spinach, kale, lettuce, salad, cucumber,
        zucchini, courgette, aubergine, eggplant, pumpkin, squash?, fennel, celery, celeriac, radish,
        turnip, rutabaga, asparagus, artichoke, mushroom, pea, green beans, bell pepper, chard,
        brussels sprouts, sweetcorn, sweet potato, bok choy, rocket?, coleslaw, ratatouille
    """,
    "food.fruit": """
        fruit, apple?, banana, strawberry, blueberry, raspberry, berry, berries, cherry, peach, pear, plum,
        grape, melon, watermelon, mango, pineapple, kiwi, avocado, lemon, clementine, apricot, fig, rhubarb,
        orange juice?
    """,
    "food.breakfast": """
        breakfast, porridge, oatmeal, oats, muesli, granola, cereal, toast, pancake, scrambled eggs,
        boiled egg, fried eggs, bacon, brunch, marmalade, overnight oats, croissant, bagel, waffle
    """,
    "food.meals": """
        toast with?, packed lunch, lunchbox, takeaway curry, roast chicken, stir fry, mashed potatoes?,
        gravy, mustard, mayonnaise, ketchup, vinegar, honey?, jam, peanut butter, cream~, oatcakes, wrap?,
        pesto, gnocchi, couscous, quinoa, bulgur, dal, dhal, kimchi, tempeh, seitan, halloumi, feta,
        mozzarella, parmesan, lunch, dinner, supper, soup, stew, curry, pasta, spaghetti, lasagne, lasagna,
        risotto, rice, noodle, ramen, dumpling, sandwich, burger, pizza, taco, burrito, chilli, chili,
        lentil, chickpea, beans~, tofu, chicken, beef, pork, lamb~, sausage, ham, steak, meatball, fish~,
        salmon, tuna, cod~, shrimp, prawn, egg, eggs, cheese, hummus, falafel, omelette, quiche, casserole,
        dessert, snack, crisps, fries, nuts~, yoghurt, yogurt, barbecue, bbq
    """,
    "food.cooking": """
        cook, cooking, recipe, oven, fry, fried, roast, boil, simmer, grill, steam?, bake~, seasoning,
        spice, spicy, salt?, salty, paprika, cumin, cinnamon, rosemary?, thyme, basil?, coriander, parsley,
        ginger, olive oil, butter, sauce, broth, stock?, marinade, marinate, pan?, pot?, wok, saucepan,
        frying pan, casserole dish, skillet, chop?, dice?, peel?, stir?, tender?, crispy, undercooked,
        overcooked, air fryer, pressure cooker, slow cooker, meal prep, ingredient, freezer~, batch cooked,
        oven tray, knife?
    """,
    "food.drinks": """
        coffee, tea, beer, wine, water bottle, glass of water, glasses of water, water~, juice, soda,
        lemonade, smoothie, milk, hot chocolate, cocoa, whisky, whiskey, gin, rum?, vodka, cocktail,
        caffeine, decaf, drink, drank, drunk?, alcohol, kombucha, herbal tea, cider, hangover~,
        french press, tipsy
    """,
    "food.baking": """
        piece of cake?, icing on the cake?, baking, baked, bake, bread, sourdough, dough, yeast, flour,
        cake, cookie, biscuit, muffin, cupcake, pastry, pie, tart?, scone, brownie, loaf, loaves, rye,
        crust?, icing, knead, baguette, bun, pretzel, sponge cake
    """,
    "food.shopping": """
        grocery, supermarket, farmers market, grocery store, shopping list, ran out of milk, market?, lidl,
        aldi, tesco, bakery, butcher, pantry, greengrocer, corner shop, groceries, weekly shop,
        fridge is empty, out of milk, out of eggs, out of coffee, stock up?
    """,
    "food.eating-out": """
        restaurant, cafe, café, pub, bistro, canteen, diner, brasserie, food truck, takeout, waiter,
        waitress, ate out, eat out, eating out, table for #, tasting menu, bar?, menu~, tip?, trattoria,
        ordered in, delivery pizza, pizza place, coffee shop
    """,
    "food.diet": """
        eat less, eating less, less meat, less salt, more fibre, more protein, snacking, late snacks,
        no alcohol!, dry january!, stopped drinking!, no coffee after?, diet, calorie, calories, protein,
        vegan, vegetarian, gluten, gluten free, lactose, low carb, keto, fasting, intermittent fasting,
        fasted, sugar, less sugar!, no sugar!, fibre?, vitamins?, intolerance, intolerant, overate,
        nutrition, nutritionist, weight loss, lose weight, healthier, no snacks, without sugar!, meat free,
        without meat, gave up meat, quit sugar!
    """,
    # Sleep
    "sleep": """
        pyjamas, pajamas, pillow, mattress, duvet, tired~, sleepy
    """,
    "sleep.bedtime": """
        screens in the bedroom, screen in bed, phone in bed, phone in the bedroom, turned off the lights,
        turned off the light, light off, lights off, off to bed, time for bed, out late?, sleepover?,
        bed late, bed early, bed too late, bedroom by, no screens, screens before bed, screens off, to bed,
        bedtime, bed at, bed by, bed before, bed after, bed around, bed #, in bed, into bed, lights out,
        lights off at, fall asleep, fell asleep, falling asleep, asleep by, asleep at, asleep before,
        asleep after, stayed up, stay up, staying up, up late, up until, up till, up too late, midnight,
        before midnight, after midnight, past midnight, turn in?, turned in at, late night, early night,
        late?, night owl, screen … before bed, tonight?, sleep by #, asleep around, sleep before #,
        sleep at #, bed?, no screens after
    """,
    "sleep.quality": """
        nights in a row~, dreamt!, dreamed!, dreaming!, nightmares!, sleep, slept, sleeping, insomnia,
        dream, dreamt, nightmare, snore, restless night, tossed and turned, hours of sleep!, deep sleep!,
        rem sleep, slept well!, slept badly!, slept poorly!, slept through!, slept like!, bad night,
        rough night, night sweats, sleep score!, sleep tracker!, could not sleep, couldn t sleep,
        can t sleep, cannot sleep, sleepless, awake~, restless?, earplugs, bad sleep!, poor sleep!,
        good sleep!, hours sleep!, sleep debt!, well rested, rested?, # hours … slept
    """,
    "sleep.naps": """
        nap!, siesta!, dozed!, doze!, nodded off!, power nap!, snooze?, dozed off!
    """,
    "sleep.waking": """
        woke!, wake up!, woken!, waking!, woke up!, waking up!, alarm clock!, alarm~, got up at, got up,
        get up, getting up, up at #, up before, up early, early riser, overslept!, slept in!, sleep in!,
        snooze button!, awake at #, awake since, awake from, fall back asleep!, back to sleep!, out of bed!,
        get out of bed!, dawn?, wide awake!, snoozed!, sunrise alarm!, wake?, woke at!, morning person
    """,
    # Body and mind
    "health": """
        health, healthy, unwell, wellbeing
    """,
    "health.exercise": """
        walked home?, walked to?, walked # km, # steps, exercise, workout, work out?, gym, jog, ran # km,
        ran # k, run # km, # km run, # k run, # k along, # k in, ran?, run?, running?, went for a run,
        go for a run, went running, morning run, long run, easy run, runner, marathon, half marathon, swim,
        swam, laps, push up, push ups, pushups, squat, deadlift, bench press, plank, weights, lifting,
        dumbbell, kettlebell, treadmill, cardio, steps?, walked, walk~, went for a walk, evening walk,
        long walk, rowing, stretch, stretched, stretches, training~, fitness, spin class, personal best,
        hill repeats, intervals?, cycled # km, bike ride?, warm up?, reps, km~, # km
    """,
    "health.illness": """
        nose still, nose is, blocked, stuffy, sneezing, sniffles, under the weather, off sick, sick day,
        lost my voice, hives, contact lens infection, pink eye, ear infection, chest infection, sick, ill,
        flu, cold~, a cold, the cold going, fever, cough, sneeze, sore throat, runny nose, stuffy nose,
        blocked nose, virus, infection, covid, corona, nausea, nauseous, vomit, threw up, throwing up,
        stomach bug, diarrhea, diarrhoea, allergy, allergies, allergic, hay fever, migraine, sinus,
        tonsillitis, bronchitis, pneumonia, chills, contagious, symptom, asthma, food poisoning,
        caught something, temperature of #, rash, eczema, dizzy, feverish, positive test?
    """,
    "health.medicine": """
        medicine, medication, meds, pill, tablets, tablet~, antibiotic, painkiller, prescription, pharmacy,
        pharmacist, dose?, dosage, inhaler, vitamin, supplement, magnesium, iron tablets, vaccine,
        vaccination, vaccinated, jab, booster, insulin, ointment, eye drops, nose spray, nasal spray,
        side effect?, antihistamine, statin, melatonin, flu shot, refill?, blood pressure pills
    """,
    "health.doctor": """
        glasses?, new glasses, contact lenses, hearing aid, ct scan, mammogram, smear test, scan results,
        eye test, hygienist, braces, crown?, vaccination appointment, health check, medical, chiropractor,
        osteopath, midwife, pregnancy test, physiotherapy, doctor, gp, dentist, hospital, clinic, surgery~,
        surgeon, nurse, physio, physiotherapist, optician, dermatologist, orthodontist, check up, checkup,
        blood test, x ray, mri, ultrasound, blood results, appointment … doctor, referral, cardiologist,
        gynaecologist, paediatrician, filling?, root canal, er?, a and e, emergency room, specialist~,
        waiting room, health insurance?
    """,
    "health.body": """
        kilos, kilo, lost # kilos, stones?, calf, thigh, heel, toe, finger?, thumb, ribs, jaw, eyesight,
        voice?, hoarse, hamstring, achilles, sunburn, sunburnt, period?, itchy, pain, ache, aching, hurts,
        hurt?, headache, backache, toothache, sore, knee, shoulder, ankle, wrist, hip, elbow, spine, stiff,
        back pain!, lower back!, stomach, tummy, belly, neck, muscle, joint?, tendon, sprain, cramp, bruise,
        blister, tooth, teeth, eye~, eyes~, ear~, foot~, feet~, blood pressure!, pulse, heart rate,
        resting heart rate, weight~, weighed, scales?, kg?, skin~, posture, swollen, injury, injured,
        twisted?, pulled a muscle, haircut~, dizzy spells, limping, period pain
    """,
    "health.mind": """
        felt low, feel low, feeling flat, felt flat, feel down, in a bad mood, in a good mood, felt calm,
        feel calm, anxious, anxiety, stress, stressed, overwhelmed, depressed, depression, mood, low mood,
        panic, panicky, therapy, therapist, psychologist, counsellor, meditate, meditation, mindfulness,
        breathing exercise, breathing exercises, burnout, burned out, burnt out, grateful, gratitude,
        lonely, loneliness, sad, cried, crying, irritable, grumpy, calm?, calmer, worried, worry,
        journaling, journalling, felt down, feeling down, feeling low, nervous, exhausted, self doubt,
        mental health, happy?, angry?, relaxed, overthinking, restless
    """,
    # Working life
    "work": """
        workday, working day, working hours, business trip, work?, office, job?, workplace, shift?,
        employer, remote work, home office, working from home, worked from home, wfh, overtime, business?,
        company?, open plan, headquarters, commute~
    """,
    "work.meetings": """
        retro ran, the retro, our retro, sprint retro, meeting ran, meetings, stand up, daily?, agenda,
        minutes of, one on one, # on #, all hands, town hall, sync?, kickoff, kick off, retrospective,
        planning session, conference?, conference call, video call, call with the client, presentation,
        presented, slides, meeting room, meeting notes, whiteboard, invite?, rescheduled?, offsite,
        board meeting, sprint planning, sprint review, webinar, demo?, facilitate
    """,
    "work.projects": """
        project, milestone, scope?, stakeholder, specification, requirement, prototype, proposal, launch~,
        product~, feature?, deliverable, phase?, concept?, draft?, spec, handover, ticket?, planning?,
        rollout plan, research~, strategy, initiative, okr, okrs, kpi, whitepaper
    """,
    "work.deadlines": """
        deadline, due on, due by, due date, due tomorrow, due next, due?, overdue, by friday, by monday,
        submission, submit?, quarterly report, report~, deliver?, delivery date, cut off, crunch, urgent~,
        behind schedule, on schedule, postponed?, extension?, by end of, by the end of, month end,
        handed in, hand in
    """,
    "work.colleagues": """
        colleague, coworker, co worker, boss, manager, team~, my team, the team, team lead, supervisor,
        intern, hr, new hire, onboarding, mentor?, mentee, teammate, ceo, cto, feedback~, farewell drinks
    """,
    "work.clients": """
        client, customer, contract~, pitch?, consulting, freelance, freelancer, offer?, quote~, quotation,
        support case, complaint, complained?, lead?, sales~, invoice the, sales call, prospect,
        account manager, supplier
    """,
    "work.career": """
        interview at, interview with, job interview, first interview, second interview, probation,
        career change, sabbatical, maternity leave, parental leave, promotion, promoted, raise?, pay rise,
        salary negotiation, interview~, cv, resume~, resumé, applied for, job application, application~,
        job offer, linkedin, recruiter, headhunter, resign, resigned, notice period, performance review,
        appraisal, career, laid off, layoff, layoffs, job hunting, job search, new job, job ad,
        cover letter, unemployed, retirement, retire
    """,
    # Attention
    "focus": """
        work best, best work, works best for me?, focus, focused, concentrate, concentration, productive,
        productivity, attention?, flow?, unproductive
    """,
    "focus.deep-work": """
        uninterrupted, time block, time blocking, thinking time, focus time, focus block, in the zone,
        flow state, quiet morning, quiet hours, deep focus, no interruptions, without interruption,
        undisturbed, noise cancelling, blocked the morning, block the morning, no meetings before,
        morning block, got a lot done, hours straight, hours in one go, undivided
    """,
    "focus.breaks": """
        break~, a break, breaks, short break, coffee break, lunch break, breather, took a break, pause,
        took a walk between, breaks between, stretch break, day off~, breath of air, rest?, tea break,
        step away, stepped away
    """,
    "focus.distraction": """
        phone instead, on the phone instead, lost an hour, wasted an hour, wasted the morning, kept getting,
        off task, checking email, checked email every, distracted, distraction, distracting, procrastinate,
        procrastination, procrastinating, doomscrolling, scrolling, scrolled, social media, instagram,
        tiktok, twitter, reddit, facebook, interrupted, interruption, notification, checking the phone,
        on my phone, multitasking, context switching, wasted?, got nothing done, nothing done, sidetracked,
        wandered?, could not concentrate!, couldn t concentrate!, can t focus!, could not focus!,
        couldn t focus!, screen time, noise~, noisy, phone in another room, phone in the other room,
        phone away, rabbit hole, too many tabs
    """,
    # People
    "people": """
        guest, visitor?, visited?, people?, visit?
    """,
    "people.family": """
        family, mum, mom, mother, dad, father, parents, sister, brother, grandma, grandmother, grandpa,
        grandfather, granny, aunt, uncle, cousin, niece, nephew, daughter, son, wife, husband, kid, kids,
        children, baby, toddler, school run, in laws, mother in law, sibling, nursery, kindergarten,
        grandson, granddaughter, grandchildren, parent teacher, partner?, homework~, babysitter, babysit,
        twins, school~, teenager
    """,
    "people.friends": """
        coffee with, lunch with, drinks with, beer with, dinner with, friend, buddy, pal, mate?,
        catch up with, caught up with, hung out, hang out, hanging out, reunion, old friend, flatmate,
        roommate, date night, girlfriend, boyfriend
    """,
    "people.neighbours": """
        neighbour, neighbor, neighbourhood, neighborhood, next door, upstairs neighbour, people upstairs,
        people downstairs, landlord~, street party
    """,
    "people.celebrations": """
        birthday, anniversary, wedding, party, christmas, easter, new year s eve, funeral, baptism,
        engagement, present for, presents, gift, gifts, baby shower, graduation, thanksgiving, halloween,
        turns seventy?, farewell party, housewarming, bridesmaid
    """,
    # The house
    "home": """
        house?, apartment, flat?, kitchen~, bathroom?, bedroom?, basement, attic, balcony?, living room,
        household, rent?, moving house, cellar
    """,
    "home.repairs": """
        smoke alarm, creaking, cracked, crack, hole in the, hammer, nails?, screwdriver, spirit level,
        handle?, latch, blind?, blinds, lightswitch, light switch, wiring, wobbly, wobbles, loose screw,
        broken window, broken shelf, fixed the tap, fixed the door, sealant, grout, fuse box,
        tripped the fuse, power cut?, handle came off, gasket, repair, fix the, leak, leaking, leaky, drip,
        dripping, plumber, electrician, handyman, tap~, faucet, toilet, drain, clogged, blocked drain, sink,
        pipe?, boiler~, fuse, light bulb, lightbulb, socket, gutter, roof, tile, drill, screw, hinge,
        paint?, painted the, repainted, wallpaper, plaster, mould, mold, squeak, squeaks, squeaky, broken~,
        broke~, dishwasher, washing machine, fridge, freezer~, doorbell, lock~, locksmith, window~,
        smoke detector, carpenter, renovation, renovate, shower~, flush, diy, damp, creaks, creaky, door?,
        doors?, shelf?
    """,
    "home.cleaning": """
        sponge, dishcloth, cobwebs, oven cleaning, cleaned the oven, bathroom clean, clean, cleaned,
        cleaning, vacuum, vacuumed, hoover, mop, dust, dusted, laundry, washing~, ironing, ironed, tidy,
        tidied, declutter, decluttered, dishes, washing up, wiped, scrub, scrubbed, rubbish, trash, garbage,
        bin~, bins, recycling, compost?, stain, sheets, bedsheets, detergent, bleach, spring cleaning,
        cleaner?, mess?, messy, washed the, sorted the, towels, sweep?, swept, descale, descaled, limescale
    """,
    "home.garden": """
        garden, gardening, plant~, planted!, plants, lawn, mow, mowed, mowing, weeds, weeding, weeded,
        hedge, prune, pruned, pruning, tulip, rose?, roses, lavender, seed~, seeds, seedling!, bulbs?, soil,
        greenhouse!, compost heap, flowerbed, flower, shed?, raised bed, watering, watered, houseplant,
        houseplants, repot!, repotted!, slug, snails, balcony plants, allotment!, harvest!, harvested!,
        raked, rake, tree~, leaves~, blossom, potting, orchid, terrace?, sowed!, sowing!
    """,
    "home.furniture": """
        furniture, sofa, couch, armchair, chair, table?, desk?, bookshelf, bookcase, wardrobe, drawer?,
        cupboard, cabinet, curtain, curtains, carpet, rug, lamp, mirror~, bed frame, bedframe,
        standing desk, shelves, shelf?, cushion, lampshade, picture frame, mattress?
    """,
    "home.heating": """
        chimney sweep, heating, radiator, thermostat, heater, boiler, heat pump, fireplace, wood stove,
        firewood, insulation, draught, draughty, underfloor, stove~, furnace, air conditioning, ventilation,
        humidifier, humidity?, dehumidifier, chimney
    """,
    "home.clothes": """
        snow boots, winter coat, rain jacket, shoelaces, gloves, mittens, zip, zipper, buttons, belt?, tie?,
        underwear, trainers?, sandals, wardrobe clear out, clothes, shoes, trousers, shirt, jacket, jumper~,
        sweater~, dress~, coat, socks, wool?, jeans, boots, hat~, outfit, mended the
    """,
    "home.paperwork": """
        passport, paperwork, insurance, id card, driving licence, driving license, form?, notary, visa~,
        residence permit, certificate, council?, registration?, town hall appointment, bureaucracy,
        filled in the form, filled out the form, filing, power of attorney, lease
    """,
    "home.moving": """
        moving boxes, packed boxes, unpack?, unpacked~, moving van, new flat, new apartment, new house,
        flat viewing, viewing~, house hunting, deposit?, estate agent, moved in, moving in, moving out
    """,
    # Money
    "money": """
        money, bank~, bank account, cash, credit card, debit card, paypal, loan, mortgage, debt, expensive,
        cheap, price~, cost?, currency, interest rate, atm, euros~, dollars?, pounds?, pin code
    """,
    "money.bills": """
        car insurance bill, late fee, cancelled the subscription, membership fee, heating bill,
        internet bill, cancelled my subscription, bill, bills, invoice, electricity bill, gas bill,
        phone bill, phone contract, contract goes up, water bill, rent, paid the, direct debit,
        reminder fee, subscription, payment?, standing order, energy provider, electricity~, council tax,
        utility, utilities, paid rent, overcharged, meter reading
    """,
    "money.budget": """
        budget, spending, expenses, expense, spent~, spent #, overspent, spreadsheet?, cut costs,
        too expensive, monthly costs, frugal, envelope?, no spend, set aside?
    """,
    "money.purchases": """
        bought, buy, purchase, ordered~, order?, refund, refunded, return it?, second hand, discount,
        on sale, bargain, receipt, parcel~, online shop, warranty, black friday, shop?, voucher, webshop
    """,
    "money.taxes": """
        tax, taxes, tax return, tax office, vat, irs, hmrc, accountant, bookkeeping, deductible, deduct,
        tax adviser
    """,
    "money.savings": """
        savings, saved #, saved up, saving for, put aside, put # aside, invest, investment, etf, stocks,
        shares~, dividend, pension, fund?, index fund, emergency fund, portfolio, crypto, bitcoin, broker,
        stock market, rainy day fund, retirement fund
    """,
    "money.income": """
        salary, wage, wages, payslip, paycheck, bonus, got paid, payday, freelance income, income, pay day
    """,
    # On the way
    "travel": """
        travel, travelled, travelling, abroad, border?, customs?, tourist
    """,
    "travel.transport": """
        boat, gate change, platform change, ride home?, tram stop, car share, shuttle, train, bus, tram,
        subway, underground?, tube?, ferry, flight, flew, airport, plane, station~, platform~, delayed~,
        cancelled?, canceled?, connection?, timetable, commute, commuting, bus stop, boarding,
        boarding pass, gate?, seat?, tickets~, rail, railway, lift?, traffic, traffic jam, motorway,
        rush hour, train ticket, monthly pass, detour
    """,
    "travel.trips": """
        packing list, trip, holiday, holidays, vacation, itinerary, sightseeing, museum~, packing, packed?,
        suitcase, luggage, backpack, passport~, weekend in, weekend away, city break, road trip, beach,
        guidebook, cruise, tour?, souvenir, jet lag, jetlag, travel insurance, day trip, island~,
        backpacking
    """,
    "travel.lodging": """
        accommodation, guesthouse, guest house, bed and breakfast, check in at, checked in, check out at,
        checkout time, room with, booked a room, double room, campsite, camping site, holiday flat, host?,
        reception?, nights in~, nights at, cabin~, youth hostel, booking?, booked~
    """,
    "travel.car": """
        flat tyre on, spare tyre, breakdown service, tow truck, jump leads, car, drive, drove, driving?,
        parking, parked, petrol, diesel, fuel, tyre, tyres, tire?, tires?, winter tyres, engine~,
        oil change, garage~, mechanic, mot, windscreen, brakes~, brake~, charging station, car park,
        speeding ticket, clutch, electric car, car wash, wiper, steering, number plate, car insurance
    """,
    "travel.cycling": """
        bike, bicycle, cycle?, cycled, cycling, puncture, flat tyre~, bike lane, bike chain, helmet, saddle,
        pedal, derailleur, inner tube, ebike, e bike, bike brakes, bike shop
    """,
    # Machines and programs
    "tools": """
        device?, gadget, tool?, settings?, gadgets, technology
    """,
    "tools.software": """
        editor theme, dark theme, dark mode, theme?, settings page?, vim?, note taking app, todo app,
        install, installed, reinstalled, uninstall, update~, upgrade~, upgraded~, version?, plug in,
        extension?, editor~, keyboard shortcut, operating system, backup, backups, backed up, icloud,
        dropbox, password manager, password, passwords, licence?, license?, word processor, database?,
        crash~, crashed~, web page?, website, template?, font?, notion, automation, script~, shortcut,
        sync?, synced?, screenshot, virus scanner, login, log in, two factor, spreadsheet, pdf, file?,
        files?, folder?, macro
    """,
    "tools.hardware": """
        computer, keyboard, mouse?, screen~, headphones, headset, earbuds, charger, charging?, battery,
        batteries, cable, adapter, adaptor, hard drive, hard disk, webcam, microphone, speaker?, camera~,
        docking station, fan?, memory stick, usb stick, phone~, phone battery, power bank, smartwatch,
        watch?, processor, server~, nas, ram?, second monitor, external monitor, dock?, desktop~, hdmi,
        remote control, tv~
    """,
    "tools.printer": """
        printer, print, printed, printing, paper jam, ink cartridge, ink, cartridge, scanner, scan?,
        scanned, copier, duplex
    """,
    "tools.network": """
        internet, network~, wi fi, broadband, connection dropped, modem, signal?, hotspot, fibre?,
        access point, guest network, offline~, firewall, bandwidth, internet connection, mobile data
    """,
    # Programming
    "code": """
        variables, variable names, naming convention, snake case, camel case, indentation, spaces not tabs,
        tabs not spaces, type annotations, docstrings, terminal, shell script, bash, node, javascript,
        refactored code, compiler error, algorithm, recursion, handler, callback, exceptions, stdout,
        regexes, code, coding, coded, programming, programmer, program?, function~, class?, method?,
        module?, library~, variable, script~, import?, export?, loop?, interface?, syntax, config?, cli,
        server~, package~, crash~, argument?, return value, type hints, type checker, string?, array,
        boolean, docstring, microservice, webhook, library upgrade, feature flag, encoding, unicode, utf 8,
        error handling, log?, logging?, cache~, caching, rate limit, timeout?, thread?, latency,
        performance?, memory?
    """,
    "code.bugs": """
        endless loop, infinite recursion, off by one error, wrong result, segfaults, hangs?, freezes?,
        null check, off by one, stops with, stack overflow, returns #, bug, buggy, debugging, debugged,
        error message, error~, errors~, exception~, crash~, crashes?, crashed~, stack trace, fixed?, fix?,
        issue?, broken~, regression, reproduce?, root cause, workaround, infinite loop, edge case,
        segmentation fault, null?, edge cases, raises?, glitch, throws?, patch?
    """,
    "code.tests": """
        test?, tests, tests pass, tests fail, failing test, test failure, test run, unit tests,
        test coverage, coverage~, tested~, testing?, assertion, mocking, test case, test cases, green?,
        red?, snapshot test, property test, regression test, fuzz, fuzzing, benchmark
    """,
    "code.deploy": """
        deployed, deploying, release~, released~, rolled back, roll back, production, prod, rollback,
        shipped?, ship?, to production, staging, server~, outage, downtime, incident, uptime, container~,
        containers~, cluster, load balancer, blue green, changelog, version bump, cloud?, went live,
        hosting, cron, cron job, monitoring, on call, pager, postmortem
    """,
    "code.git": """
        commit message, commit messages, git history, main branch, committed?, commits, rebased, merged?,
        branch~, branches~, pull?, pushed?, conflict?, conflicts?, squash?, squashed?, tag?, tagged?,
        submodule, gitignore, bisect, fork?, forked?, revert?, reverted?, upstream?, history?, monorepo,
        diff
    """,
    "code.review": """
        reviewed?, review?, reviewer, review comments, comments?, approved?, nitpick, lgtm,
        pair programming, paired?, reviewing
    """,
    "code.database": """
        database, query, queries, migration, index?, table?, column?, schema, foreign key, primary key,
        join?, transaction?, rows?, row?, replica, replication, vacuum analyze, slow query, data model,
        restore?, dump?
    """,
    "code.build": """
        upgraded node, node version, python version, build broke, broke the build, build is broken,
        virtualenv, venv, linker, build time, builds slow, dependency, pinned?, pin?, ci build, compile,
        compiled, compiling, build?, builds?, build fails, build failed, broken build, the build,
        package manager, lockfile, lock file, type errors, type check, bundler, bundle?, pipeline~,
        dependencies, version conflict, warnings?, static analysis, formatter, pre commit
    """,
    "code.refactoring": """
        refactored, rewrote?, rewrite?, clean up the code, cleaned up the code, renamed~, rename?,
        extracted?, dead code, duplicate code, abstraction, architecture, design pattern, split the module,
        technical debt, tech debt, simplify?, simplified?, split?
    """,
    # Learning
    "learning": """
        learn, learned, learnt, study, studied, studying, notes?, knowledge?, lesson?, practice?
    """,
    "learning.reading": """
        read?, reading?, novel, chapter, book, books, library~, audiobook, paperback, library card,
        library book, author, poem, poetry,
        page?, pages, article~, essay, magazine, newspaper, kindle, bookmark, biography, book club,
        bookshop, memoir, fiction, finished reading, started reading, reread, comic, trilogy, story?,
        crime novel
    """,
    "learning.courses": """
        course, of course?, class?, lecture, seminar, exam, exams, homework, tutorial, university, professor, lesson,
        lessons, certificate?, degree, thesis, student, school~, assignment, quiz, coursera, udemy,
        training course, evening class, online course, module?, study group, revision?, teacher, graduated,
        curriculum, masterclass, moocs
    """,
    "learning.languages": """
        vocabulary, vocab, grammar, verb?, verbs, pronunciation, flashcard, flashcards, spanish~, french~,
        german~, swedish?, italian~, japanese~, chinese~, english?, arabic~, portuguese~, language?,
        languages?, learning spanish, learning french, learning german, learning swedish, learning italian,
        learning japanese, spanish lesson, spanish class, french lesson, french class, german lesson,
        german class, language course, language exchange, tandem partner, conjugation, irregular verbs,
        subjunctive, kanji, hiragana, dative, accusative, speaking practice, # new words, new words
    """,
    # Music
    "music": """
        music, song, melody, musician, tune?, album, band?, key signature, chord, chords, rhythm?, harmony,
        lyrics, composer, symphony, sheet music, composed
    """,
    "music.practice": """
        practise~, practised~, practice?, practiced~, scales?, arpeggio, etude, metronome, rehearse,
        rehearsed, bars?, sight reading, fingering, piece?, passage?, music lesson, piano lesson,
        guitar lesson, violin lesson, by heart, by ear, tempo
    """,
    "music.choir": """
        choir, altos, alto, soprano, sopranos, tenor, tenors, bass?, basses, sing, sang, singing, choral,
        conductor, choirmaster, cantata, requiem, hymn, psalm, vocal warm up, a cappella, singer, rehearsal
    """,
    "music.concert": """
        concert, gig, opera, orchestra, recital, festival, live music, encore, philharmonic, musical?,
        ticket for the, stage?, audience?
    """,
    "music.instruments": """
        instrument, piano, guitar, violin, cello, flute, clarinet, saxophone, trumpet, trombone, drums~,
        drum kit, accordion, harmonium, bellows, organ~, ukulele, harp, banjo, harmonica, strings?,
        new strings, tuner, tuning, tuned?, reed?, reeds, bow?, keyboard?, pedals?, mandolin, recorder?,
        double bass, fiddle, amp?
    """,
    "music.listening": """
        podcast, podcasts, audio drama, listened to, listening to, headphones?, record player, records?,
        album, radio~, lp
    """,
    # Free time
    "hobbies": """
        hobby, hobbies, collection?, club?
    """,
    "hobbies.crafts": """
        knit, crochet, sew, sewing, sewed, sewn, embroidery, yarn, wool?, pottery, ceramics, woodwork,
        woodworking, carve, carving, drawing, drew~, sketch, sketched, watercolour, watercolor, painting~,
        painted?, painting class, origami, quilt, pattern?, scarf, sleeve, workshop?, glue~, glued, sanding,
        sanded, varnish, veneer, plane?, lathe, chisel, clay, kiln, glaze, calligraphy, stitch, stitches,
        loom, weaving, collage, whittling, craft, candle making, model kit, soldering, soldered,
        leatherwork
    """,
    "hobbies.sport": """
        climbed~, climb~, climbs~, swimming gala, we lost #, we won #, lost #, won #, pitch?, coach?,
        ski trip, ice rink, skate, skates, bowling, wrestling, darts, pool table, snooker, triathlon,
        finish line, training session, sports club, football, soccer, tennis, badminton, basketball,
        volleyball, hockey, golf, rugby, cricket, climbing, bouldering, skiing, skied, ski, skating,
        ice skating, match~, league, goal~, scored, team~, tournament, referee, judo, karate, surfing, surf,
        sailing, sailed, table tennis, ping pong, racket, champions league, world cup, boxing, dance class,
        dancing, salsa, squash?, padel, kayak, canoe, horse riding, archery, fencing, rowing club,
        snowboard
    """,
    "hobbies.games": """
        game, games, chess, board game, card game, video game, puzzle, jigsaw, crossword, poker, scrabble,
        quiz night, pub quiz, dice?, dungeons, campaign?, console?, played?, catan, go game, level?,
        boss fight, xbox, zelda, uno, wordle, rook, bishop?, checkmate
    """,
    "hobbies.photo": """
        took pictures, took photos, photo book, negatives, photo, photos, photograph, photography, camera,
        lens, tripod, darkroom, film roll, shutter, aperture, portrait, lightroom, exposure?, negative?,
        photo album, pictures~, iso #, shot?, telephoto
    """,
    "hobbies.film": """
        film, movie, cinema, series~, episode, season~, tv~, documentary, watched?, watch a film, trailer,
        director?, theatre, theater, sitcom, binge watched, thriller, tv show, streaming, disney
    """,
    "hobbies.outdoors": """
        hike, hiked, hiking, camping, tent, trail?, summit, mountain~, forest~, lake~, fishing,
        birdwatching, mushroom picking, foraging, bonfire, campfire, national park, sleeping bag, rucksack,
        binoculars, bird~, birds~, kayaking
    """,
    # What is to come
    "plans": """
        move it to?, postpone?, next month?, deadline?, plan?, planned?, planning?, schedule?, agenda?,
        goal~, goals?, todo, to do list, to do, resolution?, new year s resolution, next week?, priorities,
        bucket list
    """,
    "plans.calendar": """
        calendar, appointment, reschedule, rescheduled, double booked, booked for, moved to monday,
        moved to tuesday, moved to wednesday, moved to thursday, moved to friday, moved to next week,
        postponed, moved to?, date?, save the date, slot?, scheduled for, free on, time zone?
    """,
    "plans.reminders": """
        remind, reminder, remember to, don t forget, do not forget, forgot?, forgot to, must not forget,
        need to remember, note to self, errand, errands
    """,
    # Weather
    "weather": """
        weather, forecast, sunny, cloudy, cloud?, fog, foggy, sunshine, humid, sky?, sunset~, overcast,
        sunrise~, rainbow, blue sky, spring weather
    """,
    "weather.rain": """
        rain, raining, rained, rainy, drizzle, downpour, shower~, umbrella, puddles, soaked?, wet~, flooded,
        flood, drizzling
    """,
    "weather.snow": """
        snow, snowed, snowing, snowy, sleet, ice~, icy, frost, frosty, hail, blizzard, snowman, frozen~,
        froze?, black ice
    """,
    "weather.storm": """
        storm in a teacup?, storm, stormy, thunderstorm, thunder, lightning, wind~, windy, gale, gust,
        hurricane, tornado
    """,
    "weather.temperature": """
        heatwave, heat wave, hot?, warm?, cold~, freezing, degrees?, # degrees outside, degrees outside,
        minus #, below zero, temperature?, chilly, celsius?, # degrees?, mild?, outside?, scorching,
        sweltering
    """,
    # Animals
    "pets": """
        raining cats?, let the cat out?, pet, pets, animal~, hamster, rabbit, guinea pig, budgie, parrot,
        goldfish, aquarium, tortoise, chickens, hens, horse, kibble, cage, terrarium, pony
    """,
    "pets.dog": """
        dog threw up!, dog food!, dog is!, dog was!, dog, puppy, leash, dog walk, barked, barking, labrador,
        dachshund, poodle, terrier, retriever, walkies, dog park, kennel, walked the dog!
    """,
    "pets.cat": """
        litter, cat threw up!, cat vomited!, cat food!, cat is!, cat was!, hairballs!, cat, kitten,
        litter box, catnip, purr, purring, meow, scratching post, tomcat, cat flap, hairball
    """,
    "pets.vet": """
        vet!, veterinarian!, worming!, deworming!, neutered!, spayed!, flea!, fleas!, ticks?,
        vet appointment!, rabies!
    """,
    # Being in touch
    "communication": """
        reply?, replied?, answered?, contact?, conversation, answer?
    """,
    "communication.email": """
        mail~, emails, emailed, unread, mailing list, attachment, unsubscribed, unsubscribe, reply all,
        out of office, draft?
    """,
    "communication.calls": """
        called?, call?, phoned, phone call, rang?, call with, voicemail, telephone, video call, video chat,
        facetime, skype, missed call, on the phone, call back, called back, hung up, call from, calls?,
        a call, called me, called to
    """,
    "communication.messages": """
        message, messages, texted, text?, chat, chatted, group chat, dm, letter~, postcard, parcel,
        post office, package~, stamp, letterbox, mailbox, voice message, emoji, thread?, posted?, courier,
        unanswered, thank you card
    """,
}

# Words without a topic: they tell the language of a line.
COMMON = """
    teacup piece wire ball bell faster slower easier harder nicer paragraph sentence
    version the a an and or but if of to in on at by for from with without about
    into over under after before since until while as than then that this these those
    there here it its he she they them his her him their we us our you your i my me
    mine is are was were be been being am do does did done doing have has had having
    will would shall should can could may might must not no yes nor so too very just
    only also again still yet already always never often sometimes ever now today tomorrow
    yesterday once twice first second last next more most less least much many few some
    any all both each every other another same such own which who whom whose what when
    where why how because though although through during between against out up down off
    away back got get gets getting gave give given take took taken make made makes
    making go went gone going goes come came comes say said says tell told think thought
    know knew known want wanted need needs needed like liked seem seems seemed look looks
    looked feel feels felt use used uses using try tried tries keep kept let put set
    good bad better best worse worst new old big small long short great nice fine little
    right wrong left enough finally really quite rather almost maybe perhaps probably half
    whole hour hours minute minutes week weeks month year years morning afternoon evening
    night day days way thing things lot time times anything nothing something everything
    nobody everybody somebody someone one two three four five six seven eight nine ten
    monday tuesday wednesday thursday friday saturday sunday january february march april
    june july august september october november december don t doesn didn isn wasn s ll
    ve re d m finished started start began begin stopped stop end ended asked ask
    everyone instead around later early earlier soon ago along across near yesterday's
    works worked working leave leaves turn turned found find called help helped happened
    happen stay stayed mind light kind hand hands line lines point points part parts
    place places side front word words number numbers name names list lists item items
    key keys colour color red blue green yellow black white labels label step steps state
    change changed changes check checked sure idea reason rule rules case question
    questions clear close closed open opened easy hard high low full empty top bottom
    main real true false different possible important special simple per via etc ok okay
    range master credit seen transport committee border essential reserve present
"""
