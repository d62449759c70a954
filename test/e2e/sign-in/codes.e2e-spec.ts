import { CompaniesService } from '../../../src/identity/index.js';
import { SignInUpkeepJob } from '../../../src/sign-in/interface/sign-in.job.js';
import type { Answer } from '../../support/api-client.js';
import { byEmail, employeeBody, INVITE } from '../../support/builders/employee.js';
import { ME } from '../../support/builders/look-ups.js';
import { eventually } from '../../support/eventually.js';
import { MailServer } from '../../support/mail-server.js';
import { recordStatements } from '../../support/recorded-statements.js';
import {
  askForCode,
  CODES,
  codesTo,
  newAddress,
  passMinutes,
  sentCode,
  SESSIONS,
  setSignIn,
  signedInByCode,
  userWith,
} from '../../support/sign-in-fixture.js';
import { TestApp } from '../../support/test-app.js';

const PROVIDER = { issuer: 'https://login.example.com', clientIds: ['an-app'] };

let app: TestApp;
let mails: MailServer;
let companyId: string;

beforeAll(async () => {
  mails = await MailServer.start();
  app = await TestApp.start({ SMTP_URL: mails.url });
});
afterAll(async () => {
  await app.stop();
  await mails.close();
});
beforeEach(async () => {
  companyId = await app.company();
});

const post = (body: object): Promise<Answer> => app.anonymous().post(SESSIONS, body);
const codeOf = ({ status, body }: Answer): [number, string] => [status, body.errorCode];
const REFUSED = [401, 'SIGN_IN_REFUSED'];

/** A code that is not the right one. */
const wrong = (code: string, index = 0): string =>
  `${code.slice(0, -2)}${['BB', 'CC', 'DD', 'FF', 'GG', 'HH', 'JJ', 'KK'].filter((each) => !code.endsWith(each))[index]}`;

/** Waits until no worker has anything to do with codes. */
async function settled(): Promise<void> {
  await eventually(async () => {
    expect(await app.sql('SELECT FROM sign_in_code WHERE address IS NOT NULL')).toEqual([]);
    const jobs = `SELECT FROM job WHERE kind = 'sign-in-code-mail' AND finished_at IS NULL`;
    expect(await app.sql(jobs)).toEqual([]);
  });
}

