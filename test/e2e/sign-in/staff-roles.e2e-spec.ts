import type { ApiClient } from '../../support/api-client.js';
import { BULK, byEmail, byExternalId, INVITE } from '../../support/builders/employee.js';
import { ME, USERS } from '../../support/builders/look-ups.js';
import { PLANS } from '../../support/builders/plan.js';
import { eventually } from '../../support/eventually.js';
import { MailServer } from '../../support/mail-server.js';
import {
  askForCode,
  codesTo,
  LOCAL_PROVIDERS,
  newAddress,
  passMinutes,
  sentCode,
  SESSIONS,
  setSignIn,
  signedInByCode,
} from '../../support/sign-in-fixture.js';
import { TestApp } from '../../support/test-app.js';
import { TestIssuer } from '../../support/test-issuer.js';

let app: TestApp;
let mails: MailServer;
let companyId: string;
let hr: ApiClient;
let admin: ApiClient;

beforeAll(async () => {
  mails = await MailServer.start();
  app = await TestApp.start({ SMTP_URL: mails.url, ...LOCAL_PROVIDERS });
});
afterAll(async () => {
  await app.stop();
  await mails.close();
});
beforeEach(async () => {
  companyId = await app.company();
  hr = await app.integration(undefined, companyId);
  admin = await app.user('ADMIN', companyId);
  await setSignIn(app, companyId, { rolesFrom: 'employees' });
});

/** Somebody of the staff. */
async function staff(role?: string): Promise<{ id: string; email: string; externalId: string }> {
  const email = newAddress('staff');
  const externalId = `HR-${email}`;
  const employee = { name: 'Ana López', email, externalId, ...(role !== undefined && { role }) };
  const { status, body } = await hr.post(INVITE, employee);
  expect(status).toBe(200);
  return { id: body.id as string, email, externalId };
}

const statusOf = async (sessionId: string): Promise<number> =>
  (await app.anonymous().get(PLANS, { headers: { SessionId: sessionId } })).status;

/** Nobody gets a code for a while. */
async function getsNone(email: string): Promise<void> {
  const before = codesTo(mails, email).length;
  await askForCode(app, email);
  await eventually(async () =>
    expect(await app.sql('SELECT FROM sign_in_code WHERE address IS NOT NULL')).toEqual([]),
  );
  expect(codesTo(mails, email)).toHaveLength(before);
}

const usersOf = async (email: string): Promise<{ id: string; role: string; deactivated: boolean }[]> =>
  (await admin.get(`${USERS}?q=${encodeURIComponent(email)}`)).body as {
    id: string;
    role: string;
    deactivated: boolean;
  }[];

