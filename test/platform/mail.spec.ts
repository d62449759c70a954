import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import PostalMime, { type Email } from 'postal-mime';
import { Settings } from '../../src/platform/config/settings.js';
import { SILENT_LOGGER } from '../../src/platform/logging/logger.js';
import { createMailer } from '../../src/platform/mail/mail.module.js';
import type { MailMessage } from '../../src/platform/mail-rendering/mail-message.js';
import { OutboxMailer } from '../../src/platform/mail/outbox-mailer.js';
import { SmtpMailer } from '../../src/platform/mail/smtp-mailer.js';
import { MailServer } from '../support/mail-server.js';

const FROM = { name: 'Workforce Engagement', address: 'no-reply@wes.example.com' };

const message = (overrides: Partial<MailMessage> = {}): MailMessage => ({
  to: { name: 'Ada Lovelace', address: 'ada@example.com' },
  subject: 'Your export is ready',
  text: 'Hello,\n\nhttps://wes.example.com/exports/abc\n',
  html: '<p>Hello</p>',
  messageId: 'export-1@wes.example.com',
  language: 'es-MX',
  ...overrides,
});

const headerNames = ({ headers }: Email): string[] => headers.map(({ key }) => key).sort();

/** Of a message with a text and an HTML part, whatever it is about. */
const HEADERS = [
  ...['auto-submitted', 'content-language', 'content-type', 'date', 'from', 'message-id', 'mime-version'],
  ...['subject', 'to'],
];

const HOSTILE = [
  'a\r\nBcc: eve@example.com',
  'a\nContent-Type: text/html\n\n<script>alert(1)</script>',
  'a\u2028b\u0085c\0d',
  '<script>alert(1)</script>',
  '"quoted" <eve@example.com>, "other" <mallory@example.com>',
  "it's; a, list: of <things>",
  '=?utf-8?Q?=42cc?= x',
  'مرحبا \u202egnp',
  '👩‍👩‍👧 '.repeat(40),
  'x'.repeat(2_000),
  '\ud800',
];
const shown = (text: string): string =>
  text
    .toWellFormed()
    .replace(/[\p{Cc}\u2028]+/gu, ' ')
    .replaceAll('=?', '=\u2060?')
    .trim();

describe('SmtpMailer', () => {
  let server: MailServer;
  let mailer: SmtpMailer;

  beforeAll(async () => {
    server = await MailServer.start();
    mailer = new SmtpMailer(server.url, FROM);
  });

  afterAll(() => server.close());

  async function delivered(
    overrides?: Partial<MailMessage>,
  ): Promise<{ recipients: readonly string[]; email: Email }> {
    server.deliveries.length = 0;
    await mailer.send(message(overrides));
    const [delivery, ...more] = server.deliveries;
    expect(more).toEqual([]);
    return { recipients: delivery!.recipients, email: delivery!.message };
  }

  it('delivers text, HTML, language and a Message-ID to the one recipient', async () => {
    const { recipients, email } = await delivered();
    expect(recipients).toEqual(['ada@example.com']);
    expect(email).toMatchObject({
      from: FROM,
      to: [{ name: 'Ada Lovelace', address: 'ada@example.com' }],
      subject: 'Your export is ready',
      messageId: '<export-1@wes.example.com>',
    });
    expect(email.text?.trim()).toBe('Hello,\n\nhttps://wes.example.com/exports/abc');
    expect(email.html).toContain('<p>Hello</p>');
    expect(email.headers.find(({ key }) => key === 'content-language')?.value).toBe('es-MX');
    expect(headerNames(email)).toEqual(HEADERS);
  });

  it.each(HOSTILE)('is not deceived by %j in a subject, name or text', async (hostile) => {
    const to = { name: hostile, address: 'ada@example.com' };
    const { recipients, email } = await delivered({ to, subject: hostile, text: hostile, html: hostile });
    expect(recipients).toEqual(['ada@example.com']);
    expect(headerNames(email)).toEqual(HEADERS);
    expect(email.subject).toBe(shown(hostile));
    expect(email.to).toEqual([{ name: shown(hostile), address: 'ada@example.com' }]);
    expect(email.attachments).toEqual([]);
  });

  it.each([
    'ada@example.com\r\nRCPT TO:<eve@example.com>',
    'ada@example.com, eve@example.com',
    'Ada <ada@example.com>',
    'ada@example.com>',
    'ada',
    '',
  ])('refuses %j, which is not one address, without repeating it', async (address) => {
    const refusal = mailer.send(message({ to: { name: 'Ada', address } }));
    await expect(refusal).rejects.toThrow('The address of the recipient is not one mail address.');
  });

  it('names the address for unsubscribing in one line, however long it is', async () => {
    const unsubscribeUrl = `https://wes.example.com/reminders/${'x'.repeat(200)}?a=%2C&b=1`;
    const { email } = await delivered({ unsubscribeUrl });
    expect(headerNames(email)).toEqual([...HEADERS, 'list-unsubscribe', 'list-unsubscribe-post'].sort());
    const headers = Object.fromEntries(email.headers.map(({ key, value }) => [key, value]));
    expect(headers['list-unsubscribe']).toBe(`<${unsubscribeUrl}>`);
    expect(headers['list-unsubscribe-post']).toBe('List-Unsubscribe=One-Click');
  });

  it('offers the one click of RFC 8058 only at an address of https', async () => {
    const { email } = await delivered({ unsubscribeUrl: 'http://localhost:3000/reminders/abc' });
    expect(headerNames(email)).toEqual([...HEADERS, 'list-unsubscribe'].sort());
  });

  it.each([
    'https://a/>, <mailto:eve@example.com',
    'https://a/\r\nBcc: eve@example.com',
    'mailto:a@b',
    'https://a/ b',
  ])('refuses to name %j for unsubscribing', async (unsubscribeUrl) => {
    await expect(mailer.send(message({ unsubscribeUrl }))).rejects.toThrow(
      'The address for unsubscribing cannot be in a header.',
    );
  });

  it('rejects when the server refuses, so that it can be tried again', async () => {
    server.refusal = 'Try later';
    await expect(mailer.send(message())).rejects.toMatchObject({ responseCode: 451 });
    server.refusal = undefined;
  });

  it('rejects when nobody listens', async () => {
    const nobody = await MailServer.start();
    const { url } = nobody;
    await nobody.close();
    await expect(new SmtpMailer(url, FROM).send(message())).rejects.toMatchObject({ code: 'ESOCKET' });
  });

  it('does not wait for ever for a server that says nothing', async () => {
    const sockets: Socket[] = [];
    const mute: Server = createServer((socket) => sockets.push(socket));
    await new Promise<void>((resolve) => mute.listen(0, '127.0.0.1', resolve));
    const { port } = mute.address() as { port: number };
    const hasty = new SmtpMailer(`smtp://127.0.0.1:${port}`, FROM, {
      dnsTimeout: 5_000,
      connectionTimeout: 5_000,
      greetingTimeout: 100,
      socketTimeout: 5_000,
    });
    await expect(hasty.send(message())).rejects.toMatchObject({ code: 'ETIMEDOUT' });
    for (const socket of sockets) socket.destroy();
    mute.close();
  });
});