describe('a sign-in by a code', () => {
  it('is answered with a session, with a code in any case, with spaces and hyphens', async () => {
    const { id, email } = await userWith(app, companyId);
    await askForCode(app, email);
    const code = await sentCode(mails, email);
    const typed = ` ${code.toLowerCase().replace('-', ' – ')}`;
    const { status, headers, body } = await post({ email: email.toUpperCase(), code: typed });
    expect([status, body.user]).toEqual([
      200,
      { id, companyId, name: 'Ana López', role: 'MANAGER', language: 'en' },
    ]);
    expect(headers.get('cache-control')).toBe('private, no-store');
    const me = await app.anonymous().get(ME, { headers: { SessionId: body.sessionId } });
    expect(me.body.user.email).toBe(email);
    const [record] = await app.sql(
      `SELECT actor_kind, actor_id, credential_id, address FROM audit_record
       WHERE company_id = $1 AND operation = 'session.issue'`,
      [companyId],
    );
    expect(record).toEqual({
      ...{ actor_kind: 'user', actor_id: id, address: '127.0.0.1' },
      credential_id: expect.stringMatching(/^[0-9a-f]{24}$/),
    });
  });

  it('is mailed in the language of the user, with the code and without a link', async () => {
    const { email } = await userWith(app, companyId, { language: 'de-AT' });
    await askForCode(app, email);
    const code = await sentCode(mails, email);
    const [{ message }] = mails.to(email) as [(typeof mails.deliveries)[0]];
    expect(message.subject).toBe('Ihr Code zum Anmelden');
    expect(message.text).toContain(`das ist Ihr Code zum Anmelden:\n\n${code}\n\nEr gilt 10 Minuten`);
    expect(message.html).toContain(code);
    for (const text of [message.text ?? '', message.html ?? '']) expect(text).not.toMatch(/https?:|href/);
  });

  it('works once, also at the same moment', async () => {
    const { email } = await userWith(app, companyId);
    await askForCode(app, email);
    const code = await sentCode(mails, email);
    const answers = await Promise.all(Array.from({ length: 8 }, () => post({ email, code })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(7).fill(401)]);
    expect(codeOf(await post({ email, code }))).toEqual(REFUSED);
  });

  it('is refused with the code of another address, an older code, and one that has expired', async () => {
    const [{ email }, other] = [await userWith(app, companyId), await userWith(app, companyId)];
    await askForCode(app, email);
    await askForCode(app, other.email);
    const [code, foreign] = [await sentCode(mails, email), await sentCode(mails, other.email)];
    expect(codeOf(await post({ email, code: foreign }))).toEqual(REFUSED);
    await passMinutes(app, 2);
    await askForCode(app, email);
    const newer = await sentCode(mails, email, 2);
    expect(codeOf(await post({ email, code }))).toEqual(REFUSED);
    await passMinutes(app, 11);
    expect(codeOf(await post({ email, code: newer }))).toEqual(REFUSED);
    expect(codeOf(await post({ email: newAddress('nobody'), code: newer }))).toEqual(REFUSED);
  });

  it('is answered alike for every cause', async () => {
    const { email } = await userWith(app, companyId);
    await askForCode(app, email);
    const code = await sentCode(mails, email);
    const answers = [
      await post({ email, code: wrong(code) }),
      await post({ email, code: 'x' }),
      await post({ email: newAddress('nobody'), code }),
      await post({ email, code, companyId: await app.company() }),
    ];
    const bodies = answers.map(({ body }) => JSON.stringify({ ...body, requestId: '' }));
    expect([new Set(bodies).size, answers[0]!.status]).toEqual([1, 401]);
  });

  it('is given up after five wrong tries', async () => {
    const { email } = await userWith(app, companyId);
    await askForCode(app, email);
    const code = await sentCode(mails, email);
    for (let index = 0; index < 5; index++)
      expect(codeOf(await post({ email, code: wrong(code, index) }))).toEqual(REFUSED);
    expect(codeOf(await post({ email, code }))).toEqual(REFUSED);
  });

  it('lets many lanes guess five times in all', async () => {
    const { email } = await userWith(app, companyId);
    await askForCode(app, email);
    const code = await sentCode(mails, email);
    const guess = (): Promise<Answer> => post({ email, code: wrong(code) });
    const answers = await Promise.all(Array.from({ length: 40 }, guess));
    expect(answers.every(({ status }) => status === 401)).toBe(true);
    expect(
      await app.sql('SELECT tries FROM sign_in_code WHERE tries > 0 ORDER BY expires_at DESC LIMIT 1'),
    ).toEqual([{ tries: 5 }]);
    expect(codeOf(await post({ email, code }))).toEqual(REFUSED);
  });

  it('lets many lanes guess for many addresses five times for each', async () => {
    const users = await Promise.all(Array.from({ length: 5 }, () => userWith(app, companyId)));
    const codes = await Promise.all(
      users.map(async ({ email }) => {
        await askForCode(app, email);
        return { email, code: await sentCode(mails, email) };
      }),
    );
    const guesses = codes.flatMap(({ email, code }) =>
      Array.from({ length: 10 }, (_, index) => ({ email, code: wrong(code, index % 7) })),
    );
    const answers = await Promise.all(guesses.map(post));
    expect(answers.every(({ status }) => status === 401)).toBe(true);
    for (const each of codes) expect(codeOf(await post(each))).toEqual(REFUSED);
  });

  it('stores digests only, and the address for some seconds', async () => {
    const { email } = await userWith(app, companyId);
    const nobody = newAddress('nobody');
    await askForCode(app, email);
    await askForCode(app, nobody);
    const code = await sentCode(mails, email);
    await settled();
    const rows = JSON.stringify(await app.sql('SELECT * FROM sign_in_code'));
    const jobs = JSON.stringify(await app.sql('SELECT * FROM job'));
    const hex = (text: string): string => Buffer.from(text).toString('hex');
    for (const text of [email, nobody, code, code.replace('-', '')])
      for (const stored of [rows, jobs]) {
        expect(stored).not.toContain(text);
        expect(stored).not.toContain(hex(text));
      }
    await passMinutes(app, 61);
    await app.app.get(SignInUpkeepJob, { strict: false }).run(new AbortController().signal);
    expect(await app.sql('SELECT FROM sign_in_code')).toEqual([]);
  });

  it('is refused when the user is deactivated, has left or was erased meanwhile', async () => {
    const hr = await app.integration(undefined, companyId);
    const users = [
      await userWith(app, companyId),
      await userWith(app, companyId),
      await userWith(app, companyId),
    ];
    const [off, left, erased] = users as [(typeof users)[0], (typeof users)[0], (typeof users)[0]];
    await hr.post(INVITE, { ...employeeBody(), email: left.email });
    for (const { email } of users) await askForCode(app, email);
    const codes = await Promise.all(users.map(({ email }) => sentCode(mails, email)));
    await app.identity.deactivateUser(off.id);
    expect((await hr.delete(byEmail(left.email))).status).toBe(200);
    const eraser = await app.integration(['people:erase'], companyId);
    const erasure = { email: erased.email, reason: 'x' };
    expect((await eraser.post('/api/v1/public/company/people/erasures', erasure)).status).toBe(202);
    for (const [index, { email }] of users.entries())
      expect([email, ...codeOf(await post({ email, code: codes[index] }))]).toEqual([email, ...REFUSED]);
    // And nothing is sent to them any more.
    await passMinutes(app, 2);
    for (const { email } of users) await askForCode(app, email);
    await settled();
    for (const { email } of users) expect(codesTo(mails, email)).toHaveLength(1);
  });
});

