/** Demo templates of the category Calendar: closures, events and the weekly menu. */
import type { DemoTemplate } from './demo-template.js';
import { paragraphs } from './paragraphs.js';

/** Templates about dates and events. */
export const calendarTemplates: readonly DemoTemplate[] = [
  {
    key: 'holiday-closure',
    category: 'Calendar',
    order: 100,
    placeholders: [
      '{holidayName}',
      '{startDate}',
      '{endDate}',
      '{reopeningDate}',
      '{emergencyContact}',
      '{companyName}',
    ],
    title: {
      defaultValue: 'We are closed for {holidayName}',
      langValues: {
        es: 'Cierre de oficinas: {holidayName}',
        fr: 'Fermeture des bureaux : {holidayName}',
        de: 'Wir haben geschlossen: {holidayName}',
        pt: 'Estaremos encerrados: {holidayName}',
        'pt-BR': 'Estaremos fechados: {holidayName}',
        it: 'Chiusura degli uffici: {holidayName}',
      },
    },
    body: {
      defaultValue: paragraphs(
        'For {holidayName} the offices of {companyName} will be closed from {startDate} to {endDate}. We will be back on {reopeningDate}.',
        'Before you leave, please set an out-of-office message, hand over anything that cannot wait, and switch off screens and devices.',
        'Teams on call work to their schedule. In an emergency during the closure: {emergencyContact}.',
        'Enjoy the time off with the people who are dear to you.',
      ),
      langValues: {
        es: paragraphs(
          'Con motivo de {holidayName}, las oficinas de {companyName} permanecerán cerradas del {startDate} al {endDate}. Volvemos el {reopeningDate}.',
          'Antes de irte, configura el mensaje de ausencia, deja en buenas manos lo que no pueda esperar y apaga pantallas y equipos.',
          'Los equipos de guardia trabajan según su calendario. En caso de emergencia durante el cierre: {emergencyContact}.',
          'Disfruta del descanso con las personas que más quieres.',
        ),
        fr: paragraphs(
          'Les bureaux de {companyName} seront fermés du {startDate} au {endDate} ({holidayName}). Nous serons de retour le {reopeningDate}.',
          'Avant de partir, pensez à activer votre message d’absence, à transmettre ce qui ne peut pas attendre et à éteindre vos écrans et appareils.',
          'Les équipes d’astreinte suivent leur planning. En cas d’urgence pendant la fermeture : {emergencyContact}.',
          'Profitez bien de cette pause avec celles et ceux qui vous sont chers.',
        ),
        de: paragraphs(
          'Die Büros von {companyName} sind vom {startDate} bis zum {endDate} geschlossen ({holidayName}). Ab dem {reopeningDate} sind wir wieder da.',
          'Bevor du gehst: Richte bitte eine Abwesenheitsnotiz ein, übergib, was nicht warten kann, und schalte Bildschirme und Geräte aus.',
          'Die Bereitschaftsteams arbeiten nach Plan. In Notfällen während der Schließung: {emergencyContact}.',
          'Genieß die freie Zeit mit den Menschen, die dir am Herzen liegen.',
        ),
        'de-CH': paragraphs(
          'Die Büros von {companyName} sind vom {startDate} bis zum {endDate} geschlossen ({holidayName}). Ab dem {reopeningDate} sind wir wieder da.',
          'Bevor du gehst: Richte bitte eine Abwesenheitsnotiz ein, übergib, was nicht warten kann, und schalte Bildschirme und Geräte aus.',
          'Die Pikettteams arbeiten nach Plan. In Notfällen während der Schliessung: {emergencyContact}.',
          'Geniess die freie Zeit mit den Menschen, die dir am Herzen liegen.',
        ),
        pt: paragraphs(
          'Por ocasião de {holidayName}, os escritórios da {companyName} estarão encerrados de {startDate} a {endDate}. Estaremos de volta em {reopeningDate}.',
          'Antes de sair, ative a mensagem de ausência, deixe bem entregue o que não puder esperar e desligue ecrãs e equipamentos.',
          'As equipas de prevenção trabalham de acordo com a escala. Em caso de emergência durante o encerramento: {emergencyContact}.',
          'Aproveite o descanso com as pessoas de quem mais gosta.',
        ),
        'pt-BR': paragraphs(
          'Por ocasião de {holidayName}, os escritórios da {companyName} ficarão fechados de {startDate} a {endDate}. Voltamos em {reopeningDate}.',
          'Antes de sair, ative a mensagem de ausência, deixe em boas mãos o que não puder esperar e desligue telas e equipamentos.',
          'As equipes de plantão seguem a escala. Em caso de emergência durante o período: {emergencyContact}.',
          'Aproveite o descanso com as pessoas de quem você mais gosta.',
        ),
        it: paragraphs(
          'In occasione di {holidayName}, gli uffici di {companyName} resteranno chiusi dal {startDate} al {endDate}. Riapriremo il {reopeningDate}.',
          'Prima di andare, imposta il messaggio di assenza, affida a qualcuno ciò che non può aspettare e spegni schermi e dispositivi.',
          'I team di reperibilità lavorano secondo i turni previsti. Per emergenze durante la chiusura: {emergencyContact}.',
          'Goditi il riposo con le persone a cui vuoi bene.',
        ),
      },
    },
  },
  {
    key: 'town-hall-invitation',
    category: 'Calendar',
    order: 110,
    coverImageURL: 'https://images.example.com/announcements/town-hall-invitation.jpg',
    placeholders: [
      '{companyName}',
      '{firstName}',
      '{date}',
      '{time}',
      '{location}',
      '{speakerName}',
      '{topics}',
      '{link}',
    ],
    title: {
      defaultValue: 'Save the date: {companyName} town hall on {date}',
      langValues: {
        es: 'Reserva la fecha: encuentro general de {companyName} el {date}',
        fr: 'À vos agendas : assemblée du personnel de {companyName} le {date}',
        de: 'Termin vormerken: Town Hall bei {companyName} am {date}',
        pt: 'Reserve a data: encontro geral da {companyName} em {date}',
        it: 'Segna la data: assemblea plenaria di {companyName} il {date}',
      },
    },
    resume: {
      defaultValue: 'News, open questions and time to talk with {speakerName}.',
      langValues: {
        es: 'Novedades, preguntas abiertas y tiempo para conversar con {speakerName}.',
        fr: 'Des nouvelles, des questions ouvertes et un temps d’échange avec {speakerName}.',
        de: 'Neuigkeiten, offene Fragen und Zeit zum Austausch mit {speakerName}.',
        pt: 'Novidades, perguntas abertas e tempo para conversar com {speakerName}.',
        it: 'Novità, domande aperte e il tempo per parlare con {speakerName}.',
      },
    },
    body: {
      defaultValue: paragraphs(
        'Hello {firstName}, we invite you to our next town hall on {date} at {time}. Place: {location}. If you cannot be there in person, join online: {link}',
        'On the agenda: {topics}. Afterwards {speakerName} will take your questions, on stage and from the chat.',
        'Would you rather ask beforehand, or anonymously? The question form is open under the same link.',
        'The recording will be available the next day for everyone on shift or on leave.',
      ),
      langValues: {
        es: paragraphs(
          'Hola, {firstName}: te invitamos a nuestro próximo encuentro general, el {date} a las {time}. Lugar: {location}. Si no puedes asistir en persona, conéctate en línea: {link}',
          'En el orden del día: {topics}. Después, {speakerName} responderá a vuestras preguntas, en la sala y en el chat.',
          '¿Prefieres preguntar antes o de forma anónima? El formulario de preguntas está abierto en el mismo enlace.',
          'La grabación estará disponible al día siguiente para quienes estén de turno o de permiso.',
        ),
        'es-MX': paragraphs(
          'Hola, {firstName}: te invitamos a nuestro próximo encuentro general, el {date} a las {time}. Lugar: {location}. Si no puedes asistir en persona, conéctate en línea: {link}',
          'En la agenda: {topics}. Después, {speakerName} responderá sus preguntas, en la sala y en el chat.',
          '¿Prefieres preguntar antes o de forma anónima? El formulario de preguntas está abierto en la misma liga.',
          'La grabación estará disponible al día siguiente para quienes estén de turno o de permiso.',
        ),
        fr: paragraphs(
          'Bonjour {firstName}, nous vous invitons à notre prochaine assemblée du personnel le {date} à {time}. Lieu : {location}. Si vous ne pouvez pas vous déplacer, rejoignez-nous en ligne : {link}',
          'À l’ordre du jour : {topics}. Ensuite, {speakerName} répondra à vos questions, dans la salle et dans le chat.',
          'Vous préférez poser votre question à l’avance ou de façon anonyme ? Le formulaire est ouvert à la même adresse.',
          'L’enregistrement sera disponible dès le lendemain pour les personnes en poste ou en congé.',
        ),
        de: paragraphs(
          'Hallo {firstName}, wir laden dich zu unserem nächsten Town-Hall-Meeting am {date} um {time} Uhr ein. Ort: {location}. Du kannst nicht vor Ort sein? Dann sei online dabei: {link}',
          'Auf der Tagesordnung: {topics}. Danach beantwortet {speakerName} eure Fragen, auf der Bühne und im Chat.',
          'Du möchtest lieber vorab oder anonym fragen? Das Frageformular findest du unter demselben Link.',
          'Für alle, die im Schichtdienst oder im Urlaub sind, steht am nächsten Tag die Aufzeichnung bereit.',
        ),
        pt: paragraphs(
          'Olá, {firstName}! Enviamos-lhe o convite para o nosso próximo encontro geral, em {date}, às {time}. Local: {location}. Se não puder estar presente, participe online: {link}',
          'Na ordem de trabalhos: {topics}. Depois, {speakerName} responderá às vossas perguntas, na sala e no chat.',
          'Prefere perguntar antes ou de forma anónima? O formulário de perguntas está aberto na mesma ligação.',
          'A gravação ficará disponível no dia seguinte para quem estiver de turno ou de férias.',
        ),
        'pt-BR': paragraphs(
          'Olá, {firstName}! Convidamos você para o nosso próximo encontro geral, em {date}, às {time}. Local: {location}. Se não puder ir pessoalmente, participe on-line: {link}',
          'Na pauta: {topics}. Em seguida, {speakerName} vai responder às perguntas de vocês, no palco e no chat.',
          'Prefere perguntar antes ou de forma anônima? O formulário de perguntas está aberto no mesmo link.',
          'A gravação ficará disponível no dia seguinte para quem estiver de plantão ou de férias.',
        ),
        it: paragraphs(
          'Ciao {firstName}, ti invitiamo alla nostra prossima assemblea plenaria il {date} alle {time}. Luogo: {location}. Se non puoi esserci di persona, collegati online: {link}',
          'All’ordine del giorno: {topics}. Al termine {speakerName} risponderà alle vostre domande, in sala e in chat.',
          'Preferisci fare una domanda in anticipo o in forma anonima? Il modulo è aperto allo stesso link.',
          'La registrazione sarà disponibile il giorno dopo per chi è di turno o in ferie.',
        ),
      },
    },
  },
  {
    key: 'volunteering-day',
    category: 'Calendar',
    order: 120,
    enabled: false,
    coverImageURL: 'https://images.example.com/announcements/volunteering-day.jpg',
    placeholders: [
      '{firstName}',
      '{companyName}',
      '{date}',
      '{organisationName}',
      '{registrationDeadline}',
      '{link}',
    ],
    title: {
      defaultValue: 'Lend a hand: volunteering day on {date}',
      langValues: {
        es: 'Echa una mano: jornada de voluntariado el {date}',
        fr: 'Donnez un coup de main : journée de bénévolat le {date}',
        de: 'Pack mit an: Freiwilligentag am {date}',
        pt: 'Dê uma mão: dia de voluntariado em {date}',
        'pt-BR': 'Dê uma mão: dia do voluntariado em {date}',
        it: 'Dai una mano: giornata di volontariato il {date}',
      },
    },
    resume: {
      defaultValue:
        'Spend a working day helping out with {organisationName}. Sign up by {registrationDeadline}.',
      langValues: {
        es: 'Dedica una jornada laboral a ayudar con {organisationName}. Inscríbete antes del {registrationDeadline}.',
        fr: 'Consacrez une journée de travail à aider avec {organisationName}. Inscription avant le {registrationDeadline}.',
        de: 'Ein Arbeitstag für den guten Zweck, gemeinsam mit {organisationName}. Anmeldung bis zum {registrationDeadline}.',
        pt: 'Dedique um dia de trabalho a ajudar com {organisationName}. Inscreva-se até {registrationDeadline}.',
        it: 'Dedica una giornata di lavoro ad aiutare insieme a {organisationName}. Iscrizioni entro il {registrationDeadline}.',
      },
    },
    body: {
      defaultValue: paragraphs(
        'Hello {firstName}, on {date} we swap our desks and machines for gloves and paintbrushes: together with {organisationName} we will spend a day doing something for our neighbourhood.',
        'You need no experience, only comfortable clothes. The day counts as working time, and {companyName} takes care of transport, lunch and insurance.',
        'Sign up by {registrationDeadline}, alone or with your whole team: {link}',
      ),
      langValues: {
        es: paragraphs(
          'Hola, {firstName}: el {date} cambiamos las mesas y las máquinas por guantes y brochas. Junto con {organisationName} dedicaremos un día a hacer algo por nuestro barrio.',
          'No necesitas experiencia, solo ropa cómoda. El día cuenta como tiempo de trabajo y {companyName} se encarga del transporte, la comida y el seguro.',
          'Inscríbete antes del {registrationDeadline}, por tu cuenta o con todo tu equipo: {link}',
        ),
        fr: paragraphs(
          'Bonjour {firstName}, le {date}, nous troquons nos bureaux et nos machines contre des gants et des pinceaux : avec {organisationName}, nous consacrerons une journée à notre quartier.',
          'Aucune expérience n’est nécessaire, seulement des vêtements confortables. La journée compte comme temps de travail, et {companyName} prend en charge le transport, le déjeuner et l’assurance.',
          'Inscrivez-vous avant le {registrationDeadline}, en solo ou avec toute votre équipe : {link}',
        ),
        de: paragraphs(
          'Hallo {firstName}, am {date} tauschen wir Schreibtische und Maschinen gegen Handschuhe und Pinsel: Gemeinsam mit {organisationName} tun wir einen Tag lang etwas für unsere Nachbarschaft.',
          'Du brauchst keine Erfahrung, nur bequeme Kleidung. Der Tag zählt als Arbeitszeit, und {companyName} kümmert sich um Anfahrt, Mittagessen und Versicherung.',
          'Melde dich bis zum {registrationDeadline} an, allein oder mit deinem ganzen Team: {link}',
        ),
        pt: paragraphs(
          'Olá, {firstName}! Em {date} trocamos as secretárias e as máquinas por luvas e pincéis: com {organisationName}, vamos dedicar um dia à nossa comunidade.',
          'Não precisa de experiência, apenas de roupa confortável. O dia conta como tempo de trabalho e a {companyName} trata do transporte, do almoço e do seguro.',
          'Inscreva-se até {registrationDeadline}, individualmente ou com toda a sua equipa: {link}',
        ),
        'pt-BR': paragraphs(
          'Olá, {firstName}! Em {date} vamos trocar as mesas e as máquinas por luvas e pincéis: com {organisationName}, dedicaremos um dia à nossa comunidade.',
          'Você não precisa de experiência, só de roupa confortável. O dia conta como jornada de trabalho e a {companyName} cuida do transporte, do almoço e do seguro.',
          'Inscreva-se até {registrationDeadline}, por conta própria ou com toda a sua equipe: {link}',
        ),
        it: paragraphs(
          'Ciao {firstName}, il {date} lasciamo scrivanie e macchine per guanti e pennelli: insieme a {organisationName} dedicheremo una giornata al nostro quartiere.',
          'Non serve esperienza, bastano abiti comodi. La giornata vale come orario di lavoro e {companyName} si occupa di trasporto, pranzo e assicurazione.',
          'Iscriviti entro il {registrationDeadline}, individualmente o con tutto il team: {link}',
        ),
      },
    },
  },
  {
    key: 'canteen-menu',
    category: 'Calendar',
    coverImageURL: 'https://images.example.com/announcements/canteen-menu.jpg',
    placeholders: [
      '{startDate}',
      '{endDate}',
      '{mondayMenu}',
      '{tuesdayMenu}',
      '{wednesdayMenu}',
      '{thursdayMenu}',
      '{fridayMenu}',
      '{openingHours}',
      '{link}',
    ],
    title: {
      defaultValue: 'This week’s menu: {startDate} to {endDate}',
      langValues: {
        es: 'Menú de la semana: del {startDate} al {endDate}',
        fr: 'Le menu de la semaine : du {startDate} au {endDate}',
        de: 'Speiseplan der Woche: {startDate} bis {endDate}',
        pt: 'Ementa da semana: de {startDate} a {endDate}',
        'pt-BR': 'Cardápio da semana: de {startDate} a {endDate}',
        it: 'Il menù della settimana: dal {startDate} al {endDate}',
      },
    },
    body: {
      defaultValue: paragraphs(
        'Hungry? Here is what our kitchen team has planned for you this week.',
        'Monday: {mondayMenu}. Tuesday: {tuesdayMenu}. Wednesday: {wednesdayMenu}. Thursday: {thursdayMenu}. Friday: {fridayMenu}.',
        'There is a vegetarian dish every day, and the salad bar is always open. Information on allergens and ingredients: {link}',
        'Opening hours of the canteen: {openingHours}. Enjoy your meal!',
      ),
      langValues: {
        es: paragraphs(
          '¿Hay hambre? Esto es lo que nuestro equipo de cocina ha preparado para esta semana.',
          'Lunes: {mondayMenu}. Martes: {tuesdayMenu}. Miércoles: {wednesdayMenu}. Jueves: {thursdayMenu}. Viernes: {fridayMenu}.',
          'Cada día hay un plato vegetariano, y la barra de ensaladas siempre está abierta. Información sobre alérgenos e ingredientes: {link}',
          'Horario del comedor: {openingHours}. ¡Buen provecho!',
        ),
        fr: paragraphs(
          'Un petit creux ? Voici ce que notre équipe de cuisine vous a préparé pour cette semaine.',
          'Lundi : {mondayMenu}. Mardi : {tuesdayMenu}. Mercredi : {wednesdayMenu}. Jeudi : {thursdayMenu}. Vendredi : {fridayMenu}.',
          'Un plat végétarien est proposé chaque jour et le buffet de salades est toujours ouvert. Informations sur les allergènes et les ingrédients : {link}',
          'Horaires de la cantine : {openingHours}. Bon appétit !',
        ),
        de: paragraphs(
          'Hunger? Das hat unser Küchenteam diese Woche für euch geplant.',
          'Montag: {mondayMenu}. Dienstag: {tuesdayMenu}. Mittwoch: {wednesdayMenu}. Donnerstag: {thursdayMenu}. Freitag: {fridayMenu}.',
          'Jeden Tag gibt es ein vegetarisches Gericht, und die Salatbar ist immer geöffnet. Angaben zu Allergenen und Zutaten: {link}',
          'Öffnungszeiten der Kantine: {openingHours}. Guten Appetit!',
        ),
        pt: paragraphs(
          'Com fome? Eis o que a nossa equipa de cozinha preparou para esta semana.',
          'Segunda-feira: {mondayMenu}. Terça-feira: {tuesdayMenu}. Quarta-feira: {wednesdayMenu}. Quinta-feira: {thursdayMenu}. Sexta-feira: {fridayMenu}.',
          'Há um prato vegetariano todos os dias e o bufete de saladas está sempre aberto. Informações sobre alergénios e ingredientes: {link}',
          'Horário da cantina: {openingHours}. Bom apetite!',
        ),
        'pt-BR': paragraphs(
          'Bateu a fome? Veja o que a nossa equipe de cozinha preparou para esta semana.',
          'Segunda-feira: {mondayMenu}. Terça-feira: {tuesdayMenu}. Quarta-feira: {wednesdayMenu}. Quinta-feira: {thursdayMenu}. Sexta-feira: {fridayMenu}.',
          'Há um prato vegetariano todos os dias e o bufê de saladas está sempre aberto. Informações sobre alergênicos e ingredientes: {link}',
          'Horário do refeitório: {openingHours}. Bom apetite!',
        ),
        it: paragraphs(
          'Fame? Ecco che cosa ha preparato la nostra cucina per questa settimana.',
          'Lunedì: {mondayMenu}. Martedì: {tuesdayMenu}. Mercoledì: {wednesdayMenu}. Giovedì: {thursdayMenu}. Venerdì: {fridayMenu}.',
          'Ogni giorno c’è un piatto vegetariano e il buffet di insalate è sempre aperto. Informazioni su allergeni e ingredienti: {link}',
          'Orari della mensa: {openingHours}. Buon appetito!',
        ),
      },
    },
  },
];