describe('the password of a mail server', () => {
  let server: MailServer;
  afterEach(() => server.close());

  /** 0.0.0.0 leads to this machine like a loopback address, but is not one. */
  const urlOf = (host: string, parameters = '') =>
    `${server.url.replace('smtp://127.0.0.1', `smtp://user:secret@${host}`)}${parameters}`;

  it.each(['', '?ignoreTLS=true', '?requireTLS=false', '?opportunisticTLS=true', '?secured=true'])(
    'is not sent without TLS to another machine (%j)',
    async (parameters) => {
      server = await MailServer.start(['STARTTLS']);
      const sent = new SmtpMailer(urlOf('0.0.0.0', parameters), FROM).send(message());
      await expect(sent).rejects.toMatchObject({ code: 'ETLS' });
      expect(server.passwords).toEqual([]);
      expect(server.deliveries).toEqual([]);
    },
  );

  it('is sent over TLS', async () => {
    server = await MailServer.start([]);
    await new SmtpMailer(urlOf('0.0.0.0', '?tls.rejectUnauthorized=false'), FROM).send(message());
    expect(server.passwords).toEqual([{ password: 'secret', overTls: true }]);
    expect(server.deliveries).toHaveLength(1);
  });

  it.each(['127.0.0.1', 'LOCALHOST'])('is sent without TLS to %s', async (host) => {
    server = await MailServer.start(['STARTTLS']);
    await new SmtpMailer(urlOf(host), FROM).send(message());
    expect(server.passwords).toEqual([{ password: 'secret', overTls: false }]);
    expect(server.deliveries).toHaveLength(1);
  });
});

describe('OutboxMailer', () => {
  let folder: string;
  let logged: unknown[];
  let mailer: OutboxMailer;

  beforeEach(async () => {
    folder = join(await mkdtemp(join(tmpdir(), 'wes-outbox-')), 'outbox');
    logged = [];
    mailer = new OutboxMailer(folder, FROM, { info: (...entry: unknown[]) => void logged.push(entry) });
  });

  afterEach(() => rm(folder, { recursive: true, force: true }));

  it('writes a complete message that only its owner may read, and logs only its path', async () => {
    await mailer.send(message());
    const [name, ...more] = await readdir(folder);
    expect(more).toEqual([]);
    expect(name).toMatch(/^\d{8}T\d{9}Z-export-1@wes\.example\.com\.eml$/);
    const path = join(folder, name!);
    const content = await readFile(path, 'utf8');
    const email = await PostalMime.parse(content);
    expect(email).toMatchObject({
      from: FROM,
      subject: 'Your export is ready',
      messageId: '<export-1@wes.example.com>',
    });
    expect(headerNames(email)).toEqual(HEADERS);
    expect(content.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
    expect((await stat(path)).mode & 0o077).toBe(0);
    expect(logged).toEqual([[{ path }, expect.any(String)]]);
  });

  it('sorts by time and cannot be led out of its folder', async () => {
    for (const messageId of ['../../b@x', 'a/'.repeat(300)]) {
      await mailer.send(message({ messageId }));
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    const names = (await readdir(folder)).sort();
    expect(names).toEqual([
      expect.stringMatching(/Z-\.\._\.\._b@x\.eml$/),
      expect.stringMatching(/Z-(a_)+\.eml$/),
    ]);
  });
});

describe('createMailer', () => {
  it('takes the mail server of the settings, or else files', () => {
    const mailerFor = (environment: Record<string, string>) =>
      createMailer(Settings.from(environment), SILENT_LOGGER);
    expect(mailerFor({})).toBeInstanceOf(OutboxMailer);
    expect(mailerFor({ SMTP_URL: 'smtp://localhost:25' })).toBeInstanceOf(SmtpMailer);
  });
});
