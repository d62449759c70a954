import { readDay, writeDay } from './file-day.js';
import { DATE_FORMATS, type DateFormat } from './source-content.js';

const read = (text: string, dateFormat: DateFormat, rest: { noDates?: string[]; isEnd?: boolean } = {}) =>
  readDay(text, { dateFormat, noDates: [], ...rest });

const messageOf = (read: object): string => ('message' in read ? String(read.message) : '');

describe('readDay', () => {
  it.each<[string, DateFormat, string]>([
    ['1.3.2026', 'dd.MM.yyyy', '2026-03-01'],
    ['01.03.2026', 'dd.MM.yyyy', '2026-03-01'],
    ['03/01/2026', 'MM/dd/yyyy', '2026-03-01'],
    ['03/01/2026', 'dd/MM/yyyy', '2026-01-03'],
    ['20260301', 'yyyyMMdd', '2026-03-01'],
    ['01032026', 'ddMMyyyy', '2026-03-01'],
    ['1-3-2026', 'dd-MM-yyyy', '2026-03-01'],
    ['2026/3/1', 'yyyy/MM/dd', '2026-03-01'],
    ['2026-03-01', 'dd.MM.yyyy', '2026-03-01'],
    ['2026-03-01T00:00:00.000Z', 'dd.MM.yyyy', '2026-03-01T00:00:00.000Z'],
  ])('reads %j as %s: %s', (text, format, day) => {
    expect(read(text, format)).toEqual({ value: day });
  });

  it.each([
    '01.02.2020 00:00:00',
    '1.2.2020 7:30',
    '01.02.2020 11:59 PM',
    '2020-02-01 23:59:59.000',
    '2020-02-01 23:59:59,123456Z',
  ])('leaves the time of %j out', (text) => {
    expect(read(text, 'dd.MM.yyyy')).toEqual({ value: '2020-02-01' });
  });

  it.each<[string, DateFormat, RegExp]>([
    ['31.02.2026', 'dd.MM.yyyy', /a day of the calendar/],
    ['13/13/2026', 'MM/dd/yyyy', /a day of the calendar/],
    ['1.3.26', 'dd.MM.yyyy', /a year of four digits/],
    ['010326', 'ddMMyyyy', /a year of four digits/],
    ['03/01/2026', 'dd.MM.yyyy', /^must be a day in the form dd\.MM\.yyyy or yyyy-MM-dd$/],
    ['1032026', 'ddMMyyyy', /in the form ddMMyyyy/],
    ['46082', 'yyyy-MM-dd', /in the form yyyy-MM-dd/],
    ['31.12.9999', 'dd.MM.yyyy', /from 1900 to 2199.+noDates/],
    ['00.00.0000', 'dd.MM.yyyy', /noDates/],
  ])('refuses %j as %s, and says why', (text, format, message) => {
    expect(messageOf(read(text, format))).toMatch(message);
  });

  it('takes texts that stand for no day, in the column of ends the usual ones always', () => {
    for (const text of ['', ' ', 'offen', ' 31.12.2099 '])
      expect(read(text, 'dd.MM.yyyy', { noDates: ['offen', '31.12.2099'] })).toEqual({ value: null });
    for (const text of [
      '31.12.9999',
      '9999-12-31',
      '31.12.9999 00:00:00',
      '00.00.0000',
      '0000-00-00',
      '00000000',
    ])
      expect(read(text, 'dd.MM.yyyy', { isEnd: true })).toEqual({ value: null });
    expect(read('9999', 'dd.MM.yyyy', { isEnd: true })).toHaveProperty('code', 'DATE');
    expect(read('0', 'dd.MM.yyyy', { isEnd: true })).toHaveProperty('code', 'DATE');
  });

  it('reads what writeDay has written', () => {
    for (const format of DATE_FORMATS)
      for (const day of ['2026-03-01', '1999-12-31'])
        expect(read(writeDay(`${day}T00:00:00.000Z`, format), format)).toEqual({ value: day });
  });
});
