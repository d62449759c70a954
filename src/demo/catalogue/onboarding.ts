/** Demo templates of the category Onboarding: new colleagues and their first days. */
import type { DemoTemplate } from './demo-template.js';
import { paragraphs } from './paragraphs.js';

/** Templates for welcoming new colleagues. */
export const onboardingTemplates: readonly DemoTemplate[] = [
  {
    key: 'welcome-new-colleague',
    category: 'Onboarding',
    order: 10,
    coverImageURL: 'https://images.example.com/announcements/welcome-new-colleague.jpg',
    placeholders: [
      '{colleagueName}',
      '{companyName}',
      '{startDate}',
      '{jobTitle}',
      '{teamName}',
      '{managerName}',
      '{shortBio}',
    ],
    title: {
      defaultValue: 'Welcome to the team, {colleagueName}!',
      langValues: {
        es: '¡Te damos la bienvenida al equipo, {colleagueName}!',
        fr: 'Bienvenue dans l’équipe, {colleagueName} !',
        de: 'Willkommen im Team, {colleagueName}!',
        pt: 'Boas-vindas à equipa, {colleagueName}!',
        'pt-BR': 'Boas-vindas à equipe, {colleagueName}!',
        it: 'Ti diamo il benvenuto nel team, {colleagueName}!',
      },
    },
    resume: {
      defaultValue: 'Meet {colleagueName}, who is joining the {teamName} team on {startDate}.',
      langValues: {
        es: 'Te presentamos a {colleagueName}, que se incorpora al equipo {teamName} el {startDate}.',
        fr: 'Faites la connaissance de {colleagueName}, qui rejoint l’équipe {teamName} le {startDate}.',
        de: 'Wir stellen vor: {colleagueName} verstärkt ab dem {startDate} das Team {teamName}.',
        pt: 'Conheça {colleagueName}, que se junta à equipa {teamName} em {startDate}.',
        'pt-BR': 'Conheça {colleagueName}, que entra para a equipe {teamName} em {startDate}.',
        it: 'Ti presentiamo {colleagueName}, che entra nel team {teamName} il {startDate}.',
      },
    },
    body: {
      defaultValue: paragraphs(
        'We are delighted to announce that {colleagueName} is joining {companyName} on {startDate} as {jobTitle} in the {teamName} team, reporting to {managerName}.',
        'A few words of introduction: {shortBio}',
        'The first days in a new place are a lot to take in. Say hello, suggest a coffee and share the tips you would have liked to hear when you started.',
        '{colleagueName}, we are glad to have you with us. Welcome aboard!',
      ),
      langValues: {
        es: paragraphs(
          'Nos alegra anunciar que {colleagueName} se incorpora a {companyName} el {startDate} como {jobTitle} en el equipo {teamName}, bajo la dirección de {managerName}.',
          'Unas palabras de presentación: {shortBio}',
          'En los primeros días en un sitio nuevo hay mucho que asimilar. Acércate a saludar, propón un café y comparte los consejos que te habría gustado recibir cuando empezaste.',
          '{colleagueName}, es un placer contar contigo. ¡Te damos la bienvenida!',
        ),
        fr: paragraphs(
          'Nous avons le plaisir de vous annoncer que {colleagueName} rejoint {companyName} le {startDate} en tant que {jobTitle} au sein de l’équipe {teamName}, sous la responsabilité de {managerName}.',
          'Quelques mots de présentation : {shortBio}',
          'Les premiers jours dans une nouvelle entreprise sont toujours intenses. Venez dire bonjour, proposez un café et partagez les conseils que vous auriez aimé recevoir à votre arrivée.',
          '{colleagueName}, nous sommes ravis de vous compter parmi nous. Bienvenue à bord !',
        ),
        de: paragraphs(
          'Wir freuen uns, euch mitzuteilen, dass {colleagueName} am {startDate} bei {companyName} anfängt: als {jobTitle} im Team {teamName}, unter der Leitung von {managerName}.',
          'Ein paar Worte zur Vorstellung: {shortBio}',
          'In den ersten Tagen prasselt viel Neues auf einen ein. Sagt Hallo, ladet auf einen Kaffee ein und gebt die Tipps weiter, die ihr zu eurem Start gern gehört hättet.',
          '{colleagueName}, schön, dass du da bist. Herzlich willkommen!',
        ),
        pt: paragraphs(
          'É com muito gosto que anunciamos que {colleagueName} se junta à {companyName} em {startDate}, com a função de {jobTitle}, na equipa {teamName}, reportando a {managerName}.',
          'Algumas palavras de apresentação: {shortBio}',
          'Os primeiros dias num sítio novo trazem sempre muita informação. Vá dizer olá, convide para um café e partilhe os conselhos que gostaria de ter recebido quando começou.',
          '{colleagueName}, é um prazer contar consigo. As nossas boas-vindas!',
        ),
        'pt-BR': paragraphs(
          'É com muita alegria que anunciamos que {colleagueName} chega à {companyName} em {startDate}, no cargo de {jobTitle}, na equipe {teamName}, com {managerName} na liderança.',
          'Algumas palavras de apresentação: {shortBio}',
          'Os primeiros dias em um lugar novo trazem sempre muita informação. Dê um oi, convide para um café e compartilhe as dicas que você gostaria de ter recebido quando começou.',
          '{colleagueName}, que bom ter você com a gente. Boas-vindas!',
        ),
        it: paragraphs(
          'Siamo felici di annunciare che {colleagueName} entra in {companyName} il {startDate} con il ruolo di {jobTitle} nel team {teamName}, sotto la guida di {managerName}.',
          'Qualche parola di presentazione: {shortBio}',
          'Nei primi giorni in un posto nuovo le cose da imparare sono tante. Passa a salutare, proponi un caffè e condividi i consigli che avresti voluto ricevere quando hai iniziato.',
          '{colleagueName}, è un piacere averti con noi. Ti diamo il benvenuto a bordo!',
        ),
      },
    },
  },
  {
    key: 'first-week-guide',
    category: 'Onboarding',
    order: 20,
    placeholders: [
      '{firstName}',
      '{companyName}',
      '{startDate}',
      '{time}',
      '{location}',
      '{managerName}',
      '{buddyName}',
      '{link}',
    ],
    title: {
      defaultValue: 'Your first week at {companyName}',
      langValues: {
        es: 'Tu primera semana en {companyName}',
        fr: 'Votre première semaine chez {companyName}',
        de: 'Deine erste Woche bei {companyName}',
        pt: 'A sua primeira semana na {companyName}',
        it: 'La tua prima settimana in {companyName}',
      },
    },
    resume: {
      defaultValue: 'Where to go, who to ask and what to expect in your first five days.',
      langValues: {
        es: 'Adónde ir, a quién preguntar y qué te espera en tus cinco primeros días.',
        fr: 'Où aller, à qui vous adresser et à quoi vous attendre pendant vos cinq premiers jours.',
        de: 'Wohin du kommst, wen du fragen kannst und was dich in den ersten fünf Tagen erwartet.',
        pt: 'Aonde ir, a quem perguntar e o que esperar nos seus primeiros cinco dias.',
        it: 'Dove andare, a chi chiedere e che cosa aspettarti nei tuoi primi cinque giorni.',
      },
    },
    body: {
      defaultValue: paragraphs(
        'Hello {firstName}, we are looking forward to your first day on {startDate}. {managerName} will meet you at {time} and show you around. Meeting point: {location}.',
        'On day one you will receive your badge, your laptop and your accounts. Later in the week you will get to know your team, complete the safety induction and agree on your first goals with {managerName}.',
        'Your buddy is {buddyName}. No question is too small: where to have lunch, how to book a room, who knows what.',
        'The full programme, the checklist and a map of the building are here: {link}',
      ),
      langValues: {
        es: paragraphs(
          'Hola, {firstName}: tenemos muchas ganas de que llegue tu primer día, el {startDate}. {managerName} te recibirá a las {time} y te enseñará las instalaciones. Punto de encuentro: {location}.',
          'El primer día recibirás tu tarjeta de acceso, tu portátil y tus cuentas. A lo largo de la semana conocerás a tu equipo, harás la formación inicial de seguridad y acordarás tus primeros objetivos con {managerName}.',
          'Tu persona de referencia es {buddyName}. Ninguna pregunta es demasiado pequeña: dónde comer, cómo reservar una sala, quién sabe de qué.',
          'Aquí tienes el programa completo, la lista de tareas y un plano del edificio: {link}',
        ),
        'es-MX': paragraphs(
          'Hola, {firstName}: nos emociona que llegue tu primer día, el {startDate}. {managerName} te recibirá a las {time} y te mostrará las instalaciones. Punto de encuentro: {location}.',
          'El primer día recibirás tu gafete, tu laptop y tus cuentas. Durante la semana conocerás a tu equipo, tomarás la capacitación inicial de seguridad y acordarás tus primeros objetivos con {managerName}.',
          'Tu persona de apoyo es {buddyName}. Ninguna pregunta es demasiado pequeña: dónde comer, cómo apartar una sala, quién sabe de qué.',
          'Aquí encuentras el programa completo, la lista de pendientes y un plano del edificio: {link}',
        ),
        fr: paragraphs(
          'Bonjour {firstName}, nous nous réjouissons de vous accueillir le {startDate}. {managerName} vous attendra à {time} et vous fera visiter les lieux. Point de rendez-vous : {location}.',
          'Le premier jour, vous recevrez votre badge, votre ordinateur portable et vos accès. Au fil de la semaine, vous ferez la connaissance de votre équipe, suivrez la formation à la sécurité et fixerez vos premiers objectifs avec {managerName}.',
          '{buddyName} vous accompagnera dans vos premiers pas. Il n’y a pas de petite question : où déjeuner, comment réserver une salle, à qui s’adresser.',
          'Le programme complet, la liste des démarches et un plan du bâtiment vous attendent ici : {link}',
        ),
        de: paragraphs(
          'Hallo {firstName}, wir freuen uns auf deinen ersten Tag am {startDate}. {managerName} holt dich um {time} Uhr ab und zeigt dir alles. Treffpunkt: {location}.',
          'Am ersten Tag bekommst du deinen Ausweis, deinen Laptop und deine Zugänge. Im Lauf der Woche lernst du dein Team kennen, nimmst an der Sicherheitsunterweisung teil und vereinbarst mit {managerName} deine ersten Ziele.',
          'Bei Fragen begleitet dich {buddyName}. Keine Frage ist zu klein: wo man zu Mittag isst, wie man einen Raum bucht, wer sich womit auskennt.',
          'Das ganze Programm, die Checkliste und einen Gebäudeplan findest du hier: {link}',
        ),
        pt: paragraphs(
          'Olá, {firstName}! Aguardamos com entusiasmo o seu primeiro dia, em {startDate}. {managerName} estará à sua espera às {time} para lhe mostrar as instalações. Ponto de encontro: {location}.',
          'No primeiro dia receberá o seu cartão de acesso, o seu portátil e as suas contas. Ao longo da semana conhecerá a sua equipa, fará a formação inicial de segurança e definirá os primeiros objetivos com {managerName}.',
          'Poderá contar com o apoio de {buddyName}. Nenhuma pergunta é pequena demais: onde almoçar, como reservar uma sala, quem sabe o quê.',
          'O programa completo, a lista de tarefas e uma planta do edifício estão aqui: {link}',
        ),
        'pt-BR': paragraphs(
          'Olá, {firstName}! Estamos na expectativa do seu primeiro dia, em {startDate}. {managerName} vai receber você às {time} e mostrar as instalações. Ponto de encontro: {location}.',
          'No primeiro dia você receberá o seu crachá, o seu notebook e os seus acessos. Ao longo da semana vai conhecer a sua equipe, fazer o treinamento inicial de segurança e definir as primeiras metas com {managerName}.',
          'Você pode contar com o apoio de {buddyName}. Nenhuma pergunta é pequena demais: onde almoçar, como reservar uma sala, quem sabe o quê.',
          'A programação completa, a lista de tarefas e um mapa do prédio estão aqui: {link}',
        ),
        it: paragraphs(
          'Ciao {firstName}, non vediamo l’ora che arrivi il tuo primo giorno, il {startDate}. {managerName} ti aspetta alle {time} e ti farà visitare la sede. Punto d’incontro: {location}.',
          'Il primo giorno riceverai il badge, il portatile e gli accessi. Nel corso della settimana conoscerai il tuo team, seguirai la formazione iniziale sulla sicurezza e concorderai i primi obiettivi con {managerName}.',
          'Il tuo punto di riferimento è {buddyName}. Nessuna domanda è troppo piccola: dove pranzare, come prenotare una sala, chi sa che cosa.',
          'Il programma completo, la lista delle cose da fare e una mappa dell’edificio sono qui: {link}',
        ),
      },
    },
  },
];
