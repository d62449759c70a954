import { workbookFileName } from './workbook-file-name.js';

const DAY = new Date('2026-11-21T23:59:59.999Z');

describe('workbookFileName', () => {
  it.each([
    ['Team spirit', 'Team spirit 2026-11-21.xlsx'],
    ['Zufriedenheit & Führung', 'Zufriedenheit & Führung 2026-11-21.xlsx'],
    ['従業員満足度の向上', '従業員満足度の向上 2026-11-21.xlsx'],
    ['خطة العمل', 'خطة العمل 2026-11-21.xlsx'],
    ['👩‍👩‍👧 family', '👩‍👩‍👧 family 2026-11-21.xlsx'],
    ['Q3/Q4: "more" <better>?', 'Q3 Q4 more better 2026-11-21.xlsx'],
    ['../../etc/passwd', 'etc passwd 2026-11-21.xlsx'],
    ['invoice\u202excod.exe', 'invoice xcod.exe 2026-11-21.xlsx'],
    ['a\r\nSet-Cookie: x', 'a Set-Cookie x 2026-11-21.xlsx'],
    ['???', 'action-plan 2026-11-21.xlsx'],
    ['...', 'action-plan 2026-11-21.xlsx'],
    ['And then ...', 'And then 2026-11-21.xlsx'],
    ['Version 1.0 . . .', 'Version 1.0 2026-11-21.xlsx'],
    ['x'.repeat(200), `${'x'.repeat(200)} 2026-11-21.xlsx`],
    ['x'.repeat(201), `${'x'.repeat(200)} 2026-11-21.xlsx`],
  ])('calls the workbook of %j %j', (title, name) => {
    expect(workbookFileName(title, DAY)).toBe(name);
  });

  it.each(['😀', '👩‍👩‍👧', 'é', 'x'])('fits into a file system and splits no character: %s', (character) => {
    const name = workbookFileName(character.repeat(255), DAY);
    expect(Buffer.byteLength(name)).toBeLessThan(230);
    const [title] = name.split(' ');
    expect(title!.length).toBeGreaterThan(50);
    expect(title!.replaceAll(character, '')).toBe('');
  });
});
