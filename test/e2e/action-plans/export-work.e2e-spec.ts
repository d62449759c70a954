import { mkdir, rename, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { PLANS } from '../../support/builders/plan.js';
import { closeDatabase } from '../../support/databases.js';
import { eventually } from '../../support/eventually.js';
import { ExportFixture, idIn, type Caller } from '../../support/exports.js';
import { Sql } from '../../../src/platform/database/sql.js';
import { JOB_LEASE_MS } from '../../../src/platform/jobs/sql-jobs.js';
import { linkIn } from '../../support/mail-server.js';

describe('the work on an export', () => {
  let fixture: ExportFixture;
  let owner: Caller;

  beforeAll(async () => {
    fixture = await ExportFixture.open({ isWorker: false });
    owner = await fixture.caller();
  });
  afterAll(() => fixture.close());
  afterEach(() => {
    fixture.mail.refusal = undefined;
    fixture.mail.beforeAccepting = undefined;
  });

  it.each([
    [
      'the plan has become private',
      (_: string, planId: string) => [
        `UPDATE action_plan SET document = jsonb_set(document::jsonb, '{visibility}', '"PRIVATE"') WHERE id = $1`,
        planId,
      ],
    ],
    [
      'the caller is deactivated',
      (userId: string) => ['UPDATE user_account SET deactivated_at = now() WHERE id = $1', userId],
    ],
    [
      'the caller is a manager no more',
      (userId: string) => [`UPDATE user_account SET role = 'EMPLOYEE' WHERE id = $1`, userId],
    ],
  ] as const)('fails without a mail when %s', async (_, change) => {
    const planId = await fixture.plan(owner);
    const caller = await fixture.caller();
    const location = await fixture.request(caller, planId);
    const [statement, id] = change(caller.userId, planId) as [string, string];
    await fixture.app.sql(statement, [id]);
    expect((await fixture.run(location)).result).toBe('refused');
    expect(await fixture.record(location)).toMatchObject({ status: 'FAILED' });
    expect(await fixture.job(location)).toMatchObject({
      status: 'REFUSED',
      last_error: expect.stringMatching(/^The user who asked/),
    });
    expect(await fixture.mailsTo(caller)).toEqual([]);
  });

  it('tries again when the mail server refuses, and says why', async () => {
    const caller = await fixture.caller();
    const location = await fixture.request(caller, await fixture.plan(owner));
    fixture.mail.refusal = 'out of order';
    const before = Date.now();
    expect((await fixture.run(location)).result).toBe('failed');
    expect(Number((await fixture.job(location))['due_at'])).toBeGreaterThan(before + 5_000);
    await fixture.alterJob(location, `due_at = due_at + interval '1 hour'`); // a busy machine may take longer
    expect((await fixture.run(location)).result).toBe('not-due');
    expect(await fixture.job(location)).toMatchObject({
      status: 'QUEUED',
      attempts: 1,
      lease_id: null,
      last_error: expect.stringContaining('out of order'),
    });
    expect((await caller.get(location)).body).toMatchObject({ status: 'QUEUED' });
    await fixture.alterJob(location, `leased_until = now() + interval '10 s'`);
    expect((await caller.get(location)).body).toMatchObject({ status: 'RUNNING' });
    await fixture.alterJob(location, 'leased_until = NULL');

    fixture.mail.refusal = undefined;
    await fixture.makeDue(location);
    expect(await fixture.run(location)).toEqual({ result: 'done', attempt: 2, key: idIn(location) });
    expect(await fixture.record(location)).toMatchObject({ status: 'SENT' });
    expect(await fixture.job(location)).toMatchObject({ status: 'DONE', last_error: null });
    expect(await fixture.mailsTo(caller)).toHaveLength(1);
  });

  it('tries again while there is no mail server at all', async () => {
    const caller = await fixture.caller();
    const location = await fixture.request(caller, await fixture.plan(owner));
    await fixture.mail.close();
    expect((await fixture.run(location)).result).toBe('failed');
    expect(await fixture.job(location)).toMatchObject({
      last_error: expect.stringContaining('ECONNREFUSED'),
    });
    await fixture.mail.open();
    await fixture.makeDue(location);
    expect((await fixture.run(location)).result).toBe('done');
  });

  it('does nothing for an export that is done, or that another attempt works on', async () => {
    const caller = await fixture.caller();
    const location = await fixture.request(caller, await fixture.plan(owner));
    await fixture.alterJob(location, `lease_id = 'x', leased_until = now() + interval '5 seconds'`);
    expect(await fixture.run(location)).toEqual({ result: 'not-due' });
    await fixture.alterJob(location, `leased_until = now() - interval '1 second'`);
    const [first, ...others] = (
      await Promise.all(Array.from({ length: 8 }, () => fixture.run(location)))
    ).sort(({ result }) => (result === 'done' ? -1 : 1));
    expect(first!.result).toBe('done');
    expect(new Set(others.map(({ result }) => result))).toEqual(new Set(['not-due']));
    expect(await fixture.run(location)).toEqual({ result: 'not-due' });
    expect(await fixture.mailsTo(caller)).toHaveLength(1);
  });

  it('keeps both links good and the Message-ID the same when a mail must be sent again', async () => {
    const caller = await fixture.caller();
    const location = await fixture.request(caller, await fixture.plan(owner));
    await fixture.run(location);
    // As if the process had died after the mail was accepted and before that was recorded.
    await fixture.alter(location, `status = 'RUNNING', finished_at = NULL`);
    await fixture.alterJob(
      location,
      `status = 'RUNNING', finished_at = NULL, due_at = now() - interval '1 minute'`,
    );
    expect((await fixture.run(location)).result).toBe('done');
    const mails = await fixture.mailsTo(caller);
    expect(mails).toHaveLength(2);
    expect(new Set(mails.map(({ message }) => message.messageId)).size).toBe(1);
    const links = mails.map(linkIn);
    expect(new Set(links).size).toBe(2);
    for (const link of links) expect((await fixture.download(link)).status).toBe(200);
  });

  it('mails nothing when it has lost its lease', async () => {
    const caller = await fixture.caller();
    const location = await fixture.request(caller, await fixture.plan(owner));
    const sql = fixture.app.app.get(Sql);
    const query = sql.query.bind(sql);
    const claimed = jest.spyOn(sql, 'query').mockImplementation(async (statement, ...rest) => {
      const rows = await query(statement, ...rest);
      if (statement.name === 'jobs.claim') await fixture.alterJob(location, `lease_id = 'thief'`);
      return rows;
    });
    try {
      expect((await fixture.run(location)).result).toBe('lost');
    } finally {
      claimed.mockRestore();
    }
    expect(await fixture.mailsTo(caller)).toEqual([]);
  });

  it('lets only one of many simultaneous attempts take an export', async () => {
    for (let round = 0; round < 8; round++) {
      const caller = await fixture.caller();
      const location = await fixture.request(caller, await fixture.plan(owner));
      // Attempts that wait for a connection would begin one after the other.
      await Promise.all(Array.from({ length: 20 }, () => caller.get(location)));
      const outcomes = await Promise.all(Array.from({ length: 8 }, () => fixture.run(location)));
      const others = outcomes.map(({ result }) => result).filter((result) => result !== 'done');
      expect(others).toHaveLength(7);
      expect(new Set(others)).toEqual(new Set(['not-due']));
      expect(await fixture.mailsTo(caller)).toHaveLength(1);
    }
  });

  it(
    'renews its lease again and again while its mail takes long',
    async () => {
      const caller = await fixture.caller();
      const location = await fixture.request(caller, await fixture.plan(owner));
      const leasedUntil = async (): Promise<unknown> => (await fixture.job(location))['leased_until'];
      const others: string[] = [];
      fixture.mail.beforeAccepting = async () => {
        fixture.mail.beforeAccepting = undefined;
        for (let renewals = 0; renewals < 2; renewals++) {
          const before = await leasedUntil();
          await eventually(async () => expect(await leasedUntil()).not.toEqual(before), JOB_LEASE_MS);
        }
        others.push((await fixture.run(location)).result);
      };
      expect(await fixture.run(location)).toEqual({ result: 'done', attempt: 1, key: idIn(location) });
      expect(others).toEqual(['not-due']);
      expect(await fixture.mailsTo(caller)).toHaveLength(1);
    },
    2 * JOB_LEASE_MS + 30_000,
  );

  it('records an accepted mail although the database is unavailable for a moment', async () => {
    const caller = await fixture.caller();
    const location = await fixture.request(caller, await fixture.plan(owner));
    let outage: Promise<void> | undefined;
    fixture.mail.beforeAccepting = async () => {
      const reopen = await closeDatabase(fixture.app.databaseUrl);
      outage = sleep(1_000).then(reopen);
    };
    const outcome = await fixture.run(location).finally(() => outage);
    expect(outcome).toEqual({ result: 'done', attempt: 1, key: idIn(location) });
    expect((await caller.get(location)).body.status).toBe('SENT');
    expect(await fixture.run(location)).toEqual({ result: 'not-due' });
    expect(await fixture.mailsTo(caller)).toHaveLength(1);
  });

  it('mails a link that is valid for its full time after an earlier attempt failed', async () => {
    const caller = await fixture.caller();
    const location = await fixture.request(caller, await fixture.plan(owner));
    fixture.mail.refusal = 'out of order';
    expect((await fixture.run(location)).result).toBe('failed');
    await fixture.expire(location);
    fixture.mail.refusal = undefined;
    await fixture.makeDue(location);
    expect((await fixture.run(location)).result).toBe('done');
    const [mail] = await fixture.mailsTo(caller);
    expect((await fixture.download(linkIn(mail!))).status).toBe(200);
    const { finishedAt, expiresAt } = (await caller.get(location)).body;
    expect(Date.parse(expiresAt) - Date.parse(finishedAt)).toBeGreaterThan(86_400_000 - 60_000);
  });

  it('sends an ETag only for a workbook that will not be written again', async () => {
    const caller = await fixture.caller();
    const location = await fixture.request(caller, await fixture.plan(owner));
    const etags: unknown[] = [];
    const download = async (link: string) => {
      const response = await fixture.download(link);
      await response.arrayBuffer();
      etags.push([response.status, response.headers.get('etag')]);
    };
    fixture.mail.beforeAccepting = (delivery) => download(linkIn(delivery));
    await fixture.run(location);
    const [mail] = await fixture.mailsTo(caller);
    await download(linkIn(mail!));
    expect(etags).toEqual([
      [200, null],
      [200, expect.stringMatching(/^"/)],
    ]);
  });

  it('removes the workbook of an export that has failed for good', async () => {
    const caller = await fixture.caller();
    const location = await fixture.request(caller, await fixture.plan(owner));
    await fixture.leaveOneAttempt(location);
    fixture.mail.refusal = 'out of order';
    expect((await fixture.run(location)).result).toBe('given-up');
    expect((await caller.get(location)).body.status).toBe('FAILED');
    expect(await fixture.sizeOfWorkbook(location)).toBeGreaterThan(0);
    await fixture.removeFiles();
    expect(await fixture.sizeOfWorkbook(location)).toBeUndefined();
  });

  it('tries again to remove a file that could not be removed', async () => {
    const caller = await fixture.caller();
    const location = await fixture.request(caller, await fixture.plan(owner));
    await fixture.run(location);
    await fixture.expire(location);
    // A folder in the place of the file cannot be removed like a file.
    const path = join(fixture.app.dataDir, fixture.keyOf(location));
    await rename(path, `${path}.aside`);
    await mkdir(path);
    await expect(fixture.removeFiles()).rejects.toThrow();
    await rmdir(path);
    await rename(`${path}.aside`, path);
    await fixture.removeFiles();
    expect(await fixture.sizeOfWorkbook(location)).toBeGreaterThan(0);
    expect(await fixture.makeRemovalsDue()).toBe(1);
    await fixture.removeFiles();
    expect(await fixture.sizeOfWorkbook(location)).toBeUndefined();
  });

  it('removes the workbook of a plan that is deleted while the workbook is stored', async () => {
    const caller = await fixture.caller();
    const planId = await fixture.plan(owner);
    const location = await fixture.request(caller, planId);
    const { storage } = fixture;
    const put = storage.put.bind(storage);
    let storedSize: number | undefined;
    storage.put = async (...file) => {
      await put(...file);
      storedSize = await fixture.sizeOfWorkbook(location);
      expect((await owner.delete(`${PLANS}/${planId}`)).status).toBe(204);
    };
    try {
      expect((await fixture.run(location)).result).toBe('done');
    } finally {
      storage.put = put;
    }
    expect(storedSize).toBeGreaterThan(0);
    await fixture.removeFiles();
    expect(await fixture.sizeOfWorkbook(location)).toBeUndefined();
    expect(await fixture.mailsTo(caller)).toEqual([]);
  });
});
