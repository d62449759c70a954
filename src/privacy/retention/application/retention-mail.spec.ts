import { READER_LANGUAGES } from '../../../shared-kernel/reader-language.js';
import { retentionMail } from './retention-mail.js';
import { RETENTION_MAIL_WORDS } from './retention-mail.words.js';

const AT = new Date('2026-03-09T23:30:00.000Z');

const mailIn = (language: string) =>
  retentionMail(
    {
      companyId: 'c',
      companyName: 'Hotels <b>',
      timeZone: 'Europe/Madrid',
      at: AT,
      counts: { timesheets: 1_200, auditRecords: 7 },
      reader: { id: 'u', name: 'Ana <b>', address: 'ana@example.com', language },
    },
    'mail.example.com',
  );

describe('the mail about what retention removes', () => {
  it.each(READER_LANGUAGES)('says in %s what is removed, when, why, and how to keep it', (language) => {
    const words = RETENTION_MAIL_WORDS[language];
    const { language: written, subject, text, html } = mailIn(language);
    expect(written).toBe(language);
    expect(subject).toContain('Hotels <b>');
    expect(text).toMatch(
      new RegExp(`- ${words.kinds.timesheets}: 1.?200\n- ${words.kinds.auditRecords}: 7\n`),
    );
    expect(text).not.toContain(words.kinds.leavers);
    expect(text).toContain(`${words.reason} ${words.remedy}`);
    expect(text).toMatch(/10[^]*2026/);
    expect(html).not.toMatch(/<b>|\{\w+\}/);
    expect(text).not.toMatch(/\{\w+\}/);
  });

  it('is in English for other languages, on the day of the company, and has an id of its own', () => {
    expect(mailIn('ja').subject).toBe('Data of Hotels <b> will be removed on March 10, 2026');
    expect(mailIn('en').messageId).toBe(`retention-c-${AT.getTime()}-u@mail.example.com`);
  });
});
