"""Spanish words and their topics; `topic_words` says how to write them."""

from __future__ import annotations

from collections.abc import Mapping

WORDS: Mapping[str, str] = {
    # Eating and drinking
    "food": """
        comer, comí, comido, comida, comimos, hambre, apetito, rico?, delicioso, plato?, sobras, dulces?,
        chocolate, helado?, alimentos
    """,
    "food.vegetables": """
        verdura, verduras, vegetal, vegetales, hortaliza, zanahoria, remolacha, patata, papa?, papas,
        tomate, cebolla, ajo, puerro, col?, repollo, coliflor, brócoli, espinaca, lechuga, ensalada, pepino,
        calabacín, berenjena, calabaza, hinojo, apio, rábano, nabo, espárrago, alcachofa, champiñón, seta,
        setas, guisante, judías verdes, judías, pimiento, acelga, maíz, batata, boniato, rúcula, chirivía,
        col rizada
    """,
    "food.fruit": """
        fruta, manzana, plátano, banana, fresa, frambuesa, arándano, cereza, melocotón, pera, ciruela, uva,
        melón, sandía, piña, limón, naranja?, kiwi, mango?, aguacate, higo, mandarina
    """,
    "food.breakfast": """
        desayuno, desayuné, desayunar, desayunado, avena, cereales, tostada, tostadas, tortitas,
        huevos revueltos, mermelada, churros, gachas, granola
    """,
    "food.meals": """
        almuerzo, almorcé, almorzar, cena, cené, cenar, cenamos, cenado, sopa, guiso, estofado, curry,
        pasta?, espaguetis, arroz, lentejas, garbanzos, tofu, pollo, ternera, cerdo, carne, salchicha,
        jamón, filete, pescado, salmón, atún, huevo, huevos, queso, yogur, tortilla, paella, pizza,
        bocadillo, hamburguesa, postre, merienda, tapas, frijoles, cocido, potaje, caldo, albóndigas,
        lasaña, patatas fritas, frutos secos
    """,
    "food.cooking": """
        cocinar, cociné, cocinado, cocinando, cocina?, receta, horno?, al horno, hornear, asar, asado,
        freír, frito, hervir, hervido, plancha?, sartén, olla, especias, sal?, pimienta, canela, romero,
        tomillo, albahaca, perejil, jengibre, aceite de oliva, mantequilla, salsa, ingredientes, crudo?,
        sofrito, salteado, congelado, pelar?
    """,
    "food.drinks": """
        café, té, cerveza, vino, vino tinto, zumo, jugo, refresco, agua~, vaso de agua, vasos de agua,
        litros de agua, leche, beber, bebí, bebido, bebida, alcohol, cafeína, infusión, mate?, resaca,
        chocolate caliente, descafeinado
    """,
    "food.baking": """
        pan, masa madre, masa?, levadura, harina, pastel?, tarta, bizcocho, galleta, galletas, magdalena,
        empanada?, horneado, amasar, amasé, hogaza, centeno
    """,
    "food.shopping": """
        supermercado, hacer la compra, la compra, lista de la compra, mercado?, mercadona, panadería,
        carnicería, frutería, sin leche, compra semanal, despensa, nevera vacía, tienda de comestibles
    """,
    "food.eating-out": """
        restaurante, bar?, cafetería, cantina, camarero, propina, menú?, menú del día, comimos fuera,
        cenamos fuera, comer fuera, cenar fuera, para llevar, terraza?, taberna, comida a domicilio
    """,
    "food.diet": """
        dieta, calorías, proteína, vegano, vegana, vegetariano, vegetariana, gluten, sin gluten, lactosa,
        azúcar, sin azúcar!, ayuno, ayunar, adelgazar, bajar de peso, perder peso, nutrición, fibra?,
        sin carne!, nutricionista
    """,
    # Sleep
    "sleep": """
        almohada, colchón, edredón, pijama, sueño?, cansado~, cansada~, cama~, noche?
    """,
    "sleep.bedtime": """
        a la cama, en la cama, me acosté, acosté, acostarme, acostado, acostada, me acuesto, dormirme,
        me dormí, me quedé dormido, me quedé dormida, dormido a, medianoche, después de medianoche,
        antes de medianoche, trasnoché, trasnochar, despierto hasta, despierta hasta,
        hasta las # de la noche?, tarde?, muy tarde?, apagué la luz, hora de dormir, desvelado,
        fui a dormir, irme a dormir, hasta las tantas, de madrugada?
    """,
    "sleep.quality": """
        noches seguidas~, dormí, dormir, dormido, duermo, insomnio, sueños, soñé, soñado, pesadilla, ronca,
        ronqué, ronquidos, dormí bien!, dormí mal!, dormido bien!, dormido mal!, horas de sueño!,
        sueño profundo!, mala noche, no dormí!, no pude dormir!, dormí poco!, dormí fatal!, dormí #!,
        calidad del sueño!
    """,
    "sleep.naps": """
        siesta!, cabezada!, eché una siesta!
    """,
    "sleep.waking": """
        desperté!, despertarme!, me despierto!, despertador!, despertado!, me levanté, levantarme,
        levanté a, me levanto, madrugar!, madrugué!, madrugón!, levantado a, volver a dormir!,
        volver a dormirme!, despierto?, despierta?, despierto desde!
    """,
    # Body and mind
    "health": """
        salud, sano?
    """,
    "health.exercise": """
        ejercicio~, hice ejercicio, hacer ejercicio, entrenamiento, entrené, entrenar, gimnasio, correr,
        corrí, nadar, nadé, natación, piscina, flexiones, sentadillas, abdominales, pesas, caminar, caminé,
        caminata, paseo, paseé, pasear, pasos?, # pasos, estiramientos, maratón, media maratón, # km, km?,
        kilómetro?, # kilómetros, cinta de correr, deporte~, remo, agujetas, series?, trote, troté
    """,
    "health.illness": """
        enfermo, enferma, enfermedad, resfriado, resfriada, resfrío, catarro, gripe, fiebre, tos,
        dolor de garganta, me duele la garganta, mocos, virus, infección, covid, náuseas, vomité, vomitar,
        vómitos, diarrea, gastroenteritis, alergia, alérgico, alérgica, migraña, bronquitis, escalofríos,
        mareado, mareada, mareo, constipado, asma, estornudos, congestión
    """,
    "health.medicine": """
        medicina?, medicamento, medicación, pastilla, pastillas, antibiótico, receta médica, farmacia,
        dosis, vacuna, vacuné, vacunado, pomada, gotas?, jarabe, vitamina, insulina, inhalador,
        efecto secundario, analgésico, magnesio
    """,
    "health.doctor": """
        médico, médica, doctor, doctora, dentista, hospital, clínica, enfermera, enfermero, fisio,
        fisioterapeuta, oculista, dermatólogo, análisis de sangre, radiografía, resonancia, ecografía,
        cirujano, operación?, urgencias, revisión?, consulta~, pediatra, ginecóloga, ginecólogo,
        centro de salud, cita médica, traumatólogo, ambulatorio, ortodoncia
    """,
    "health.body": """
        dolor, duele, duelen, dolor de cabeza, dolor de espalda, espalda, rodilla, hombro, tobillo, muñeca?,
        cadera, codo, cuello, barriga, estómago, músculo, tendón, esguince, calambre, tensión arterial!,
        presión arterial!, pulso, peso~, pesé, kilos?, kg?, piel~, lesión, lesioné, muela, muelas, diente,
        dientes, ojo?, ojos~, pie~, contractura, hinchado, regla?, lumbares, postura
    """,
    "health.mind": """
        ansioso, ansiosa, ansiedad, angustia, estrés, estresado, estresada, deprimido, deprimida, depresión,
        ánimo, de buen humor, de mal humor, humor?, pánico, terapia, terapeuta, psicólogo, psicóloga,
        meditación, medité, meditar, agotado, agotada, agradecido, agradecida, gratitud, solo?, soledad,
        triste, tristeza, lloré, llorado, nervioso, nerviosa, agobiado, agobiada, preocupado, preocupada,
        tranquilo?, feliz~, respiración
    """,
    # Working life
    "work": """
        trabajo~, trabajé~, trabajar?, oficina, empresa~, teletrabajo, horas extra, turno?, empleo,
        jefatura
    """,
    "work.meetings": """
        reunión, reuniones, videollamada con el cliente, orden del día, acta?, presentación, presenté?,
        conferencia?, taller~, videoconferencia, sala de reuniones, diapositivas, junta?
    """,
    "work.projects": """
        proyecto, hito, requisitos, prototipo, entregable, lanzamiento, producto?, estrategia, hoja de ruta
    """,
    "work.deadlines": """
        plazo, fecha límite, fecha de entrega, entrega~, entregar?, entregué?, informe~, atrasado?,
        urgente?, para el viernes, vence, antes del viernes, cierre?
    """,
    "work.colleagues": """
        compañero?, compañera?, compañeros de trabajo, colega, jefe, jefa, equipo~, becario, becaria,
        recursos humanos, gerente, encargado, mi superior, compañeros?
    """,
    "work.clients": """
        cliente, clienta, contrato~, presupuesto para el cliente, queja, proveedor, consultoría, ventas?,
        autónomo?, autónoma?, encargo?
    """,
    "work.career": """
        entrevista de trabajo, entrevista~, solicitud?, currículum, ascenso, aumento?, aumento de sueldo,
        dimití, renuncié, despido, despedido, despidieron, contratado, carrera?, jubilación,
        oferta de trabajo, nuevo trabajo, paro?, carta de presentación, vacante, buscar trabajo
    """,
    # Attention
    "focus": """
        concentración, concentrado?, concentrada?, productivo, productiva, atención?
    """,
    "focus.deep-work": """
        sin interrupciones, trabajo profundo, de un tirón, tiempo para pensar, bloque de tiempo,
        sin distracciones, seguidas de trabajo, horas seguidas, bloque de concentración, me cundió, cundió
    """,
    "focus.breaks": """
        descanso, pausa, pausa para el café, día libre?, descansar, descansé, tomar el aire, un respiro
    """,
    "focus.distraction": """
        distraído, distraída, distracción, distraje, distraigo, procrastiné, procrastinar, procrastinación,
        redes sociales, instagram, tiktok, interrumpido, interrupción, interrumpieron, notificación,
        notificaciones, no hice nada, móvil~, no pude concentrarme!, concentrarme!, tiempo de pantalla,
        ruido~, perdí el tiempo, perdiendo el tiempo, despistado
    """,
    # People
    "people": """
        invitado, invitados, visita?, gente?
    """,
    "people.family": """
        familia, madre, mamá, padre, papá, padres, hermana, hermano, abuela, abuelo, abuelos, tía, tío,
        prima?, primo, sobrina, sobrino, hija, hijo, hijos, marido, esposa, esposo, mujer~, niño, niña,
        niños, bebé, nieto, nieta, nietos, suegra, suegros, guardería, colegio~, escuela~, deberes?, cuñado,
        cuñada, gemelos, canguro?
    """,
    "people.friends": """
        amigo, amiga, amigos, amigas, colegas?, reencuentro, compañero de piso, compañera de piso,
        quedé con, quedada, novio, novia
    """,
    "people.neighbours": """
        vecino, vecina, vecinos, vecindario, casero?, barrio, comunidad de vecinos, de arriba?
    """,
    "people.celebrations": """
        cumpleaños, cumple?, boda, aniversario, fiesta, navidad, nochebuena, nochevieja, reyes magos,
        semana santa, funeral, bautizo, regalo, regalos, entierro, celebramos, celebrar, despedida?
    """,
    # The house
    "home": """
        casa~, piso~, apartamento, baño~, dormitorio?, salón?, sótano, trastero, balcón?, hogar
    """,
    "home.repairs": """
        arreglar, arreglé, arreglado?, reparar, reparé, reparación, fontanero, plomero, electricista, gotea,
        goteo, goteando, fuga?, grifo, inodoro, váter, cisterna, desagüe, atascado, atascó, lavavajillas,
        lavadora, nevera, frigorífico, congelador, fusible, bombilla, enchufe, canalón, tejado, azulejos,
        taladro, taladrar, tornillo, pintar~, pintar la, pinté la, papel pintado, moho, roto~, rota~,
        estropeado, estropeó, estropeada, rompió?, chirría, timbre, cerradura, cerrajero, reforma?, ducha~,
        ventana~, puerta~, persiana, humedad~, humedades, bisagra, bricolaje, avería
    """,
    "home.cleaning": """
        limpiar, limpié, limpieza, limpio?, aspiradora, barrer, barrí, fregar, fregué, polvo, lavar?, lavé?,
        colada, ropa sucia, tender la ropa, planchar, planché, plancha de vapor, ordenar?, ordené?, platos?,
        fregar los platos, lavar los platos, basura, reciclaje, sábanas, toallas, mancha, desorden,
        puse la lavadora, poner la lavadora, recogí?, trapo, lejía, cal?
    """,
    "home.garden": """
        jardín, jardinería, césped, corté el césped, cortar el césped, malas hierbas, seto, planté!,
        plantar!, planta~, plantas, flor, flores, tulipanes, rosas, rosal, compost, regar, regué, riego,
        invernadero, semilla, semillas, sembrar!, sembré!, tierra~, maceta, macetas, trasplanté, caracoles,
        árbol~, hojas?, cosecha!, coseché!, huerto!, podar, podé, geranios, lavanda
    """,
    "home.furniture": """
        mueble, muebles, sofá, sillón, silla, mesa~, escritorio, estantería, armario, cómoda, cajón,
        cortina, cortinas, alfombra, lámpara, espejo~, somier, estante
    """,
    "home.heating": """
        calefacción, radiador, radiadores, caldera, termostato, bomba de calor, chimenea, leña, aislamiento,
        corriente de aire, ventilar, aire acondicionado, humidificador, estufa, deshumidificador
    """,
    "home.clothes": """
        ropa~, zapato, zapatos, pantalón, pantalones, camisa, chaqueta, jersey, vestido, abrigo, calcetines,
        botas, zapatillas?
    """,
    "home.paperwork": """
        pasaporte, dni, seguro del, seguro de hogar, carnet de conducir, formulario, ayuntamiento, trámite,
        trámites, papeles~, notario, empadronamiento, certificado?, nie, gestoría, poder notarial,
        cita previa, contrato de alquiler
    """,
    "home.moving": """
        mudanza, mudarme, mudé, mudamos, cajas?, nuevo piso, piso nuevo, fianza, visita al piso,
        inmobiliaria, camión de mudanza
    """,
    # Money
    "money": """
        dinero, banco~, cuenta~, cuenta bancaria, efectivo, tarjeta de crédito, préstamo, hipoteca, deuda,
        caro?, cara?, barato?, precio~, interés?, transferencia, euros?
    """,
    "money.bills": """
        factura, facturas, alquiler, luz~, recibo de la luz, factura de la luz, pagué~, pagar~,
        domiciliación, suscripción, recibo?, contador?, gastos de comunidad, suministro, tarifa?
    """,
    "money.budget": """
        presupuesto, gastos, gasto, gasté, gastado, ahorrativo, cuesta?, costó?, gasto mensual,
        demasiado gasto
    """,
    "money.purchases": """
        compré, comprar, comprado, compra~, pedido~, pedí?, reembolso, de segunda mano, rebajas, descuento,
        oferta?, ticket?, garantía?, devolví, devolución, wallapop, rastro?
    """,
    "money.taxes": """
        impuesto, impuestos, hacienda, declaración de la renta, la renta, iva, contable, gestor,
        agencia tributaria, irpf, contabilidad
    """,
    "money.savings": """
        ahorros, ahorrar, ahorré, ahorro, ahorrado, invertir, invertí, inversión, acciones?, fondo?, bolsa?,
        plan de pensiones, aparté?, fondo indexado, fondo de emergencia, depósito?
    """,
    "money.income": """
        sueldo, salario, nómina, ingresos, paga?, cobré, paga extra
    """,
    # On the way
    "travel": """
        viaje, viajar, viajé, extranjero?, aduana, turista
    """,
    "travel.transport": """
        barco, lanzadera, metro, tren, autobús, bus, tranvía, avión, vuelo, aeropuerto, estación~, andén,
        retraso?, billete, billetes, renfe, cercanías, ferry, transbordo, horario?, atasco, tráfico,
        abono transporte, parada de autobús, parada?, autopista, ave?, embarque
    """,
    "travel.trips": """
        vacaciones, excursión, maleta, maletas, equipaje, mochila~, museo, playa~, itinerario, crucero,
        guía?, escapada, puente?, visité?, turismo, souvenirs, hacer la maleta
    """,
    "travel.lodging": """
        alojamiento, hotel, hostal, casa rural, habitación~, reservé~, reserva~, noches en~, camping,
        pensión?, albergue, apartamento turístico
    """,
    "travel.car": """
        coche, carro, conducir, conduje, gasolina, gasoil, repostar, neumático, neumáticos, ruedas?, rueda?,
        cambio de aceite, taller~, itv, aparcamiento, aparcar, aparqué, aparcado, freno~, frenos, motor~,
        multa, coche eléctrico, embrague, parabrisas, batería del coche, grúa, peaje
    """,
    "travel.cycling": """
        bici, bicicleta, pedaleé, carril bici, pinchazo, rueda pinchada, casco?, sillín, cadena?, en bici,
        bicicleta eléctrica, pinché, pedalear
    """,
    # Machines and programs
    "tools": """
        aparato?, herramienta?, ajustes?, configuración?, tecnología?
    """,
    "tools.software": """
        instalé, instalar, instalado, programa~, aplicación?, actualización~, actualicé?, actualizar?,
        versión?, contraseña, contraseñas, copia de seguridad, atajo de teclado, sistema operativo,
        licencia?, hoja de cálculo, navegador, página web, sitio web, extensión?, archivo~, carpeta?,
        captura de pantalla
    """,
    "tools.hardware": """
        ordenador, computadora, portátil, teclado, ratón?, pantalla, auriculares, cargador, batería?, cable,
        disco duro, cámara~, micrófono, altavoz, ventilador?, tele~, televisor, móvil~, teléfono~,
        memoria usb, pendrive, mando a distancia, pilas, tableta
    """,
    "tools.printer": """
        impresora, imprimir, imprimí, impreso, atasco de papel, tinta, cartucho, escáner, escaneé, escanear,
        fotocopiadora
    """,
    "tools.network": """
        internet, red~, conexión~, fibra?, sin internet, cobertura?, datos móviles, wifi
    """,
    # Programming
    "code": """
        programar, programé, programación, código?, código fuente, función~, clase~, método?, módulo?,
        biblioteca?, variable, script?, importación?, exportación?, bucle, servidor~, interfaz,
        desarrollador, desarrolladora, algoritmo, refactor
    """,
    "code.bugs": """
        bug, mensaje de error, error~, errores?, depurar, depuré, depuración, arreglado?, fallo~, falla?,
        excepción?, bucle infinito, regresión, caso límite, corregí?, corregido?, fuga de memoria
    """,
    "code.tests": """
        tests, test?, pruebas~, pruebas unitarias, prueba~, cobertura?, probé?, pasan?, fallan?, verde?,
        casos de prueba, pruebas de integración, test unitario
    """,
    "code.deploy": """
        desplegar, desplegué, desplegado, despliegue, producción?, servidor~, publicación?, caída?,
        en producción, a producción, guardia?, lanzada?
    """,
    "code.git": """
        commit, fusioné?, fusionar?, rama~, ramas?, conflicto~, conflictos?, repositorio, rebase, merge
    """,
    "code.review": """
        revisión de código, revisar?, revisé?, comentarios?, pull request, review
    """,
    "code.database": """
        base de datos, consulta sql, consulta~, consultas?, tabla?, columna?, índice?, migración, esquema?,
        clave foránea, filas?, clave primaria
    """,
    "code.build": """
        compilar, compilé, compila, compilación, dependencia?, dependencias?, build, pipeline?,
        errores de tipos, gestor de paquetes
    """,
    "code.refactoring": """
        refactoricé, refactorizar, refactorización, reescribí?, reescribir?, renombré?, arquitectura?,
        deuda técnica, simplifiqué?, código muerto
    """,
    # Learning
    "learning": """
        aprender, aprendí, aprendido, estudiar, estudié, estudio?, aprendizaje
    """,
    "learning.reading": """
        leer, leí, leyendo, leído, lectura, libro, libros, novela, capítulo, páginas~, biblioteca?,
        audiolibro, autor, autora, poema, poesía, artículo~, periódico, revista, librería, club de lectura,
        biografía, ensayo~
    """,
    "learning.courses": """
        curso, cursos, clase~, clases~, examen, exámenes, universidad, profesor, profesora, deberes, tesis,
        seminario, certificado?, tutorial, lección, asignatura, máster, curso en línea, apuntes, alumno,
        autoescuela, oposiciones, matrícula
    """,
    "learning.languages": """
        vocabulario, gramática, verbo, verbos, pronunciación, clase de inglés, clase de alemán,
        clases de inglés, clases de alemán, clase de francés, inglés~, francés~, alemán~, sueco~, italiano~,
        japonés~, árabe~, chino~, idioma, idiomas, subjuntivo, intercambio de idiomas, conjugación,
        # palabras, palabras nuevas
    """,
    # Music
    "music": """
        música, canción, canciones, melodía, acorde, acordes, ritmo?, partitura, compositor, músico, letra?
    """,
    "music.practice": """
        escalas?, metrónomo, ensayar, ensayé, clase de piano, clase de guitarra, practiqué?, practicar?,
        pieza?, de memoria?, conservatorio, solfeo, practiqué piano, toqué el piano, toqué la guitarra
    """,
    "music.choir": """
        coro, cantar, canté, cantando, cantamos, soprano, sopranos, contralto, tenor, tenores, bajos?,
        director del coro, cantata, réquiem, ensayo~, coral, ensayo del coro, cantante
    """,
    "music.concert": """
        concierto, ópera, orquesta, recital, festival, entradas para?, actuación?, gira?, bis?
    """,
    "music.instruments": """
        piano, guitarra, violín, violonchelo, chelo, flauta, clarinete, trompeta, trombón, acordeón,
        órgano?, armonio, cuerdas?, afinar, afiné, afinador, fuelle, instrumento, batería?, saxofón,
        ukelele, arpa, bajo?, tambor
    """,
    "music.listening": """
        pódcast, podcast, escuché?, escuchar?, escuchando?, vinilo, disco~, álbum, radio~, tocadiscos
    """,
    # Free time
    "hobbies": """
        afición, aficiones, pasatiempo, hobby
    """,
    "hobbies.crafts": """
        tejer, tejí, punto?, ganchillo, coser, cosí, costura, lana, cerámica, alfarería, dibujar, dibujé,
        dibujo, pintar~, pinté~, pintura~, acuarela, bordar, bordado, cola?, pegamento, pegué?, lijar, lijé,
        barniz, madera?, bufanda, taller~, carpintería, manualidades, máquina de coser, tallar, manga?,
        arcilla, patrón?
    """,
    "hobbies.sport": """
        fútbol, tenis, baloncesto, voleibol, balonmano, bádminton, ping pong, escalada, escalar, esquí,
        esquiar, esquié, patinaje, patinar, partido~, liga?, equipo~, torneo, gol, golf, judo, vela?,
        equitación, baile, bailar, bailé, pádel, surf, kayak, boxeo, mundial?, rocódromo, ganamos?,
        real madrid
    """,
    "hobbies.games": """
        ajedrez, juego~, juegos?, juego de mesa, juegos de mesa, videojuego, videojuegos, puzle,
        rompecabezas, cartas?, jugué~, jugar~, crucigrama, partida, dados?, dominó, parchís, consola?
    """,
    "hobbies.photo": """
        foto, fotos, fotografía, fotografié, cámara~, cámara de fotos, objetivo?, trípode, exposición?,
        retrato, revelado
    """,
    "hobbies.film": """
        película, películas, cine, serie~, episodio, temporada?, tele~, documental, vi una, teatro, actor,
        actriz, obra de teatro
    """,
    "hobbies.outdoors": """
        senderismo, ruta?, acampar, acampada, tienda de campaña, cumbre, montaña~, bosque~, lago?, pescar,
        pesca, pájaros~, aves, setas en el bosque, hoguera, sendero, excursionismo, saco de dormir,
        prismáticos, caminata por
    """,
    # What is to come
    "plans": """
        plan?, planes?, planear, planeé, objetivo?, lista de tareas, propósito, tareas pendientes,
        pendiente?, propósitos, semana que viene?
    """,
    "plans.calendar": """
        cita?, calendario, agenda, aplazada?, aplazado?, cambiada al?, pospuesto, pospuesta, cita con,
        reprogramar
    """,
    "plans.reminders": """
        recordar, recordatorio, recuérdame, no olvidar, olvidé~, acordarme de, acordarse de, no olvides,
        se me olvidó?, recado, recados
    """,
    # Weather
    "weather": """
        clima?, sol~, soleado, nube?, nubes, nublado, niebla, cielo?, pronóstico, buen tiempo, mal tiempo,
        hace sol, tiempo?, arcoíris
    """,
    "weather.rain": """
        lluvia, llueve, llovió, lloviendo, llover, llovizna, paraguas, chubasco, inundación, charcos,
        llovido, empapado
    """,
    "weather.snow": """
        nieve, nevó, nevado, nevando, hielo?, helada?, granizo, escarcha, nevada
    """,
    "weather.storm": """
        tormenta, viento~, rayo?, rayos?, trueno, truenos, vendaval, ráfagas, temporal?, huracán
    """,
    "weather.temperature": """
        calor~, frío~, grados?, # grados, bajo cero, temperatura?, ola de calor, hace frío, hace calor,
        bochorno, ola de frío
    """,
    # Animals
    "pets": """
        mascota, animal~, conejo, hámster, cobaya, periquito, acuario, gallinas, caballo, tortuga, jaula,
        loro, pienso?, pecera
    """,
    "pets.dog": """
        perro, perra, cachorro, correa?, ladra, ladró, paseé al perro!, pasear al perro!, sacar al perro!,
        saqué al perro!, ladrando
    """,
    "pets.cat": """
        gato, gata, gatito, arenero, maúlla, ronronea, rascador
    """,
    "pets.vet": """
        veterinario!, veterinaria!, desparasitar!, garrapata, garrapatas, pulgas?, esterilizar!, castrar!
    """,
    # Being in touch
    "communication": """
        respuesta?, respondió?, contesté?, contacto?, conversación
    """,
    "communication.email": """
        correo~, correos?, correo electrónico, correos electrónicos, bandeja de entrada, adjunto?, buzón?,
        boletín?
    """,
    "communication.calls": """
        llamé~, llamada~, llamar?, llamó~, teléfono~, por teléfono, videollamada, buzón de voz,
        hablé con … por teléfono, llamada perdida, llamadas?, telefoneé
    """,
    "communication.messages": """
        mensaje, mensajes, carta~, postal?, paquete~, sello?, envié?, chat, correos?, grupo de whatsapp,
        mensaje de voz, buzón?, audio?
    """,
}

