import { cursorOf } from '../application/list-window.js';
import { MAX_SCIM_PAGE_LENGTH } from '../domain/scim.limits.js';
import { pageBody } from './scim-answer.js';

const ID = (number: number): string => String(number).padStart(24, '0');
const resource = (number: number, length: number) => ({ id: ID(number), text: 'x'.repeat(length) });

async function pageOf(lengths: readonly number[], cursor?: string, nextCursor?: string) {
  const resources = lengths.map((length, number) => resource(number, length));
  const list = { total: 100, resources, ...(nextCursor !== undefined && { nextCursor }) };
  const query = { startIndex: 1, filter: 'id pr', ...(cursor !== undefined && { cursor }) };
  const body = await pageBody(list, query, (one) => one);
  return JSON.parse(Buffer.concat(body.parts).toString()) as {
    readonly totalResults: number;
    readonly itemsPerPage: number;
    readonly startIndex?: number;
    readonly nextCursor?: string;
    readonly Resources: readonly { readonly id: string }[];
  };
}

describe('a page of SCIM', () => {
  const third = Math.floor(MAX_SCIM_PAGE_LENGTH / 3);

  it('has all resources where they are short', async () => {
    const { Resources, ...others } = await pageOf([10, 10]);
    expect(Resources).toEqual([resource(0, 10), resource(1, 10)]);
    expect(others).toMatchObject({ totalResults: 100, itemsPerPage: 2, startIndex: 1 });
    expect((await pageOf([10], '', 'next')).nextCursor).toBe('next');
    expect((await pageOf([])).Resources).toEqual([]);
  });

  it('ends before the resource with which it would be too long, and says so', async () => {
    const page = await pageOf([third, third, third, 10]);
    expect(page.itemsPerPage).toBe(2);
    expect(page.Resources.map(({ id }) => id)).toEqual([ID(0), ID(1)]);
    const last = await pageOf([third, third, third, 10], '', 'behind all');
    expect(last.nextCursor).toBe(cursorOf(ID(1), 'id pr'));
  });

  it('has one resource at least', async () => {
    expect((await pageOf([2 * MAX_SCIM_PAGE_LENGTH, 10])).itemsPerPage).toBe(1);
  });
});
