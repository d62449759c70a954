import { isRuler, looksLikeTotal, RowRule } from './row-rules.js';

describe('RowRule', () => {
  it('finds values in any case, and beginnings', () => {
    const rule = new RowRule(['inaktiv', 'Summe*', '*** Ende der Liste ***']);
    for (const text of ['Inaktiv', ' INAKTIV ', 'summe', 'Summe: 30', '*** Ende  der Liste ***'])
      expect(rule.matches(text)).toBe(true);
    for (const text of ['', 'aktiv', 'inaktiv seit 2020', 'Zwischensumme'])
      expect(rule.matches(text)).toBe(false);
  });
});

describe('looksLikeTotal', () => {
  it.each([
    [['Summe', '30 Mitarbeiter'], 7],
    [['Gesamt', '30'], 3],
    [['*** Ende der Liste ***'], 3],
    [['30', 'Total'], 4],
    [['Total: 30'], 3],
    [['Zwischensumme', '3'], 2],
    [['Grand Total', '3'], 2],
    [['Seite 1 von 3'], 4],
    [['End of report'], 3],
  ])('is true for %j of %d columns', (filled, columns) => {
    expect(looksLikeTotal(filled, columns)).toBe(true);
  });

  it.each([
    [['00007', 'Ana Total'], 7],
    [['Totalli', 'Ana'], 7],
    [['Sum Li', '10'], 3],
    [['Suma Ana'], 3],
    [['Summe', '30', 'x@example.com'], 7],
    [['00007'], 7],
  ])('is false for %j of %d columns', (filled, columns) => {
    expect(looksLikeTotal(filled, columns)).toBe(false);
  });
});

describe('isRuler', () => {
  it('is true for lines that are drawn', () => {
    expect([['-----'], ['---', '====='], ['+---+---+']].map(isRuler)).toEqual([true, true, true]);
    expect([[], ['--'], ['---', 'x']].map(isRuler)).toEqual([false, false, false]);
  });
});
