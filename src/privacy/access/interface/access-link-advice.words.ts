import type { BrokenLinkAdvice } from '../../../platform/http/broken-link-page.js';
import type { ReaderLanguage } from '../../../shared-kernel/reader-language.js';

/** Advice on the page for a link to an archive that does not work. */
export const ACCESS_LINK_ADVICE: Readonly<Record<ReaderLanguage, BrokenLinkAdvice>> = {
  en: {
    expired:
      'Links to your data work for seven days, unless they are ended before. Please ask your company for a new one.',
    unknown: 'If that does not help, ask your company for a new one.',
  },
  es: {
    expired:
      'Los enlaces a tus datos funcionan durante siete días, salvo que se retiren antes. Pide otro a tu empresa.',
    unknown: 'Si no ayuda, pide otro a tu empresa.',
  },
  fr: {
    expired:
      'Les liens vers vos données fonctionnent pendant sept jours, sauf s’ils sont retirés avant. ' +
      'Demandez-en un autre à votre entreprise.',
    unknown: 'Si cela ne suffit pas, demandez-en un autre à votre entreprise.',
  },
  de: {
    expired:
      'Links zu Ihren Daten funktionieren sieben Tage, wenn sie nicht vorher beendet werden. Bitte lassen ' +
      'Sie sich von Ihrem Unternehmen einen neuen geben.',
    unknown: 'Hilft das nicht, lassen Sie sich von Ihrem Unternehmen einen neuen geben.',
  },
  pt: {
    expired:
      'As ligações para os seus dados funcionam durante sete dias, a menos que sejam terminadas antes. ' +
      'Peça outra à sua empresa.',
    unknown: 'Se não resultar, peça outra à sua empresa.',
  },
  it: {
    expired:
      'I link ai tuoi dati funzionano per sette giorni, se non vengono chiusi prima. Chiedine un altro ' +
      'alla tua azienda.',
    unknown: 'Se non basta, chiedine un altro alla tua azienda.',
  },
};
