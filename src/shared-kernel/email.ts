import type { Fault } from './fault.js';
import { textFaults, type TextRules } from './text.js';

/** Limits of an e-mail address, in code points (decisions 1.8). */
export const EMAIL_LIMITS = { maxLength: 254 } as const satisfies TextRules;

/** One `@` between parts without white space, brackets or list separators: safe to hand to a mailer. */
const EMAIL = /^[^\s@<>()[\]\\,;:"]+@[^\s@<>()[\]\\,;:"]+$/u;

/** The rules that a value breaks as the address of a person's mailbox. */
export function emailFaults(value: unknown): Fault[] {
  const faults = textFaults(value, EMAIL_LIMITS);
  if (faults.length > 0 || EMAIL.test(value as string)) return faults;
  return [{ path: '', code: 'EMAIL', message: 'must be an address like jo@example.com' }];
}
