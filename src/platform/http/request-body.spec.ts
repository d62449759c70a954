import { HttpProblem } from './http-problem.js';
import { parseJson } from './request-body.js';

/** The code and the rule of a refusal; undefined for a text that is parsed. */
function refusalOf(text: string): string | undefined {
  try {
    parseJson(Buffer.from(text));
    return undefined;
  } catch (error) {
    if (!(error instanceof HttpProblem)) throw error;
    return `${error.errorCode}: ${error.message}`;
  }
}

const repeated = (text: string, count: number): string => Array.from({ length: count }, () => text).join(',');
const objectOf = (count: number): string =>
  `{${Array.from({ length: count }, (_, index) => `"${index}":0`).join(',')}}`;

describe('the limits of a JSON text', () => {
  it.each([
    ['arrays', '[', ']'],
    ['objects', '{"a":', '}'],
  ])('are 32 levels of %s', (_, open, close) => {
    const nested = (levels: number) => `${open.repeat(levels)}0${close.repeat(levels)}`;
    expect(refusalOf(nested(32))).toBeUndefined();
    expect(refusalOf(nested(33))).toBe('BODY_TOO_COMPLEX: The body has more than 32 levels.');
  });

  it('are 200 properties in an object', () => {
    expect(refusalOf(`[${objectOf(200)}, ${objectOf(200)}]`)).toBeUndefined();
    expect(refusalOf(objectOf(201))).toBe(
      'BODY_TOO_COMPLEX: The body has more than 200 properties in an object.',
    );
  });

  it.each([
    ['entries', '0', 1],
    ['arrays of nothing but white space', '[ ]', 1],
    ['arrays whose entry follows white space', '[ 0]', 2],
    ['objects', '{"a":0,"b":0}', 3],
  ])('are 20,000 values, with those in %s', (_, entry, values) => {
    const fitting = Math.floor(19_999 / values);
    const rest = 19_999 - fitting * values;
    const list = (further: number) => `[${repeated(entry, fitting)}${',0'.repeat(rest + further)}]`;
    expect(refusalOf(list(0))).toBeUndefined();
    expect(refusalOf(list(1))).toBe('BODY_TOO_COMPLEX: The body has more than 20000 values.');
  });

  it('do not concern what is written in texts', () => {
    expect(refusalOf(`["\\"${'['.repeat(40)}", "\\\\"]`)).toBeUndefined();
  });

  it('leave a text that does not end to the parser', () => {
    expect(refusalOf('["a')).toMatch(/^MALFORMED_JSON: /);
  });
});
