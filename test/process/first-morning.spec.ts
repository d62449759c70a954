import { ApiClient } from '../support/api-client.js';
import { API_KEYS, BULK_USERS, ME } from '../support/builders/look-ups.js';
import { PLANS } from '../support/builders/plan.js';
import { freshDatabase } from '../support/databases.js';
import { MailServer } from '../support/mail-server.js';
import { runWes } from '../support/run-wes.js';
import { CORE, USERS, WORKFORCE } from '../support/scim-fixture.js';
import { endServices, ServiceProcess } from '../support/service-process.js';
import { CODES, codesTo, sentCode, SESSIONS } from '../support/sign-in-fixture.js';

const ADMIN = 'rosa@bella.example.com';
const MANAGER = 'noor@bella.example.com';
const USERS_BY_BULK = 200;

let mails: MailServer;
let service: ServiceProcess;
let databaseUrl: string;

beforeAll(async () => {
  mails = await MailServer.start();
  databaseUrl = await freshDatabase('morning');
  service = await ServiceProcess.spawn({
    databaseUrl,
    env: { SMTP_URL: mails.url, MIGRATE_ON_START: 'true' },
  });
  await service.becomesReady();
});
afterAll(async () => {
  await endServices();
  await mails.close();
}, 60_000);

async function wes(...args: readonly string[]): Promise<string> {
  const { exitCode, stdout, stderr } = await runWes(args, { DATABASE_URL: databaseUrl });
  if (exitCode !== 0) throw new Error(stderr);
  return stdout.trim();
}

async function signedIn(email: string): Promise<ApiClient> {
  const anonymous = new ApiClient(service.baseUrl);
  const sent = codesTo(mails, email).length;
  expect((await anonymous.post(CODES, { email })).status).toBe(202);
  const code = await sentCode(mails, email, sent + 1);
  const { status, body } = await anonymous.post(SESSIONS, { email, code });
  expect(status).toBe(200);
  return new ApiClient(service.baseUrl, { SessionId: body.sessionId as string });
}

it('leads from an empty database to the first plan of a manager, with the operator once', async () => {
  const company = ['--name', 'Bella Hotels', '--admin-email', ADMIN, '--admin-name', 'Rosa Marin'];
  const companyId = await wes('company', 'create', ...company);
  await wes('company', 'set', '--company', companyId, '--sign-in-roles-from', 'employees');

  const admin = await signedIn(ADMIN);
  const rows = Array.from({ length: USERS_BY_BULK }, (_, number) => ({
    operation: 'create',
    user: { email: `user${number}@bella.example.com`, name: `User ${number}`, role: 'MANAGER' },
  }));
  const { body: created } = await admin.post(BULK_USERS, { rows });
  const statuses = (created.results as { status: number }[]).map(({ status }) => status);
  expect(statuses).toEqual(rows.map(() => 200));

  const { body: key } = await admin.post(API_KEYS, { name: 'Entra', scopes: ['scim'] });
  const provider = new ApiClient(service.baseUrl, { Authorization: `Bearer ${key.key as string}` });
  const person = {
    schemas: [CORE, WORKFORCE],
    ...{ userName: MANAGER, active: true, displayName: 'Noor Haddad' },
    emails: [{ primary: true, type: 'work', value: MANAGER }],
    [WORKFORCE]: { role: 'MANAGER' },
  };
  expect((await provider.post(USERS, person)).status).toBe(201);

  const manager = await signedIn(MANAGER);
  expect((await manager.get(ME)).body).toMatchObject({ user: { role: 'MANAGER', email: MANAGER } });
  const plan = await manager.post(PLANS, { title: { defaultValue: 'Calmer shifts' } });
  expect([plan.status, plan.body.title.defaultValue]).toEqual([200, 'Calmer shifts']);
  await signedIn('user7@bella.example.com');
});