# Words without a topic: they tell the language of a line.
COMMON = """
    el la los las un una unos unas de del al a y e o u pero sino que qué quien
    quién cual cuál cuyo donde dónde cuando cuándo como cómo porque si no sí ni nunca
    siempre también tampoco ya aún todavía muy más menos mucho mucha muchos poco poca
    todo toda todos todas nada nadie algo alguien algún alguna otro otra otros vez veces
    mismo misma cada este esta esto estos estas ese esa eso aquel aquella yo tú él ella
    nosotros ellos ellas me te se nos os le les lo mi mis tu tus su sus nuestro
    nuestra con sin por para en entre sobre bajo hasta desde hacia durante según contra
    tras es son era fue ser estar está están estaba estuve estuvo he ha han había hay
    hoy ayer mañana noche noches tarde tardes mediodía día días semana semanas mes año
    años hora horas minuto minutos lunes martes miércoles jueves viernes sábado domingo
    enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre
    uno dos tres cuatro cinco seis siete ocho nueve diez media bien mal mejor peor bueno
    buena malo nuevo nueva grande pequeño primera primer primero último última antes
    después luego ahora entonces así aquí ahí allí casi solo bastante demasiado tengo
    tiene tenía tuve hace hice hizo hacer hecho voy va fui ir puede puedo poder quiere
    quiero necesitan necesita viene vino pasó acuerdo aunque mientras quizá sido dar cosa
    cosas
    importante importantes diferente diferentes transporte autoridad autoridades habitantes
    obstante representante representantes constante van sola presenta presentar presentado
"""
