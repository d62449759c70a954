import { ExportScene, type Caller } from '../../support/exports.js';
import { linkIn } from '../../support/mail-server.js';

describe('the work on an export', () => {
  let scene: ExportScene;
  let owner: Caller;

  beforeAll(async () => {
    scene = await ExportScene.open({ isWorker: false });
    owner = await scene.caller();
  });
  afterAll(() => scene.close());
  afterEach(() => (scene.mail.refusal = undefined));

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
    const planId = await scene.plan(owner);
    const caller = await scene.caller();
    const location = await scene.request(caller, planId);
    const [statement, id] = change(caller.userId, planId) as [string, string];
    await scene.app.sql(statement, [id]);
    expect((await scene.run(location)).result).toBe('refused');
    expect(await scene.record(location)).toMatchObject({
      status: 'FAILED',
      last_error: expect.stringMatching(/^The user who asked/),
    });
    expect(await scene.mailsTo(caller)).toEqual([]);
  });

  it('tries again when the mail server refuses, and says why', async () => {
    const caller = await scene.caller();
    const location = await scene.request(caller, await scene.plan(owner));
    scene.mail.refusal = 'out of order';
    expect((await scene.run(location)).result).toBe('failed');
    expect((await scene.run(location)).result).toBe('not-due');
    expect(await scene.record(location)).toMatchObject({
      status: 'RUNNING',
      attempts: 1,
      lease_id: null,
      last_error: expect.stringContaining('out of order'),
    });
    expect((await caller.get(location)).body).toMatchObject({ status: 'RUNNING' });

    scene.mail.refusal = undefined;
    await scene.alter(location, 'due_at = now()');
    expect(await scene.run(location)).toEqual({ result: 'sent', attempt: 2 });
    expect(await scene.record(location)).toMatchObject({ status: 'SENT', last_error: null });
    expect(await scene.mailsTo(caller)).toHaveLength(1);
  });

  it('tries again while there is no mail server at all', async () => {
    const caller = await scene.caller();
    const location = await scene.request(caller, await scene.plan(owner));
    await scene.mail.close();
    expect((await scene.run(location)).result).toBe('failed');
    expect(await scene.record(location)).toMatchObject({
      last_error: expect.stringContaining('ECONNREFUSED'),
    });
    await scene.mail.open();
    await scene.alter(location, 'due_at = now()');
    expect((await scene.run(location)).result).toBe('sent');
  });

  it('does nothing for an export that is done, or that somebody works on', async () => {
    const caller = await scene.caller();
    const location = await scene.request(caller, await scene.plan(owner));
    await scene.alter(
      location,
      `status = 'RUNNING', lease_id = 'x', leased_until = now() + interval '5 seconds'`,
    );
    expect(await scene.run(location)).toEqual({ result: 'taken' });
    await scene.alter(location, `leased_until = now() - interval '1 second'`);
    const [first, ...others] = (await Promise.all(Array.from({ length: 8 }, () => scene.run(location)))).sort(
      ({ result }) => (result === 'sent' ? -1 : 1),
    );
    expect(first!.result).toBe('sent');
    for (const { result } of others) expect(['taken', 'finished']).toContain(result);
    expect(await scene.run(location)).toEqual({ result: 'finished' });
    expect(await scene.mailsTo(caller)).toHaveLength(1);
  });

  it('keeps both links good and the Message-ID the same when a mail must be sent again', async () => {
    const caller = await scene.caller();
    const location = await scene.request(caller, await scene.plan(owner));
    await scene.run(location);
    // As if the process had died after the mail was accepted and before that was recorded.
    await scene.alter(location, `status = 'RUNNING', finished_at = NULL, due_at = now()`);
    expect((await scene.run(location)).result).toBe('sent');
    const mails = await scene.mailsTo(caller);
    expect(mails).toHaveLength(2);
    expect(new Set(mails.map(({ message }) => message.messageId)).size).toBe(1);
    const links = mails.map(linkIn);
    expect(new Set(links).size).toBe(2);
    for (const link of links) expect((await scene.download(link)).status).toBe(200);
  });

  it('mails nothing when it has lost its lease', async () => {
    const caller = await scene.caller();
    const location = await scene.request(caller, await scene.plan(owner));
    await scene.app.sql(`
      CREATE FUNCTION steal() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN NEW.lease_id = 'thief'; RETURN NEW; END $$`);
    await scene.app.sql(
      `CREATE TRIGGER thief BEFORE UPDATE ON plan_export FOR EACH ROW WHEN (NEW.lease_id IS NOT NULL) EXECUTE FUNCTION steal()`,
    );
    try {
      expect((await scene.run(location)).result).toBe('lost');
    } finally {
      await scene.app.sql('DROP TRIGGER thief ON plan_export');
    }
    expect(await scene.mailsTo(caller)).toEqual([]);
  });
});
