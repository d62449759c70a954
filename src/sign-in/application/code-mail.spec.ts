import { READER_LANGUAGES } from '../../shared-kernel/reader-language.js';
import { codeMail } from './code-mail.js';
import { CODE_MAIL_WORDS } from './code-mail.words.js';

const mailIn = (language: string) =>
  codeMail(
    { id: '1', code: 'BCDFGHJK' },
    { name: 'Ana <b>López</b>\nBcc: x', address: 'ana@example.com', language },
    'example.com',
  );

describe('the mail with a code', () => {
  it.each(READER_LANGUAGES)('has its words in %s, and the code', (language) => {
    const { subject, introduction, validity, warning } = CODE_MAIL_WORDS[language];
    const mail = mailIn(language);
    expect(mail).toMatchObject({ subject, language, messageId: 'sign-in-1@example.com' });
    for (const words of [introduction, validity, warning]) expect(mail.text).toContain(words);
    expect(mail.text).toMatch(/^BCDF-GHJK$/m);
    expect(mail.html).toContain('<strong>BCDF-GHJK</strong>');
  });

  it('is in English for other languages', () => {
    expect(mailIn('zh-Hant').language).toBe('en');
  });

  it('has no link, and no markup of a name', () => {
    const { text, html } = mailIn('en');
    expect(text + html).not.toMatch(/https?:|href=/);
    expect(html).not.toContain('<b>');
    expect(text.split('\n')[0]).toBe('Hello Ana <b>López</b> Bcc: x,');
  });
});
