import { namesSomeone } from './naming.js';

const KEYS = ['ana@example.com', 'E-17', '7', 'ñandú 5'];
const NAMES = ['Ana Núñez', 'Person', 'José-María  Olazábal'];

describe('a text names somebody', () => {
  it.each([
    ['by the address', 'Asked by ANA@example.com.'],
    ['by the address in brackets', 'Asked for (ana@example.com)'],
    ['by the external id', 'Letter of e-17, of 3 May'],
    ['by an external id of several words', 'Letter of Nandu 5'],
    ['by the name without accents', 'Letter of ana nunez.'],
    ['by the name with other spaces', 'jose-maria\tolazabal asked'],
  ])('%s', (_, text) => {
    expect(namesSomeone(text, KEYS, NAMES)).toBe(true);
  });

  it.each([
    ['a name of one word', 'Request of the person'],
    ['a short external id', 'Article 7'],
    ['the first name alone', 'Asked by Ana'],
    ['a longer id', 'Ticket E-171'],
    ['a longer address', 'Asked by susana@example.com'],
    ['nothing', ''],
  ])('but not by %s', (_, text) => {
    expect(namesSomeone(text, KEYS, NAMES)).toBe(false);
  });
});
