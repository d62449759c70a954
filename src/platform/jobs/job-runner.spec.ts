import { failureReason } from './job-runner.js';

const coded = (message: string, code: unknown) => Object.assign(new TypeError(message), { code });

describe('the reason of a failure', () => {
  it.each([
    ['name and message', new TypeError('no room'), 'TypeError: no room'],
    ['a code', coded('no room', 'EFULL'), 'TypeError: EFULL: no room'],
    ['a code that the message names', coded('EFULL: no room', 'EFULL'), 'TypeError: EFULL: no room'],
    ['a code that is no text', coded('no room', 7), 'TypeError: no room'],
    ['no message', new Error(), 'Error'],
    ['another value', 'no room', 'no room'],
    ['the first of several errors', new AggregateError([new Error('one'), new Error('two')]), 'Error: one'],
    ['several errors that are none', new AggregateError([], 'none'), 'AggregateError: none'],
    ['several lines', new Error('no\r\n\t room\0 '), 'Error: no room'],
    ['half a character', new Error('a\ud83db'), 'Error: a b'],
  ])('has %s', (_, error, expected) => {
    expect(failureReason(error)).toBe(expected);
  });

  it('has at most 500 characters, none of which is cut in half', () => {
    expect(failureReason('x'.repeat(500))).toBe('x'.repeat(500));
    expect(failureReason('x'.repeat(501))).toBe(`${'x'.repeat(499)}…`);
    expect(failureReason(`${'x'.repeat(498)}😀${'x'.repeat(10)}`)).toBe(`${'x'.repeat(498)}\ufffd…`);
  });
});
