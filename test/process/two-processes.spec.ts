import { setTimeout as sleep } from 'node:timers/promises';
import { minimalTemplate, TEMPLATES } from '../support/builders/template.js';
import { freshDatabase, runSql } from '../support/databases.js';
import { addPerson, endServices, ServiceProcess } from '../support/service-process.js';

/** What decisions 3 and the catalogue promise of every process. */
const WITHIN_MS = 1_000;

let databaseUrl: string;
let a: ServiceProcess;
let b: ServiceProcess;

beforeAll(async () => {
  databaseUrl = await freshDatabase('two');
  [a, b] = await Promise.all([ServiceProcess.start({ databaseUrl }), ServiceProcess.start({ databaseUrl })]);
});
afterAll(endServices);

/** Milliseconds until an answer is as it should be; every answer asked for after the promised time must be. */
async function settles(ask: () => Promise<boolean>): Promise<number> {
  const startedAt = performance.now();
  for (;;) {
    const askedAt = performance.now() - startedAt;
    if (await ask()) return askedAt;
    if (askedAt > WITHIN_MS) throw new Error(`Not so after ${Math.round(askedAt)} ms.`);
  }
}

describe('two processes on one database', () => {
  it('show a change of the catalogue within a second', async () => {
    const { sessionId } = await addPerson(databaseUrl, 'ADMIN');
    const keysOf = async (service: ServiceProcess) =>
      ((await service.as(sessionId).get(TEMPLATES)).body as { key: string }[]).map(({ key }) => key);
    for (let round = 0; round < 5; round++) {
      const template = minimalTemplate();
      const { body } = await a.as(sessionId).post(TEMPLATES, template);
      expect(await keysOf(a)).toContain(template['key']);
      await settles(async () => (await keysOf(b)).includes(template['key'] as string));
      await b.as(sessionId).delete(`${TEMPLATES}/${body.id}`);
      await settles(async () => !(await keysOf(a)).includes(template['key'] as string));
    }
  });

  it.each([
    ['revocation', 'UPDATE session SET revoked_at = now() WHERE user_id = $1', 401],
    ['change of role', `UPDATE user_account SET role = 'EMPLOYEE' WHERE id = $1`, 403],
    ['deactivation', 'UPDATE user_account SET deactivated_at = now() WHERE id = $1', 401],
  ] as const)('obey a %s within a second', async (_, statement, status) => {
    const { userId, sessionId } = await addPerson(databaseUrl, 'ADMIN');
    for (const service of [a, b]) expect((await service.as(sessionId).get(TEMPLATES)).status).toBe(200);
    await runSql(databaseUrl, statement, [userId]);
    await Promise.all(
      [a, b].map((service) =>
        settles(async () => (await service.as(sessionId).get(TEMPLATES)).status === status),
      ),
    );
  });

  it('let nobody in by a memory from before they were frozen', async () => {
    const { userId, sessionId } = await addPerson(databaseUrl, 'ADMIN');
    expect((await b.as(sessionId).get(TEMPLATES)).status).toBe(200);
    b.signal('SIGSTOP');
    await sleep(1_500);
    await runSql(databaseUrl, 'UPDATE session SET revoked_at = now() WHERE user_id = $1', [userId]);
    const first = b.as(sessionId).get(TEMPLATES); // waits in the frozen process' queue
    b.signal('SIGCONT');
    expect((await first).status).toBe(401);
  });

  it('ask the database for nothing per request', async () => {
    const { sessionId } = await addPerson(databaseUrl, 'MANAGER');
    const service = b.as(sessionId);
    await service.get(TEMPLATES);
    await sleep(1_200); // sessions report their statistics about once a second
    const scans = async () => {
      const [row] = await runSql<{ scans: number }>(
        databaseUrl,
        `SELECT sum(coalesce(seq_scan, 0) + coalesce(idx_scan, 0))::integer AS scans FROM pg_stat_user_tables
         WHERE relname IN ('announcement_template', 'user_account')`,
      );
      return row!.scans;
    };
    const before = await scans();
    for (let round = 0; round < 500; round++) await service.get(TEMPLATES);
    await sleep(1_200);
    expect(await scans()).toBe(before);
  });
});
