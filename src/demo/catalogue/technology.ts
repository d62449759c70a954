/** Demo templates of the category Technology: maintenance and information security. */
import type { DemoTemplate } from './demo-template.js';
import { paragraphs } from './paragraphs.js';

/** Templates about systems, accounts and information security. */
export const technologyTemplates: readonly DemoTemplate[] = [
  {
    key: 'it-maintenance-window',
    category: 'Technology',
    order: 130,
    placeholders: ['{systemName}', '{date}', '{startTime}', '{endTime}', '{impact}', '{supportContact}'],
    title: {
      defaultValue: 'Planned maintenance: {systemName} on {date}',
      langValues: {
        es: 'Mantenimiento programado: {systemName}, el {date}',
        fr: 'Maintenance programmée : {systemName}, le {date}',
        de: 'Geplante Wartung: {systemName} am {date}',
        pt: 'Manutenção programada: {systemName}, em {date}',
        it: 'Manutenzione programmata: {systemName}, il {date}',
      },
    },
    resume: {
      defaultValue: '{systemName} will be unavailable on {date} between {startTime} and {endTime}.',
      langValues: {
        es: '{systemName} no estará disponible el {date} entre las {startTime} y las {endTime}.',
        fr: '{systemName} sera indisponible le {date} entre {startTime} et {endTime}.',
        de: '{systemName} ist am {date} zwischen {startTime} und {endTime} Uhr nicht verfügbar.',
        pt: '{systemName} não estará disponível em {date}, entre as {startTime} e as {endTime}.',
        'pt-BR': '{systemName} ficará indisponível em {date}, entre {startTime} e {endTime}.',
        it: '{systemName} non sarà disponibile il {date} tra le {startTime} e le {endTime}.',
      },
    },
    body: {
      defaultValue: paragraphs(
        'On {date}, between {startTime} and {endTime}, we will carry out maintenance work on {systemName}. During this time the service will be unavailable.',
        'What this means for you: {impact}',
        'Please save your work and sign out before {startTime}. Leave your computer switched on and connected so that it receives the updates.',
        'Is something not working after {endTime}? The IT service desk will help you: {supportContact}.',
      ),
      langValues: {
        es: paragraphs(
          'El {date}, entre las {startTime} y las {endTime}, realizaremos tareas de mantenimiento en {systemName}. Durante ese tiempo el servicio no estará disponible.',
          'Qué supone para ti: {impact}',
          'Guarda tu trabajo y cierra la sesión antes de las {startTime}. Deja el ordenador encendido y conectado para que reciba las actualizaciones.',
          '¿Algo no funciona después de las {endTime}? El servicio de asistencia informática te ayudará: {supportContact}.',
        ),
        'es-MX': paragraphs(
          'El {date}, entre las {startTime} y las {endTime}, daremos mantenimiento a {systemName}. Durante ese tiempo el servicio no estará disponible.',
          'Qué significa para ti: {impact}',
          'Guarda tu trabajo y cierra sesión antes de las {startTime}. Deja la computadora encendida y conectada para que reciba las actualizaciones.',
          '¿Algo no funciona después de las {endTime}? La mesa de ayuda te apoyará: {supportContact}.',
        ),
        fr: paragraphs(
          'Le {date}, entre {startTime} et {endTime}, nous effectuerons une maintenance sur {systemName}. Pendant ce temps, le service sera indisponible.',
          'Ce que cela change pour vous : {impact}',
          'Merci d’enregistrer votre travail et de vous déconnecter avant {startTime}. Laissez votre ordinateur allumé et connecté pour qu’il reçoive les mises à jour.',
          'Quelque chose ne fonctionne pas après {endTime} ? L’assistance informatique est là pour vous aider : {supportContact}.',
        ),
        de: paragraphs(
          'Am {date} führen wir zwischen {startTime} und {endTime} Uhr Wartungsarbeiten durch. Betroffen ist: {systemName}. In dieser Zeit ist der Dienst nicht verfügbar.',
          'Was das für dich bedeutet: {impact}',
          'Bitte speichere deine Arbeit und melde dich vor {startTime} Uhr ab. Lass deinen Computer eingeschaltet und verbunden, damit er die Updates erhält.',
          'Funktioniert nach {endTime} Uhr etwas nicht? Der IT-Service hilft dir weiter: {supportContact}.',
        ),
        pt: paragraphs(
          'Em {date}, entre as {startTime} e as {endTime}, vamos realizar trabalhos de manutenção em {systemName}. Durante este período, o serviço não estará disponível.',
          'O que isto significa para si: {impact}',
          'Guarde o seu trabalho e termine a sessão antes das {startTime}. Deixe o computador ligado e com acesso à rede, para que receba as atualizações.',
          'Algo não funciona depois das {endTime}? O apoio informático pode ajudar: {supportContact}.',
        ),
        'pt-BR': paragraphs(
          'Em {date}, entre {startTime} e {endTime}, faremos uma manutenção em {systemName}. Durante esse período, o serviço ficará indisponível.',
          'O que isso significa para você: {impact}',
          'Salve o seu trabalho e saia do sistema antes das {startTime}. Deixe o computador ligado e conectado à rede para receber as atualizações.',
          'Algo não está funcionando depois das {endTime}? O suporte de TI pode ajudar: {supportContact}.',
        ),
        it: paragraphs(
          'Il {date}, tra le {startTime} e le {endTime}, effettueremo lavori di manutenzione su {systemName}. In questo intervallo il servizio non sarà disponibile.',
          'Che cosa comporta per te: {impact}',
          'Salva il tuo lavoro ed esci dal sistema prima delle {startTime}. Lascia il computer acceso e collegato alla rete, così riceverà gli aggiornamenti.',
          'Qualcosa non funziona dopo le {endTime}? L’assistenza informatica è a disposizione: {supportContact}.',
        ),
      },
    },
  },
  {
    key: 'phishing-warning',
    category: 'Technology',
    order: 140,
    coverImageURL: 'https://images.example.com/announcements/phishing-warning.jpg',
    placeholders: ['{senderAddress}', '{subjectLine}', '{supportContact}', '{link}'],
    title: {
      defaultValue: 'Warning: phishing e-mails in circulation',
      langValues: {
        es: 'Aviso: circulan correos de phishing',
        fr: 'Attention : des e-mails d’hameçonnage circulent',
        'fr-CA': 'Attention : des courriels d’hameçonnage circulent',
        de: 'Achtung: Phishing-Mails im Umlauf',
        pt: 'Atenção: e-mails de phishing em circulação',
        it: 'Attenzione: e-mail di phishing in circolazione',
      },
    },
    resume: {
      defaultValue: 'Do not click, do not reply, report it: how to recognise the current attack.',
      langValues: {
        es: 'No hagas clic, no respondas, avisa: así se reconoce el ataque actual.',
        fr: 'Ne cliquez pas, ne répondez pas, signalez : comment reconnaître l’attaque en cours.',
        de: 'Nicht klicken, nicht antworten, melden: So erkennst du den aktuellen Angriff.',
        pt: 'Não clique, não responda, comunique: como reconhecer o ataque atual.',
        'pt-BR': 'Não clique, não responda, avise: como reconhecer o ataque atual.',
        it: 'Non cliccare, non rispondere, segnala: come riconoscere l’attacco in corso.',
      },
    },
    body: {
      defaultValue: paragraphs(
        'Several colleagues have received fraudulent e-mails that look like ours. They come from {senderAddress}; the subject line is: {subjectLine}.',
        'Do not open any link or attachment in them, do not reply and do not forward them. Use the report button of your mail program, then delete the message.',
        'Have you already clicked or entered your password? Do not be embarrassed, but act at once: change your password and contact {supportContact}. Every minute counts, and nobody will be blamed for reporting.',
        'How to recognise such messages in future: {link}',
      ),
      langValues: {
        es: paragraphs(
          'Varias personas de la empresa han recibido correos fraudulentos que parecen nuestros. Proceden de {senderAddress} y el asunto es: {subjectLine}.',
          'No abras los enlaces ni los archivos adjuntos, no respondas y no los reenvíes. Usa el botón de notificar de tu programa de correo y después elimina el mensaje.',
          '¿Ya has hecho clic o has introducido tu contraseña? No te avergüences, pero actúa enseguida: cambia la contraseña y contacta con {supportContact}. Cada minuto cuenta, y nadie recibirá reproches por avisar.',
          'Cómo reconocer este tipo de mensajes en el futuro: {link}',
        ),
        fr: paragraphs(
          'Plusieurs collègues ont reçu des e-mails frauduleux qui imitent les nôtres. Ils proviennent de {senderAddress} et leur objet est le suivant : {subjectLine}.',
          'N’ouvrez ni lien ni pièce jointe, ne répondez pas et ne transférez pas ces messages. Utilisez le bouton de signalement de votre messagerie, puis supprimez le message.',
          'Vous avez déjà cliqué ou saisi votre mot de passe ? N’ayez aucune gêne, mais agissez tout de suite : changez votre mot de passe et contactez {supportContact}. Chaque minute compte, et personne ne vous reprochera d’avoir donné l’alerte.',
          'Comment reconnaître ces messages à l’avenir : {link}',
        ),
        'fr-CA': paragraphs(
          'Plusieurs collègues ont reçu des courriels frauduleux qui imitent les nôtres. Ils proviennent de {senderAddress} et leur objet est le suivant : {subjectLine}.',
          'N’ouvrez ni lien ni pièce jointe, ne répondez pas et ne transférez pas ces messages. Utilisez le bouton de signalement de votre logiciel de courriel, puis supprimez le message.',
          'Vous avez déjà cliqué ou entré votre mot de passe? N’ayez aucune gêne, mais agissez tout de suite : changez votre mot de passe et communiquez avec {supportContact}. Chaque minute compte, et personne ne vous reprochera d’avoir donné l’alerte.',
          'Comment reconnaître ces messages à l’avenir : {link}',
        ),
        de: paragraphs(
          'Mehrere Kolleginnen und Kollegen haben betrügerische E-Mails erhalten, die aussehen, als kämen sie von uns. Absender ist {senderAddress}, der Betreff lautet: {subjectLine}.',
          'Öffne darin keine Links und keine Anhänge, antworte nicht und leite die Mails nicht weiter. Nutze den Melde-Button in deinem Mailprogramm und lösche die Nachricht danach.',
          'Du hast schon geklickt oder dein Passwort eingegeben? Das muss dir nicht peinlich sein, aber handle sofort: Ändere dein Passwort und melde dich bei {supportContact}. Jede Minute zählt, und niemand macht dir einen Vorwurf, wenn du dich meldest.',
          'Wie du solche Nachrichten künftig erkennst: {link}',
        ),
        pt: paragraphs(
          'Vários colegas receberam e-mails fraudulentos que parecem ser nossos. São enviados por {senderAddress} e o assunto é: {subjectLine}.',
          'Não abra ligações nem anexos, não responda e não reencaminhe essas mensagens. Use o botão de denúncia do seu programa de e-mail e, em seguida, elimine a mensagem.',
          'Já clicou ou introduziu a sua palavra-passe? Não tenha vergonha, mas aja de imediato: altere a palavra-passe e contacte {supportContact}. Cada minuto conta e ninguém será criticado por comunicar o sucedido.',
          'Como reconhecer este tipo de mensagens no futuro: {link}',
        ),
        'pt-BR': paragraphs(
          'Vários colegas receberam e-mails fraudulentos que parecem ser nossos. Eles vêm de {senderAddress} e o assunto é: {subjectLine}.',
          'Não abra links nem anexos, não responda e não encaminhe essas mensagens. Use o botão de denúncia do seu programa de e-mail e depois exclua a mensagem.',
          'Já clicou ou digitou a sua senha? Não precisa ter vergonha, mas aja imediatamente: troque a senha e fale com {supportContact}. Cada minuto conta e ninguém será repreendido por avisar.',
          'Como reconhecer esse tipo de mensagem no futuro: {link}',
        ),
        it: paragraphs(
          'Diverse persone in azienda hanno ricevuto e-mail fraudolente che sembrano nostre. Il mittente è {senderAddress}, l’oggetto è: {subjectLine}.',
          'Non aprire link o allegati, non rispondere e non inoltrare questi messaggi. Usa il pulsante di segnalazione del tuo programma di posta e poi elimina il messaggio.',
          'Hai già cliccato o inserito la password? Non c’è nulla di cui vergognarsi, ma agisci subito: cambia la password e contatta {supportContact}. Ogni minuto conta e nessuno riceverà rimproveri per aver segnalato.',
          'Come riconoscere questi messaggi in futuro: {link}',
        ),
      },
    },
  },
  {
    key: 'password-policy',
    category: 'Technology',
    order: 150,
    placeholders: ['{effectiveDate}', '{minimumLength}', '{link}', '{supportContact}'],
    title: {
      defaultValue: 'New password rules from {effectiveDate}',
      langValues: {
        es: 'Nuevas reglas de contraseñas a partir del {effectiveDate}',
        fr: 'Nouvelles règles de mots de passe à partir du {effectiveDate}',
        de: 'Neue Passwortregeln ab dem {effectiveDate}',
        pt: 'Novas regras para palavras-passe a partir de {effectiveDate}',
        'pt-BR': 'Novas regras de senha a partir de {effectiveDate}',
        it: 'Nuove regole per le password dal {effectiveDate}',
      },
    },
    body: {
      defaultValue: paragraphs(
        'From {effectiveDate} new rules apply to the passwords of all company accounts. They make signing in safer and, in the long run, simpler.',
        'What changes: passwords have at least {minimumLength} characters, and a sentence you can remember is better than a jumble of symbols. Regular forced changes are gone; a password is only changed when there is reason to believe it has leaked. A second factor becomes mandatory.',
        'What stays: use a different password for every account, keep it in the password manager and never share it, not even with IT.',
        'Set up your second factor in five minutes with this guide: {link}. Do you need help? {supportContact}',
      ),
      langValues: {
        es: paragraphs(
          'A partir del {effectiveDate} se aplican nuevas reglas a las contraseñas de todas las cuentas de la empresa. Hacen que el acceso sea más seguro y, a la larga, más sencillo.',
          'Qué cambia: las contraseñas tendrán al menos {minimumLength} caracteres, y una frase que puedas recordar es mejor que un revoltijo de símbolos. Desaparecen los cambios periódicos obligatorios: una contraseña solo se cambia cuando hay motivos para pensar que se ha filtrado. El segundo factor pasa a ser obligatorio.',
          'Qué se mantiene: usa una contraseña distinta para cada cuenta, guárdala en el gestor de contraseñas y no la compartas nunca, ni siquiera con el equipo de informática.',
          'Configura tu segundo factor en cinco minutos con esta guía: {link}. ¿Necesitas ayuda? {supportContact}',
        ),
        fr: paragraphs(
          'À partir du {effectiveDate}, de nouvelles règles s’appliquent aux mots de passe de tous les comptes de l’entreprise. Elles rendent la connexion plus sûre et, à terme, plus simple.',
          'Ce qui change : les mots de passe comptent au moins {minimumLength} caractères, et une phrase facile à retenir vaut mieux qu’un assemblage de symboles. Les changements réguliers obligatoires disparaissent : un mot de passe n’est modifié que si l’on a des raisons de penser qu’il a été divulgué. Un second facteur devient obligatoire.',
          'Ce qui reste : utilisez un mot de passe différent pour chaque compte, conservez-le dans le gestionnaire de mots de passe et ne le communiquez jamais, pas même au service informatique.',
          'Configurez votre second facteur en cinq minutes grâce à ce guide : {link}. Besoin d’aide ? {supportContact}',
        ),
        de: paragraphs(
          'Ab dem {effectiveDate} gelten neue Regeln für die Passwörter aller Firmenkonten. Sie machen die Anmeldung sicherer und auf Dauer auch einfacher.',
          'Was sich ändert: Passwörter haben mindestens {minimumLength} Zeichen, und ein Satz, den du dir merken kannst, ist besser als ein Zeichensalat. Der regelmäßige Zwangswechsel entfällt; geändert wird ein Passwort nur, wenn es vermutlich bekannt geworden ist. Ein zweiter Faktor wird Pflicht.',
          'Was bleibt: Verwende für jedes Konto ein eigenes Passwort, bewahre es im Passwortmanager auf und gib es nie weiter, auch nicht an die IT.',
          'Mit dieser Anleitung richtest du deinen zweiten Faktor in fünf Minuten ein: {link}. Du brauchst Hilfe? {supportContact}',
        ),
        pt: paragraphs(
          'A partir de {effectiveDate}, aplicam-se novas regras às palavras-passe de todas as contas da empresa. Tornam o início de sessão mais seguro e, a prazo, mais simples.',
          'O que muda: as palavras-passe têm pelo menos {minimumLength} caracteres, e uma frase de que se consiga lembrar é melhor do que uma mistura de símbolos. Acabam as alterações periódicas obrigatórias: uma palavra-passe só é alterada quando há motivos para crer que foi divulgada. O segundo fator passa a ser obrigatório.',
          'O que se mantém: use uma palavra-passe diferente para cada conta, guarde-a no gestor de palavras-passe e nunca a partilhe, nem mesmo com a equipa de informática.',
          'Configure o seu segundo fator em cinco minutos com este guia: {link}. Precisa de ajuda? {supportContact}',
        ),
        'pt-BR': paragraphs(
          'A partir de {effectiveDate}, valem novas regras para as senhas de todas as contas da empresa. Elas tornam o acesso mais seguro e, com o tempo, mais simples.',
          'O que muda: as senhas têm pelo menos {minimumLength} caracteres, e uma frase de que você se lembre é melhor do que uma mistura de símbolos. Acabam as trocas periódicas obrigatórias: uma senha só é trocada quando há motivo para crer que vazou. O segundo fator passa a ser obrigatório.',
          'O que continua: use uma senha diferente para cada conta, guarde-a no gerenciador de senhas e nunca a compartilhe, nem mesmo com a equipe de TI.',
          'Configure o seu segundo fator em cinco minutos com este guia: {link}. Precisa de ajuda? {supportContact}',
        ),
        it: paragraphs(
          'Dal {effectiveDate} entrano in vigore nuove regole per le password di tutti gli account aziendali. Rendono l’accesso più sicuro e, col tempo, anche più semplice.',
          'Che cosa cambia: le password hanno almeno {minimumLength} caratteri, e una frase facile da ricordare è meglio di un miscuglio di simboli. Non ci sono più cambi periodici obbligatori: una password si cambia solo se c’è motivo di ritenere che sia stata divulgata. Il secondo fattore diventa obbligatorio.',
          'Che cosa resta: usa una password diversa per ogni account, conservala nel gestore di password e non condividerla mai, nemmeno con il reparto informatico.',
          'Configura il secondo fattore in cinque minuti con questa guida: {link}. Ti serve aiuto? {supportContact}',
        ),
      },
    },
  },
];
