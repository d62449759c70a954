import { parseQuery } from '../dto/query.js';
import { MAX_LINK_BYTES, PageBody, pageHeaders } from './page-body.js';

const headers = (window: string, total: number, { query = '', isAtLeast = false } = {}) => {
  const [from = 0, to = 0] = window.split('-').map(Number);
  const page = { content: '', total, ...(isAtLeast && { isAtLeast }) };
  return pageHeaders(new PageBody(page, { from, to }), parseQuery(query));
};

/** The window of each relation, like `next 10-20`. */
const windows = ({ Link = '' }: Record<string, string>): string[] =>
  [...Link.matchAll(/<\?from=(\d+)&to=(\d+)[^>]*>; rel="(\w+)"/g)].map(
    ([, from, to, relation]) => `${relation} ${from}-${to}`,
  );

describe('the headers of a page', () => {
  it.each([
    ['0-10', 25, 'next 10-20, first 0-10, last 20-30'],
    ['10-20', 25, 'next 20-30, prev 0-10, first 0-10, last 20-30'],
    ['20-30', 25, 'prev 10-20, first 0-10, last 20-30'],
    ['20-30', 30, 'prev 10-20, first 0-10, last 20-30'],
    ['0-10', 10, 'first 0-10, last 0-10'],
    ['0-10', 11, 'next 10-20, first 0-10, last 10-20'],
    ['0-10', 0, 'first 0-10, last 0-10'],
    ['0-1', 3, 'next 1-2, first 0-1, last 2-3'],
    // A window that is not a multiple of its size: `next` still arrives at `last`.
    ['5-15', 25, 'next 15-25, prev 0-5, first 0-10, last 15-25'],
    ['5-15', 3, 'prev 0-5, first 0-10, last 0-10'],
    ['15-25', 26, 'next 25-35, prev 5-15, first 0-10, last 25-35'],
    // Past the end `prev` leads back to the last page.
    ['1000-1010', 25, 'prev 20-30, first 0-10, last 20-30'],
    ['2147483647-2147483657', 25, 'prev 17-27, first 0-10, last 17-27'],
    ['1000-1010', 0, 'prev 0-10, first 0-10, last 0-10'],
    ['7-7', 25, ''],
    ['0-0', 0, ''],
  ])('of window %s of %i entries link to %s', (window, total, expected) => {
    const answered = headers(window, total);
    expect([answered['X-Total-Count'], windows(answered).join(', ')]).toEqual([String(total), expected]);
    expect('Link' in answered).toBe(expected !== '');
  });

  it.each([
    ['0-10', 'next 10-20, first 0-10'],
    ['90-100', 'next 100-110, prev 80-90, first 0-10'],
    ['100-110', 'next 110-120, prev 90-100, first 0-10'],
  ])('of window %s have no last page where 100 entries are not all', (window, expected) => {
    expect(windows(headers(window, 100, { isAtLeast: true })).join(', ')).toBe(expected);
  });

  it.each([
    ['q=night%20shift', 'q=night+shift'],
    ['q=%C3%89quipe&status=PENDING', 'q=%C3%89quipe&status=PENDING'],
    ['a=1&a=2&b[]=3,4', 'a=1&a=2&b%5B%5D=3%2C4'],
    ['q=a<b>"c&x=;,', 'q=a%3Cb%3E%22c&x=%3B%2C'],
    ['q=%0D%0ASet-Cookie:%20a', 'q=%0D%0ASet-Cookie%3A+a'],
    ['q=%FF', 'q=%EF%BF%BD'],
    ['from=10&q=&to=20', 'q='],
    ['__proto__=1', '__proto__=1'],
  ])('keep %s', (query, kept) => {
    const { Link = '' } = headers('0-10', 20, { query });
    const targets = [...Link.matchAll(/<([^>]*)>/g)].map(([, target]) => target);
    expect(targets).toEqual([`?from=10&to=20&${kept}`, `?from=0&to=10&${kept}`, `?from=10&to=20&${kept}`]);
    const [read, sent] = [parseQuery(targets[0]!.slice(1)), parseQuery(query)];
    if (query !== 'q=%FF') expect(read).toEqual({ ...sent, from: '10', to: '20' });
  });

  it('leave out the links that do not fit, the least useful first', () => {
    const relations = (length: number) =>
      windows(headers('10-20', 40, { query: `q=${'x'.repeat(length)}` })).map((each) => each.split(' ')[0]);
    expect(relations(900)).toEqual(['next', 'prev', 'first', 'last']);
    expect(relations(1_200)).toEqual(['next', 'prev', 'first']);
    expect(relations(2_000)).toEqual(['next', 'prev']);
    expect(relations(4_000)).toEqual(['next']);
    expect(relations(4_100)).toEqual([]);
    for (let length = 0; length < 5_000; length += 7) {
      const { Link = '' } = headers('10-20', 40, { query: `q=${'x'.repeat(length)}` });
      expect(Link.length).toBeLessThanOrEqual(MAX_LINK_BYTES);
    }
  });
});
