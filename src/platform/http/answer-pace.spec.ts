import type { UserActor } from '../../shared-kernel/actor.js';
import { AnswerPace, type Settle, MAX_LARGE_ANSWER_BYTES } from './answer-pace.js';

const MIB = 1_048_576;
const SMALL = 262_144;
const user = (companyId: string, userId: string): UserActor => ({
  kind: 'user',
  userId,
  companyId,
  role: 'ADMIN',
  language: 'en',
});

describe('AnswerPace', () => {
  const [reader, colleague, stranger] = [user('a', 'reader'), user('a', 'colleague'), user('b', 'stranger')];
  let pace: AnswerPace;

  beforeEach(() => {
    pace = new AnswerPace();
  });

  const take = async (actor: UserActor, url = `/${actor.userId}`): Promise<Settle> => {
    const asked = { actor, url };
    const deadline = performance.now() + 250;
    for (;;) {
      await pace.wait(asked, deadline, new AbortController().signal);
      const settle = pace.begin(asked);
      if (settle) return settle;
    }
  };
  const read = async (actor: UserActor, bytes: number, url?: string): Promise<void> =>
    (await take(actor, url))(bytes);
  const waitOf = async (work: Promise<unknown>): Promise<number> => {
    const startedAt = performance.now();
    await work;
    return performance.now() - startedAt;
  };

  it('lets the reader of a large answer wait for as long as it takes at the pace', async () => {
    await read(reader, MIB);
    const ms = (1_000 * MIB) / MAX_LARGE_ANSWER_BYTES;
    const waited = await waitOf(read(reader, 0));
    expect(waited).toBeGreaterThan(ms - 10);
    expect(await waitOf(read(reader, 0))).toBeLessThan(ms);
  });

  it('refuses a reader who would wait for too long, and says for how long', async () => {
    await read(reader, 28 * MIB);
    await expect(take(reader)).rejects.toMatchObject({
      status: 429,
      errorCode: 'TOO_MANY_LARGE_ANSWERS',
      extra: { headers: { 'Retry-After': expect.stringMatching(/^[23]$/) as string } },
    });
  });

  it('holds up neither colleagues who read small answers nor other companies', async () => {
    await read(reader, 28 * MIB);
    for (let round = 0; round < 5; round++)
      for (const other of [colleague, stranger]) expect(await waitOf(read(other, SMALL))).toBeLessThan(50);
  });

  it('holds up a reader for the own answers only, not for those that colleagues read later', async () => {
    await read(reader, MIB);
    await read(colleague, 28 * MIB);
    expect(await waitOf(read(reader, SMALL, '/small'))).toBeLessThan(250);
    await expect(take(colleague)).rejects.toMatchObject({ status: 429 });
  });

  it('serves further small requests of a reader as soon as one was small', async () => {
    await read(reader, MIB);
    const [first, second] = [take(reader), take(reader)];
    (await first)(SMALL);
    (await second)(SMALL);
    expect(await waitOf(Promise.all([read(reader, SMALL), read(reader, SMALL)]))).toBeLessThan(50);
  });

  it('expects a further large answer of a reader, so that those at the same time follow one another', async () => {
    await read(reader, MIB);
    const outcomes = await Promise.allSettled(Array.from({ length: 5 }, () => take(reader)));
    // 250 ms are enough for two of 100 ms.
    expect(outcomes.filter(({ status }) => status === 'fulfilled').length).toBeLessThanOrEqual(2);
    expect(outcomes.filter(({ status }) => status === 'rejected').length).toBeGreaterThanOrEqual(3);
  });

  it('lets all callers who ask for an address with a large answer take turns', async () => {
    await read(reader, 28 * MIB, '/plans/large');
    await expect(take(colleague, '/plans/large')).rejects.toMatchObject({ status: 429 });
    expect(await waitOf(read(colleague, SMALL, '/plans/small'))).toBeLessThan(50);
    expect(await waitOf(read(stranger, SMALL, '/plans/large'))).toBeLessThan(50);
  });

  it('counts what an answer was, not what was expected', async () => {
    await read(reader, MIB);
    for (let round = 0; round < 3; round++) {
      const settle = await take(reader);
      settle(SMALL);
    }
    expect(await waitOf(read(reader, SMALL))).toBeLessThan(50);
  });

  it('ends the wait of a client that is gone', async () => {
    await read(reader, 28 * MIB);
    const gone = new AbortController();
    const waiting = pace.wait({ actor: reader, url: '/' }, Infinity, gone.signal);
    gone.abort();
    expect(await waitOf(waiting)).toBeLessThan(100);
  });
});
