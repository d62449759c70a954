import type { BrokenLinkAdvice } from '../../../platform/http/broken-link-page.js';
import type { ReaderLanguage } from '../../../shared-kernel/reader-language.js';

/** Advice on the page for a link to a workbook that does not work. */
export const EXPORT_LINK_ADVICE: Readonly<Record<ReaderLanguage, BrokenLinkAdvice>> = {
  en: {
    expired:
      'Links to workbooks work for a limited time, and while you may read the plan. Please export the ' +
      'plan again to get a new one.',
    unknown: 'If that does not help, export the plan again.',
  },
  es: {
    expired:
      'Los enlaces a los libros funcionan durante un tiempo limitado y mientras puedas leer el plan. ' +
      'Exporta el plan de nuevo para recibir otro.',
    unknown: 'Si no ayuda, exporta el plan de nuevo.',
  },
  fr: {
    expired:
      'Les liens vers les classeurs fonctionnent pendant une durée limitée et tant que vous pouvez lire ' +
      'le plan. Exportez à nouveau le plan pour en recevoir un autre.',
    unknown: 'Si cela ne suffit pas, exportez à nouveau le plan.',
  },
  de: {
    expired:
      'Links zu Arbeitsmappen funktionieren nur eine begrenzte Zeit und solange Sie den Plan lesen ' +
      'dürfen. Bitte exportieren Sie den Plan noch einmal, um einen neuen Link zu erhalten.',
    unknown: 'Hilft das nicht, exportieren Sie den Plan noch einmal.',
  },
  pt: {
    expired:
      'As ligações para as folhas de cálculo funcionam durante um tempo limitado e enquanto puder ler o ' +
      'plano. Exporte novamente o plano para receber outra.',
    unknown: 'Se não resultar, exporte novamente o plano.',
  },
  it: {
    expired:
      'I link alle cartelle di lavoro funzionano per un tempo limitato e finché puoi leggere il piano. ' +
      'Esporta di nuovo il piano per riceverne un altro.',
    unknown: 'Se non basta, esporta di nuovo il piano.',
  },
};
