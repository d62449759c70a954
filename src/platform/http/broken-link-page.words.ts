import type { ReaderLanguage } from '../../shared-kernel/reader-language.js';

/** Texts that all pages for a link that does not work have, in one language. */
export interface BrokenLinkPageWords {
  /** Title for a link that worked. */
  readonly expired: string;
  /** Title for a link that never was one. */
  readonly unknown: string;
  readonly checkAddress: string;
}

export const BROKEN_LINK_PAGE_WORDS: Readonly<Record<ReaderLanguage, BrokenLinkPageWords>> = {
  en: {
    expired: 'This link no longer works',
    unknown: 'There is nothing behind this link',
    checkAddress:
      'Please check that the address is complete: it is best to open the link from the e-mail again.',
  },
  es: {
    expired: 'Este enlace ya no funciona',
    unknown: 'No hay nada en este enlace',
    checkAddress:
      'Comprueba que la dirección esté completa: lo mejor es volver a abrir el enlace desde el correo.',
  },
  fr: {
    expired: 'Ce lien ne fonctionne plus',
    unknown: 'Ce lien ne mène à rien',
    checkAddress: 'Vérifiez que l’adresse est complète : le plus sûr est de rouvrir le lien depuis l’e-mail.',
  },
  de: {
    expired: 'Dieser Link funktioniert nicht mehr',
    unknown: 'Unter diesem Link gibt es nichts',
    checkAddress:
      'Bitte prüfen Sie, ob die Adresse vollständig ist: Am besten öffnen Sie den Link noch einmal aus der E-Mail.',
  },
  pt: {
    expired: 'Esta ligação já não funciona',
    unknown: 'Não há nada nesta ligação',
    checkAddress:
      'Verifique se o endereço está completo: o melhor é abrir novamente a ligação a partir do e-mail.',
  },
  it: {
    expired: 'Questo link non funziona più',
    unknown: 'Questo link non porta a nulla',
    checkAddress: 'Controlla che l’indirizzo sia completo: è meglio riaprire il link dall’e-mail.',
  },
};
