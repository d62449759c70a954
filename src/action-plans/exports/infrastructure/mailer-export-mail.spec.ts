import { TestApp } from '../../../../test/support/test-app.js';
import { Settings } from '../../../platform/config/settings.js';
import { Mailer } from '../../../platform/mail/mailer.js';
import type { MailMessage } from '../../../platform/mail-rendering/mail-message.js';
import { PublicAddress } from '../../../platform/public-address.js';
import { MailerExportMail } from './mailer-export-mail.js';

class KeptMessages extends Mailer {
  readonly messages: MailMessage[] = [];

  send(message: MailMessage): Promise<void> {
    this.messages.push(message);
    return Promise.resolve();
  }
}

describe('MailerExportMail', () => {
  let mailer: KeptMessages;
  let app: TestApp;
  let mail: MailerExportMail;

  beforeAll(async () => {
    app = await TestApp.start({
      BASE_URL: 'https://wes.example.com/',
      EXPORT_LINK_TTL: '2h',
      MAIL_FROM: 'Engagement <no-reply@mail.example.com>',
    });
    const settings = app.app.get(Settings);
    mailer = new KeptMessages(settings.mail.from);
    mail = new MailerExportMail(mailer, app.app.get(PublicAddress), settings);
  });
  afterAll(() => app.stop());

  it('sends mails with links to the deployment, and with the host of the sender in their Message-ID', async () => {
    await mail.send({
      exportId: '0123456789abcdef01234567',
      to: { name: 'Ada', address: 'ada@example.com' },
      language: 'en',
      timeZone: 'UTC',
      planTitle: { defaultValue: 'Better onboarding' },
      token: 'abc',
      expiresAt: new Date('2026-03-02T17:05:00Z'),
    });
    expect(mailer.messages).toMatchObject([
      {
        messageId: 'export-0123456789abcdef01234567@mail.example.com',
        to: { name: 'Ada', address: 'ada@example.com' },
        subject: 'Your export of “Better onboarding” is ready',
        text: expect.stringContaining('\nhttps://wes.example.com/exports/abc\n'),
      },
    ]);
  });

  it('knows how long links last', () => {
    expect(mail.linkTtlMs).toBe(2 * 3_600_000);
  });
});
