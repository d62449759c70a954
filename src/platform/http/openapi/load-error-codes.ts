import { RETRY_AFTER, type ErrorCodeDefinition } from './error-code.js';

/** Errors of requests that a bound of the process refuses (ADR 24). */
export const LOAD_ERROR_CODES = {
  SERVICE_BUSY: {
    statuses: [503],
    meaning: 'The process is doing as much work of this kind as it can, for other companies too.',
    remedy: 'Send the request again after the seconds that `Retry-After` names.',
    detail: 'The service is doing as much work of this kind as it can; try again.',
    headers: [RETRY_AFTER],
  },
  TOO_MANY_AT_ONCE: {
    statuses: [429],
    meaning:
      'The caller, or its company, has as many requests in progress in a process as it may have at a time, and none ' +
      'of them ended while this one waited.',
    remedy: 'Send fewer requests at a time, and this one again after the seconds that `Retry-After` names.',
    detail: 'Too many requests of this caller or its company are in progress; try again.',
    headers: [RETRY_AFTER],
  },
  TOO_MANY_LARGE_ANSWERS: {
    statuses: [429],
    meaning:
      'The caller has read answers of more than 256 KiB. A process sends 10 MiB a second of these to all callers of a ' +
      'company, and a caller who has read one waits until its time is over.',
    remedy: 'Wait for the seconds that `Retry-After` names, or read smaller pages.',
    detail: 'Too many large answers were read; wait, or read smaller pages.',
    headers: [RETRY_AFTER],
  },
} as const satisfies Record<string, ErrorCodeDefinition>;
