import { readerLocale } from '../../../../shared-kernel/reader-language.js';

/** Number formats of dates and of dates with the time of day. */
export interface DateFormats {
  readonly date: string;
  readonly moment: string;
}

const CODES: Partial<Record<Intl.DateTimeFormatPartTypes, string>> = { year: 'yyyy', month: 'mm', day: 'dd' };
const TIME = { hour: '2-digit', minute: '2-digit' } as const;

/**
 * The formats in which a reader writes dates. Spelt out, because the built-in ones follow the settings of the program
 * that opens the workbook.
 * @param language - BCP 47 tag
 */
export function dateFormats(language: string): DateFormats {
  const locale = readerLocale(language);
  const order = { year: 'numeric', month: '2-digit', day: '2-digit', calendar: 'gregory' } as const;
  const date = new Intl.DateTimeFormat(locale, order)
    .formatToParts(0)
    .map(({ type, value }) => CODES[type] ?? value.replace(/./gsu, '\\$&'))
    .join('');
  const has12Hours = new Intl.DateTimeFormat(locale, TIME).resolvedOptions().hour12 === true;
  return { date, moment: `${date}\\ hh:mm${has12Hours ? '\\ AM/PM' : ''}` };
}