describe('a request for a code', () => {
  it('sends nothing to unknown addresses', async () => {
    const before = mails.deliveries.length;
    await askForCode(app, newAddress('nobody'));
    await settled();
    expect(mails.deliveries).toHaveLength(before);
  });

  it('makes the same statements for known and unknown addresses, and so does a guess', async () => {
    const quiet = await TestApp.start({}, undefined, { isWorker: false });
    const company = await quiet.company();
    const statements = recordStatements(quiet);
    const made = async (work: () => Promise<unknown>): Promise<string[]> => {
      statements.length = 0;
      await work();
      return statements.filter((name) => !/^(?:jobs|job-)/.test(name));
    };
    const { email } = await userWith(quiet, company);
    const nobody = newAddress('nobody');
    const warmUp = newAddress('nobody');
    await askForCode(quiet, warmUp);
    const [known, unknown] = [
      await made(() => askForCode(quiet, email)),
      await made(() => askForCode(quiet, nobody)),
    ];
    expect(known).toEqual(['sign-in-codes.request']);
    expect(unknown).toEqual(known);
    const guess = (address: string) => () =>
      quiet.anonymous().post(SESSIONS, { email: address, code: 'BCDF-GHJK' });
    const guesses = [await made(guess(email)), await made(guess(nobody)), await made(guess(newAddress()))];
    for (const names of guesses)
      expect(names.filter((name) => !/secrets$/.test(name))).toEqual(['sign-in-codes.try']);
    await quiet.stop();
  });

  it('leaves the same row for known and unknown addresses, also after a guess', async () => {
    const { email } = await userWith(app, companyId);
    const nobody = newAddress('nobody');
    await passMinutes(app, 61);
    await app.app.get(SignInUpkeepJob, { strict: false }).run(new AbortController().signal);
    for (const address of [email, nobody]) await askForCode(app, address);
    const code = await sentCode(mails, email);
    await settled();
    for (const address of [email, nobody])
      expect(codeOf(await post({ email: address, code: wrong(code) }))).toEqual(REFUSED);
    const rows = await app.sql(
      `SELECT address, tries, octet_length(code_digest) AS bytes, cardinality(requested) AS requests,
         code_until > now() + interval '8 minutes' AS "isValid" FROM sign_in_code`,
    );
    const row = { address: null, tries: 1, bytes: 32, requests: 1, isValid: true };
    expect(rows).toEqual([row, row]);
  });

  it('does not flood a mailbox: one mail a minute, five in an hour', async () => {
    const { email } = await userWith(app, companyId);
    await Promise.all(Array.from({ length: 20 }, () => askForCode(app, email)));
    await sentCode(mails, email);
    await settled();
    expect(codesTo(mails, email)).toHaveLength(1);
    for (let count = 2; count <= 5; count++) {
      await passMinutes(app, 2);
      await askForCode(app, email);
      await sentCode(mails, email, count);
    }
    await passMinutes(app, 2);
    await askForCode(app, email);
    await settled();
    expect(codesTo(mails, email)).toHaveLength(5);
    await passMinutes(app, 52);
    await askForCode(app, email);
    await sentCode(mails, email, 6);
  });

  it('is an address, by POST only', async () => {
    for (const email of ['', 'ana', 'Ana <ana@people.example>', 'a@b@c', 7])
      expect(codeOf(await app.anonymous().post(CODES, { email }))).toEqual([400, 'VALIDATION_FAILED']);
    const { status, headers } = await app.anonymous().get(CODES);
    expect([status, headers.get('allow')]).toEqual([405, 'POST']);
    expect((await app.anonymous().get(SESSIONS)).status).toBe(405);
  });

  it('is sent again when the mail server has refused it, with a code of its own', async () => {
    const { email } = await userWith(app, companyId);
    mails.refusal = 'Try again later';
    await askForCode(app, email);
    await eventually(async () => {
      const [job] = await app.sql<{ attempts: number }>(
        `SELECT attempts FROM job WHERE kind = 'sign-in-code-mail' AND finished_at IS NULL AND last_error IS NOT NULL`,
      );
      expect(job?.attempts).toBe(1);
    });
    mails.refusal = undefined;
    await app.sql(`UPDATE job SET due_at = now() WHERE kind = 'sign-in-code-mail' AND finished_at IS NULL`);
    const code = await sentCode(mails, email);
    expect((await post({ email, code })).status).toBe(200);
  });
});

