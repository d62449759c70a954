import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CompanySettingsService } from '../../src/company-settings/index.js';
import { operatorOf, type Role } from '../../src/shared-kernel/actor.js';
import type { SignInSettings } from '../../src/sign-in/index.js';
import type { Answer } from './api-client.js';
import { eventually } from './eventually.js';
import type { MailServer } from './mail-server.js';
import type { TestApp } from './test-app.js';

export const SESSIONS = '/api/v1/company/sessions';
export const CODES = `${SESSIONS}/codes`;

/** Lets the service reach a provider of a test. */
export const LOCAL_PROVIDERS = { WEBHOOK_ALLOWED_NETWORKS: '127.0.0.1' } as const;

/** Changes how the users of a company sign in, as an operator. */
export async function setSignIn(
  { app }: TestApp,
  companyId: string,
  change: Partial<SignInSettings>,
): Promise<void> {
  const service = app.get(CompanySettingsService, { strict: false });
  await service.change(operatorOf(companyId), { signIn: (before) => ({ ...before, ...change }) });
}

let sequence = 0;

/** An address that nobody else has. */
export function newAddress(name = 'ana'): string {
  return `${name}.${++sequence}@people.example`;
}

/** A user with an address, without a session. */
export async function userWith(
  app: TestApp,
  companyId: string,
  {
    email = newAddress(),
    role = 'MANAGER',
    language,
  }: { email?: string; role?: Role; language?: string } = {},
): Promise<{ readonly id: string; readonly email: string }> {
  const user = { companyId, email, name: 'Ana López', role, language };
  const { id } = await app.identity.createUser(user);
  return { id, email };
}

/** Asks for a code, which must be answered like every other request. */
export async function askForCode(app: TestApp, email: string): Promise<void> {
  const { status, text } = await app.anonymous().post(CODES, { email });
  expect([status, text]).toEqual([202, '']);
}

/** The codes that were sent to an address, as people read them, the oldest first. */
export function codesTo(mails: MailServer, email: string): string[] {
  return mails
    .to(email)
    .map(({ message }) => /^([B-Z0-9]{4}-[B-Z0-9]{4})$/m.exec(message.text ?? '')?.[1] ?? '');
}

/** The newest code of an address, once so many were sent. */
export function sentCode(mails: MailServer, email: string, count = 1): Promise<string> {
  return eventually(() => {
    const codes = codesTo(mails, email);
    if (codes.length !== count) throw new Error(`${codes.length} codes were sent to ${email}, not ${count}`);
    return codes.at(-1)!;
  });
}

/** The code of the newest mail of a service without a mail server. */
export async function outboxCode({ dataDir }: { readonly dataDir: string }): Promise<string> {
  const folder = join(dataDir, 'outbox');
  const mails = (await readdir(folder)).filter((name) => name.includes('sign-in')).sort();
  const text = await readFile(join(folder, mails.at(-1) ?? ''), 'utf8');
  const [, code] = /^([B-Z0-9]{4}-[B-Z0-9]{4})\r?$/m.exec(text) ?? [];
  if (code === undefined) throw new Error('No mail has a code.');
  return code;
}

/** Lets an address ask for another code, as if a minute had passed. */
export async function passMinutes(app: Pick<TestApp, 'sql'>, minutes: number): Promise<void> {
  await app.sql(
    `UPDATE sign_in_code SET code_until = code_until - $1::interval, expires_at = expires_at - $1::interval,
       requested = ARRAY(SELECT at - $1::interval FROM unnest(requested) WITH ORDINALITY AS r (at, n) ORDER BY n)`,
    [`${minutes} minutes`],
  );
}

const now = performance.now.bind(performance);

/** Lets minutes pass for clocks that only go forward, such as those of caches, until all mocks are restored. */
export function passOnClock(minutes: number): void {
  const passed = performance.now() - now();
  jest.spyOn(performance, 'now').mockImplementation(() => now() + passed + minutes * 60_000);
}

/** A session by a code. */
export async function signedInByCode(app: TestApp, mails: MailServer, email: string): Promise<Answer> {
  const count = codesTo(mails, email).length;
  await askForCode(app, email);
  const code = await sentCode(mails, email, count + 1);
  return app.anonymous().post(SESSIONS, { email, code });
}
