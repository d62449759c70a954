import { attachment } from './content-disposition.js';

describe('attachment', () => {
  it.each([
    ['Plan.xlsx', 'Plan.xlsx', 'Plan.xlsx'],
    ['Führung.xlsx', 'Fuhrung.xlsx', 'F%C3%BChrung.xlsx'],
    ['計画 1.xlsx', '_ 1.xlsx', '%E8%A8%88%E7%94%BB%201.xlsx'],
    [`it's (1)!*.xlsx`, `it's (1)!*.xlsx`, 'it%27s%20%281%29%21%2A.xlsx'],
    ['a"b\\c%41.xlsx', 'a_b_c_41.xlsx', 'a%22b%5Cc%2541.xlsx'],
    ['a\r\nX: y.xlsx', 'a_X: y.xlsx', 'a%0D%0AX%3A%20y.xlsx'],
    ['\ud800.xlsx', '_.xlsx', '%EF%BF%BD.xlsx'],
  ])('names %j', (name, ascii, encoded) => {
    expect(attachment(name)).toBe(`attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`);
  });
});
