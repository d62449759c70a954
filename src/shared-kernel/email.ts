import type { Fault } from './fault.js';
import { textFaults } from './text.js';

/** Longest address (decisions 1.8), in code points. */
export const MAX_EMAIL_LENGTH = 254;

/** One `@` between parts without white space, brackets or list separators: safe to hand to a mailer. */
const EMAIL = /^[^\s@<>()[\]\\,;:"]+@[^\s@<>()[\]\\,;:"]+$/u;

/** The rules that a value breaks as the address of a person's mailbox. */
export function emailFaults(value: unknown): Fault[] {
  const faults = textFaults(value, { maxLength: MAX_EMAIL_LENGTH });
  if (faults.length > 0 || EMAIL.test(value as string)) return faults;
  return [{ path: '', code: 'EMAIL', message: 'must be an address like jo@example.com' }];
}
