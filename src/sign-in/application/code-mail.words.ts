import type { ReaderLanguage } from '../../shared-kernel/reader-language.js';

/** Texts of the mail in one language. */
export interface CodeMailWords {
  readonly subject: string;
  /** Follows the greeting: in German it begins in lower case. */
  readonly introduction: string;
  readonly validity: string;
  readonly warning: string;
}

export const CODE_MAIL_WORDS = {
  en: {
    subject: 'Your code to sign in',
    introduction: 'This is your code to sign in:',
    validity: 'It is valid for 10 minutes and works once.',
    warning: 'If you have not asked for it, ignore this mail, and give the code to nobody.',
  },
  es: {
    subject: 'Tu código para iniciar sesión',
    introduction: 'Este es tu código para iniciar sesión:',
    validity: 'Es válido durante 10 minutos y sirve una sola vez.',
    warning: 'Si no lo has pedido, ignora este correo y no des el código a nadie.',
  },
  fr: {
    subject: 'Votre code de connexion',
    introduction: 'Voici votre code de connexion :',
    validity: 'Il est valable 10 minutes et ne sert qu’une fois.',
    warning: 'Si vous ne l’avez pas demandé, ignorez cet e-mail et ne donnez le code à personne.',
  },
  de: {
    subject: 'Ihr Code zum Anmelden',
    introduction: 'das ist Ihr Code zum Anmelden:',
    validity: 'Er gilt 10 Minuten und nur einmal.',
    warning:
      'Wenn Sie ihn nicht angefordert haben, ignorieren Sie diese Mail und geben Sie den Code niemandem.',
  },
  pt: {
    subject: 'O seu código para iniciar sessão',
    introduction: 'Este é o seu código para iniciar sessão:',
    validity: 'É válido durante 10 minutos e só funciona uma vez.',
    warning: 'Se não o pediu, ignore este e-mail e não dê o código a ninguém.',
  },
  it: {
    subject: 'Il tuo codice per accedere',
    introduction: 'Questo è il tuo codice per accedere:',
    validity: 'È valido per 10 minuti e funziona una sola volta.',
    warning: 'Se non l’hai richiesto, ignora questa e-mail e non dare il codice a nessuno.',
  },
} as const satisfies Record<ReaderLanguage, CodeMailWords>;
