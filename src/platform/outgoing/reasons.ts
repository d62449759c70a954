import { property } from '../errors/sql-error-facts.js';

export const OTHER_PROTOCOL = 'The host answered with another protocol (101).';
export const NOT_SENT = 'The host is in a network to which nothing is sent.';

/** An answer that cannot be used. The message is a sentence. */
export class UnusableAnswer extends Error {}

/** An answer whose status counts, and the rest of which is not read. */
export class AnswerTooLong extends Error {}

/** For people who look for the cause: a sentence, without the addresses that a name resolves to. */
export function reasonOf(error: unknown): string {
  if (error instanceof UnusableAnswer) return error.message;
  if (error instanceof AnswerTooLong) return 'The answer is too long.';
  const message = error instanceof Error ? error.message : String(error);
  if (/is not allowed\. Because/.test(message)) return NOT_SENT;
  const code = property(error, 'code') ?? '';
  return REASONS.find(([codes]) => codes.test(code))?.[1] ?? 'The request failed.';
}

/** By codes of Node, of its resolver and parser, and of OpenSSL. */
const REASONS: readonly (readonly [RegExp, string])[] = [
  [/^ENOTFOUND$/, 'The name of the host is not known.'],
  [
    /^(?:EAI_|ETIMEOUT$|ESERVFAIL$|EREFUSED$|EBADRESP$|EBADNAME$)/,
    'The name of the host could not be looked up.',
  ],
  [/^ECONNREFUSED$/, 'The host refuses the connection.'],
  [/^(?:ECONNRESET|EPIPE|ECONNABORTED|ERR_STREAM_PREMATURE_CLOSE)$/, 'The host closed the connection.'],
  [/^(?:EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL)$/, 'The host cannot be reached.'],
  [/^ETIMEDOUT$/, 'The host does not answer.'],
  [/^HPE_HEADER_OVERFLOW$/, 'The headers of the answer are too long.'],
  [/^HPE_/, 'The answer is not HTTP.'],
  [/^CERT_HAS_EXPIRED$/, 'The certificate of the host has expired.'],
  [/^ERR_TLS_CERT_ALTNAME_INVALID$/, 'The certificate is of another host.'],
  [/CERT|LEAF_SIGNATURE|ISSUER/, 'The certificate of the host is not trusted.'],
  [/^(?:EPROTO$|ERR_SSL_|ERR_TLS_)/, 'The host and the service agree on no TLS connection.'],
];
