import { KeyExpiry } from '../../../src/identity/application/key-expiry.js';
import { eventually } from '../../support/eventually.js';
import { MailServer } from '../../support/mail-server.js';
import { API_KEYS } from '../../support/builders/look-ups.js';
import { TestApp } from '../../support/test-app.js';

const DAY_MS = 86_400_000;

describe('the mail before an API key ends', () => {
  let app: TestApp;
  let mail: MailServer;
  let companyId: string;

  beforeAll(async () => {
    mail = await MailServer.start();
    app = await TestApp.start({ SMTP_URL: mail.url });
    companyId = await app.company();
  });
  afterAll(async () => {
    await app.stop();
    await mail.close();
  });

  const look = (): Promise<void> => app.app.get(KeyExpiry).round(new AbortController().signal);

  it('goes to each admin once, in their language, 14 days before', async () => {
    const [german, english] = [await app.user('ADMIN', companyId), await app.user('ADMIN', companyId)];
    await app.user('MANAGER', companyId);
    await app.sql(`UPDATE user_account SET language = 'de-AT' WHERE id = $1`, [german.userId]);
    const keyOf = async (name: string): Promise<string> =>
      (await english.post(API_KEYS, { name })).body.id as string;
    const ids = {
      ending: await keyOf('Lohn & Gehalt'),
      revoked: await keyOf('revoked'),
      rotated: await keyOf('rotated'),
      later: await keyOf('later'),
      short: await keyOf('short'),
    };
    await app.sql(`UPDATE api_key SET created_at = now() - interval '300 days' WHERE company_id = $1`, [
      companyId,
    ]);
    await english.post(`${API_KEYS}/${ids.rotated}/rotate`);
    await english.delete(`${API_KEYS}/${ids.revoked}`);
    await app.sql(`UPDATE api_key SET expires_at = now() + interval '13 days' WHERE id = ANY ($1)`, [
      [ids.ending, ids.revoked, ids.rotated, ids.short],
    ]);
    await app.sql(`UPDATE api_key SET expires_at = now() + interval '15 days' WHERE id = $1`, [ids.later]);
    await app.sql('UPDATE api_key SET created_at = now() WHERE id = $1', [ids.short]);
    await Promise.all([look(), look()]);
    await look();
    await eventually(() => expect(mail.deliveries.length).toBeGreaterThanOrEqual(2), 20_000);
    const messages = mail.deliveries.map(({ recipients, message }) => [recipients.length, message.subject]);
    const day = (locale: string): string =>
      new Intl.DateTimeFormat(locale, {
        year: 'numeric',
        month: 'long',
        day: 'numeric',
        timeZone: 'UTC',
      }).format(Date.now() + 13 * DAY_MS);
    expect(messages.sort()).toEqual([
      [1, `Der API-Schlüssel Lohn & Gehalt endet am ${day('de')}`],
      [1, `The API key Lohn & Gehalt ends on ${day('en')}`],
    ]);
    expect(mail.deliveries[0]!.message.html).toContain('Lohn &amp; Gehalt');
    // Nobody finds the key in a mail.
    for (const { message } of mail.deliveries) expect(message.text).not.toContain('wes_');
  });
});
