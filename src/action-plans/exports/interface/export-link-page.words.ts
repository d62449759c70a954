import type { ReaderLanguage } from '../../../shared-kernel/reader-language.js';

/** Texts of the page for a link that does not work, in one language. */
export interface ExportLinkPageWords {
  readonly expired: { readonly title: string; readonly advice: string };
  readonly unknown: { readonly title: string; readonly advice: string };
}

export const EXPORT_LINK_PAGE_WORDS: Readonly<Record<ReaderLanguage, ExportLinkPageWords>> = {
  en: {
    expired: {
      title: 'This link no longer works',
      advice:
        'Links to workbooks work for a limited time, and while you may read the plan. Please export the plan again to get a new one.',
    },
    unknown: {
      title: 'There is nothing behind this link',
      advice:
        'Please check that the address is complete: it is best to open the link from the e-mail again. If that does not help, export the plan again.',
    },
  },
  es: {
    expired: {
      title: 'Este enlace ya no funciona',
      advice:
        'Los enlaces a los libros funcionan durante un tiempo limitado y mientras puedas leer el plan. Exporta el plan de nuevo para recibir otro.',
    },
    unknown: {
      title: 'No hay nada en este enlace',
      advice:
        'Comprueba que la dirección esté completa: lo mejor es volver a abrir el enlace desde el correo. Si no ayuda, exporta el plan de nuevo.',
    },
  },
  fr: {
    expired: {
      title: 'Ce lien ne fonctionne plus',
      advice:
        'Les liens vers les classeurs fonctionnent pendant une durée limitée et tant que vous pouvez lire le plan. Exportez à nouveau le plan pour en recevoir un autre.',
    },
    unknown: {
      title: 'Ce lien ne mène à rien',
      advice:
        'Vérifiez que l’adresse est complète : le plus sûr est de rouvrir le lien depuis l’e-mail. Si cela ne suffit pas, exportez à nouveau le plan.',
    },
  },
  de: {
    expired: {
      title: 'Dieser Link funktioniert nicht mehr',
      advice:
        'Links zu Arbeitsmappen funktionieren nur eine begrenzte Zeit und solange Sie den Plan lesen dürfen. Bitte exportieren Sie den Plan noch einmal, um einen neuen Link zu erhalten.',
    },
    unknown: {
      title: 'Unter diesem Link gibt es nichts',
      advice:
        'Bitte prüfen Sie, ob die Adresse vollständig ist: Am besten öffnen Sie den Link noch einmal aus der E-Mail. Hilft das nicht, exportieren Sie den Plan noch einmal.',
    },
  },
  pt: {
    expired: {
      title: 'Esta ligação já não funciona',
      advice:
        'As ligações para as folhas de cálculo funcionam durante um tempo limitado e enquanto puder ler o plano. Exporte novamente o plano para receber outra.',
    },
    unknown: {
      title: 'Não há nada nesta ligação',
      advice:
        'Verifique se o endereço está completo: o melhor é abrir novamente a ligação a partir do e-mail. Se não resultar, exporte novamente o plano.',
    },
  },
  it: {
    expired: {
      title: 'Questo link non funziona più',
      advice:
        'I link alle cartelle di lavoro funzionano per un tempo limitato e finché puoi leggere il piano. Esporta di nuovo il piano per riceverne un altro.',
    },
    unknown: {
      title: 'Questo link non porta a nulla',
      advice:
        'Controlla che l’indirizzo sia completo: è meglio riaprire il link dall’e-mail. Se non basta, esporta di nuovo il piano.',
    },
  },
};