describe('an address with users in several companies', () => {
  it('chooses with the code, which is used up by the session alone', async () => {
    const other = await app.company();
    const { email } = await userWith(app, companyId);
    const { id } = await userWith(app, other, { email });
    const names = await app.sql<{ id: string; name: string }>(
      'SELECT id, name FROM company WHERE id = ANY ($1) ORDER BY name',
      [[companyId, other]],
    );
    await askForCode(app, email);
    const code = await sentCode(mails, email);
    for (let count = 0; count < 7; count++) {
      const { status, body } = await post({ email, code });
      expect([status, body]).toEqual([200, { companies: names }]);
    }
    const { status, body } = await post({ email, code, companyId: other });
    expect([status, body.user.id]).toEqual([200, id]);
    expect(codeOf(await post({ email, code }))).toEqual(REFUSED);
    await settled();
    expect(codesTo(mails, email)).toHaveLength(1);
  });

  it('is not asked to choose a company that allows no codes', async () => {
    const other = await app.company();
    await setSignIn(app, other, PROVIDER);
    const { email, id } = await userWith(app, companyId);
    await userWith(app, other, { email });
    const { status, body } = await signedInByCode(app, mails, email);
    expect([status, body.user.id]).toEqual([200, id]);
    await app.app.get(CompaniesService, { strict: false }).remove(other);
  });
});

describe('codes of a company', () => {
  it.each([
    ['without a provider', {}, true],
    ['without a provider, off', { codes: 'off' }, false],
    ['with a provider', PROVIDER, false],
    ['with a provider, on', { ...PROVIDER, codes: 'on' }, true],
    ['with a provider, off', { ...PROVIDER, codes: 'off' }, false],
  ] as const)('%s', async (_, change, areAllowed) => {
    await setSignIn(app, companyId, change);
    const { email } = await userWith(app, companyId);
    await askForCode(app, email);
    if (areAllowed) {
      const code = await sentCode(mails, email);
      await setSignIn(app, companyId, { codes: 'off' });
      expect(codeOf(await post({ email, code }))).toEqual(REFUSED);
      await setSignIn(app, companyId, { codes: 'on', sessionS: 3_600 });
      const { body } = await post({ email, code });
      expect(Date.parse(body.expiresAt) - Date.now()).toBeLessThan(3_600_001);
    } else {
      await settled();
      expect(codesTo(mails, email)).toEqual([]);
    }
    await app.app.get(CompaniesService, { strict: false }).remove(companyId);
  });
});
