import { attachment } from './attachment.js';

describe('attachment', () => {
  it.each([
    ['Team spirit.xlsx', 'Team spirit.xlsx'],
    ['Großer Plan – für Q4.xlsx', 'Grosser Plan - fuer Q4.xlsx'],
    ['Fu\u0308hrung in O\u0308sterreich.xlsx', 'Fuehrung in Oesterreich.xlsx'],
    ['Satisfacción, año 2.xlsx', 'Satisfaccion, ano 2.xlsx'],
    ['Cœur à l’ouvrage.xlsx', "Coeur a l'ouvrage.xlsx"],
    ['計画 2026.xlsx', '_ 2026.xlsx'],
    ['100%41 "b" \\.xlsx', '100_41 _b_ _.xlsx'],
    ['\uff02.xlsx', '_.xlsx'],
  ])('has an ASCII name and the whole name of %j', (name, ascii) => {
    const [type, short, long] = attachment(name).split('; ');
    expect([type, short]).toEqual(['attachment', `filename="${ascii}"`]);
    expect(long).toMatch(/^filename\*=UTF-8''[A-Za-z0-9%._~!-]+$/);
    expect(decodeURIComponent(long!.split("''")[1]!)).toBe(name);
  });
});
