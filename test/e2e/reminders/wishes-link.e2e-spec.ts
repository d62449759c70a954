import { CredentialSecrets } from '../../../src/identity/index.js';
import { READER_LANGUAGES } from '../../../src/shared-kernel/reader-language.js';
import { newId } from '../../../src/shared-kernel/id.js';
import { WISHES_PAGE_WORDS } from '../../../src/reminders/interface/wishes-page.words.js';
import { recordStatements } from '../../support/recorded-statements.js';
import { TestApp } from '../../support/test-app.js';
import { linkedRecipient, storedWishes, type LinkedRecipient } from '../../support/wishes-fixture.js';

const ALL = { reminders: true, digest: true };
const NONE = { reminders: false, digest: false };
const BROWSER = { Accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
const ONE_CLICK = { 'List-Unsubscribe': 'One-Click' };

let app: TestApp;
let companyId: string;
let recipient: LinkedRecipient;

beforeAll(async () => {
  app = await TestApp.start({}, undefined, { isWorker: false });
  companyId = await app.company();
});
afterAll(() => app.stop());
beforeEach(async () => {
  recipient = await linkedRecipient(app, companyId);
});

const urlEncoded = (fields: Record<string, string>) => new URLSearchParams(fields);

function multipart(fields: Record<string, string>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  return form;
}

const post = (link: string, body: RequestInit['body'], headers: Record<string, string> = {}) =>
  fetch(link, { method: 'POST', body: body ?? null, headers, redirect: 'error' });

const isChecked = (html: string, name: string): boolean => html.includes(`name="${name}" checked`);

describe('the page of a link', () => {
  it('shows what is chosen, without script, cookie and trace of the company, and changes nothing', async () => {
    await app.sql('UPDATE reminder_recipient SET digest = false WHERE id = $1', [recipient.id]);
    const [before] = await app.sql('SELECT xmin::text, * FROM reminder_recipient WHERE id = $1', [
      recipient.id,
    ]);
    const response = await fetch(recipient.link, { headers: BROWSER });
    const html = await response.text();
    expect([response.status, response.headers.get('content-type')]).toEqual([
      200,
      'text/html; charset=utf-8',
    ]);
    expect([isChecked(html, 'reminders'), isChecked(html, 'digest')]).toEqual([true, false]);
    expect(html).not.toMatch(/<script|recipient-|Company/i);
    expect(response.headers.get('set-cookie')).toBeNull();
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(response.headers.get('referrer-policy')).toBe('no-referrer');
    expect(response.headers.get('vary')).toContain('Accept-Language');
    const policy = response.headers.get('content-security-policy');
    expect(policy).toMatch(
      /^default-src 'none';style-src 'sha256-[^;]+';base-uri 'none';form-action 'self';/,
    );
    const [after] = await app.sql('SELECT xmin::text, * FROM reminder_recipient WHERE id = $1', [
      recipient.id,
    ]);
    expect(after).toEqual(before);
  });

  it('answers HEAD without the page', async () => {
    const response = await fetch(recipient.link, { method: 'HEAD' });
    expect([response.status, await response.text()]).toEqual([200, '']);
    expect(Number(response.headers.get('content-length'))).toBeGreaterThan(500);
    expect(await storedWishes(app, recipient)).toEqual(ALL);
  });

  it('works with parameters that a gateway has appended', async () => {
    expect((await fetch(`${recipient.link}?utm_source=mail&x[]=1`)).status).toBe(200);
    expect((await post(`${recipient.link}?utm_source=mail`, urlEncoded(ONE_CLICK))).status).toBe(200);
    expect(await storedWishes(app, recipient)).toEqual(NONE);
  });

  it.each(READER_LANGUAGES)('is in the language %s of the browser', async (language) => {
    const { title, save } = WISHES_PAGE_WORDS[language];
    const headers = { ...BROWSER, 'Accept-Language': `${language}-XX,${language};q=0.9,en;q=0.1` };
    const response = await fetch(recipient.link, { headers });
    const html = await response.text();
    expect(response.headers.get('content-language')).toBe(language);
    expect(html).toContain(`<html lang="${language}">`);
    expect(html).toContain(`<h1>${title}</h1>`);
    expect(html).toContain(`<button>${save}</button>`);
    const gone = await fetch(`${recipient.link}x`, { headers });
    expect(await gone.text()).toContain(WISHES_PAGE_WORDS[language].unknown.advice);
  });

  it('is English in any other language', async () => {
    const response = await fetch(recipient.link, { headers: { 'Accept-Language': 'ja' } });
    expect(response.headers.get('content-language')).toBe('en');
  });
});

describe.each([
  ['URL-encoded', urlEncoded],
  ['multipart', multipart],
])('a form that is %s', (_, encode) => {
  it('turns everything off by one click, any number of times', async () => {
    for (let time = 0; time < 2; time++) {
      const response = await post(recipient.link, encode(ONE_CLICK));
      expect([response.status, response.headers.get('set-cookie')]).toEqual([200, null]);
      expect(await response.text()).toContain(WISHES_PAGE_WORDS.en.unsubscribed);
      expect(await storedWishes(app, recipient)).toEqual(NONE);
    }
  });

  it.each([
    [{ choose: '1' }, NONE],
    [
      { choose: '1', reminders: 'on' },
      { reminders: true, digest: false },
    ],
    [
      { choose: '1', digest: 'on' },
      { reminders: false, digest: true },
    ],
    [{ choose: '1', reminders: 'on', digest: 'on' }, ALL],
  ])('sets the choice %j', async (fields, expected) => {
    await post(recipient.link, encode(ONE_CLICK));
    const response = await post(recipient.link, encode(fields));
    const html = await response.text();
    expect(response.status).toBe(200);
    expect(html).toContain(WISHES_PAGE_WORDS.en.saved);
    expect([isChecked(html, 'reminders'), isChecked(html, 'digest')]).toEqual(Object.values(expected));
    expect(await storedWishes(app, recipient)).toEqual(expected);
  });

  it('is refused with other fields', async () => {
    for (const fields of [{}, { 'List-Unsubscribe': 'Two-Click' }, { reminders: 'on' }] as Record<
      string,
      string
    >[]) {
      const response = await post(recipient.link, encode({ other: 'x', ...fields }));
      const { errorCode, errors } = (await response.json()) as {
        errorCode: string;
        errors: { code: string }[];
      };
      expect([response.status, errorCode, errors[0]?.code]).toEqual([
        400,
        'VALIDATION_FAILED',
        'UNKNOWN_FORM',
      ]);
    }
    expect(await storedWishes(app, recipient)).toEqual(ALL);
  });

  it('is refused when it is large', async () => {
    const response = await post(recipient.link, encode({ ...ONE_CLICK, more: 'x'.repeat(10_000) }));
    expect([response.status, ((await response.json()) as { errorCode: string }).errorCode]).toEqual([
      413,
      'BODY_TOO_LARGE',
    ]);
    expect(await storedWishes(app, recipient)).toEqual(ALL);
  });
});

describe('another body', () => {
  const MULTIPART = { 'Content-Type': 'multipart/form-data; boundary=xyz' };
  it.each([
    [
      'JSON',
      '{"List-Unsubscribe":"One-Click"}',
      { 'Content-Type': 'application/json' },
      415,
      'UNSUPPORTED_MEDIA_TYPE',
    ],
    ['text', 'List-Unsubscribe=One-Click', { 'Content-Type': 'text/plain' }, 415, 'UNSUPPORTED_MEDIA_TYPE'],
    [
      'a compressed one',
      'x',
      { 'Content-Encoding': 'gzip', 'Content-Type': 'application/x-www-form-urlencoded' },
      415,
      'UNSUPPORTED_ENCODING',
    ],
    ['no body', null, {}, 400, 'VALIDATION_FAILED'],
    ['parts without their boundary', 'List-Unsubscribe=One-Click', MULTIPART, 400, 'VALIDATION_FAILED'],
    [
      'parts without an end',
      '--xyz\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click',
      MULTIPART,
      400,
      'VALIDATION_FAILED',
    ],
    [
      'multipart without a boundary',
      'x',
      { 'Content-Type': 'multipart/form-data' },
      400,
      'VALIDATION_FAILED',
    ],
  ])('is refused: %s', async (_, body, headers, status, code) => {
    const response = await post(recipient.link, body, headers);
    expect([response.status, ((await response.json()) as { errorCode: string }).errorCode]).toEqual([
      status,
      code,
    ]);
    expect(await storedWishes(app, recipient)).toEqual(ALL);
  });

  it('answers 415 with the types of forms to another type', async () => {
    const response = await post(recipient.link, '{}', { 'Content-Type': 'application/json' });
    expect(((await response.json()) as { detail: string }).detail).toBe(
      'The body must be application/x-www-form-urlencoded or multipart/form-data.',
    );
  });

  const PART = 'Content-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click';
  it.each([
    ['like that of RFC 8058', `--xyz\r\n${PART}\r\n--xyz--\r\n`],
    ['without a last line break', `--xyz\r\n${PART}\r\n--xyz--`],
    ['with words around the parts', `Before\r\n--xyz\r\n${PART}\r\n--xyz--\r\nBehind`],
    ['with a type of the part', `--xyz\r\nContent-Type: text/plain; charset=utf-8\r\n${PART}\r\n--xyz--\r\n`],
    ['with a name without quotes', `--xyz\r\n${PART.replaceAll('"', '')}\r\n--xyz--\r\n`],
    [
      'with a file',
      `--xyz\r\n${PART}\r\n--xyz\r\nContent-Disposition: form-data; name="f"; filename="f"\r\n\r\nx\r\n--xyz--\r\n`,
    ],
  ])('is taken from a mail program: multipart %s', async (_, body) => {
    expect((await post(recipient.link, body, MULTIPART)).status).toBe(200);
    expect(await storedWishes(app, recipient)).toEqual(NONE);
  });

  it('is taken without a content type', async () => {
    const body = Buffer.from('List-Unsubscribe=One-Click'); // fetch names no type of bytes
    expect((await post(recipient.link, body)).status).toBe(200);
    expect(await storedWishes(app, recipient)).toEqual(NONE);
  });
});

describe('a token', () => {
  const statusOf = async (token: string) => (await fetch(`${app.baseUrl}/reminders/${token}`)).status;

  it('opens the wishes of its recipient in its company only', async () => {
    const other = await linkedRecipient(app, await app.company());
    await post(other.link, urlEncoded(ONE_CLICK));
    expect(await storedWishes(app, recipient)).toEqual(ALL);
    expect(await storedWishes(app, other)).toEqual(NONE);
    const secrets = app.app.get(CredentialSecrets, { strict: false });
    const mixed = Buffer.from(companyId + other.id, 'hex').toString('base64url');
    expect(await statusOf(await secrets.sign('wishesLink', mixed))).toBe(404);
  });

  it('is unknown when a character differs, and costs no statement then', async () => {
    const { token } = recipient;
    const statements = recordStatements(app);
    const forged = Array.from(
      token,
      (letter, at) => token.slice(0, at) + (letter === 'a' ? 'b' : 'a') + token.slice(at + 1),
    );
    for (const each of [...forged, 'nonsense', token.slice(1), `${token}A`, '%00', 'A'.repeat(48)]) {
      expect([each, await statusOf(each)]).toEqual([each, 404]);
      const answer = await post(`${app.baseUrl}/reminders/${each}`, urlEncoded(ONE_CLICK));
      expect([each, answer.status]).toEqual([each, 404]);
    }
    expect(statements.filter((name) => name !== 'identity.find-credential-secrets')).toEqual([]);
    expect(await storedWishes(app, recipient)).toEqual(ALL);
  });

  it('is a problem for programs and a page for people where it is unknown', async () => {
    const link = `${app.baseUrl}/reminders/nonsense`;
    for (const method of ['GET', 'POST']) {
      const body = method === 'POST' ? urlEncoded(ONE_CLICK) : null;
      const forProgram = await fetch(link, { method, body });
      expect([forProgram.status, forProgram.headers.get('content-type')]).toEqual([
        404,
        'application/problem+json',
      ]);
      expect(await forProgram.json()).toMatchObject({ errorCode: 'WISHES_LINK_NOT_FOUND' });
      const forPerson = await fetch(link, { method, body, headers: BROWSER });
      expect([forPerson.status, forPerson.headers.get('content-type')]).toEqual([
        404,
        'text/html; charset=utf-8',
      ]);
      expect(forPerson.headers.get('vary')).toMatch(/Accept, Accept-Language/);
      expect(forPerson.headers.get('content-security-policy')).toContain("form-action 'none'");
    }
  });

  it('is unknown when its recipient or its company is gone', async () => {
    const secrets = app.app.get(CredentialSecrets, { strict: false });
    const ofNobody = Buffer.from(companyId + newId(), 'hex').toString('base64url');
    expect(await statusOf(await secrets.sign('wishesLink', ofNobody))).toBe(404);
    const gone = await linkedRecipient(app, await app.company());
    await app.sql('DELETE FROM company WHERE id = $1', [gone.companyId]);
    expect(await statusOf(gone.token)).toBe(404);
  });

  it('outlives one rotation of the secrets, and not two', async () => {
    const secrets = app.app.get(CredentialSecrets, { strict: false });
    await secrets.rotate();
    expect(await statusOf(recipient.token)).toBe(200);
    const newer = await linkedRecipient(app, companyId);
    await secrets.rotate();
    expect(await statusOf(recipient.token)).toBe(404);
    expect(await statusOf(newer.token)).toBe(200);
  });
});

it('the page answers GET, HEAD and POST only', async () => {
  const response = await fetch(recipient.link, { method: 'PUT' });
  expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET, HEAD, POST']);
});
