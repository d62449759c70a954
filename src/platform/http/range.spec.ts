import { requestedPart } from './range.js';

describe('requestedPart', () => {
  it.each([
    [undefined, 'whole'],
    ['bytes=0-', { start: 0, end: 99 }],
    ['bytes=0-0', { start: 0, end: 0 }],
    ['Bytes=10-19', { start: 10, end: 19 }],
    ['bytes=90-200', { start: 90, end: 99 }],
    ['bytes=-1', { start: 99, end: 99 }],
    ['bytes=-200', { start: 0, end: 99 }],
    ['bytes=100-', 'unsatisfiable'],
    ['bytes=100-200', 'unsatisfiable'],
    ['bytes=-0', 'unsatisfiable'],
    ['bytes=5-4', 'whole'],
    ['bytes=0-1,5-6', 'whole'],
    ['bytes=', 'whole'],
    ['bytes=-', 'whole'],
    ['lines=0-1', 'whole'],
    ['bytes=1e1-', 'whole'],
  ] as const)('of %s in 100 bytes is %j', (range, part) => {
    expect(requestedPart(range, 100)).toEqual(part);
  });

  it('of an empty file is never satisfied but by the whole', () => {
    expect(requestedPart('bytes=0-', 0)).toBe('unsatisfiable');
    expect(requestedPart('bytes=-5', 0)).toBe('unsatisfiable');
    expect(requestedPart(undefined, 0)).toBe('whole');
  });
});
