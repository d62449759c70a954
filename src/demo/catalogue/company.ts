/** Demo templates of the category Company: results, workplaces, benefits and policies. */
import type { DemoTemplate } from './demo-template.js';
import { paragraphs } from './paragraphs.js';

/** Templates about the company, its results and its rules. */
export const companyTemplates: readonly DemoTemplate[] = [
  {
    key: 'quarterly-results',
    category: 'Company',
    order: 220,
    coverImageURL: 'https://images.example.com/announcements/quarterly-results.jpg',
    placeholders: [
      '{quarter}',
      '{companyName}',
      '{revenue}',
      '{growthRate}',
      '{highlight}',
      '{challenge}',
      '{link}',
      '{ceoName}',
    ],
    title: {
      defaultValue: 'Our results for {quarter}',
      langValues: {
        es: 'Nuestros resultados: {quarter}',
        fr: 'Nos résultats : {quarter}',
        de: 'Unsere Ergebnisse: {quarter}',
        pt: 'Os nossos resultados: {quarter}',
        'pt-BR': 'Nossos resultados: {quarter}',
        it: 'I nostri risultati: {quarter}',
      },
    },
    resume: {
      defaultValue:
        'Revenue of {revenue}, a change of {growthRate}% on the previous year, and what it means for us.',
      langValues: {
        es: 'Ingresos de {revenue}, una variación del {growthRate} % respecto al año anterior, y qué significa para nosotros.',
        fr: 'Un chiffre d’affaires de {revenue}, une évolution de {growthRate} % sur un an, et ce que cela signifie pour nous.',
        de: 'Umsatz von {revenue}, eine Veränderung von {growthRate} % zum Vorjahr, und was das für uns bedeutet.',
        pt: 'Receitas de {revenue}, uma variação de {growthRate}% face ao ano anterior, e o que isso significa para nós.',
        'pt-BR':
          'Receita de {revenue}, uma variação de {growthRate}% em relação ao ano anterior, e o que isso significa para nós.',
        it: 'Ricavi pari a {revenue}, una variazione del {growthRate}% sull’anno precedente, e che cosa significa per noi.',
      },
    },
    body: {
      defaultValue: paragraphs(
        'Today we publish our results for {quarter}. {companyName} achieved revenue of {revenue}, a change of {growthRate}% compared with the same quarter of the previous year.',
        'What we can be proud of: {highlight}',
        'What still needs our full attention: {challenge}',
        'Behind every figure is the work of many people. Thank you for yours.',
        'The presentation and answers to the most frequent questions are here: {link}. Best regards, {ceoName}',
      ),
      langValues: {
        es: paragraphs(
          'Hoy publicamos nuestros resultados de {quarter}. {companyName} alcanzó unos ingresos de {revenue}, una variación del {growthRate} % con respecto al mismo trimestre del año anterior.',
          'De qué podemos sentir orgullo: {highlight}',
          'Qué sigue necesitando toda nuestra atención: {challenge}',
          'Detrás de cada cifra está el trabajo de muchas personas. Gracias por el tuyo.',
          'La presentación y las respuestas a las preguntas más frecuentes están aquí: {link}. Un cordial saludo, {ceoName}',
        ),
        fr: paragraphs(
          'Nous publions aujourd’hui nos résultats pour {quarter}. {companyName} a réalisé un chiffre d’affaires de {revenue}, soit une évolution de {growthRate} % par rapport au même trimestre de l’année précédente.',
          'Ce dont nous pouvons être fiers : {highlight}',
          'Ce qui demande encore toute notre attention : {challenge}',
          'Derrière chaque chiffre, il y a le travail de nombreuses personnes. Merci pour le vôtre.',
          'La présentation et les réponses aux questions les plus fréquentes sont disponibles ici : {link}. Bien cordialement, {ceoName}',
        ),
        de: paragraphs(
          'Heute veröffentlichen wir unsere Ergebnisse für {quarter}. {companyName} erzielte einen Umsatz von {revenue}, eine Veränderung von {growthRate} % gegenüber dem Vorjahresquartal.',
          'Worauf wir stolz sein können: {highlight}',
          'Was weiterhin unsere volle Aufmerksamkeit braucht: {challenge}',
          'Hinter jeder Zahl steht die Arbeit vieler Menschen. Danke für deine.',
          'Die Präsentation und Antworten auf die häufigsten Fragen findest du hier: {link}. Herzliche Grüße, {ceoName}',
        ),
        pt: paragraphs(
          'Publicamos hoje os nossos resultados de {quarter}. A {companyName} alcançou receitas de {revenue}, uma variação de {growthRate}% face ao mesmo trimestre do ano anterior.',
          'Do que nos podemos orgulhar: {highlight}',
          'O que continua a exigir toda a nossa atenção: {challenge}',
          'Por trás de cada número está o trabalho de muitas pessoas. Obrigado pelo seu.',
          'A apresentação e as respostas às perguntas mais frequentes estão aqui: {link}. Com os melhores cumprimentos, {ceoName}',
        ),
        'pt-BR': paragraphs(
          'Hoje divulgamos os nossos resultados de {quarter}. A {companyName} alcançou uma receita de {revenue}, uma variação de {growthRate}% em relação ao mesmo trimestre do ano anterior.',
          'Do que podemos nos orgulhar: {highlight}',
          'O que ainda exige toda a nossa atenção: {challenge}',
          'Por trás de cada número está o trabalho de muita gente. Obrigado pelo seu.',
          'A apresentação e as respostas às perguntas mais frequentes estão aqui: {link}. Um abraço, {ceoName}',
        ),
        it: paragraphs(
          'Oggi pubblichiamo i nostri risultati per {quarter}. {companyName} ha registrato ricavi pari a {revenue}, una variazione del {growthRate}% rispetto allo stesso trimestre dell’anno precedente.',
          'Di che cosa possiamo essere orgogliosi: {highlight}',
          'Che cosa richiede ancora tutta la nostra attenzione: {challenge}',
          'Dietro ogni cifra c’è il lavoro di molte persone. Grazie per il tuo.',
          'La presentazione e le risposte alle domande più frequenti sono qui: {link}. Cordiali saluti, {ceoName}',
        ),
      },
    },
  },
  {
    key: 'office-move',
    category: 'Company',
    order: 230,
    coverImageURL: 'https://images.example.com/announcements/office-move.jpg',
    placeholders: [
      '{newAddress}',
      '{moveDate}',
      '{packingDeadline}',
      '{firstDay}',
      '{contactName}',
      '{link}',
    ],
    title: {
      defaultValue: 'We are moving on {moveDate}',
      langValues: {
        es: 'Nos mudamos el {moveDate}',
        fr: 'Nous déménageons le {moveDate}',
        de: 'Wir ziehen am {moveDate} um',
        pt: 'Vamos mudar de instalações em {moveDate}',
        'pt-BR': 'Vamos mudar de endereço em {moveDate}',
        it: 'Ci trasferiamo il {moveDate}',
      },
    },
    resume: {
      defaultValue:
        'New address, packing by {packingDeadline}, first day on {firstDay}: the essentials at a glance.',
      langValues: {
        es: 'Nueva dirección, cajas listas antes del {packingDeadline}, primer día el {firstDay}: lo esencial de un vistazo.',
        fr: 'Nouvelle adresse, cartons avant le {packingDeadline}, premier jour le {firstDay} : l’essentiel en un coup d’œil.',
        de: 'Neue Adresse, packen bis zum {packingDeadline}, erster Tag am {firstDay}: das Wichtigste auf einen Blick.',
        pt: 'Nova morada, caixas prontas até {packingDeadline}, primeiro dia em {firstDay}: o essencial num relance.',
        'pt-BR':
          'Novo endereço, caixas prontas até {packingDeadline}, primeiro dia em {firstDay}: o essencial em poucas linhas.',
        it: 'Nuovo indirizzo, scatoloni pronti entro il {packingDeadline}, primo giorno il {firstDay}: l’essenziale in breve.',
      },
    },
    body: {
      defaultValue: paragraphs(
        'The boxes are ordered: on {moveDate} we are moving to our new office. The address is {newAddress}.',
        'Please pack your personal belongings by {packingDeadline} and label every box with your name and your new desk number. Screens, chairs and docking stations are moved for you.',
        'Your first day in the new office is {firstDay}. Until then you can work from home; please agree on the details with your team.',
        'The floor plan, directions and answers to many questions are here: {link}. {contactName} will be happy to help with everything else.',
      ),
      langValues: {
        es: paragraphs(
          'Las cajas ya están pedidas: el {moveDate} nos mudamos a nuestra nueva oficina. La dirección es {newAddress}.',
          'Empaqueta tus objetos personales antes del {packingDeadline} y marca cada caja con tu nombre y el número de tu nuevo puesto. De las pantallas, las sillas y las bases de conexión nos encargamos nosotros.',
          'Tu primer día en la nueva oficina será el {firstDay}. Hasta entonces puedes trabajar desde casa; acuerda los detalles con tu equipo.',
          'El plano, las indicaciones para llegar y las respuestas a muchas preguntas están aquí: {link}. Para todo lo demás, {contactName} te ayudará con mucho gusto.',
        ),
        fr: paragraphs(
          'Les cartons sont commandés : le {moveDate}, nous emménageons dans nos nouveaux bureaux. L’adresse : {newAddress}.',
          'Merci d’emballer vos affaires personnelles avant le {packingDeadline} et d’inscrire sur chaque carton votre nom et le numéro de votre nouveau poste. Les écrans, les fauteuils et les stations d’accueil seront déménagés pour vous.',
          'Votre premier jour dans les nouveaux bureaux sera le {firstDay}. D’ici là, vous pouvez travailler de chez vous ; convenez des détails avec votre équipe.',
          'Le plan, l’itinéraire et les réponses à de nombreuses questions vous attendent ici : {link}. Pour tout le reste, {contactName} se fera un plaisir de vous aider.',
        ),
        de: paragraphs(
          'Die Umzugskartons sind bestellt: Am {moveDate} ziehen wir in unser neues Büro. Die Adresse lautet {newAddress}.',
          'Bitte pack deine persönlichen Sachen bis zum {packingDeadline} und beschrifte jeden Karton mit deinem Namen und der Nummer deines neuen Arbeitsplatzes. Um Bildschirme, Stühle und Dockingstationen kümmern wir uns.',
          'Dein erster Tag im neuen Büro ist der {firstDay}. Bis dahin kannst du von zu Hause arbeiten; sprich die Einzelheiten bitte mit deinem Team ab.',
          'Raumplan, Anfahrt und Antworten auf viele Fragen findest du hier: {link}. Bei allem anderen hilft dir {contactName} gern weiter.',
        ),
        pt: paragraphs(
          'As caixas já estão encomendadas: em {moveDate} mudamos para o nosso novo escritório. A morada é {newAddress}.',
          'Embale os seus objetos pessoais até {packingDeadline} e identifique cada caixa com o seu nome e o número do novo posto de trabalho. Dos ecrãs, cadeiras e estações de ancoragem tratamos nós.',
          'O seu primeiro dia no novo escritório será {firstDay}. Até lá, pode trabalhar a partir de casa; combine os pormenores com a sua equipa.',
          'A planta, as indicações de acesso e as respostas a muitas perguntas estão aqui: {link}. Para tudo o resto, conte com a ajuda de {contactName}.',
        ),
        'pt-BR': paragraphs(
          'As caixas já estão encomendadas: em {moveDate} vamos para o nosso novo escritório. O endereço é {newAddress}.',
          'Embale os seus objetos pessoais até {packingDeadline} e identifique cada caixa com o seu nome e o número da nova estação de trabalho. Das telas, cadeiras e docks cuidamos nós.',
          'O seu primeiro dia no novo escritório será {firstDay}. Até lá, você pode trabalhar de casa; combine os detalhes com a sua equipe.',
          'A planta, as orientações de como chegar e as respostas para muitas perguntas estão aqui: {link}. Para todo o resto, conte com a ajuda de {contactName}.',
        ),
        it: paragraphs(
          'Gli scatoloni sono già ordinati: il {moveDate} ci trasferiamo nel nuovo ufficio. L’indirizzo è {newAddress}.',
          'Imballa i tuoi effetti personali entro il {packingDeadline} e scrivi su ogni scatola il tuo nome e il numero della nuova postazione. A schermi, sedie e docking station pensiamo noi.',
          'Il tuo primo giorno nel nuovo ufficio sarà il {firstDay}. Fino ad allora puoi lavorare da casa; accordati sui dettagli con il tuo team.',
          'La piantina, le indicazioni per arrivare e le risposte a molte domande sono qui: {link}. Per tutto il resto, puoi rivolgerti a {contactName}.',
        ),
      },
    },
  },
  {
    key: 'new-benefits',
    category: 'Company',
    order: 240,
    coverImageURL: 'https://images.example.com/announcements/new-benefits.jpg',
    placeholders: [
      '{firstName}',
      '{benefitName}',
      '{effectiveDate}',
      '{benefitDescription}',
      '{eligibility}',
      '{link}',
      '{contactName}',
    ],
    title: {
      defaultValue: 'New for you: {benefitName}',
      langValues: {
        es: 'Nuevo para ti: {benefitName}',
        fr: 'Nouveau pour vous : {benefitName}',
        de: 'Neu für dich: {benefitName}',
        pt: 'Novo para si: {benefitName}',
        'pt-BR': 'Novidade para você: {benefitName}',
        it: 'Novità per te: {benefitName}',
      },
    },
    body: {
      defaultValue: paragraphs(
        'Hello {firstName}, you told us in the last survey which benefits really matter to you. From {effectiveDate} there is a new one: {benefitName}.',
        'What it is: {benefitDescription}',
        'Who can use it: {eligibility}',
        'Find out how to apply here: {link}. For personal advice contact {contactName}.',
      ),
      langValues: {
        es: paragraphs(
          'Hola, {firstName}: en la última encuesta nos dijiste qué beneficios te importan de verdad. A partir del {effectiveDate} hay uno nuevo: {benefitName}.',
          'En qué consiste: {benefitDescription}',
          'Quién puede usarlo: {eligibility}',
          'Aquí te explicamos cómo solicitarlo: {link}. Si quieres asesoramiento personal, contacta con {contactName}.',
        ),
        'es-MX': paragraphs(
          'Hola, {firstName}: en la última encuesta nos dijiste qué prestaciones te importan de verdad. A partir del {effectiveDate} hay una nueva: {benefitName}.',
          'En qué consiste: {benefitDescription}',
          'Quién puede usarla: {eligibility}',
          'Aquí te explicamos cómo solicitarla: {link}. Si quieres asesoría personal, contacta a {contactName}.',
        ),
        fr: paragraphs(
          'Bonjour {firstName}, lors de la dernière enquête, vous nous avez dit quels avantages comptaient vraiment pour vous. À partir du {effectiveDate}, en voici un nouveau : {benefitName}.',
          'De quoi s’agit-il : {benefitDescription}',
          'Qui peut en bénéficier : {eligibility}',
          'Comment en faire la demande : {link}. Pour un conseil personnalisé, contactez {contactName}.',
        ),
        de: paragraphs(
          'Hallo {firstName}, in der letzten Umfrage habt ihr uns gesagt, welche Zusatzleistungen euch wirklich wichtig sind. Ab dem {effectiveDate} kommt eine neue dazu: {benefitName}.',
          'Worum es geht: {benefitDescription}',
          'Wer sie nutzen kann: {eligibility}',
          'Wie du sie beantragst, erfährst du hier: {link}. Persönlich berät dich {contactName}.',
        ),
        pt: paragraphs(
          'Olá, {firstName}! No último inquérito disse-nos quais os benefícios que realmente lhe importam. A partir de {effectiveDate} há um novo: {benefitName}.',
          'Em que consiste: {benefitDescription}',
          'Quem pode usufruir: {eligibility}',
          'Saiba como aderir aqui: {link}. Para aconselhamento pessoal, contacte {contactName}.',
        ),
        'pt-BR': paragraphs(
          'Olá, {firstName}! Na última pesquisa você nos contou quais benefícios são realmente importantes. A partir de {effectiveDate} temos um novo: {benefitName}.',
          'Como funciona: {benefitDescription}',
          'Quem pode usar: {eligibility}',
          'Saiba como aderir aqui: {link}. Para uma orientação pessoal, fale com {contactName}.',
        ),
        it: paragraphs(
          'Ciao {firstName}, nell’ultimo sondaggio ci hai detto quali benefit contano davvero per te. Dal {effectiveDate} ce n’è uno nuovo: {benefitName}.',
          'Di che cosa si tratta: {benefitDescription}',
          'Chi può usufruirne: {eligibility}',
          'Scopri qui come richiederlo: {link}. Per una consulenza personale contatta {contactName}.',
        ),
      },
    },
  },
  {
    key: 'open-enrolment',
    category: 'Company',
    order: 250,
    enabled: false,
    placeholders: ['{firstName}', '{startDate}', '{endDate}', '{effectiveDate}', '{link}', '{contactName}'],
    title: {
      defaultValue: 'Choose your benefits: enrolment is open until {endDate}',
      langValues: {
        es: 'Elige tus beneficios: inscripción abierta hasta el {endDate}',
        'es-MX': 'Elige tus prestaciones: inscripción abierta hasta el {endDate}',
        fr: 'Choisissez vos avantages : inscriptions ouvertes jusqu’au {endDate}',
        de: 'Wähle deine Zusatzleistungen: Anmeldung bis zum {endDate}',
        pt: 'Escolha os seus benefícios: inscrições abertas até {endDate}',
        it: 'Scegli i tuoi benefit: iscrizioni aperte fino al {endDate}',
      },
    },
    resume: {
      defaultValue: 'Once a year you can change your health, pension and mobility plans. Now is the time.',
      langValues: {
        es: 'Una vez al año puedes cambiar tus planes de salud, pensiones y movilidad. Este es el momento.',
        fr: 'Une fois par an, vous pouvez modifier vos formules santé, retraite et mobilité. C’est le moment.',
        de: 'Einmal im Jahr kannst du deine Leistungen für Gesundheit, Vorsorge und Mobilität ändern. Jetzt ist es so weit.',
        pt: 'Uma vez por ano pode alterar os seus planos de saúde, reforma e mobilidade. É agora.',
        'pt-BR':
          'Uma vez por ano você pode mudar os seus planos de saúde, previdência e mobilidade. A hora é agora.',
        it: 'Una volta all’anno puoi modificare i tuoi piani per salute, previdenza e mobilità. È il momento giusto.',
      },
    },
    body: {
      defaultValue: paragraphs(
        'Hello {firstName}, from {startDate} to {endDate} you can choose your benefits for the coming year. Your choice takes effect on {effectiveDate}.',
        'Take a moment to check whether your plans still suit your life: health insurance, pension, mobility, additional days of leave. Please also check the family members you have registered.',
        'If you do nothing, your current choice continues unchanged. After {endDate} changes are only possible for special reasons, such as a birth or a marriage.',
        'Compare and choose here: {link}. Questions? {contactName} offers personal consultations.',
      ),
      langValues: {
        es: paragraphs(
          'Hola, {firstName}: del {startDate} al {endDate} puedes elegir tus beneficios para el próximo año. Tu elección entrará en vigor el {effectiveDate}.',
          'Tómate un momento para comprobar si tus planes siguen encajando con tu vida: seguro médico, pensiones, movilidad, días de permiso adicionales. Revisa también los familiares que tienes registrados.',
          'Si no haces nada, tu elección actual se mantiene sin cambios. Después del {endDate} solo se admitirán cambios por motivos especiales, como un nacimiento o un matrimonio.',
          'Compara y elige aquí: {link}. ¿Preguntas? {contactName} ofrece asesoramiento personal.',
        ),
        'es-MX': paragraphs(
          'Hola, {firstName}: del {startDate} al {endDate} puedes elegir tus prestaciones para el próximo año. Tu elección entrará en vigor el {effectiveDate}.',
          'Tómate un momento para revisar si tus planes todavía se ajustan a tu vida: seguro de gastos médicos, retiro, movilidad, días de vacaciones adicionales. Revisa también los familiares que tienes registrados.',
          'Si no haces nada, tu elección actual se mantiene sin cambios. Después del {endDate} solo se aceptarán cambios por motivos especiales, como un nacimiento o un matrimonio.',
          'Compara y elige aquí: {link}. ¿Dudas? {contactName} ofrece asesoría personal.',
        ),
        fr: paragraphs(
          'Bonjour {firstName}, du {startDate} au {endDate}, vous pouvez choisir vos avantages pour l’année à venir. Votre choix prendra effet le {effectiveDate}.',
          'Prenez un moment pour vérifier que vos formules correspondent toujours à votre vie : complémentaire santé, retraite, mobilité, jours de congé supplémentaires. Vérifiez aussi les membres de votre famille déclarés.',
          'Si vous ne faites rien, vos choix actuels sont reconduits sans changement. Après le {endDate}, les modifications ne seront possibles que pour des motifs particuliers, comme une naissance ou un mariage.',
          'Comparez et choisissez ici : {link}. Des questions ? {contactName} propose des entretiens individuels.',
        ),
        de: paragraphs(
          'Hallo {firstName}, vom {startDate} bis zum {endDate} kannst du deine Zusatzleistungen für das kommende Jahr wählen. Deine Auswahl gilt ab dem {effectiveDate}.',
          'Nimm dir einen Moment Zeit und prüfe, ob alles noch zu deinem Leben passt: Krankenzusatzversicherung, Altersvorsorge, Mobilität, zusätzliche Urlaubstage. Sieh bitte auch nach, welche Angehörigen eingetragen sind.',
          'Wenn du nichts unternimmst, bleibt deine bisherige Auswahl bestehen. Nach dem {endDate} sind Änderungen nur aus besonderem Anlass möglich, etwa bei einer Geburt oder Heirat.',
          'Hier kannst du vergleichen und wählen: {link}. Fragen? {contactName} bietet persönliche Beratung an.',
        ),
        pt: paragraphs(
          'Olá, {firstName}! De {startDate} a {endDate} pode escolher os seus benefícios para o próximo ano. A sua escolha entra em vigor em {effectiveDate}.',
          'Reserve um momento para verificar se os seus planos continuam adequados à sua vida: seguro de saúde, reforma, mobilidade, dias de férias adicionais. Verifique também os familiares que tem registados.',
          'Se nada fizer, a sua escolha atual mantém-se inalterada. Depois de {endDate}, só serão possíveis alterações por motivos especiais, como um nascimento ou um casamento.',
          'Compare e escolha aqui: {link}. Tem perguntas? {contactName} oferece aconselhamento pessoal.',
        ),
        'pt-BR': paragraphs(
          'Olá, {firstName}! De {startDate} a {endDate} você pode escolher os seus benefícios para o próximo ano. A sua escolha entra em vigor em {effectiveDate}.',
          'Reserve um momento para conferir se os seus planos ainda combinam com a sua vida: plano de saúde, previdência, mobilidade, dias de folga adicionais. Confira também os dependentes cadastrados.',
          'Se você não fizer nada, a sua escolha atual continua a mesma. Depois de {endDate}, mudanças só serão possíveis por motivos especiais, como um nascimento ou um casamento.',
          'Compare e escolha aqui: {link}. Dúvidas? {contactName} oferece orientação individual.',
        ),
        it: paragraphs(
          'Ciao {firstName}, dal {startDate} al {endDate} puoi scegliere i tuoi benefit per il prossimo anno. La tua scelta avrà effetto dal {effectiveDate}.',
          'Prenditi un momento per verificare se i tuoi piani sono ancora adatti alla tua vita: assicurazione sanitaria, previdenza, mobilità, giorni di ferie aggiuntivi. Controlla anche i familiari registrati.',
          'Se non fai nulla, la tua scelta attuale resta invariata. Dopo il {endDate} saranno possibili modifiche solo per motivi particolari, come una nascita o un matrimonio.',
          'Confronta e scegli qui: {link}. Domande? {contactName} offre una consulenza personale.',
        ),
      },
    },
  },
  {
    key: 'remote-work-policy',
    category: 'Company',
    order: 260,
    placeholders: ['{effectiveDate}', '{remoteDays}', '{managerName}', '{coreHours}', '{link}'],
    title: {
      defaultValue: 'Our remote work policy from {effectiveDate}',
      langValues: {
        es: 'Nuestra política de teletrabajo a partir del {effectiveDate}',
        'es-MX': 'Nuestra política de trabajo a distancia a partir del {effectiveDate}',
        fr: 'Notre politique de télétravail à partir du {effectiveDate}',
        de: 'Unsere Regeln für mobiles Arbeiten ab dem {effectiveDate}',
        pt: 'A nossa política de teletrabalho a partir de {effectiveDate}',
        'pt-BR': 'Nossa política de trabalho remoto a partir de {effectiveDate}',
        it: 'La nostra policy sul lavoro da remoto dal {effectiveDate}',
      },
    },
    resume: {
      defaultValue: 'Up to {remoteDays} days a week from home, with clear rules for everyone.',
      langValues: {
        es: 'Hasta {remoteDays} días a la semana desde casa, con reglas claras para todo el mundo.',
        fr: 'Jusqu’à {remoteDays} jours par semaine à domicile, avec des règles claires pour tout le monde.',
        de: 'Bis zu {remoteDays} Tage pro Woche von zu Hause, mit klaren Regeln für alle.',
        pt: 'Até {remoteDays} dias por semana a partir de casa, com regras claras para todos.',
        'pt-BR': 'Até {remoteDays} dias por semana em casa, com regras claras para todo mundo.',
        it: 'Fino a {remoteDays} giorni a settimana da casa, con regole chiare per tutti.',
      },
    },
    body: {
      defaultValue: paragraphs(
        'Working well together does not depend on the place alone. From {effectiveDate} all of us whose tasks allow it may work remotely for up to {remoteDays} days a week.',
        'Which days suit your team is something you agree on with {managerName}. During core hours ({coreHours}) we can all be reached; outside working hours nobody is expected to answer.',
        'You receive the equipment you need from us. Please observe the rules on data protection and on a healthy workplace at home too.',
        'For roles that are tied to a place, such as production or reception, we are working on other forms of flexibility. The complete policy is here: {link}',
      ),
      langValues: {
        es: paragraphs(
          'Trabajar bien en equipo no depende solo del lugar. A partir del {effectiveDate}, todas las personas cuyas tareas lo permitan podrán teletrabajar hasta {remoteDays} días a la semana.',
          'Acuerda con {managerName} qué días convienen a tu equipo. Durante el horario común ({coreHours}) todos estaremos localizables; fuera de la jornada laboral no se espera que nadie responda.',
          'La empresa te proporciona el equipo que necesites. También en casa, respeta las normas de protección de datos y de salud en el puesto de trabajo.',
          'Para los puestos ligados a un lugar, como producción o recepción, estamos preparando otras formas de flexibilidad. La política completa está aquí: {link}',
        ),
        'es-MX': paragraphs(
          'Trabajar bien en equipo no depende solo del lugar. A partir del {effectiveDate}, todas las personas cuyas tareas lo permitan podrán trabajar a distancia hasta {remoteDays} días a la semana.',
          'Acuerda con {managerName} qué días le convienen a tu equipo. Durante el horario común ({coreHours}) todos estaremos disponibles; fuera de la jornada laboral no se espera que nadie responda.',
          'La empresa te proporciona el equipo que necesites. También en casa, respeta las normas de protección de datos y de salud en el lugar de trabajo.',
          'Para los puestos ligados a un lugar, como producción o recepción, estamos preparando otras formas de flexibilidad. La política completa está aquí: {link}',
        ),
        fr: paragraphs(
          'Bien travailler ensemble ne dépend pas seulement du lieu. À partir du {effectiveDate}, toutes les personnes dont les tâches le permettent pourront télétravailler jusqu’à {remoteDays} jours par semaine.',
          'Convenez avec {managerName} des jours qui conviennent à votre équipe. Pendant les plages communes ({coreHours}), nous sommes tous joignables ; en dehors des heures de travail, personne n’est tenu de répondre.',
          'L’entreprise vous fournit l’équipement nécessaire. À domicile aussi, merci de respecter les règles de protection des données et d’ergonomie.',
          'Pour les postes liés à un lieu, comme la production ou l’accueil, nous travaillons à d’autres formes de souplesse. La politique complète est disponible ici : {link}',
        ),
        de: paragraphs(
          'Gute Zusammenarbeit hängt nicht allein vom Ort ab. Ab dem {effectiveDate} können alle, deren Aufgaben es zulassen, bis zu {remoteDays} Tage pro Woche mobil arbeiten.',
          'Welche Tage für dein Team passen, stimmst du mit {managerName} ab. In der Kernzeit ({coreHours}) sind wir alle erreichbar; außerhalb der Arbeitszeit wird von niemandem eine Antwort erwartet.',
          'Die nötige Ausstattung bekommst du von uns. Bitte beachte auch zu Hause die Regeln zum Datenschutz und zum gesunden Arbeitsplatz.',
          'Für ortsgebundene Tätigkeiten, etwa in der Produktion oder am Empfang, arbeiten wir an anderen Formen der Flexibilität. Die vollständige Regelung findest du hier: {link}',
        ),
        pt: paragraphs(
          'Trabalhar bem em conjunto não depende apenas do lugar. A partir de {effectiveDate}, todas as pessoas cujas tarefas o permitam poderão estar em teletrabalho até {remoteDays} dias por semana.',
          'Combine com {managerName} os dias que melhor servem a sua equipa. Durante o horário comum ({coreHours}) estamos todos contactáveis; fora do horário de trabalho não se espera que ninguém responda.',
          'A empresa fornece-lhe o equipamento de que precisa. Também em casa, respeite as regras de proteção de dados e de saúde no posto de trabalho.',
          'Para as funções ligadas a um local, como a produção ou a receção, estamos a preparar outras formas de flexibilidade. A política completa está aqui: {link}',
        ),
        'pt-BR': paragraphs(
          'Trabalhar bem em equipe não depende só do lugar. A partir de {effectiveDate}, todas as pessoas cujas tarefas permitam poderão trabalhar remotamente até {remoteDays} dias por semana.',
          'Combine com {managerName} os dias que são melhores para a sua equipe. Durante o horário comum ({coreHours}) todos estaremos disponíveis; fora do expediente não se espera que ninguém responda.',
          'A empresa fornece o equipamento de que você precisa. Em casa também, respeite as regras de proteção de dados e de saúde no posto de trabalho.',
          'Para as funções ligadas a um local, como a produção ou a recepção, estamos preparando outras formas de flexibilidade. A política completa está aqui: {link}',
        ),
        it: paragraphs(
          'Lavorare bene insieme non dipende solo dal luogo. Dal {effectiveDate} tutte le persone le cui mansioni lo consentono potranno lavorare da remoto fino a {remoteDays} giorni a settimana.',
          'Concorda con {managerName} i giorni più adatti al tuo team. Nella fascia oraria comune ({coreHours}) siamo tutti raggiungibili; fuori dall’orario di lavoro nessuno è tenuto a rispondere.',
          'L’azienda ti fornisce l’attrezzatura necessaria. Anche a casa, rispetta le regole sulla protezione dei dati e sulla salute nel posto di lavoro.',
          'Per i ruoli legati a un luogo, come la produzione o la reception, stiamo preparando altre forme di flessibilità. La policy completa è qui: {link}',
        ),
      },
    },
  },
];
