import { setTimeout as sleep } from 'node:timers/promises';
import { minimalTemplate, TEMPLATES } from '../support/builders/template.js';
import { freshDatabase, runSql } from '../support/databases.js';
import { eventually } from '../support/eventually.js';
import { addPerson, endServices, ServiceProcess, type Person } from '../support/service-process.js';

/** How soon every process must follow a change (decisions 3, ADR 0005). */
const LIMIT_MS = 1_000;

interface Scans {
  readonly announcement_template: number;
  readonly session: number;
  readonly revision: number;
}

describe('two processes on one database', () => {
  let databaseUrl: string;
  let a: ServiceProcess;
  let b: ServiceProcess;
  let admin: Person;

  beforeAll(async () => {
    databaseUrl = await freshDatabase('two');
    admin = await addPerson(databaseUrl, 'ADMIN');
    // One connection each, which tells its counts once a second because of the background readings.
    const env = { DATABASE_POOL_SIZE: '1' };
    [a, b] = await Promise.all([
      ServiceProcess.start({ databaseUrl, env }),
      ServiceProcess.start({ databaseUrl, env }),
    ]);
  });

  afterAll(endServices);

  /** A person whose session both processes have in memory. */
  async function knownAdmin(): Promise<Person> {
    const person = await addPerson(databaseUrl, 'ADMIN');
    for (const service of [a, b]) {
      expect((await service.as(person.sessionId).get(`${TEMPLATES}/all`)).status).toBe(200);
    }
    return person;
  }

  /** The counts of scans when they hold all that has happened up to now: later readings show that they do. */
  async function settledScans(): Promise<Scans> {
    const { revision } = await scans(databaseUrl);
    return eventually(async () => {
      const counts = await scans(databaseUrl);
      expect(counts.revision).toBeGreaterThan(revision + 16);
      return counts;
    }, 20_000);
  }

  it('see what the other one wrote within a second', async () => {
    const keysOf = async (service: ServiceProcess): Promise<unknown[]> => {
      const { body } = await service.as(admin.sessionId).get(TEMPLATES);
      return (body as { key: string }[]).map(({ key }) => key);
    };
    for (let round = 0; round < 5; round++) {
      const template = minimalTemplate();
      const { status, body } = await a.as(admin.sessionId).post(TEMPLATES, template);
      expect(status).toBe(200);
      expect(await keysOf(a)).toContain(template['key']);
      await eventually(async () => expect(await keysOf(b)).toContain(template['key']), LIMIT_MS);

      expect((await b.as(admin.sessionId).delete(`${TEMPLATES}/${body.id}`)).status).toBe(200);
      expect(await keysOf(b)).not.toContain(template['key']);
      await eventually(async () => expect(await keysOf(a)).not.toContain(template['key']), LIMIT_MS);
    }
  });

  it.each([
    {
      change: 'a revoked session',
      statement: 'UPDATE session SET revoked_at = now() WHERE user_id = $1',
      status: 401,
    },
    {
      change: 'an expired session',
      statement: 'UPDATE session SET expires_at = now() WHERE user_id = $1',
      status: 401,
    },
    {
      change: 'a changed role',
      statement: `UPDATE user_account SET role = 'MANAGER' WHERE id = $1`,
      status: 403,
    },
    {
      change: 'a deactivated user',
      statement: 'UPDATE user_account SET deactivated_at = now() WHERE id = $1',
      status: 401,
    },
  ])('heed $change within a second', async ({ statement, status }) => {
    const { userId, sessionId } = await knownAdmin();
    await runSql(databaseUrl, statement, [userId]);
    await Promise.all(
      [a, b].map((service) =>
        eventually(async () => {
          expect((await service.as(sessionId).get(`${TEMPLATES}/all`)).status).toBe(status);
        }, LIMIT_MS),
      ),
    );
  });

  it('that was frozen meanwhile heeds a revocation from its first answer on', async () => {
    const { userId, sessionId } = await knownAdmin();
    b.signal('SIGSTOP');
    await runSql(databaseUrl, 'UPDATE session SET revoked_at = now() WHERE user_id = $1', [userId]);
    await sleep(2_000); // for longer than memory may be relied on
    const answers = [1, 2, 3].map(() => b.as(sessionId).get(TEMPLATES));
    b.signal('SIGCONT');
    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([401, 401, 401]);
  });

  it('answer reads from memory, whatever their number', async () => {
    const reader = b.as(admin.sessionId);
    expect((await reader.get(TEMPLATES)).status).toBe(200);
    const before = await settledScans();
    for (let round = 0; round < 50; round++) {
      const answers = await Promise.all(Array.from({ length: 10 }, () => reader.get(TEMPLATES)));
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    }
    const after = await settledScans();
    expect(after.announcement_template - before.announcement_template).toBe(0);
    // Not none: every ten seconds a process notes which sessions were used.
    expect(after.session - before.session).toBeLessThan(25);
  });
});

/** How often each table was looked into since the database exists, as far as its connections have told. */
async function scans(databaseUrl: string): Promise<Scans> {
  const rows = await runSql<{ table: string; scans: number }>(
    databaseUrl,
    `SELECT relname AS "table", (seq_scan + coalesce(idx_scan, 0))::integer AS scans FROM pg_stat_user_tables`,
  );
  const counts = Object.fromEntries(rows.map(({ table, scans: count }) => [table, count]));
  return counts as unknown as Scans;
}
