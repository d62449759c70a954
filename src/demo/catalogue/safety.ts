/** Demo templates of the category Safety: alerts, drills and health. */
import type { DemoTemplate } from './demo-template.js';
import { paragraphs } from './paragraphs.js';

/** Templates about safety and health at work. */
export const safetyTemplates: readonly DemoTemplate[] = [
  {
    key: 'safety-alert',
    category: 'Safety',
    order: 70,
    enabled: true,
    coverImageURL: 'https://images.example.com/announcements/safety-alert.jpg',
    placeholders: [
      '{location}',
      '{date}',
      '{time}',
      '{hazard}',
      '{instructions}',
      '{emergencyNumber}',
      '{contactName}',
    ],
    title: {
      defaultValue: 'Safety alert: {hazard} ({location})',
      langValues: {
        es: 'Alerta de seguridad: {hazard} ({location})',
        fr: 'Alerte de sécurité : {hazard} ({location})',
        de: 'Sicherheitswarnung: {hazard} ({location})',
        pt: 'Alerta de segurança: {hazard} ({location})',
        it: 'Allerta sicurezza: {hazard} ({location})',
      },
    },
    resume: {
      defaultValue: 'Please read now and follow the instructions.',
      langValues: {
        es: 'Lee este aviso ahora y sigue las instrucciones.',
        fr: 'À lire immédiatement : merci de suivre les consignes.',
        de: 'Bitte sofort lesen und die Anweisungen befolgen.',
        pt: 'Leia agora e siga as instruções.',
        it: 'Leggi subito e segui le istruzioni.',
      },
    },
    body: {
      defaultValue: paragraphs(
        'On {date} at {time} the following hazard was reported: {hazard}. Place: {location}.',
        'What to do now: {instructions}',
        'If you are in danger or see someone who is, call {emergencyNumber} at once. Keep away from the area until it has been cleared.',
        'We will send an update as soon as there is news. Contact for questions: {contactName}.',
      ),
      langValues: {
        es: paragraphs(
          'El {date} a las {time} se comunicó el siguiente peligro: {hazard}. Lugar: {location}.',
          'Qué hacer ahora: {instructions}',
          'Si estás en peligro o ves a alguien que lo esté, llama de inmediato al {emergencyNumber}. Mantente lejos de la zona hasta que se confirme que es segura.',
          'Enviaremos más información en cuanto haya novedades. Contacto para preguntas: {contactName}.',
        ),
        fr: paragraphs(
          'Le {date} à {time}, le danger suivant a été signalé : {hazard}. Lieu : {location}.',
          'Ce que vous devez faire maintenant : {instructions}',
          'Si vous êtes en danger ou si vous voyez quelqu’un en danger, appelez immédiatement le {emergencyNumber}. Restez à l’écart de la zone jusqu’à la fin de l’alerte.',
          'Nous vous tiendrons au courant dès que nous en saurons plus. Contact pour toute question : {contactName}.',
        ),
        de: paragraphs(
          'Am {date} um {time} Uhr wurde folgende Gefahr gemeldet: {hazard}. Ort: {location}.',
          'Was jetzt zu tun ist: {instructions}',
          'Wenn du in Gefahr bist oder jemanden in Gefahr siehst, ruf sofort die {emergencyNumber} an. Halte dich von dem Bereich fern, bis er wieder freigegeben ist.',
          'Sobald es Neuigkeiten gibt, informieren wir euch. Ansprechperson für Fragen: {contactName}.',
        ),
        pt: paragraphs(
          'Em {date}, às {time}, foi comunicado o seguinte perigo: {hazard}. Local: {location}.',
          'O que fazer agora: {instructions}',
          'Se estiver em perigo ou vir alguém em perigo, ligue imediatamente para o {emergencyNumber}. Mantenha a distância da zona até que esta seja declarada segura.',
          'Daremos novas informações assim que as houver. Contacto para perguntas: {contactName}.',
        ),
        'pt-BR': paragraphs(
          'Em {date}, às {time}, foi registrado o seguinte perigo: {hazard}. Local: {location}.',
          'O que fazer agora: {instructions}',
          'Se você estiver em perigo ou vir alguém em perigo, ligue imediatamente para {emergencyNumber}. Fique longe da área até que ela seja liberada.',
          'Enviaremos novas informações assim que houver novidades. Contato para dúvidas: {contactName}.',
        ),
        it: paragraphs(
          'Il {date} alle {time} è stato segnalato il seguente pericolo: {hazard}. Luogo: {location}.',
          'Che cosa fare ora: {instructions}',
          'Se sei in pericolo o vedi qualcuno in pericolo, chiama subito il {emergencyNumber}. Resta lontano dall’area finché non sarà dichiarata sicura.',
          'Ti aggiorneremo appena ci saranno novità. Contatto per domande: {contactName}.',
        ),
      },
    },
  },
  {
    key: 'fire-drill',
    category: 'Safety',
    order: 80,
    placeholders: ['{location}', '{date}', '{time}', '{assemblyPoint}', '{safetyOfficer}'],
    title: {
      defaultValue: 'Fire drill on {date}',
      langValues: {
        es: 'Simulacro de incendio el {date}',
        fr: 'Exercice d’évacuation incendie le {date}',
        de: 'Brandschutzübung am {date}',
        pt: 'Simulacro de incêndio em {date}',
        'pt-BR': 'Simulado de incêndio em {date}',
        it: 'Prova di evacuazione antincendio il {date}',
      },
    },
    body: {
      defaultValue: paragraphs(
        'On {date} at {time} we will hold a fire drill. Building: {location}. It takes about twenty minutes and everyone takes part, guests included.',
        'When the alarm sounds, stop working, leave your things behind and take the nearest marked exit. Do not use the lifts. Help colleagues who need support.',
        'The assembly point is {assemblyPoint}. Please stay there until your presence has been recorded and the all-clear has been given.',
        'If you need help to leave the building, let {safetyOfficer} know beforehand so that we can prepare.',
      ),
      langValues: {
        es: paragraphs(
          'El {date} a las {time} haremos un simulacro de incendio. Edificio: {location}. Durará unos veinte minutos y participará todo el mundo, incluidas las visitas.',
          'Cuando suene la alarma, deja de trabajar, no recojas tus cosas y sal por la salida señalizada más cercana. No uses los ascensores. Ayuda a quien lo necesite.',
          'El punto de reunión es {assemblyPoint}. Permanece allí hasta que se haya registrado tu presencia y se dé por terminado el simulacro.',
          'Si necesitas ayuda para salir del edificio, avisa antes a {safetyOfficer} para que podamos prepararlo.',
        ),
        'es-MX': paragraphs(
          'El {date} a las {time} haremos un simulacro de incendio. Edificio: {location}. Durará unos veinte minutos y participará todo el personal, incluidas las visitas.',
          'Cuando suene la alarma, deja de trabajar, no recojas tus cosas y sal por la salida señalizada más cercana. No uses los elevadores. Ayuda a quien lo necesite.',
          'El punto de reunión es {assemblyPoint}. Permanece ahí hasta que se registre tu presencia y se dé por terminado el simulacro.',
          'Si necesitas ayuda para salir del edificio, avisa antes a {safetyOfficer} para que podamos prepararlo.',
        ),
        fr: paragraphs(
          'Le {date} à {time}, nous organisons un exercice d’évacuation incendie. Bâtiment : {location}. Il dure environ vingt minutes et concerne tout le monde, y compris les visiteurs.',
          'Au signal d’alarme, cessez le travail, laissez vos affaires et empruntez la sortie signalée la plus proche. N’utilisez pas les ascenseurs. Aidez les personnes qui en ont besoin.',
          'Le point de rassemblement est le suivant : {assemblyPoint}. Restez-y jusqu’à ce que votre présence ait été relevée et que la fin de l’exercice ait été annoncée.',
          'Si vous avez besoin d’aide pour quitter le bâtiment, prévenez {safetyOfficer} à l’avance afin que nous puissions nous organiser.',
        ),
        de: paragraphs(
          'Am {date} um {time} Uhr findet eine Brandschutzübung statt. Gebäude: {location}. Sie dauert etwa zwanzig Minuten, und alle machen mit, auch Gäste.',
          'Wenn der Alarm ertönt, unterbrich deine Arbeit, lass deine Sachen liegen und nimm den nächsten gekennzeichneten Ausgang. Benutze nicht den Aufzug. Hilf denen, die Unterstützung brauchen.',
          'Der Sammelpunkt ist hier: {assemblyPoint}. Bleib dort, bis deine Anwesenheit erfasst und die Übung für beendet erklärt ist.',
          'Wenn du Hilfe brauchst, um das Gebäude zu verlassen, gib {safetyOfficer} bitte vorher Bescheid, damit wir uns vorbereiten können.',
        ),
        pt: paragraphs(
          'Em {date}, às {time}, vamos realizar um simulacro de incêndio. Edifício: {location}. Dura cerca de vinte minutos e todos participam, incluindo os visitantes.',
          'Quando o alarme tocar, pare de trabalhar, deixe os seus pertences e use a saída sinalizada mais próxima. Não utilize os elevadores. Ajude quem precisar.',
          'O ponto de encontro é {assemblyPoint}. Permaneça lá até que a sua presença seja registada e o exercício seja dado por terminado.',
          'Se precisar de ajuda para sair do edifício, avise {safetyOfficer} com antecedência, para que nos possamos preparar.',
        ),
        'pt-BR': paragraphs(
          'Em {date}, às {time}, faremos um simulado de incêndio. Prédio: {location}. Dura cerca de vinte minutos e todos participam, inclusive visitantes.',
          'Quando o alarme tocar, pare de trabalhar, deixe seus pertences e use a saída sinalizada mais próxima. Não use os elevadores. Ajude quem precisar.',
          'O ponto de encontro é {assemblyPoint}. Fique lá até que a sua presença seja registrada e o simulado seja encerrado.',
          'Se você precisa de ajuda para sair do prédio, avise {safetyOfficer} com antecedência, para que possamos nos preparar.',
        ),
        it: paragraphs(
          'Il {date} alle {time} si terrà una prova di evacuazione antincendio. Edificio: {location}. Dura circa venti minuti e coinvolge tutti, ospiti compresi.',
          'Quando suona l’allarme, interrompi il lavoro, lascia le tue cose e raggiungi l’uscita segnalata più vicina. Non usare gli ascensori. Aiuta chi ha bisogno di sostegno.',
          'Il punto di raccolta è {assemblyPoint}. Resta lì finché la tua presenza non sarà stata registrata e la prova dichiarata conclusa.',
          'Se hai bisogno di aiuto per uscire dall’edificio, avvisa prima {safetyOfficer}, così potremo organizzarci.',
        ),
      },
    },
  },
  {
    key: 'health-wellbeing-week',
    category: 'Safety',
    order: 90,
    enabled: false,
    coverImageURL: 'https://images.example.com/announcements/health-wellbeing-week.jpg',
    placeholders: ['{firstName}', '{startDate}', '{endDate}', '{location}', '{link}'],
    title: {
      defaultValue: 'Health & Wellbeing Week: {startDate} to {endDate}',
      langValues: {
        es: 'Semana de la Salud y el Bienestar: del {startDate} al {endDate}',
        fr: 'Semaine de la santé et du bien-être : du {startDate} au {endDate}',
        de: 'Gesundheitswoche: {startDate} bis {endDate}',
        pt: 'Semana da Saúde e do Bem-Estar: de {startDate} a {endDate}',
        it: 'Settimana della salute e del benessere: dal {startDate} al {endDate}',
      },
    },
    resume: {
      defaultValue:
        'A week of check-ups, workshops and good habits, free of charge and during working hours.',
      langValues: {
        es: 'Una semana de chequeos, talleres y buenos hábitos, gratis y en horario laboral.',
        fr: 'Une semaine de bilans, d’ateliers et de bonnes habitudes, gratuite et sur le temps de travail.',
        de: 'Eine Woche mit Check-ups, Workshops und guten Gewohnheiten, kostenlos und während der Arbeitszeit.',
        pt: 'Uma semana de rastreios, workshops e bons hábitos, gratuita e durante o horário de trabalho.',
        'pt-BR':
          'Uma semana de check-ups, oficinas e bons hábitos, gratuita e durante o horário de trabalho.',
        it: 'Una settimana di controlli, laboratori e buone abitudini, gratuita e in orario di lavoro.',
      },
    },
    body: {
      defaultValue: paragraphs(
        'Hello {firstName}, when did you last take time for your own health? From {startDate} to {endDate} we invite you to do so, free of charge and during working hours.',
        'On the programme: health check-ups, a back-care course, mindfulness for beginners, a talk on sleep and a healthy breakfast for everyone. Many sessions are also available online.',
        'Places for the check-ups are limited, so book early: {link}. On-site sessions: {location}.',
      ),
      langValues: {
        es: paragraphs(
          'Hola, {firstName}: ¿cuándo fue la última vez que dedicaste tiempo a tu salud? Del {startDate} al {endDate} te invitamos a hacerlo, gratis y en horario laboral.',
          'En el programa: chequeos médicos, un curso para cuidar la espalda, mindfulness para principiantes, una charla sobre el sueño y un desayuno saludable para todo el mundo. Muchas sesiones se pueden seguir también en línea.',
          'Las plazas para los chequeos son limitadas, así que reserva pronto: {link}. Sesiones presenciales: {location}.',
        ),
        fr: paragraphs(
          'Bonjour {firstName}, quand avez-vous pris du temps pour votre santé pour la dernière fois ? Du {startDate} au {endDate}, nous vous invitons à le faire, gratuitement et sur votre temps de travail.',
          'Au programme : bilans de santé, école du dos, initiation à la pleine conscience, conférence sur le sommeil et petit-déjeuner équilibré pour tout le monde. De nombreuses séances sont également proposées en ligne.',
          'Les places pour les bilans de santé sont limitées, alors réservez tôt : {link}. Séances sur place : {location}.',
        ),
        de: paragraphs(
          'Hallo {firstName}, wann hast du dir zuletzt Zeit für deine Gesundheit genommen? Vom {startDate} bis zum {endDate} laden wir dich dazu ein, kostenlos und während der Arbeitszeit.',
          'Auf dem Programm: Gesundheits-Check-ups, ein Rückenkurs, Achtsamkeit für Einsteiger, ein Vortrag über Schlaf und ein gesundes Frühstück für alle. Viele Angebote gibt es auch online.',
          'Die Plätze für die Check-ups sind begrenzt, also buch am besten früh: {link}. Angebote vor Ort: {location}.',
        ),
        pt: paragraphs(
          'Olá, {firstName}! Quando foi a última vez que dedicou tempo à sua saúde? De {startDate} a {endDate}, tem a oportunidade de o fazer, gratuitamente e durante o horário de trabalho.',
          'No programa: rastreios de saúde, um curso para cuidar das costas, mindfulness para principiantes, uma palestra sobre o sono e um pequeno-almoço saudável para todos. Muitas sessões também estão disponíveis online.',
          'As vagas para os rastreios são limitadas, por isso reserve cedo: {link}. Sessões presenciais: {location}.',
        ),
        'pt-BR': paragraphs(
          'Olá, {firstName}! Quando foi a última vez que você dedicou um tempo à sua saúde? De {startDate} a {endDate}, convidamos você a fazer isso, de graça e durante o horário de trabalho.',
          'Na programação: check-ups de saúde, um curso para cuidar das costas, mindfulness para iniciantes, uma palestra sobre sono e um café da manhã saudável para todos. Muitas sessões também estão disponíveis on-line.',
          'As vagas para os check-ups são limitadas, então reserve logo: {link}. Sessões presenciais: {location}.',
        ),
        it: paragraphs(
          'Ciao {firstName}, quando è stata l’ultima volta che hai dedicato del tempo alla tua salute? Dal {startDate} al {endDate} ti invitiamo a farlo, gratuitamente e in orario di lavoro.',
          'In programma: controlli medici, un corso per la cura della schiena, mindfulness per principianti, un incontro sul sonno e una colazione sana per tutti. Molte sessioni sono disponibili anche online.',
          'I posti per i controlli sono limitati, quindi prenota per tempo: {link}. Sessioni in sede: {location}.',
        ),
      },
    },
  },
];