describe('roles from the staff', () => {
  it('give a manager a user at the first sign-in, who is the employee', async () => {
    const { id, email } = await staff('RESPONSIBLE');
    expect(await usersOf(email)).toEqual([]);
    const { status, body } = await signedInByCode(app, mails, email);
    expect([status, body.user.role, body.user.name]).toEqual([200, 'RESPONSIBLE', 'Ana López']);
    const me = await app.anonymous().get(ME, { headers: { SessionId: body.sessionId } });
    expect(me.body.employeeId).toBe(id);
    await passMinutes(app, 2);
    const again = await signedInByCode(app, mails, email);
    expect(again.body.user.id).toBe(body.user.id);
  });

  it('make nobody an admin, and give the others nothing', async () => {
    const boss = await staff('ADMIN');
    expect((await signedInByCode(app, mails, boss.email)).body.user.role).toBe('MANAGER');
    for (const role of [undefined, 'EMPLOYEE', 'PUBLIC']) await getsNone((await staff(role)).email);
    await setSignIn(app, companyId, { rolesFrom: 'users' });
    await getsNone((await staff('MANAGER')).email);
  });

  it('follow what HR changes, within a second', async () => {
    const { email, externalId } = await staff('MANAGER');
    const { sessionId, user } = (await signedInByCode(app, mails, email)).body;
    expect(await statusOf(sessionId)).toBe(200);
    await hr.put(byExternalId(externalId), { role: 'ADVISOR' });
    expect(await usersOf(email)).toMatchObject([{ id: user.id, role: 'ADVISOR' }]);
    const moved = newAddress('moved');
    await hr.put(byExternalId(externalId), { email: moved });
    expect(await usersOf(moved)).toMatchObject([{ id: user.id, role: 'ADVISOR' }]);
    await hr.put(byExternalId(externalId), { role: 'EMPLOYEE' });
    expect(await statusOf(sessionId)).toBe(401);
    await getsNone(moved);
    await hr.put(byExternalId(externalId), { role: 'MANAGER' });
    await passMinutes(app, 2);
    const back = await signedInByCode(app, mails, moved);
    expect([back.status, back.body.user.id]).toEqual([200, user.id]);
    expect(await statusOf(sessionId)).toBe(401);
    await hr.delete(byExternalId(externalId));
    expect(await statusOf(back.body.sessionId)).toBe(401);
    await passMinutes(app, 2);
    await getsNone(moved);
    expect(await usersOf(moved)).toMatchObject([{ id: user.id, deactivated: true }]);
  });

  it('leave to admins what admins have decided', async () => {
    const [promoted, dismissed] = [await staff('MANAGER'), await staff('MANAGER')];
    const one = (await signedInByCode(app, mails, promoted.email)).body;
    await admin.patch(`${USERS}/${one.user.id}`, { role: 'ADMIN' });
    await hr.put(byExternalId(promoted.externalId), { role: 'EMPLOYEE' });
    expect(await usersOf(promoted.email)).toMatchObject([{ role: 'ADMIN', deactivated: false }]);
    const other = (await signedInByCode(app, mails, dismissed.email)).body;
    await admin.patch(`${USERS}/${other.user.id}`, { active: false });
    await passMinutes(app, 2);
    await getsNone(dismissed.email);
    expect(await usersOf(dismissed.email)).toMatchObject([{ deactivated: true }]);
  });

  it('stay with their people when addresses are exchanged', async () => {
    const [chef, adviser] = [await staff('MANAGER'), await staff('ADVISOR')];
    const one = (await signedInByCode(app, mails, chef.email)).body.user.id as string;
    const two = (await signedInByCode(app, mails, adviser.email)).body.user.id as string;
    const row = (externalId: string, email: string): object => ({
      operation: 'update',
      externalId,
      employee: { email },
    });
    const rows = [
      row(chef.externalId, newAddress('between')),
      row(adviser.externalId, chef.email),
      row(chef.externalId, adviser.email),
    ];
    expect((await hr.post(BULK, { rows })).status).toBe(200);
    expect(await usersOf(chef.email)).toMatchObject([{ id: two, role: 'ADVISOR' }]);
    expect(await usersOf(adviser.email)).toMatchObject([{ id: one, role: 'MANAGER' }]);
  });

  it('give nobody the session of another person whose address HR has given on', async () => {
    const [chef, next] = [await staff('MANAGER'), newAddress('next')];
    await signedInByCode(app, mails, chef.email);
    // An address of another user stays with that one, so the user of the manager keeps the old one.
    const taken = await app.user('MANAGER', companyId);
    const { email } = (await admin.get(`${USERS}/${taken.userId}`)).body as { email: string };
    await hr.put(byExternalId(chef.externalId), { email });
    await hr.post(INVITE, { name: 'Newcomer', email: chef.email, externalId: next, role: 'EMPLOYEE' });
    await passMinutes(app, 2);
    await getsNone(chef.email);
  });

  it('bring nobody back whom an admin has deactivated, whatever HR does to the address', async () => {
    for (const role of ['MANAGER', 'ADMIN'] as const) {
      const { email, externalId } = await staff('MANAGER');
      const { body } = await admin.post(USERS, { email, name: 'Made', role });
      await admin.patch(`${USERS}/${body.id}`, { active: false });
      const moved = newAddress('moved');
      await hr.put(byExternalId(externalId), { email: moved });
      await getsNone(moved);
    }
  });

  it('stay as they are when the setting goes', async () => {
    const { email, externalId } = await staff('MANAGER');
    const { sessionId } = (await signedInByCode(app, mails, email)).body;
    await setSignIn(app, companyId, { rolesFrom: 'users' });
    await hr.put(byExternalId(externalId), { role: 'EMPLOYEE' });
    expect(await statusOf(sessionId)).toBe(200);
    await hr.delete(byEmail(email));
    expect(await statusOf(sessionId)).toBe(401);
  });

  it('give the next person with an address a user of their own', async () => {
    const first = await staff('MANAGER');
    const before = (await signedInByCode(app, mails, first.email)).body.user.id as string;
    await hr.delete(byExternalId(first.externalId));
    await passMinutes(app, 2);
    const next = { name: 'Bo', email: first.email, externalId: `next-${first.externalId}`, role: 'MANAGER' };
    const { status } = await hr.post(INVITE, next);
    expect(status).toBe(200);
    const { body } = await signedInByCode(app, mails, first.email);
    expect([body.user.name, body.user.id === before]).toEqual(['Bo', false]);
  });

  it('count at a provider, too, whoever signs in at the same moment', async () => {
    const issuer = await TestIssuer.start(app);
    try {
      await setSignIn(app, companyId, { issuer: issuer.issuer, clientIds: ['app'] });
      const { email } = await staff('MANAGER');
      const answers = await Promise.all(
        [1, 2, 3].map(async (number) => {
          const nonce = `n${number}`;
          const idToken = await issuer.token({ aud: 'app', nonce, email, email_verified: true, sub: 'ana' });
          return app.anonymous().post(SESSIONS, { idToken, nonce });
        }),
      );
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
      expect(await usersOf(email)).toHaveLength(1);
      const token = await issuer.token({
        aud: 'app',
        nonce: 'x',
        sub: 'nobody',
        email: newAddress(),
        email_verified: true,
      });
      expect((await app.anonymous().post(SESSIONS, { idToken: token, nonce: 'x' })).status).toBe(403);
    } finally {
      await issuer.stop();
    }
  });

  it('do not bring an erased person back', async () => {
    const eraser = await app.integration(['people:erase'], companyId);
    const { email, externalId } = await staff('MANAGER');
    const { sessionId } = (await signedInByCode(app, mails, email)).body;
    await eraser.post('/api/v1/public/company/people/erasures', {
      externalId,
      reason: 'Request of the person',
    });
    expect(await statusOf(sessionId)).toBe(401);
    await passMinutes(app, 2);
    await getsNone(email);
  });

  it('take the language of the company for mails', async () => {
    await app.sql(`UPDATE reminder_setting SET language = 'de' WHERE company_id = $1`, [companyId]);
    const { email } = await staff('MANAGER');
    await askForCode(app, email);
    await sentCode(mails, email);
    expect(mails.to(email)[0]!.message.subject).toMatch(/Code|Anmelde/);
  });
});
