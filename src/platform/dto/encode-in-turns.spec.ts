import { encodeInTurns } from './encode-in-turns.js';

describe('encodeInTurns', () => {
  it.each([
    ['no text', ''],
    ['a short text', 'Zürich'],
    ['pairs of units on each boundary', 'a' + '😀'.repeat(100_000)],
    ['other characters', 'é€x'.repeat(100_000)],
  ])('encodes %s as Buffer.from does', async (_, text) => {
    expect(Buffer.concat(await encodeInTurns(text)).equals(Buffer.from(text))).toBe(true);
  });

  it('keeps no more memory than the bytes of a text', async () => {
    const [part] = await encodeInTurns('x'.repeat(60_000));
    expect(part?.buffer.byteLength).toBe(60_000);
  });

  it('lets others have their turn', async () => {
    let turns = 0;
    const counting = setInterval(() => turns++, 0);
    const parts = await encodeInTurns('x'.repeat(5_000_000));
    clearInterval(counting);
    expect(Math.max(...parts.map(({ length }) => length))).toBeLessThanOrEqual(65_536);
    expect(turns).toBeGreaterThan(0);
  });
});
