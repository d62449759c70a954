/** Demo templates of the category People: careers, celebrations and belonging. */
import type { DemoTemplate } from './demo-template.js';
import { paragraphs } from './paragraphs.js';

/** Templates about people, their careers and their special days. */
export const peopleTemplates: readonly DemoTemplate[] = [
  {
    key: 'performance-reviews-kick-off',
    category: 'People',
    order: 160,
    enabled: false,
    placeholders: [
      '{firstName}',
      '{period}',
      '{selfReviewDeadline}',
      '{conversationDeadline}',
      '{managerName}',
      '{link}',
    ],
    title: {
      defaultValue: 'Performance reviews {period}: we are starting',
      langValues: {
        es: 'Evaluaciones de desempeño {period}: empezamos',
        fr: 'Entretiens d’évaluation {period} : c’est parti',
        de: 'Jahresgespräche {period}: Es geht los',
        'de-AT': 'Mitarbeitergespräche {period}: Es geht los',
        pt: 'Avaliações de desempenho {period}: vamos começar',
        it: 'Valutazioni delle prestazioni {period}: si comincia',
      },
    },
    resume: {
      defaultValue:
        'Self-review by {selfReviewDeadline}, conversation with {managerName} by {conversationDeadline}.',
      langValues: {
        es: 'Autoevaluación antes del {selfReviewDeadline} y conversación con {managerName} antes del {conversationDeadline}.',
        fr: 'Auto-évaluation avant le {selfReviewDeadline}, entretien avec {managerName} avant le {conversationDeadline}.',
        de: 'Selbsteinschätzung bis zum {selfReviewDeadline}, Gespräch mit {managerName} bis zum {conversationDeadline}.',
        pt: 'Autoavaliação até {selfReviewDeadline}, conversa com {managerName} até {conversationDeadline}.',
        it: 'Autovalutazione entro il {selfReviewDeadline}, colloquio con {managerName} entro il {conversationDeadline}.',
      },
    },
    body: {
      defaultValue: paragraphs(
        'Hello {firstName}, the performance reviews for {period} start today. They are a conversation, not an exam: what went well, what was difficult and what do you want to learn next?',
        'Step one is yours: complete your self-review by {selfReviewDeadline}. Half an hour is usually enough; concrete examples help more than long texts.',
        'Step two is the conversation with {managerName}, by {conversationDeadline}. Together you will agree on goals and on the support you need.',
        'The form and a guide to preparing well are here: {link}',
      ),
      langValues: {
        es: paragraphs(
          'Hola, {firstName}: hoy empiezan las evaluaciones de desempeño de {period}. Son una conversación, no un examen: ¿qué ha ido bien, qué ha sido difícil y qué quieres aprender ahora?',
          'El primer paso es tuyo: completa tu autoevaluación antes del {selfReviewDeadline}. Suele bastar con media hora; los ejemplos concretos ayudan más que los textos largos.',
          'El segundo paso es la conversación con {managerName}, antes del {conversationDeadline}. Acordaréis los objetivos y el apoyo que necesitas.',
          'El formulario y una guía para prepararte bien están aquí: {link}',
        ),
        'es-MX': paragraphs(
          'Hola, {firstName}: hoy empiezan las evaluaciones de desempeño de {period}. Son una conversación, no un examen: ¿qué salió bien, qué fue difícil y qué quieres aprender ahora?',
          'El primer paso es tuyo: completa tu autoevaluación antes del {selfReviewDeadline}. Por lo general basta con media hora; los ejemplos concretos ayudan más que los textos largos.',
          'El segundo paso es la conversación con {managerName}, antes del {conversationDeadline}. Ahí acordarán los objetivos y el apoyo que necesitas.',
          'El formulario y una guía para prepararte bien están aquí: {link}',
        ),
        fr: paragraphs(
          'Bonjour {firstName}, les entretiens d’évaluation pour {period} commencent aujourd’hui. C’est une conversation, pas un examen : qu’est-ce qui a bien marché, qu’est-ce qui a été difficile et que souhaitez-vous apprendre ?',
          'La première étape vous revient : remplissez votre auto-évaluation avant le {selfReviewDeadline}. Une demi-heure suffit en général ; des exemples concrets valent mieux que de longs textes.',
          'La deuxième étape est l’entretien avec {managerName}, avant le {conversationDeadline}. Vous y fixerez ensemble vos objectifs et l’accompagnement dont vous avez besoin.',
          'Vous trouverez ici le formulaire et un guide pour bien vous préparer : {link}',
        ),
        de: paragraphs(
          'Hallo {firstName}, heute starten die Jahresgespräche für {period}. Sie sind ein Austausch, keine Prüfung: Was lief gut, was war schwierig und was möchtest du als Nächstes lernen?',
          'Den ersten Schritt machst du: Fülle bis zum {selfReviewDeadline} deine Selbsteinschätzung aus. Meist genügt eine halbe Stunde; konkrete Beispiele helfen mehr als lange Texte.',
          'Der zweite Schritt ist das Gespräch mit {managerName}, bis zum {conversationDeadline}. Gemeinsam vereinbart ihr Ziele und die Unterstützung, die du brauchst.',
          'Das Formular und einen Leitfaden zur Vorbereitung findest du hier: {link}',
        ),
        'de-AT': paragraphs(
          'Hallo {firstName}, heute starten die Mitarbeitergespräche für {period}. Sie sind ein Austausch, keine Prüfung: Was ist gut gelaufen, was war schwierig und was möchtest du als Nächstes lernen?',
          'Den ersten Schritt machst du: Fülle bis zum {selfReviewDeadline} deine Selbsteinschätzung aus. Meist genügt eine halbe Stunde; konkrete Beispiele helfen mehr als lange Texte.',
          'Der zweite Schritt ist das Gespräch mit {managerName}, bis zum {conversationDeadline}. Gemeinsam vereinbart ihr Ziele und die Unterstützung, die du brauchst.',
          'Das Formular und einen Leitfaden zur Vorbereitung findest du hier: {link}',
        ),
        pt: paragraphs(
          'Olá, {firstName}! As avaliações de desempenho de {period} começam hoje. São uma conversa, não um exame: o que correu bem, o que foi difícil e o que quer aprender a seguir?',
          'O primeiro passo é seu: preencha a autoavaliação até {selfReviewDeadline}. Normalmente basta meia hora; exemplos concretos ajudam mais do que textos longos.',
          'O segundo passo é a conversa com {managerName}, até {conversationDeadline}. Em conjunto, definirão os objetivos e o apoio de que precisa.',
          'O formulário e um guia para se preparar bem estão aqui: {link}',
        ),
        'pt-BR': paragraphs(
          'Olá, {firstName}! As avaliações de desempenho de {period} começam hoje. Elas são uma conversa, não uma prova: o que deu certo, o que foi difícil e o que você quer aprender agora?',
          'O primeiro passo é seu: preencha a autoavaliação até {selfReviewDeadline}. Meia hora costuma bastar; exemplos concretos ajudam mais do que textos longos.',
          'O segundo passo é a conversa com {managerName}, até {conversationDeadline}. Juntos, vocês vão definir as metas e o apoio de que você precisa.',
          'O formulário e um guia para se preparar bem estão aqui: {link}',
        ),
        it: paragraphs(
          'Ciao {firstName}, oggi iniziano le valutazioni delle prestazioni per {period}. Sono un dialogo, non un esame: che cosa è andato bene, che cosa è stato difficile e che cosa vuoi imparare adesso?',
          'Il primo passo spetta a te: compila l’autovalutazione entro il {selfReviewDeadline}. Di solito basta mezz’ora; gli esempi concreti aiutano più dei testi lunghi.',
          'Il secondo passo è il colloquio con {managerName}, entro il {conversationDeadline}. Insieme concorderete gli obiettivi e il sostegno che ti serve.',
          'Il modulo e una guida per prepararti al meglio sono qui: {link}',
        ),
      },
    },
  },
  {
    key: 'promotion-announcement',
    category: 'People',
    order: 170,
    placeholders: [
      '{colleagueName}',
      '{newJobTitle}',
      '{effectiveDate}',
      '{teamName}',
      '{managerName}',
      '{achievement}',
    ],
    title: {
      defaultValue: 'Congratulations, {colleagueName}!',
      langValues: {
        es: '¡Enhorabuena, {colleagueName}!',
        'es-MX': '¡Felicidades, {colleagueName}!',
        fr: 'Félicitations, {colleagueName} !',
        de: 'Herzlichen Glückwunsch, {colleagueName}!',
        pt: 'Parabéns, {colleagueName}!',
        it: 'Congratulazioni, {colleagueName}!',
      },
    },
    resume: {
      defaultValue: '{colleagueName} becomes {newJobTitle} on {effectiveDate}.',
      langValues: {
        es: '{colleagueName} asume el puesto de {newJobTitle} el {effectiveDate}.',
        fr: '{colleagueName} prend le poste de {newJobTitle} le {effectiveDate}.',
        de: '{colleagueName} übernimmt ab dem {effectiveDate} die Position {newJobTitle}.',
        pt: '{colleagueName} assume a função de {newJobTitle} em {effectiveDate}.',
        'pt-BR': '{colleagueName} assume o cargo de {newJobTitle} em {effectiveDate}.',
        it: '{colleagueName} assume il ruolo di {newJobTitle} dal {effectiveDate}.',
      },
    },
    body: {
      defaultValue: paragraphs(
        'We are happy to share good news: on {effectiveDate} {colleagueName} takes on the role of {newJobTitle} in the {teamName} team, reporting to {managerName}.',
        'Many of you know what is behind this step: {achievement}',
        'Please join us in congratulating {colleagueName} and in wishing every success in the new role.',
      ),
      langValues: {
        es: paragraphs(
          'Nos alegra compartir una buena noticia: el {effectiveDate}, {colleagueName} asume el puesto de {newJobTitle} en el equipo {teamName}, bajo la dirección de {managerName}.',
          'Muchas personas sabéis lo que hay detrás de este paso: {achievement}',
          'Felicitemos a {colleagueName} y deseémosle mucho éxito en su nueva etapa.',
        ),
        'es-MX': paragraphs(
          'Nos da gusto compartir una buena noticia: el {effectiveDate}, {colleagueName} asume el puesto de {newJobTitle} en el equipo {teamName}, y reportará a {managerName}.',
          'Muchas personas saben lo que hay detrás de este paso: {achievement}',
          'Felicitemos a {colleagueName} y deseémosle mucho éxito en su nueva etapa.',
        ),
        fr: paragraphs(
          'Nous avons une bonne nouvelle à partager : le {effectiveDate}, {colleagueName} prend le poste de {newJobTitle} au sein de l’équipe {teamName}, sous la responsabilité de {managerName}.',
          'Vous êtes nombreux à savoir ce qui a rendu cette étape possible : {achievement}',
          'Félicitons {colleagueName} et souhaitons-lui pleine réussite dans ses nouvelles fonctions.',
        ),
        de: paragraphs(
          'Wir freuen uns über eine gute Nachricht: Am {effectiveDate} übernimmt {colleagueName} im Team {teamName} die Position {newJobTitle}, unter der Leitung von {managerName}.',
          'Viele von euch wissen, was hinter diesem Schritt steht: {achievement}',
          'Gratuliert mit uns {colleagueName}! Wir wünschen viel Erfolg und Freude bei den neuen Aufgaben.',
        ),
        pt: paragraphs(
          'Temos o prazer de partilhar uma boa notícia: em {effectiveDate}, {colleagueName} assume a função de {newJobTitle} na equipa {teamName}, reportando a {managerName}.',
          'Muitos de vós sabem o que está por trás deste passo: {achievement}',
          'Juntem-se a nós para dar os parabéns a {colleagueName} e desejar-lhe muito sucesso nas novas funções.',
        ),
        'pt-BR': paragraphs(
          'Temos a alegria de compartilhar uma boa notícia: em {effectiveDate}, {colleagueName} assume o cargo de {newJobTitle} na equipe {teamName}, com {managerName} na liderança.',
          'Muitos de vocês sabem o que está por trás deste passo: {achievement}',
          'Vamos dar os parabéns a {colleagueName} e desejar muito sucesso no novo desafio.',
        ),
        it: paragraphs(
          'Siamo felici di condividere una bella notizia: dal {effectiveDate} {colleagueName} assume il ruolo di {newJobTitle} nel team {teamName}, sotto la guida di {managerName}.',
          'Molti di voi sanno che cosa c’è dietro questo passo: {achievement}',
          'Facciamo insieme le congratulazioni a {colleagueName}, con i migliori auguri per il nuovo incarico.',
        ),
      },
    },
  },
  {
    key: 'recognition-award',
    category: 'People',
    order: 180,
    coverImageURL: 'https://images.example.com/announcements/recognition-award.jpg',
    placeholders: ['{awardName}', '{colleagueName}', '{reason}', '{nominatorName}', '{link}'],
    title: {
      defaultValue: '{awardName} goes to {colleagueName}',
      langValues: {
        es: '{awardName}: el reconocimiento es para {colleagueName}',
        fr: '{awardName} : la distinction revient à {colleagueName}',
        de: '{awardName} geht an {colleagueName}',
        pt: '{awardName}: a distinção vai para {colleagueName}',
        'pt-BR': '{awardName}: o reconhecimento vai para {colleagueName}',
        it: '{awardName}: il riconoscimento va a {colleagueName}',
      },
    },
    resume: {
      defaultValue: 'Great work deserves to be seen. Who would you nominate next?',
      langValues: {
        es: 'El buen trabajo merece verse. ¿A quién propondrías la próxima vez?',
        fr: 'Le bon travail mérite d’être vu. Qui proposeriez-vous la prochaine fois ?',
        de: 'Gute Arbeit soll man sehen. Wen schlägst du als Nächstes vor?',
        pt: 'O bom trabalho merece ser visto. Quem proporia da próxima vez?',
        'pt-BR': 'Um bom trabalho merece ser visto. Quem você indicaria da próxima vez?',
        it: 'Il buon lavoro merita di essere visto. Chi proporresti la prossima volta?',
      },
    },
    body: {
      defaultValue: paragraphs(
        'Some things deserve more than a quick thank you. This time {awardName} goes to {colleagueName}.',
        'The nomination came from {nominatorName}, who wrote: {reason}',
        'Congratulations, {colleagueName}, and thank you for showing us what good work together looks like.',
        'Do you know someone who should be next? A nomination takes two minutes: {link}',
      ),
      langValues: {
        es: paragraphs(
          'Hay cosas que merecen más que un gracias rápido. Esta vez, {awardName} es para {colleagueName}.',
          'La candidatura la presentó {nominatorName}, con estas palabras: {reason}',
          'Enhorabuena, {colleagueName}, y gracias por enseñarnos cómo es trabajar bien en equipo.',
          '¿Conoces a alguien que debería ser la próxima persona? Proponer a alguien lleva dos minutos: {link}',
        ),
        'es-MX': paragraphs(
          'Hay cosas que merecen más que un gracias rápido. Esta vez, {awardName} es para {colleagueName}.',
          'La nominación la hizo {nominatorName}, con estas palabras: {reason}',
          'Felicidades, {colleagueName}, y gracias por mostrarnos cómo es trabajar bien en equipo.',
          '¿Conoces a alguien que debería ser la próxima persona? Nominar a alguien toma dos minutos: {link}',
        ),
        fr: paragraphs(
          'Certaines choses méritent plus qu’un simple merci. Cette fois, {awardName} revient à {colleagueName}.',
          'La proposition est venue de {nominatorName}, avec ces mots : {reason}',
          'Félicitations, {colleagueName}, et merci de nous montrer ce que bien travailler ensemble veut dire.',
          'Vous connaissez quelqu’un qui le mériterait la prochaine fois ? Proposer un nom prend deux minutes : {link}',
        ),
        de: paragraphs(
          'Manches verdient mehr als ein schnelles Dankeschön. Diesmal geht {awardName} an {colleagueName}.',
          'Vorgeschlagen wurde das von {nominatorName} mit den Worten: {reason}',
          'Herzlichen Glückwunsch, {colleagueName}, und danke, dass du uns zeigst, wie gute Zusammenarbeit aussieht.',
          'Kennst du jemanden, der oder die als Nächstes an der Reihe sein sollte? Ein Vorschlag dauert zwei Minuten: {link}',
        ),
        pt: paragraphs(
          'Há coisas que merecem mais do que um obrigado apressado. Desta vez, {awardName} vai para {colleagueName}.',
          'A nomeação partiu de {nominatorName}, com estas palavras: {reason}',
          'Parabéns, {colleagueName}, e obrigado por nos mostrar o que é trabalhar bem em equipa.',
          'Conhece alguém que mereça ser a próxima pessoa? Fazer uma nomeação demora dois minutos: {link}',
        ),
        'pt-BR': paragraphs(
          'Há coisas que merecem mais do que um obrigado apressado. Desta vez, {awardName} vai para {colleagueName}.',
          'A indicação partiu de {nominatorName}, com estas palavras: {reason}',
          'Parabéns, {colleagueName}, e obrigado por nos mostrar o que é trabalhar bem em equipe.',
          'Você conhece alguém que mereça ser a próxima pessoa? Fazer uma indicação leva dois minutos: {link}',
        ),
        it: paragraphs(
          'Certe cose meritano più di un grazie veloce. Questa volta {awardName} va a {colleagueName}.',
          'La candidatura è arrivata da {nominatorName}, con queste parole: {reason}',
          'Congratulazioni, {colleagueName}, e grazie per averci mostrato che cosa significa lavorare bene insieme.',
          'Chi dovrebbe essere la prossima persona? Per una candidatura bastano due minuti: {link}',
        ),
      },
    },
  },
  {
    key: 'work-anniversary',
    category: 'People',
    order: 190,
    coverImageURL: 'https://images.example.com/announcements/work-anniversary.jpg',
    placeholders: ['{colleagueName}', '{years}', '{companyName}', '{teamName}', '{highlight}'],
    title: {
      defaultValue: '{years} years with us: thank you, {colleagueName}!',
      langValues: {
        es: '{years} años en la empresa: ¡gracias, {colleagueName}!',
        fr: '{years} ans parmi nous : merci, {colleagueName} !',
        de: '{years} Jahre bei uns: Danke, {colleagueName}!',
        pt: '{years} anos connosco: obrigado, {colleagueName}!',
        'pt-BR': '{years} anos com a gente: obrigado, {colleagueName}!',
        it: '{years} anni con noi: grazie, {colleagueName}!',
      },
    },
    body: {
      defaultValue: paragraphs(
        'Today we celebrate {years} years of {colleagueName} at {companyName}.',
        'A lot has happened since then. One moment that colleagues like to remember: {highlight}',
        'Thank you, {colleagueName}, for your commitment, your experience and your sense of humour. The whole {teamName} team is looking forward to what comes next.',
      ),
      langValues: {
        es: paragraphs(
          'Hoy celebramos los {years} años de {colleagueName} en {companyName}.',
          'Desde entonces han pasado muchas cosas. Un momento que sus colegas recuerdan con cariño: {highlight}',
          'Gracias, {colleagueName}, por tu compromiso, tu experiencia y tu sentido del humor. Todo el equipo {teamName} espera con ilusión lo que está por venir.',
        ),
        fr: paragraphs(
          'Aujourd’hui, nous fêtons les {years} ans de {colleagueName} chez {companyName}.',
          'Il s’en est passé, des choses, depuis. Un moment que ses collègues aiment à se rappeler : {highlight}',
          'Merci, {colleagueName}, pour votre engagement, votre expérience et votre sens de l’humour. Toute l’équipe {teamName} se réjouit de la suite.',
        ),
        de: paragraphs(
          'Heute feiern wir {years} gemeinsame Jahre: So lange ist {colleagueName} schon bei {companyName}.',
          'Seitdem ist viel passiert. Ein Moment, an den sich alle gern erinnern: {highlight}',
          'Danke, {colleagueName}, für deinen Einsatz, deine Erfahrung und deinen Humor. Das ganze Team {teamName} freut sich auf alles, was noch kommt.',
        ),
        pt: paragraphs(
          'Hoje celebramos os {years} anos de {colleagueName} na {companyName}.',
          'Muito aconteceu desde então. Um momento que os colegas gostam de recordar: {highlight}',
          'Obrigado, {colleagueName}, pela sua dedicação, pela sua experiência e pelo seu sentido de humor. Toda a equipa {teamName} aguarda com entusiasmo o que aí vem.',
        ),
        'pt-BR': paragraphs(
          'Hoje celebramos os {years} anos de {colleagueName} na {companyName}.',
          'Muita coisa aconteceu desde então. Um momento que os colegas gostam de lembrar: {highlight}',
          'Obrigado, {colleagueName}, pela sua dedicação, pela sua experiência e pelo seu bom humor. Toda a equipe {teamName} espera com alegria o que vem por aí.',
        ),
        it: paragraphs(
          'Oggi festeggiamo i {years} anni di {colleagueName} in {companyName}.',
          'Da allora sono successe molte cose. Un momento che i colleghi ricordano con piacere: {highlight}',
          'Grazie, {colleagueName}, per il tuo impegno, la tua esperienza e il tuo senso dell’umorismo. Tutto il team {teamName} non vede l’ora di scoprire che cosa verrà dopo.',
        ),
      },
    },
  },
  {
    key: 'birthday-wishes',
    category: 'People',
    coverImageURL: 'https://images.example.com/announcements/birthday-wishes.jpg',
    placeholders: ['{firstName}', '{companyName}', '{managerName}'],
    title: {
      defaultValue: 'Happy birthday, {firstName}!',
      langValues: {
        es: '¡Feliz cumpleaños, {firstName}!',
        fr: 'Joyeux anniversaire, {firstName} !',
        'fr-CA': 'Bonne fête, {firstName}!',
        de: 'Alles Gute zum Geburtstag, {firstName}!',
        pt: 'Feliz aniversário, {firstName}!',
        it: 'Buon compleanno, {firstName}!',
      },
    },
    body: {
      defaultValue: paragraphs(
        'Dear {firstName}, all of us at {companyName} wish you a very happy birthday!',
        'May the coming year bring you health, good moments and plenty of reasons to smile, at work and beyond.',
        'Enjoy your day, and do not forget the cake. Best wishes from {managerName} and the whole team.',
      ),
      langValues: {
        es: paragraphs(
          'Hola, {firstName}: ¡en {companyName} te deseamos un muy feliz cumpleaños!',
          'Que el nuevo año te traiga salud, buenos momentos y muchos motivos para sonreír, dentro y fuera del trabajo.',
          'Disfruta de tu día y no te olvides de la tarta. Con cariño, {managerName} y todo el equipo.',
        ),
        'es-MX': paragraphs(
          'Hola, {firstName}: ¡en {companyName} te deseamos un muy feliz cumpleaños!',
          'Que este nuevo año de vida te traiga salud, buenos momentos y muchos motivos para sonreír, dentro y fuera del trabajo.',
          'Disfruta tu día y no te olvides del pastel. Con cariño, {managerName} y todo el equipo.',
        ),
        fr: paragraphs(
          'Bonjour {firstName}, toute l’équipe de {companyName} vous souhaite un très joyeux anniversaire !',
          'Que cette nouvelle année vous apporte la santé, de beaux moments et mille raisons de sourire, au travail comme ailleurs.',
          'Profitez bien de votre journée, et n’oubliez pas le gâteau. Avec les meilleurs vœux de {managerName} et de toute l’équipe.',
        ),
        'fr-CA': paragraphs(
          'Bonjour {firstName}, toute l’équipe de {companyName} vous souhaite une très bonne fête!',
          'Que cette nouvelle année vous apporte la santé, de beaux moments et mille raisons de sourire, au travail comme ailleurs.',
          'Profitez bien de votre journée, et n’oubliez pas le gâteau. Avec les meilleurs vœux de {managerName} et de toute l’équipe.',
        ),
        de: paragraphs(
          'Hallo {firstName}, wir alle bei {companyName} wünschen dir alles Gute zum Geburtstag!',
          'Möge dir das neue Lebensjahr Gesundheit, schöne Momente und viele Gründe zum Lächeln bringen, bei der Arbeit und darüber hinaus.',
          'Genieß deinen Tag und vergiss den Kuchen nicht. Herzliche Grüße von {managerName} und dem ganzen Team.',
        ),
        'de-CH': paragraphs(
          'Hallo {firstName}, wir alle bei {companyName} wünschen dir alles Gute zum Geburtstag!',
          'Möge dir das neue Lebensjahr Gesundheit, schöne Momente und viele Gründe zum Lächeln bringen, bei der Arbeit und darüber hinaus.',
          'Geniess deinen Tag und vergiss den Kuchen nicht. Herzliche Grüsse von {managerName} und dem ganzen Team.',
        ),
        pt: paragraphs(
          'Olá, {firstName}! Todos nós, na {companyName}, lhe desejamos um feliz aniversário!',
          'Que este novo ano lhe traga saúde, bons momentos e muitas razões para sorrir, no trabalho e fora dele.',
          'Aproveite o seu dia e não se esqueça do bolo. Com os melhores votos de {managerName} e de toda a equipa.',
        ),
        'pt-BR': paragraphs(
          'Olá, {firstName}! Todos nós, da {companyName}, desejamos a você um feliz aniversário!',
          'Que este novo ciclo traga saúde, bons momentos e muitos motivos para sorrir, no trabalho e fora dele.',
          'Aproveite o seu dia e não se esqueça do bolo. Um abraço de {managerName} e de toda a equipe.',
        ),
        it: paragraphs(
          'Ciao {firstName}, da tutti noi di {companyName} i migliori auguri di buon compleanno!',
          'Che il nuovo anno ti porti salute, bei momenti e tanti motivi per sorridere, al lavoro e non solo.',
          'Goditi la giornata e non dimenticare la torta. Un caro saluto da {managerName} e da tutto il team.',
        ),
      },
    },
  },
  {
    key: 'retirement-farewell',
    category: 'People',
    order: 200,
    placeholders: [
      '{colleagueName}',
      '{years}',
      '{companyName}',
      '{lastDay}',
      '{date}',
      '{time}',
      '{location}',
      '{link}',
    ],
    title: {
      defaultValue: 'Farewell and thank you, {colleagueName}',
      langValues: {
        es: 'Hasta siempre y gracias, {colleagueName}',
        fr: 'Au revoir et merci, {colleagueName}',
        de: 'Auf Wiedersehen und danke, {colleagueName}',
        pt: 'Até sempre e obrigado, {colleagueName}',
        'pt-BR': 'Até logo e muito obrigado, {colleagueName}',
        it: 'Arrivederci e grazie, {colleagueName}',
      },
    },
    resume: {
      defaultValue: 'After {years} years {colleagueName} is retiring. Come and say goodbye on {date}.',
      langValues: {
        es: 'Después de {years} años, {colleagueName} se jubila. Ven a despedirte el {date}.',
        fr: 'Après {years} ans, {colleagueName} prend sa retraite. Venez lui dire au revoir le {date}.',
        de: 'Nach {years} Jahren geht {colleagueName} in den Ruhestand. Komm am {date} zum Abschied vorbei.',
        pt: 'Ao fim de {years} anos, {colleagueName} vai reformar-se. Venha despedir-se em {date}.',
        'pt-BR': 'Depois de {years} anos, {colleagueName} vai se aposentar. Venha se despedir em {date}.',
        it: 'Dopo {years} anni {colleagueName} va in pensione. Vieni a salutare il {date}.',
      },
    },
    body: {
      defaultValue: paragraphs(
        'After {years} years at {companyName}, {colleagueName} is retiring. The last working day is {lastDay}.',
        'Generations of colleagues have learnt from so much knowledge, patience and calm. It is hard to imagine our days without it.',
        'We want to say goodbye together on {date} at {time}. Place: {location}. Everyone is welcome, including former colleagues.',
        'If you cannot come, leave a message or a photo in the digital guest book: {link}',
        'Dear {colleagueName}, thank you for everything. We wish you good health and all the time you need for the things you love.',
      ),
      langValues: {
        es: paragraphs(
          'Después de {years} años en {companyName}, {colleagueName} se jubila. Su último día de trabajo será el {lastDay}.',
          'Generaciones de colegas han aprendido de su conocimiento, su paciencia y su calma. Cuesta imaginar nuestro día a día sin todo ello.',
          'Queremos despedirnos en compañía el {date} a las {time}. Lugar: {location}. Todo el mundo es bienvenido, también antiguos colegas.',
          'Si no puedes venir, deja un mensaje o una foto en el libro de visitas digital: {link}',
          '{colleagueName}, gracias por todo. Te deseamos mucha salud y todo el tiempo que necesites para lo que más te gusta.',
        ),
        fr: paragraphs(
          'Après {years} ans chez {companyName}, {colleagueName} prend sa retraite. Son dernier jour de travail sera le {lastDay}.',
          'Des générations de collègues ont profité de son savoir, de sa patience et de son calme. Il est difficile d’imaginer notre quotidien sans tout cela.',
          'Nous vous proposons de lui dire au revoir ensemble le {date} à {time}. Lieu : {location}. Tout le monde est le bienvenu, y compris les anciens collègues.',
          'Si vous ne pouvez pas venir, laissez un message ou une photo dans le livre d’or numérique : {link}',
          '{colleagueName}, merci pour tout. Nous vous souhaitons une bonne santé et tout le temps nécessaire pour ce que vous aimez.',
        ),
        de: paragraphs(
          'Nach {years} Jahren bei {companyName} geht {colleagueName} in den Ruhestand. Der letzte Arbeitstag ist der {lastDay}.',
          'Von so viel Wissen, Geduld und Gelassenheit haben Generationen von uns gelernt. Unseren Alltag ohne all das können wir uns kaum vorstellen.',
          'Wir möchten uns gemeinsam verabschieden, und zwar am {date} um {time} Uhr. Ort: {location}. Alle sind willkommen, auch Ehemalige.',
          'Wenn du nicht kommen kannst, hinterlass eine Nachricht oder ein Foto im digitalen Gästebuch: {link}',
          '{colleagueName}, danke für alles. Wir wünschen dir Gesundheit und viel Zeit für all das, was du liebst.',
        ),
        pt: paragraphs(
          'Ao fim de {years} anos na {companyName}, {colleagueName} vai reformar-se. O último dia de trabalho será {lastDay}.',
          'Gerações de colegas aprenderam com o seu conhecimento, a sua paciência e a sua calma. É difícil imaginar o nosso dia a dia sem tudo isso.',
          'Queremos fazer uma despedida em conjunto em {date}, às {time}. Local: {location}. Toda a gente é bem-vinda, incluindo antigos colegas.',
          'Se não puder vir, deixe uma mensagem ou uma fotografia no livro de visitas digital: {link}',
          '{colleagueName}, obrigado por tudo. Desejamos-lhe muita saúde e todo o tempo do mundo para aquilo de que mais gosta.',
        ),
        'pt-BR': paragraphs(
          'Depois de {years} anos na {companyName}, {colleagueName} vai se aposentar. O último dia de trabalho será {lastDay}.',
          'Gerações de colegas aprenderam com o seu conhecimento, a sua paciência e a sua calma. É difícil imaginar o nosso dia a dia sem tudo isso.',
          'Queremos fazer juntos uma despedida em {date}, às {time}. Local: {location}. Todo mundo está convidado, inclusive antigos colegas.',
          'Se não puder vir, deixe uma mensagem ou uma foto no livro de recordações digital: {link}',
          '{colleagueName}, obrigado por tudo. Desejamos a você muita saúde e todo o tempo do mundo para as coisas de que mais gosta.',
        ),
        it: paragraphs(
          'Dopo {years} anni in {companyName}, {colleagueName} va in pensione. L’ultimo giorno di lavoro sarà il {lastDay}.',
          'Generazioni di colleghi hanno imparato dalla sua competenza, dalla sua pazienza e dalla sua calma. È difficile immaginare le nostre giornate senza tutto questo.',
          'Vogliamo salutarci insieme il {date} alle {time}. Luogo: {location}. L’invito è aperto a tutti, anche agli ex colleghi.',
          'Se non puoi venire, lascia un messaggio o una foto nel libro degli ospiti digitale: {link}',
          '{colleagueName}, grazie di tutto. Ti auguriamo tanta salute e tutto il tempo che desideri per le cose che ami.',
        ),
      },
    },
  },
  {
    key: 'diversity-inclusion',
    category: 'People',
    order: 210,
    coverImageURL: 'https://images.example.com/announcements/diversity-inclusion.jpg',
    placeholders: [
      '{companyName}',
      '{date}',
      '{time}',
      '{location}',
      '{speakerName}',
      '{topic}',
      '{link}',
      '{contactName}',
    ],
    title: {
      defaultValue: 'Diversity & inclusion: everyone belongs at {companyName}',
      langValues: {
        es: 'Diversidad e inclusión: en {companyName} cabemos todos',
        fr: 'Diversité et inclusion : chacun a sa place chez {companyName}',
        de: 'Vielfalt und Inklusion: Bei {companyName} gehören alle dazu',
        pt: 'Diversidade e inclusão: na {companyName} há lugar para todos',
        it: 'Diversità e inclusione: in {companyName} c’è posto per tutti',
      },
    },
    resume: {
      defaultValue: 'Join the conversation with {speakerName} on {date}.',
      langValues: {
        es: 'Participa en la conversación con {speakerName} el {date}.',
        fr: 'Participez à l’échange avec {speakerName} le {date}.',
        de: 'Diskutiere am {date} mit {speakerName}.',
        pt: 'Participe na conversa com {speakerName} em {date}.',
        'pt-BR': 'Participe da conversa com {speakerName} em {date}.',
        it: 'Partecipa all’incontro con {speakerName} il {date}.',
      },
    },
    body: {
      defaultValue: paragraphs(
        'At {companyName} people of different ages, origins, abilities, beliefs and ways of life work together. We want everyone to feel respected and to be able to give their best.',
        'Good intentions are not enough, so let us talk about it: on {date} at {time} we welcome {speakerName}. Topic: {topic}. Place: {location}.',
        'You can also follow the event online, with captions and sign language interpretation: {link}',
        'Do you need anything in order to take part, or would you like to join our inclusion network? Write to {contactName}; what you say will be treated in confidence.',
      ),
      langValues: {
        es: paragraphs(
          'En {companyName} trabajamos personas de distintas edades, orígenes, capacidades, creencias y formas de vida. Queremos que cada persona se sienta respetada y pueda dar lo mejor de sí.',
          'Las buenas intenciones no bastan, así que hablemos de ello: el {date} a las {time} nos acompaña {speakerName}. Tema: {topic}. Lugar: {location}.',
          'También puedes seguir el encuentro en línea, con subtítulos e interpretación en lengua de signos: {link}',
          '¿Necesitas algo para poder participar o te gustaría unirte a nuestra red de inclusión? Escribe a {contactName}; lo que cuentes se tratará de forma confidencial.',
        ),
        'es-MX': paragraphs(
          'En {companyName} trabajamos personas de distintas edades, orígenes, capacidades, creencias y formas de vida. Queremos que cada persona se sienta respetada y pueda dar lo mejor de sí.',
          'Las buenas intenciones no bastan, así que platiquemos: el {date} a las {time} nos acompaña {speakerName}. Tema: {topic}. Lugar: {location}.',
          'También puedes seguir el evento en línea, con subtítulos e interpretación en lengua de señas: {link}',
          '¿Necesitas algo para poder participar o te gustaría unirte a nuestra red de inclusión? Escribe a {contactName}; lo que cuentes se manejará de forma confidencial.',
        ),
        fr: paragraphs(
          'Chez {companyName} travaillent ensemble des personnes d’âges, d’origines, de capacités, de convictions et de modes de vie différents. Nous voulons que chacune se sente respectée et puisse donner le meilleur d’elle-même.',
          'Les bonnes intentions ne suffisent pas, alors parlons-en : le {date} à {time}, nous recevons {speakerName}. Thème : {topic}. Lieu : {location}.',
          'Vous pouvez aussi suivre la rencontre en ligne, avec sous-titres et interprétation en langue des signes : {link}',
          'Vous avez besoin d’un aménagement pour participer, ou envie de rejoindre notre réseau inclusion ? Écrivez à {contactName} ; vos échanges resteront confidentiels.',
        ),
        de: paragraphs(
          'Bei {companyName} arbeiten Menschen unterschiedlichen Alters, unterschiedlicher Herkunft, Fähigkeiten, Überzeugungen und Lebensweisen zusammen. Wir möchten, dass sich alle respektiert fühlen und ihr Bestes geben können.',
          'Gute Absichten allein genügen nicht, deshalb wollen wir darüber sprechen: Am {date} um {time} Uhr ist {speakerName} bei uns zu Gast. Thema: {topic}. Ort: {location}.',
          'Du kannst die Veranstaltung auch online verfolgen, mit Untertiteln und Gebärdensprachdolmetschen: {link}',
          'Brauchst du etwas, um teilnehmen zu können, oder möchtest du in unserem Inklusionsnetzwerk mitmachen? Schreib an {contactName}; was du sagst, wird vertraulich behandelt.',
        ),
        pt: paragraphs(
          'Na {companyName} trabalham em conjunto pessoas de diferentes idades, origens, capacidades, convicções e modos de vida. Queremos que cada pessoa se sinta respeitada e possa dar o seu melhor.',
          'As boas intenções não bastam, por isso vamos conversar: em {date}, às {time}, recebemos {speakerName}. Tema: {topic}. Local: {location}.',
          'Também pode acompanhar o evento online, com legendas e interpretação em língua gestual: {link}',
          'Precisa de alguma coisa para poder participar ou gostaria de integrar a nossa rede de inclusão? Escreva a {contactName}; o que disser será tratado com confidencialidade.',
        ),
        'pt-BR': paragraphs(
          'Na {companyName} trabalham juntas pessoas de diferentes idades, origens, capacidades, crenças e modos de vida. Queremos que cada pessoa se sinta respeitada e possa dar o seu melhor.',
          'Boas intenções não bastam, então vamos conversar: em {date}, às {time}, recebemos {speakerName}. Tema: {topic}. Local: {location}.',
          'Você também pode acompanhar o evento on-line, com legendas e interpretação em língua de sinais: {link}',
          'Precisa de algo para poder participar ou gostaria de fazer parte da nossa rede de inclusão? Escreva para {contactName}; o que você disser será tratado com sigilo.',
        ),
        it: paragraphs(
          'In {companyName} lavorano insieme persone di età, origini, abilità, convinzioni e stili di vita diversi. Vogliamo che ogni persona si senta rispettata e possa dare il meglio di sé.',
          'Le buone intenzioni non bastano, quindi parliamone: il {date} alle {time} avremo come ospite {speakerName}. Tema: {topic}. Luogo: {location}.',
          'Puoi seguire l’incontro anche online, con sottotitoli e interpretazione in lingua dei segni: {link}',
          'Ti serve qualcosa per poter partecipare o vuoi entrare nella nostra rete per l’inclusione? Scrivi a {contactName}; ciò che dirai sarà trattato con riservatezza.',
        ),
      },
    },
  },
];
