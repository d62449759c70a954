import { MAX_WAITING_PER_CALLER, MAX_WAITING_PER_COMPANY, Semaphore, type Permits } from './semaphore.js';

const WAIT_MS = 10_000;
const never = () => new AbortController().signal;

describe('Semaphore', () => {
  /** A semaphore, and the names of those who got a permit, in order. */
  const open = (permits: Permits, maxWaitMs = WAIT_MS) => {
    const semaphore = new Semaphore(permits, maxWaitMs);
    const served: string[] = [];
    const take = async (companyId: string, name: string, callerId?: string): Promise<() => void> => {
      const release = await semaphore.take({ companyId, ...(callerId && { callerId }) }, never());
      served.push(name);
      return release;
    };
    return { semaphore, served, take };
  };

  it('lets a company wait that has its share, and no other', async () => {
    const { semaphore, served, take } = open({ perCompany: 2 });
    const [first] = await Promise.all([take('a', 'a1'), take('a', 'a2')]);
    const third = take('a', 'a3');
    await take('b', 'b1');
    expect(served).toEqual(['a1', 'a2', 'b1']);
    expect([semaphore.inUse, semaphore.waiting]).toEqual([3, 1]);
    first();
    await third;
    expect([semaphore.inUse, semaphore.waiting]).toEqual([3, 0]);
  });

  it('serves a company in order, and companies that share all permits by their arrival', async () => {
    const { served, take } = open({ inAll: 2, perCompany: 1 });
    const [ofA, ofB] = await Promise.all([take('a', 'a1'), take('b', 'b1')]);
    const [a2, b2, a3, c1] = [take('a', 'a2'), take('b', 'b2'), take('a', 'a3'), take('c', 'c1')];
    ofB();
    const releaseB2 = await b2;
    ofA();
    (await a2)();
    await a3;
    expect(served).toEqual(['a1', 'b1', 'b2', 'a2', 'a3']);
    releaseB2();
    await c1;
    expect(served.at(-1)).toBe('c1');
  });

  it('refuses who waits for too long, or less long where the caller says so', async () => {
    const { semaphore, take } = open({ perCompany: 1 }, 50);
    const release = await take('a', 'a1');
    const patient = semaphore.take({ companyId: 'a' }, never(), WAIT_MS);
    await expect(take('a', 'a2')).rejects.toThrow('All permits of this company are in use.');
    expect(semaphore.waiting).toBe(1);
    release();
    (await patient)();
    expect(semaphore.inUse).toBe(0);
  });

  it('gives no permit to who is gone', async () => {
    const { semaphore, served, take } = open({ perCompany: 1 });
    const release = await take('a', 'a1');
    const gone = new AbortController();
    const waiting = semaphore.take({ companyId: 'a' }, gone.signal);
    const next = take('a', 'a2');
    gone.abort();
    await expect(waiting).rejects.toThrow();
    await expect(semaphore.take({ companyId: 'a' }, gone.signal)).rejects.toThrow();
    release();
    await next;
    expect(served).toEqual(['a1', 'a2']);
  });

  it('leaves a permit of the company to other callers', async () => {
    const { served, take } = open({ perCompany: 3, perCaller: 2 });
    const [first] = await Promise.all([take('a', 'x1', 'x'), take('a', 'x2', 'x')]);
    const third = take('a', 'x3', 'x');
    await take('a', 'y1', 'y');
    expect(served).toEqual(['x1', 'x2', 'y1']);
    first();
    await third;
  });

  it('serves the caller with the fewest permits first', async () => {
    const { served, take } = open({ perCompany: 2 });
    const [first] = await Promise.all([take('a', 'x1', 'x'), take('a', 'x2', 'x')]);
    const waiting = [take('a', 'x3', 'x'), take('a', 'x4', 'x'), take('a', 'y1', 'y'), take('a', 'y2', 'y')];
    first();
    (await waiting[2]!)();
    (await waiting[3]!)();
    (await waiting[0]!)();
    await waiting[1];
    expect(served).toEqual(['x1', 'x2', 'y1', 'y2', 'x3', 'x4']);
  });

  it.each([
    ['caller', { perCaller: 1 }],
    ['company', { perCompany: 1 }],
    ['process', { inAll: 1 }],
  ])('names the limit of the %s', async (limitOf, permits) => {
    const { take } = open(permits, 20);
    await take('a', 'a1');
    await expect(take('a', 'a2')).rejects.toMatchObject({ limitOf });
  });

  it('refuses at once when too many of a caller wait, which costs colleagues nothing', async () => {
    const { semaphore, served, take } = open({ perCompany: 2, perCaller: 1 });
    const release = await take('a', 'x', 'x');
    const all = Array.from({ length: MAX_WAITING_PER_CALLER }, async () => (await take('a', 'x', 'x'))());
    await expect(take('a', 'one too many', 'x')).rejects.toMatchObject({ limitOf: 'caller' });
    (await take('a', 'y', 'y'))();
    expect([served, semaphore.waiting]).toEqual([['x', 'y'], MAX_WAITING_PER_CALLER]);
    release();
    await Promise.all(all);
  });

  it('refuses at once when too many of a company wait, which costs other companies nothing', async () => {
    const { semaphore, served, take } = open({ perCompany: 1 });
    const release = await take('a', 'a1');
    const all = Array.from({ length: MAX_WAITING_PER_COMPANY }, async (_, index) =>
      (await take('a', String(index), `caller ${index}`))(),
    );
    await expect(take('a', 'one too many', 'late')).rejects.toMatchObject({ limitOf: 'company' });
    expect(semaphore.waiting).toBe(MAX_WAITING_PER_COMPANY);
    (await take('b', 'b1'))();
    release();
    await Promise.all(all);
    expect(served).toEqual(['a1', 'b1', ...all.map((_, index) => String(index))]);
    expect([semaphore.inUse, semaphore.waiting]).toEqual([0, 0]);
  });
});
