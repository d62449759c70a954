import { dateFormats } from './date-formats.js';

describe('dateFormats', () => {
  it.each([
    ['en', 'mm\\/dd\\/yyyy', 'mm\\/dd\\/yyyy\\ hh:mm\\ AM/PM'],
    ['en-GB', 'dd\\/mm\\/yyyy', 'dd\\/mm\\/yyyy\\ hh:mm'],
    ['de-AT', 'dd\\.mm\\.yyyy', 'dd\\.mm\\.yyyy\\ hh:mm'],
    ['es', 'dd\\/mm\\/yyyy', 'dd\\/mm\\/yyyy\\ hh:mm'],
    ['fr-CA', 'yyyy\\-mm\\-dd', 'yyyy\\-mm\\-dd\\ hh:mm'],
    ['pt-BR', 'dd\\/mm\\/yyyy', 'dd\\/mm\\/yyyy\\ hh:mm'],
    ['it-CH', 'dd\\.mm\\.yyyy', 'dd\\.mm\\.yyyy\\ hh:mm'],
    ['fa', 'mm\\/dd\\/yyyy', 'mm\\/dd\\/yyyy\\ hh:mm\\ AM/PM'],
  ])('for %s', (language, date, moment) => {
    expect(dateFormats(language)).toEqual({ date, moment });
  });
});
