import type { ReaderLanguage } from '../../../shared-kernel/reader-language.js';

/** Texts of the page for a link that does not work, in one language. */
export interface AccessLinkPageWords {
  readonly expired: { readonly title: string; readonly advice: string };
  readonly unknown: { readonly title: string; readonly advice: string };
}

export const ACCESS_LINK_PAGE_WORDS: Readonly<Record<ReaderLanguage, AccessLinkPageWords>> = {
  en: {
    expired: {
      title: 'This link no longer works',
      advice:
        'Links to your data work for seven days, unless they are ended before. Please ask your company for a new one.',
    },
    unknown: {
      title: 'There is nothing behind this link',
      advice:
        'Please check that the address is complete: it is best to open the link from the e-mail again. If that does not help, ask your company for a new one.',
    },
  },
  es: {
    expired: {
      title: 'Este enlace ya no funciona',
      advice:
        'Los enlaces a tus datos funcionan durante siete días, salvo que se retiren antes. Pide otro a tu empresa.',
    },
    unknown: {
      title: 'No hay nada en este enlace',
      advice:
        'Comprueba que la dirección esté completa: lo mejor es volver a abrir el enlace desde el correo. Si no ayuda, pide otro a tu empresa.',
    },
  },
  fr: {
    expired: {
      title: 'Ce lien ne fonctionne plus',
      advice:
        'Les liens vers vos données fonctionnent pendant sept jours, sauf s’ils sont retirés avant. Demandez-en un autre à votre entreprise.',
    },
    unknown: {
      title: 'Ce lien ne mène à rien',
      advice:
        'Vérifiez que l’adresse est complète : le plus sûr est de rouvrir le lien depuis l’e-mail. Si cela ne suffit pas, demandez-en un autre à votre entreprise.',
    },
  },
  de: {
    expired: {
      title: 'Dieser Link funktioniert nicht mehr',
      advice:
        'Links zu Ihren Daten funktionieren sieben Tage, wenn sie nicht vorher beendet werden. Bitte lassen Sie sich von Ihrem Unternehmen einen neuen geben.',
    },
    unknown: {
      title: 'Unter diesem Link gibt es nichts',
      advice:
        'Bitte prüfen Sie, ob die Adresse vollständig ist: Am besten öffnen Sie den Link noch einmal aus der E-Mail. Hilft das nicht, lassen Sie sich von Ihrem Unternehmen einen neuen geben.',
    },
  },
  pt: {
    expired: {
      title: 'Esta ligação já não funciona',
      advice:
        'As ligações para os seus dados funcionam durante sete dias, a menos que sejam terminadas antes. Peça outra à sua empresa.',
    },
    unknown: {
      title: 'Não há nada nesta ligação',
      advice:
        'Verifique se o endereço está completo: o melhor é abrir novamente a ligação a partir do e-mail. Se não resultar, peça outra à sua empresa.',
    },
  },
  it: {
    expired: {
      title: 'Questo link non funziona più',
      advice:
        'I link ai tuoi dati funzionano per sette giorni, se non vengono chiusi prima. Chiedine un altro alla tua azienda.',
    },
    unknown: {
      title: 'Questo link non porta a nulla',
      advice:
        'Controlla che l’indirizzo sia completo: è meglio riaprire il link dall’e-mail. Se non basta, chiedine un altro alla tua azienda.',
    },
  },
};
