import { isMailAddress } from './email.js';

/** A person or a service that mail comes from. */
export interface Mailbox {
  /** Empty where the address has no name. */
  readonly name: string;
  readonly address: string;
}

const NAMED = /^(?:"(?<quoted>[^"\\]+)"\s*|(?<name>[^"<>\\]+))<(?<address>[^<>]+)>$/;

/** Reads `jo@example.com`, `Jo Doe <jo@example.com>` or `"Doe, Jo" <jo@example.com>`; undefined when it is neither. */
export function parseMailbox(text: string): Mailbox | undefined {
  if (/\p{Cc}/u.test(text)) return undefined;
  if (isMailAddress(text)) return { name: '', address: text };
  const { quoted, name, address } = NAMED.exec(text)?.groups ?? {};
  if (address === undefined || !isMailAddress(address)) return undefined;
  return { name: quoted ?? name?.trimEnd() ?? '', address };
}
