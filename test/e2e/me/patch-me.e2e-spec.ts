import { ROLES } from '../../../src/shared-kernel/actor.js';
import { ReminderWishes } from '../../../src/reminders/index.js';
import { ME } from '../../support/builders/look-ups.js';
import { PlanFixture } from '../../support/plan-fixture.js';

let fixture: PlanFixture;

beforeAll(async () => {
  fixture = await PlanFixture.start();
});
afterAll(() => fixture.stop());

const wishesOf = (email: string, companyId = fixture.companyId) =>
  fixture.app.app.get(ReminderWishes, { strict: false }).find(companyId, email);

async function emailOf(user: PlanFixture['admin']): Promise<string> {
  return (await user.get(ME)).body.user.email;
}

describe(`PATCH ${ME}`, () => {
  it('answers 401 without a session and to a key', async () => {
    expect((await fixture.app.anonymous().patch(ME, { digest: false })).status).toBe(401);
    expect((await fixture.workforce.hr.patch(ME, { digest: false })).status).toBe(401);
  });

  it.each(ROLES)('changes the wishes that are sent, for the role %s', async (role) => {
    const user = await fixture.app.user(role, fixture.companyId);
    const before = await user.get(ME);
    expect([before.body.reminders, before.body.digest]).toEqual([true, true]);
    const { status, body, headers } = await user.patch(ME, { digest: false });
    expect([status, body]).toEqual([200, { ...before.body, digest: false }]);
    const read = await user.get(ME);
    expect([read.body, read.headers.get('etag')]).toEqual([body, headers.get('etag')]);
    expect((await user.patch(ME, { reminders: false })).body).toEqual({ ...body, reminders: false });
    expect((await user.patch(ME, { reminders: true, digest: null })).body).toEqual(body);
    expect((await user.patch(ME, {})).body).toEqual(body);
  });

  it('takes what it answers, and ignores what it does not write', async () => {
    const user = await fixture.person();
    const { body } = await user.get(ME);
    const { status, body: answer } = await user.patch(ME, {
      ...body,
      ...{ user: { name: 'Other' }, permissions: ['all'], reminders: false },
    });
    expect([status, answer]).toEqual([200, { ...body, reminders: false }]);
  });

  it.each([
    [{ reminders: 'no' }, 'reminders', 'WRONG_TYPE'],
    [{ digest: 0 }, 'digest', 'WRONG_TYPE'],
    [{ email: 'x@example.com' }, 'email', 'UNKNOWN_MEMBER'],
  ])('refuses %j', async (json, path, code) => {
    const user = await fixture.app.user('MANAGER', fixture.companyId);
    const { status, body } = await user.patch(ME, json);
    expect([status, body.errors]).toEqual([400, [{ path, code, message: expect.any(String) }]]);
    expect((await user.get(ME)).body).toMatchObject({ reminders: true, digest: true });
  });

  it('belongs to the e-mail address in any case, in this company only', async () => {
    const user = await fixture.app.user('EMPLOYEE', fixture.companyId);
    const email = await emailOf(user);
    await user.patch(ME, { reminders: false });
    expect(await wishesOf(email.toUpperCase())).toEqual({ reminders: false, digest: true });
    expect(await wishesOf(email, await fixture.app.company())).toEqual({ reminders: true, digest: true });
    expect(await wishesOf(`x${email}`)).toEqual({ reminders: true, digest: true });
    const rows = await fixture.app.sql('SELECT email_key FROM reminder_recipient WHERE email_key = $1', [
      email,
    ]);
    expect(rows).toHaveLength(1);
  });

  it('stores no address for a read', async () => {
    const user = await fixture.app.user('EMPLOYEE', fixture.companyId);
    const email = await emailOf(user);
    expect(await fixture.app.sql('SELECT FROM reminder_recipient WHERE email_key = $1', [email])).toEqual([]);
  });

  it('loses no change of two at the same time', async () => {
    const user = await fixture.app.user('ADVISOR', fixture.companyId);
    await Promise.all([user.patch(ME, { reminders: false }), user.patch(ME, { digest: false })]);
    expect((await user.get(ME)).body).toMatchObject({ reminders: false, digest: false });
  });

  it('answers 401 when the user is deactivated while the session is cached', async () => {
    const user = await fixture.app.user('ADMIN', fixture.companyId);
    expect((await user.patch(ME, { digest: false })).status).toBe(200);
    await fixture.app.sql('UPDATE user_account SET deactivated_at = now() WHERE id = $1', [user.userId]);
    expect((await user.patch(ME, { digest: true })).status).toBe(401);
  });
});
