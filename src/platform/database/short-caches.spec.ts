import type { Transaction } from '../../shared-kernel/transaction.js';
import type { UnitOfWork } from '../../shared-kernel/unit-of-work.js';
import { ShortCache, ShortCaches } from './short-caches.js';

describe('a short cache', () => {
  let now: number;
  let loads: number;
  let cache: ShortCache<number>;

  beforeEach(() => {
    now = 1_000;
    loads = 0;
    jest.spyOn(performance, 'now').mockImplementation(() => now);
    cache = new ShortCache(2);
  });
  afterEach(() => jest.restoreAllMocks());

  const get = (key = 'a') => cache.get(key, () => Promise.resolve(++loads));

  it('loads once in half a second', async () => {
    expect(await get()).toBe(1);
    now += 500;
    expect(await get()).toBe(1);
    now += 1;
    expect(await get()).toBe(2);
  });

  it('counts the age from the beginning of the load', async () => {
    let end: (value: number) => void = () => undefined;
    const slow = cache.get('a', () => new Promise<number>((resolve) => (end = resolve)));
    now += 501;
    end(10);
    expect(await slow).toBe(10);
    expect(await get()).toBe(1);
  });

  it('shares a load between simultaneous callers, and keeps keys apart', async () => {
    expect(await Promise.all([get('a'), get('a'), get('b'), get('b')])).toEqual([1, 1, 2, 2]);
  });

  it('reports a failure to those who wait, and loads again', async () => {
    const fail = () => cache.get('a', () => Promise.reject(new Error('down')));
    const callers = await Promise.allSettled([fail(), get(), fail()]);
    expect(callers.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
    expect(await get()).toBe(1);
  });

  it('keeps what followed a failed load', async () => {
    const failed = cache.get('a', () => Promise.reject(new Error('down')));
    cache.clear();
    const next = get();
    await expect(failed).rejects.toThrow('down');
    expect([await next, await get()]).toEqual([1, 1]);
  });

  it('keeps the newest results, at most as many as it is made for', async () => {
    for (const key of ['a', 'b', 'c']) await get(key);
    expect([await get('c'), await get('b'), await get('a')]).toEqual([3, 2, 4]);
  });
});

describe('the short caches of a process', () => {
  const effects: (() => void)[] = [];
  const unitOfWork = { afterCommit: (_: unknown, effect: () => void) => effects.push(effect) };

  it('are emptied by the commit of a write, not before', async () => {
    const caches = new ShortCaches(unitOfWork as unknown as UnitOfWork);
    const both = [caches.create<number>(1), caches.create<number>(1)];
    let loads = 0;
    const get = () => Promise.all(both.map((cache) => cache.get('', () => Promise.resolve(++loads))));
    expect(await get()).toEqual([1, 2]);
    caches.clearAfter({} as Transaction);
    expect(await get()).toEqual([1, 2]);
    for (const effect of effects) effect();
    expect(await get()).toEqual([3, 4]);
  });
});
