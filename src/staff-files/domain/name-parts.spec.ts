import fc from 'fast-check';
import { nameParts } from './name-parts.js';

/** As a sync reads the parts. */
function joined(parts: readonly string[], separator: string): string {
  const filled = parts.filter((part) => part.trim() !== '');
  return filled.length === 1 ? (filled[0] ?? '') : filled.map((part) => part.trim()).join(separator);
}

describe('nameParts', () => {
  it('cuts a name at its last separator', () => {
    expect(nameParts('Ana María Ruiz', 2, ' ')).toEqual(['Ana María', 'Ruiz']);
    expect(nameParts('Ruiz, Ana', 2, ', ')).toEqual(['Ruiz', 'Ana']);
    expect(nameParts('Dr. Ana Ruiz', 3, ' ')).toEqual(['Dr. Ana', '', 'Ruiz']);
    expect(nameParts('Prince', 2, ' ')).toEqual(['Prince', '']);
    expect(nameParts('Ana  Ruiz', 2, ' ')).toEqual(['Ana  Ruiz', '']);
  });

  it('gives parts of which the same name is read', () => {
    const name = fc.stringMatching(/^[a ,]{1,12}$/).filter((text) => text.trim() !== '');
    fc.assert(
      fc.property(
        name,
        fc.constantFrom(' ', ', ', '', ','),
        fc.integer({ min: 1, max: 4 }),
        (text, separator, count) => {
          expect(joined(nameParts(text, count, separator), separator)).toBe(text);
        },
      ),
    );
  });
});
