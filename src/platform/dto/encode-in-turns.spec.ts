import { encodeInTurns } from './encode-in-turns.js';

describe('encodeInTurns', () => {
  it.each([
    ['no text', ''],
    ['a short text', 'Zürich'],
    ['characters of one to four bytes on every boundary', 'a' + '😀'.repeat(100_000) + 'é€x'.repeat(100_000)],
  ])('encodes %s as Buffer.from does', async (_, text) => {
    expect(Buffer.concat(await encodeInTurns(text)).equals(Buffer.from(text))).toBe(true);
  });

  it('lets others have their turn', async () => {
    let turns = 0;
    const counting = setInterval(() => turns++, 0);
    const parts = await encodeInTurns('x'.repeat(5_000_000));
    clearInterval(counting);
    expect(Math.max(...parts.map(({ length }) => length))).toBeLessThanOrEqual(131_072);
    expect(turns).toBeGreaterThan(0);
  });
});
