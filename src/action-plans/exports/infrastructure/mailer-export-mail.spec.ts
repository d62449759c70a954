import { Settings } from '../../../platform/config/settings.js';
import { Mailer, type MailMessage } from '../../../platform/mail/mailer.js';
import { MailerExportMail } from './mailer-export-mail.js';

class KeptMessages extends Mailer {
  readonly messages: MailMessage[] = [];

  send(message: MailMessage): Promise<void> {
    this.messages.push(message);
    return Promise.resolve();
  }
}

describe('MailerExportMail', () => {
  it('sends mails whose Message-ID has the host of the sender', async () => {
    const mailer = new KeptMessages();
    const settings = Settings.from({ NODE_ENV: 'test', MAIL_FROM: 'Engagement <no-reply@wes.example.com>' });
    await new MailerExportMail(mailer, settings).send({
      exportId: '0123456789abcdef01234567',
      to: { name: 'Ada', address: 'ada@example.com' },
      language: 'en',
      timeZone: 'UTC',
      planTitle: { defaultValue: 'Better onboarding' },
      link: 'https://wes.example.com/exports/abc',
      expiresAt: new Date('2026-03-02T17:05:00Z'),
    });
    expect(mailer.messages).toMatchObject([
      {
        messageId: 'export-0123456789abcdef01234567@wes.example.com',
        to: { name: 'Ada', address: 'ada@example.com' },
        subject: 'Your export of “Better onboarding” is ready',
      },
    ]);
  });
});
