/** Demo templates of the category Surveys: from the invitation to the action plan. */
import type { DemoTemplate } from './demo-template.js';
import { paragraphs } from './paragraphs.js';

/** Templates that accompany an engagement survey. */
export const surveyTemplates: readonly DemoTemplate[] = [
  {
    key: 'engagement-survey-invitation',
    category: 'Surveys',
    order: 30,
    coverImageURL: 'https://images.example.com/announcements/engagement-survey-invitation.jpg',
    placeholders: ['{firstName}', '{surveyName}', '{minutes}', '{closingDate}', '{link}', '{companyName}'],
    title: {
      defaultValue: 'Your opinion counts: {surveyName} is open',
      langValues: {
        es: 'Tu opinión cuenta: ya puedes participar en {surveyName}',
        fr: 'Votre avis compte : {surveyName} est en ligne',
        de: 'Deine Meinung zählt: {surveyName} ist gestartet',
        pt: 'A sua opinião conta: já pode participar em {surveyName}',
        'pt-BR': 'Sua opinião conta: participe de {surveyName}',
        it: 'La tua opinione conta: al via {surveyName}',
      },
    },
    resume: {
      defaultValue: 'Take {minutes} minutes until {closingDate} to tell us how work really feels.',
      langValues: {
        es: 'Dedica {minutes} minutos antes del {closingDate} a contarnos cómo vives de verdad tu trabajo.',
        fr: 'Prenez {minutes} minutes d’ici le {closingDate} pour nous dire comment vous vivez vraiment votre travail.',
        de: 'Nimm dir bis zum {closingDate} {minutes} Minuten Zeit und sag uns, wie du deine Arbeit wirklich erlebst.',
        pt: 'Dedique {minutes} minutos, até {closingDate}, a dizer-nos como vive realmente o seu trabalho.',
        'pt-BR':
          'Reserve {minutes} minutos até {closingDate} para nos contar como você realmente vive o seu trabalho.',
        it: 'Dedica {minutes} minuti entro il {closingDate} per dirci come vivi davvero il tuo lavoro.',
      },
    },
    body: {
      defaultValue: paragraphs(
        'Hello {firstName}, what works well at {companyName}, and what should we do better? From today you can tell us in {surveyName}.',
        'It takes about {minutes} minutes, on your phone or on your computer. Your answers are confidential: we only report results for groups, never for individuals.',
        'Last time your answers led to real changes. The more of us take part, the clearer it becomes what matters most.',
        'The survey is open until {closingDate}. Take part here: {link}',
      ),
      langValues: {
        es: paragraphs(
          'Hola, {firstName}: ¿qué funciona bien en {companyName} y qué deberíamos mejorar? Desde hoy puedes decírnoslo en {surveyName}.',
          'Te llevará unos {minutes} minutos, desde el móvil o el ordenador. Tus respuestas son confidenciales: solo publicamos resultados por grupos, nunca individuales.',
          'La última vez, vuestras respuestas dieron lugar a cambios reales. Cuantas más personas participemos, más claro quedará qué es lo más importante.',
          'La encuesta estará abierta hasta el {closingDate}. Participa aquí: {link}',
        ),
        'es-MX': paragraphs(
          'Hola, {firstName}: ¿qué funciona bien en {companyName} y qué deberíamos mejorar? A partir de hoy puedes decírnoslo en {surveyName}.',
          'Te tomará unos {minutes} minutos, desde tu celular o tu computadora. Tus respuestas son confidenciales: solo publicamos resultados por grupos, nunca individuales.',
          'La última vez, sus respuestas se convirtieron en cambios reales. Entre más personas participemos, más claro quedará qué es lo más importante.',
          'La encuesta estará abierta hasta el {closingDate}. Participa aquí: {link}',
        ),
        fr: paragraphs(
          'Bonjour {firstName}, qu’est-ce qui fonctionne bien chez {companyName} et que devrions-nous améliorer ? Dès aujourd’hui, vous pouvez nous le dire dans {surveyName}.',
          'Comptez environ {minutes} minutes, sur votre téléphone ou votre ordinateur. Vos réponses sont confidentielles : les résultats ne sont publiés que par groupe, jamais individuellement.',
          'La dernière fois, vos réponses ont débouché sur de vrais changements. Plus nous serons nombreux à participer, plus nos priorités seront claires.',
          'L’enquête est ouverte jusqu’au {closingDate}. Pour participer : {link}',
        ),
        de: paragraphs(
          'Hallo {firstName}, was läuft gut bei {companyName} und was sollten wir besser machen? Ab heute kannst du es uns sagen: {surveyName} ist gestartet.',
          'Du brauchst etwa {minutes} Minuten, am Handy oder am Computer. Deine Antworten sind vertraulich: Ergebnisse zeigen wir nur für Gruppen, nie für einzelne Personen.',
          'Beim letzten Mal haben eure Antworten echte Veränderungen angestoßen. Je mehr von uns mitmachen, desto klarer wird, worauf es am meisten ankommt.',
          'Die Umfrage läuft bis zum {closingDate}. Hier geht es zur Teilnahme: {link}',
        ),
        pt: paragraphs(
          'Olá, {firstName}! O que funciona bem na {companyName} e o que devemos melhorar? A partir de hoje pode dizer-nos em {surveyName}.',
          'Demora cerca de {minutes} minutos, no telemóvel ou no computador. As suas respostas são confidenciais: só divulgamos resultados por grupo, nunca individuais.',
          'Da última vez, as vossas respostas deram origem a mudanças reais. Quantas mais pessoas participarem, mais claro ficará o que é prioritário.',
          'O inquérito está aberto até {closingDate}. Participe aqui: {link}',
        ),
        'pt-BR': paragraphs(
          'Olá, {firstName}! O que funciona bem na {companyName} e o que precisamos melhorar? A partir de hoje você pode nos contar em {surveyName}.',
          'Leva cerca de {minutes} minutos, no celular ou no computador. Suas respostas são confidenciais: só divulgamos resultados por grupo, nunca individuais.',
          'Da última vez, as respostas de vocês geraram mudanças de verdade. Quanto mais gente participar, mais claro ficará o que é prioridade.',
          'A pesquisa fica aberta até {closingDate}. Participe aqui: {link}',
        ),
        it: paragraphs(
          'Ciao {firstName}, che cosa funziona bene in {companyName} e che cosa dovremmo migliorare? Da oggi puoi dircelo con {surveyName}.',
          'Bastano circa {minutes} minuti, dal telefono o dal computer. Le tue risposte sono riservate: pubblichiamo i risultati solo per gruppi, mai per singole persone.',
          'L’ultima volta le vostre risposte hanno portato a cambiamenti concreti. Più siamo a partecipare, più sarà chiaro che cosa conta davvero.',
          'Il sondaggio è aperto fino al {closingDate}. Partecipa qui: {link}',
        ),
      },
    },
  },
  {
    key: 'engagement-survey-reminder',
    category: 'Surveys',
    order: 40,
    placeholders: ['{firstName}', '{surveyName}', '{participationRate}', '{closingDate}', '{link}'],
    title: {
      defaultValue: 'Reminder: {surveyName} closes on {closingDate}',
      langValues: {
        es: 'Recordatorio: {surveyName} se cierra el {closingDate}',
        fr: 'Rappel : {surveyName} se termine le {closingDate}',
        de: 'Erinnerung: {surveyName} endet am {closingDate}',
        pt: 'Lembrete: {surveyName} termina em {closingDate}',
        it: 'Promemoria: {surveyName} si chiude il {closingDate}',
      },
    },
    resume: {
      defaultValue: '{participationRate}% of us have already answered. Is your view among them?',
      langValues: {
        es: 'El {participationRate} % ya ha respondido. ¿Está tu opinión entre las recibidas?',
        fr: '{participationRate} % d’entre nous ont déjà répondu. Et vous ?',
        de: '{participationRate} % von uns haben schon geantwortet. Ist deine Stimme dabei?',
        pt: '{participationRate}% de nós já responderam. A sua opinião já lá está?',
        'pt-BR': '{participationRate}% de nós já responderam. A sua opinião já está lá?',
        it: 'Il {participationRate}% di noi ha già risposto. C’è anche la tua opinione?',
      },
    },
    body: {
      defaultValue: paragraphs(
        'Hello {firstName}, {participationRate}% of us have already taken part in {surveyName}. Thank you!',
        'If you have not answered yet, there is still time until {closingDate}. You can pause at any point and continue later where you left off.',
        'Take part here: {link}',
        'You have already answered? Then there is nothing more to do. Because the survey is confidential, this reminder goes to everyone.',
      ),
      langValues: {
        es: paragraphs(
          'Hola, {firstName}: el {participationRate} % ya ha participado en {surveyName}. ¡Gracias!',
          'Si todavía no has respondido, aún tienes tiempo hasta el {closingDate}. Puedes hacer una pausa en cualquier momento y continuar después donde lo dejaste.',
          'Participa aquí: {link}',
          '¿Ya has respondido? Entonces no tienes que hacer nada más. Como la encuesta es confidencial, este recordatorio llega a todo el mundo.',
        ),
        fr: paragraphs(
          'Bonjour {firstName}, {participationRate} % d’entre nous ont déjà répondu à {surveyName}. Merci !',
          'Si vous n’avez pas encore répondu, il est encore temps jusqu’au {closingDate}. Vous pouvez vous interrompre à tout moment et reprendre plus tard là où vous en étiez.',
          'Pour participer : {link}',
          'Vous avez déjà répondu ? Vous n’avez plus rien à faire. L’enquête étant confidentielle, ce rappel est adressé à tout le monde.',
        ),
        de: paragraphs(
          'Hallo {firstName}, {participationRate} % von uns haben schon mitgemacht: {surveyName} lebt von euren Antworten. Vielen Dank!',
          'Falls du noch nicht dazu gekommen bist, hast du bis zum {closingDate} Zeit. Du kannst jederzeit unterbrechen und später an derselben Stelle weitermachen.',
          'Hier geht es zur Teilnahme: {link}',
          'Du hast schon geantwortet? Dann ist nichts weiter zu tun. Weil die Umfrage vertraulich ist, geht diese Erinnerung an alle.',
        ),
        pt: paragraphs(
          'Olá, {firstName}! {participationRate}% de nós já participaram em {surveyName}. Obrigado!',
          'Se ainda não respondeu, tem até {closingDate} para o fazer. Pode interromper a qualquer momento e continuar mais tarde onde ficou.',
          'Participe aqui: {link}',
          'Já respondeu? Então não precisa de fazer mais nada. Como o inquérito é confidencial, este lembrete é enviado a todos.',
        ),
        'pt-BR': paragraphs(
          'Olá, {firstName}! {participationRate}% de nós já participaram de {surveyName}. Obrigado!',
          'Se você ainda não respondeu, dá tempo até {closingDate}. É possível interromper a qualquer momento e continuar depois de onde parou.',
          'Participe aqui: {link}',
          'Já respondeu? Então não precisa fazer mais nada. Como a pesquisa é confidencial, este lembrete vai para todo mundo.',
        ),
        it: paragraphs(
          'Ciao {firstName}, il {participationRate}% di noi ha già partecipato a {surveyName}. Grazie!',
          'Se non hai ancora risposto, hai tempo fino al {closingDate}. Puoi interrompere in qualsiasi momento e riprendere più tardi da dove avevi lasciato.',
          'Partecipa qui: {link}',
          'Hai già risposto? Allora non devi fare altro. Poiché il sondaggio è riservato, questo promemoria viene inviato a tutti.',
        ),
      },
    },
  },
  {
    key: 'engagement-survey-results',
    category: 'Surveys',
    order: 50,
    coverImageURL: 'https://images.example.com/announcements/engagement-survey-results.jpg',
    placeholders: [
      '{surveyName}',
      '{companyName}',
      '{participationRate}',
      '{topStrength}',
      '{topPriority}',
      '{date}',
      '{link}',
    ],
    title: {
      defaultValue: 'You spoke, we listened: the results of {surveyName}',
      langValues: {
        es: 'Os hemos escuchado: los resultados de {surveyName}',
        'es-MX': 'Los escuchamos: los resultados de {surveyName}',
        fr: 'Vous vous êtes exprimés : les résultats de {surveyName}',
        de: 'Wir haben euch zugehört: die Ergebnisse von {surveyName}',
        pt: 'Ouvimos o que nos disseram: os resultados de {surveyName}',
        'pt-BR': 'Vocês falaram, nós ouvimos: os resultados de {surveyName}',
        it: 'Vi abbiamo ascoltato: i risultati di {surveyName}',
      },
    },
    resume: {
      defaultValue: 'What we do well, where we must improve and what happens next.',
      langValues: {
        es: 'Qué hacemos bien, qué debemos mejorar y cuáles son los próximos pasos.',
        fr: 'Nos points forts, nos axes de progrès et les prochaines étapes.',
        de: 'Was wir gut machen, wo wir besser werden müssen und wie es weitergeht.',
        pt: 'O que fazemos bem, o que temos de melhorar e os próximos passos.',
        it: 'Che cosa facciamo bene, dove dobbiamo migliorare e quali sono i prossimi passi.',
      },
    },
    body: {
      defaultValue: paragraphs(
        'Thank you to everyone who took part in {surveyName}. With a participation of {participationRate}%, we have a clear picture of how it feels to work at {companyName}.',
        'What you value most: {topStrength}. We want to protect it.',
        'Where you expect us to improve: {topPriority}. We will not explain this away; we will work on it.',
        'By {date} every manager will go through the results with their team and agree on the first actions. The overall results are here: {link}',
      ),
      langValues: {
        es: paragraphs(
          'Gracias a todas las personas que han participado en {surveyName}. Con una participación del {participationRate} %, tenemos una imagen clara de cómo se trabaja en {companyName}.',
          'Lo que más valoráis: {topStrength}. Queremos conservarlo.',
          'Donde esperáis que mejoremos: {topPriority}. No vamos a buscar excusas; vamos a trabajar en ello.',
          'Antes del {date}, cada responsable revisará los resultados con su equipo y acordará las primeras acciones. Los resultados generales están aquí: {link}',
        ),
        'es-MX': paragraphs(
          'Gracias a todas las personas que participaron en {surveyName}. Con una participación del {participationRate} %, tenemos una imagen clara de cómo se trabaja en {companyName}.',
          'Lo que más valoran: {topStrength}. Queremos conservarlo.',
          'Donde esperan que mejoremos: {topPriority}. No vamos a buscar pretextos; vamos a trabajar en ello.',
          'Antes del {date}, cada líder revisará los resultados con su equipo y acordará las primeras acciones. Los resultados generales están aquí: {link}',
        ),
        fr: paragraphs(
          'Merci à toutes celles et à tous ceux qui ont répondu à {surveyName}. Avec un taux de participation de {participationRate} %, nous avons une image claire de la vie au travail chez {companyName}.',
          'Ce que vous appréciez le plus : {topStrength}. Nous tenons à le préserver.',
          'Ce que vous nous demandez d’améliorer : {topPriority}. Nous ne chercherons pas d’excuses, nous allons y travailler.',
          'D’ici le {date}, chaque responsable passera les résultats en revue avec son équipe et conviendra des premières actions. Les résultats d’ensemble sont disponibles ici : {link}',
        ),
        de: paragraphs(
          'Danke an alle, die bei {surveyName} mitgemacht haben. Mit einer Beteiligung von {participationRate} % haben wir ein klares Bild davon, wie es sich bei {companyName} arbeitet.',
          'Was ihr am meisten schätzt: {topStrength}. Das wollen wir bewahren.',
          'Wo ihr Verbesserungen erwartet: {topPriority}. Wir reden das nicht schön, sondern gehen es an.',
          'Bis zum {date} besprechen alle Führungskräfte die Ergebnisse mit ihren Teams und vereinbaren erste Maßnahmen. Die Gesamtergebnisse findet ihr hier: {link}',
        ),
        'de-CH': paragraphs(
          'Danke an alle, die bei {surveyName} mitgemacht haben. Mit einer Beteiligung von {participationRate} % haben wir ein klares Bild davon, wie es sich bei {companyName} arbeitet.',
          'Was ihr am meisten schätzt: {topStrength}. Das wollen wir bewahren.',
          'Wo ihr Verbesserungen erwartet: {topPriority}. Wir reden das nicht schön, sondern gehen es an.',
          'Bis zum {date} besprechen alle Führungskräfte die Ergebnisse mit ihren Teams und vereinbaren erste Massnahmen. Die Gesamtergebnisse findet ihr hier: {link}',
        ),
        pt: paragraphs(
          'Obrigado a todas as pessoas que participaram em {surveyName}. Com uma participação de {participationRate}%, temos uma imagem clara do que é trabalhar na {companyName}.',
          'O que mais valorizam: {topStrength}. Queremos preservá-lo.',
          'Onde esperam que melhoremos: {topPriority}. Não vamos arranjar desculpas; vamos trabalhar nisso.',
          'Até {date}, cada responsável analisará os resultados com a sua equipa e acordará as primeiras ações. Os resultados globais estão aqui: {link}',
        ),
        'pt-BR': paragraphs(
          'Obrigado a todas as pessoas que participaram de {surveyName}. Com uma participação de {participationRate}%, temos uma imagem clara de como é trabalhar na {companyName}.',
          'O que vocês mais valorizam: {topStrength}. Queremos preservar isso.',
          'Onde vocês esperam que a gente melhore: {topPriority}. Não vamos dar desculpas; vamos trabalhar nisso.',
          'Até {date}, cada gestor ou gestora vai analisar os resultados com a sua equipe e combinar as primeiras ações. Os resultados gerais estão aqui: {link}',
        ),
        it: paragraphs(
          'Grazie a tutte le persone che hanno partecipato a {surveyName}. Con una partecipazione del {participationRate}% abbiamo un quadro chiaro di come si lavora in {companyName}.',
          'Che cosa apprezzate di più: {topStrength}. Vogliamo preservarlo.',
          'Dove vi aspettate dei miglioramenti: {topPriority}. Non cercheremo scuse: ci metteremo al lavoro.',
          'Entro il {date} ogni responsabile esaminerà i risultati con il proprio team e concorderà le prime azioni. I risultati complessivi sono qui: {link}',
        ),
      },
    },
  },
  {
    key: 'action-plan-follow-up',
    category: 'Surveys',
    order: 60,
    placeholders: [
      '{planTitle}',
      '{teamName}',
      '{completionPercent}',
      '{completedAction}',
      '{nextAction}',
      '{dueDate}',
      '{managerName}',
      '{link}',
    ],
    title: {
      defaultValue: 'Where we stand: {planTitle}',
      langValues: {
        es: 'Así avanzamos: {planTitle}',
        fr: 'Où en sommes-nous : {planTitle}',
        de: 'Wo wir stehen: {planTitle}',
        pt: 'Ponto de situação: {planTitle}',
        'pt-BR': 'Como estamos avançando: {planTitle}',
        it: 'A che punto siamo: {planTitle}',
      },
    },
    resume: {
      defaultValue: '{completionPercent}% of the actions agreed after the survey are done.',
      langValues: {
        es: 'El {completionPercent} % de las acciones acordadas tras la encuesta ya está completado.',
        fr: '{completionPercent} % des actions décidées après l’enquête sont achevées.',
        de: '{completionPercent} % der nach der Umfrage vereinbarten Maßnahmen sind umgesetzt.',
        'de-CH': '{completionPercent} % der nach der Umfrage vereinbarten Massnahmen sind umgesetzt.',
        pt: '{completionPercent}% das ações acordadas após o inquérito estão concluídas.',
        'pt-BR': '{completionPercent}% das ações combinadas depois da pesquisa estão concluídas.',
        it: 'Il {completionPercent}% delle azioni concordate dopo il sondaggio è completato.',
      },
    },
    body: {
      defaultValue: paragraphs(
        'After the last survey the {teamName} team agreed on a plan: {planTitle}. Today {completionPercent}% of its actions are completed.',
        'Just finished: {completedAction}. Thank you to everyone who made it happen.',
        'Next up: {nextAction}, due on {dueDate}.',
        'You can follow the plan at any time here: {link}. Do you have an idea, or does something not go as it should? Talk to {managerName}.',
      ),
      langValues: {
        es: paragraphs(
          'Tras la última encuesta, el equipo {teamName} acordó un plan: {planTitle}. Hoy, el {completionPercent} % de sus acciones está completado.',
          'Lo último que hemos terminado: {completedAction}. Gracias a quienes lo han hecho posible.',
          'Lo siguiente: {nextAction}, con fecha límite el {dueDate}.',
          'Puedes seguir el plan en cualquier momento aquí: {link}. ¿Tienes una idea o hay algo que no va como debería? Habla con {managerName}.',
        ),
        fr: paragraphs(
          'À la suite de la dernière enquête, l’équipe {teamName} a adopté un plan : {planTitle}. Aujourd’hui, {completionPercent} % de ses actions sont achevées.',
          'Dernière action achevée : {completedAction}. Merci à toutes les personnes qui y ont contribué.',
          'Prochaine étape : {nextAction}, pour le {dueDate}.',
          'Vous pouvez suivre le plan à tout moment ici : {link}. Une idée, ou quelque chose qui n’avance pas comme prévu ? Parlez-en à {managerName}.',
        ),
        de: paragraphs(
          'Nach der letzten Umfrage hat das Team {teamName} einen Plan vereinbart: {planTitle}. Heute sind {completionPercent} % der Maßnahmen umgesetzt.',
          'Gerade abgeschlossen: {completedAction}. Danke an alle, die das möglich gemacht haben.',
          'Als Nächstes: {nextAction}, fällig am {dueDate}.',
          'Den Plan kannst du jederzeit hier verfolgen: {link}. Du hast eine Idee, oder etwas läuft nicht so, wie es soll? Sprich mit {managerName}.',
        ),
        'de-CH': paragraphs(
          'Nach der letzten Umfrage hat das Team {teamName} einen Plan vereinbart: {planTitle}. Heute sind {completionPercent} % der Massnahmen umgesetzt.',
          'Gerade abgeschlossen: {completedAction}. Danke an alle, die das möglich gemacht haben.',
          'Als Nächstes: {nextAction}, fällig am {dueDate}.',
          'Den Plan kannst du jederzeit hier verfolgen: {link}. Du hast eine Idee, oder etwas läuft nicht so, wie es soll? Sprich mit {managerName}.',
        ),
        pt: paragraphs(
          'Após o último inquérito, a equipa {teamName} acordou um plano: {planTitle}. Hoje, {completionPercent}% das suas ações estão concluídas.',
          'Acabámos de concluir: {completedAction}. Obrigado a quem o tornou possível.',
          'A seguir: {nextAction}, com prazo até {dueDate}.',
          'Pode acompanhar o plano a qualquer momento aqui: {link}. Tem uma ideia, ou há algo que não está a correr como devia? Fale com {managerName}.',
        ),
        'pt-BR': paragraphs(
          'Depois da última pesquisa, a equipe {teamName} combinou um plano: {planTitle}. Hoje, {completionPercent}% das ações estão concluídas.',
          'Acabamos de concluir: {completedAction}. Obrigado a quem tornou isso possível.',
          'Próximo passo: {nextAction}, com prazo até {dueDate}.',
          'Você pode acompanhar o plano a qualquer momento aqui: {link}. Tem uma ideia, ou algo não está indo como deveria? Fale com {managerName}.',
        ),
        it: paragraphs(
          'Dopo l’ultimo sondaggio il team {teamName} ha concordato un piano: {planTitle}. Oggi il {completionPercent}% delle azioni è completato.',
          'Appena concluso: {completedAction}. Grazie a chi lo ha reso possibile.',
          'Prossimo passo: {nextAction}, entro il {dueDate}.',
          'Puoi seguire il piano in qualsiasi momento qui: {link}. Hai un’idea, o qualcosa non va come dovrebbe? Parlane con {managerName}.',
        ),
      },
    },
  },
];
