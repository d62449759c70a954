import { readDay } from './file-day.js';
import type { DateFormat } from './source-columns.js';

describe('readDay', () => {
  it.each<[string, DateFormat, string | undefined]>([
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
    ['31.02.2026', 'dd.MM.yyyy', undefined],
    ['13/13/2026', 'MM/dd/yyyy', undefined],
    ['1.3.26', 'dd.MM.yyyy', undefined],
    ['03/01/2026', 'dd.MM.yyyy', undefined],
    ['1032026', 'ddMMyyyy', undefined],
    ['46082', 'yyyy-MM-dd', undefined],
    ['', 'yyyy-MM-dd', undefined],
  ])('reads %j as %s: %s', (text, format, day) => {
    expect(readDay(text, format)).toBe(day);
  });
});
