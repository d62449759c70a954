import { fill } from '../../platform/mail-rendering/mail-text.js';
import { readerLanguage, readerLocale, type ReaderLanguage } from '../../shared-kernel/reader-language.js';
import type { Counted, ReminderMailWords } from './reminder-mail.words.js';
import { DE } from './words/de.words.js';
import { EN } from './words/en.words.js';
import { ES } from './words/es.words.js';
import { FR } from './words/fr.words.js';
import { IT } from './words/it.words.js';
import { PT } from './words/pt.words.js';

const WORDS: Readonly<Record<ReaderLanguage, ReminderMailWords>> = {
  ...{ en: EN, es: ES, fr: FR },
  ...{ de: DE, pt: PT, it: IT },
};

/** Words, numbers and days as one reader writes them. */
export class ReminderText {
  readonly language: ReaderLanguage;
  readonly words: ReminderMailWords;
  private readonly plurals: Intl.PluralRules;
  private readonly numbers: Intl.NumberFormat;
  private readonly days: Intl.DateTimeFormat;

  /** @param tag - BCP 47 tag that the reader has asked for */
  constructor(readonly tag: string) {
    this.language = readerLanguage(tag);
    this.words = WORDS[this.language];
    const locale = readerLocale(tag);
    this.plurals = new Intl.PluralRules(this.language);
    this.numbers = new Intl.NumberFormat(locale);
    this.days = new Intl.DateTimeFormat(locale, {
      ...{ weekday: 'long', year: 'numeric', month: 'long', day: 'numeric' },
      // A day has no time zone: it is read and written as one of UTC.
      timeZone: 'UTC',
      calendar: 'gregory',
    });
  }

  /** A sentence with its number in the plural form of the language. */
  counted(forms: Counted, count: number): string {
    const form = this.plurals.select(count) === 'one' ? forms.one : forms.other;
    return fill(form, { count: this.numbers.format(count) });
  }

  number(count: number): string {
    return this.numbers.format(count);
  }

  /** @param day - `YYYY-MM-DD` */
  day(day: string): string {
    return this.days.format(new Date(`${day}T00:00:00Z`));
  }
}
