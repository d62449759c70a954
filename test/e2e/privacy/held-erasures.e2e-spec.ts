import { setTimeout as sleep } from 'node:timers/promises';
import { ErasureStarts } from '../../../src/privacy/erasure/application/erasure-starts.js';
import { ErasureWork } from '../../../src/privacy/erasure/application/erasure-work.js';
import type { ApiClient } from '../../support/api-client.js';
import { byExternalId, employeeBody, ERASURES, INVITE } from '../../support/builders/employee.js';
import { HOLDS } from '../../support/builders/privacy.js';
import { openClient } from '../../support/databases.js';
import { TestApp } from '../../support/test-app.js';

describe('a legal hold that is placed after an erasure was asked for', () => {
  let app: TestApp;
  let hr: ApiClient;
  let companyId: string;
  let person: ReturnType<typeof employeeBody>;
  let path: string;

  beforeAll(async () => {
    app = await TestApp.start({}, undefined, { isWorker: false });
  });
  afterAll(() => app.stop());
  beforeEach(async () => {
    companyId = await app.company();
    hr = await app.integration(['people:erase', 'employees:read', 'employees:write'], companyId);
    person = employeeBody();
    await hr.post(INVITE, person);
    const { headers } = await hr.post(ERASURES, { externalId: person.externalId, reason: 'Asked for' });
    path = headers.get('location')!;
  });

  const work = (): Promise<readonly string[]> =>
    app.app.get(ErasureWork, { strict: false }).run(companyId, new AbortController().signal);
  const release = (): Promise<void> => app.app.get(ErasureStarts, { strict: false }).release(companyId);
  const hold = async (): Promise<string> => {
    const { status, body } = await hr.put(HOLDS, { externalId: person.externalId, reason: 'Lawsuit' });
    expect(status).toBe(200);
    return `${HOLDS}/${body.id}`;
  };
  const stateOf = async (): Promise<unknown> => (await hr.get(path)).body.state;
  const isThere = async (): Promise<boolean> =>
    (await hr.get(byExternalId(person.externalId))).status === 200;

  it('stops it as long as it has not begun, until the hold is lifted', async () => {
    const placed = await hold();
    await work();
    await release();
    await work();
    expect([await stateOf(), await isThere()]).toEqual(['HELD', true]);
    await hr.delete(placed);
    await release();
    expect(await stateOf()).toBe('QUEUED');
    await work();
    expect([await stateOf(), await isThere()]).toEqual(['DONE', false]);
  });

  it('stops it for the whole company, too', async () => {
    await app.sql(
      `INSERT INTO legal_hold (company_id, id, is_of_company, employee_ids, user_ids, reason, placed_at)
       VALUES ($1, repeat('a', 24), true, '{}', '{}', 'Lawsuit', now())`,
      [companyId],
    );
    await work();
    expect([await stateOf(), await isThere()]).toEqual(['HELD', true]);
  });

  it('does not stop one that has begun', async () => {
    await app.sql(`UPDATE person_erasure SET state = 'ERASING' WHERE company_id = $1`, [companyId]);
    const { status, body } = await hr.put(HOLDS, { externalId: person.externalId, reason: 'Lawsuit' });
    expect([status, body.errorCode]).toEqual([409, 'ERASURE_BEGUN']);
    await work();
    expect([await stateOf(), await isThere()]).toEqual(['DONE', false]);
  });

  it('stops one that waits for an older transaction', async () => {
    const older = await openClient(app.databaseUrl);
    try {
      await older.query('BEGIN');
      await older.query('SELECT pg_current_xact_id()');
      const working = work();
      await sleep(500);
      expect(await stateOf()).toBe('QUEUED');
      await hold();
      await older.query('COMMIT');
      await working;
      expect([await stateOf(), await isThere()]).toEqual(['HELD', true]);
    } finally {
      await older.end();
    }
  });
});
