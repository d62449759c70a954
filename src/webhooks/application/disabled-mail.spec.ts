import { READER_LANGUAGES } from '../../shared-kernel/reader-language.js';
import type { DisabledReason } from '../domain/disabled-reason.js';
import type { WebhookState } from '../domain/webhook.js';
import { disabledMail } from './disabled-mail.js';
import { DISABLED_MAIL_WORDS } from './disabled-mail.words.js';

const AT = new Date('2026-03-02T16:05:00.000Z');
const URL = 'https://receiver.example.com/wes?a=<b>';

const webhookOf = (reason: DisabledReason): WebhookState => ({
  companyId: 'c',
  id: 'w',
  url: URL,
  types: ['employee.changed'],
  owner: { apiKeyId: 'k' },
  scopes: [],
  secrets: { current: Buffer.from(''), previous: [] },
  disabled: { reason, at: AT },
  createdAt: AT,
  updatedAt: AT,
});

const mailIn = (language: string, reason: DisabledReason = 'FAILING') =>
  disabledMail(
    webhookOf(reason),
    { id: 'u', name: 'Ana <b>', address: 'ana@example.com', language },
    'mail.example.com',
  );

describe('the mail about a disabled webhook', () => {
  it.each(READER_LANGUAGES)('says in %s which webhook it is, why, and what to do', (language) => {
    const words = DISABLED_MAIL_WORDS[language];
    const failing = mailIn(language);
    expect(failing.language).toBe(language);
    expect(failing.subject).toBe(words.subject.replace('{host}', 'receiver.example.com'));
    expect(failing.text).toContain(words.failing.replace('{webhook}', URL));
    expect(failing.text).toContain(`${words.consequence} ${words.remedy}`);
    expect(mailIn(language, 'RECEIVER_GONE').text).toContain(words.gone.replace('{webhook}', URL));
    expect(failing.html).not.toMatch(/<b>|\{\w+\}/);
    expect(failing.text).not.toMatch(/\{\w+\}/);
  });

  it('is in English for other languages, and has an id of its own for each reader and time', () => {
    expect(mailIn('ja').subject).toBe('A webhook to receiver.example.com was disabled');
    expect(mailIn('en').messageId).toBe(`webhook-w-${AT.getTime()}-u@mail.example.com`);
  });
});
