import type { Changes } from './changes.js';
import { listedChanges, MAX_LISTED_BYTES, MAX_LISTED_TEXT } from './listed-changes.js';

function listed(changes: Changes): unknown {
  const json = listedChanges(changes);
  return json === undefined ? undefined : JSON.parse(json);
}

describe('listedChanges', () => {
  it('shows short changes themselves', () => {
    const text = '😀'.repeat(MAX_LISTED_TEXT);
    expect(listed({ before: { text }, after: { text: [text], count: 1, gone: null } })).toBeUndefined();
    expect(listed({})).toBeUndefined();
  });

  it('cuts each longer text at a whole character, at any level', () => {
    const text = '😀'.repeat(MAX_LISTED_TEXT + 1);
    const cut = `${'😀'.repeat(MAX_LISTED_TEXT - 1)}…`;
    expect(listed({ before: { title: 'x' }, after: { title: { defaultValue: text }, all: [text] } })).toEqual(
      {
        before: { title: 'x' },
        after: { title: { defaultValue: cut }, all: [cut] },
      },
    );
  });

  it('names the properties where the rest is still too much', () => {
    const changes = (bytes: number): Changes => {
      const texts = (length: number): string[] => {
        const full = Array.from({ length: 16 }, () => 'x'.repeat(MAX_LISTED_TEXT));
        return [...full, 'é'.repeat(Math.floor(length / 2)), 'x'.repeat(length % 2)];
      };
      const withNone = Buffer.byteLength(JSON.stringify({ before: { a: 1 }, after: { a: 2, b: texts(0) } }));
      return { before: { a: 1 }, after: { a: 2, b: texts(bytes - withNone) } };
    };
    expect(Buffer.byteLength(JSON.stringify(changes(MAX_LISTED_BYTES)))).toBe(MAX_LISTED_BYTES);
    expect(listed(changes(MAX_LISTED_BYTES))).toBeUndefined();
    expect(listed(changes(MAX_LISTED_BYTES + 1))).toEqual({
      truncated: true,
      changedProperties: ['a', 'b'],
    });
    const many = Array.from({ length: 20 }, () => 'x'.repeat(MAX_LISTED_TEXT + 1));
    expect(listed({ before: { many } })).toEqual({ truncated: true, changedProperties: ['many'] });
  });
});
