/** Most webhooks of a company. */
export const MAX_WEBHOOKS = 10;

/** Longest address of a webhook, in characters. */
export const MAX_WEBHOOK_URL_LENGTH = 2_048;

/** Longest description of a webhook, in characters. */
export const WEBHOOK_DESCRIPTION_LIMITS = { maxLength: 500 } as const;

/** Messages that wait for one webhook; more become one. */
export const MAX_WAITING_MESSAGES = 1_000;

/** Attempts that one webhook is sent at the same time. */
export const MAX_ATTEMPTS_AT_ONCE = 5;

/** Bytes of the answer of a receiver that are shown. */
export const MAX_SHOWN_ANSWER_BYTES = 256;

/** Attempts of a message that are shown: the newest. */
export const MAX_SHOWN_ATTEMPTS = 20;

/** Time in milliseconds without a success after which a webhook is disabled. */
export const FAILING_LIMIT_MS = 5 * 86_400_000;

/** Secrets before the current one that sign: those of the rotations of 24 hours. */
export const MAX_PREVIOUS_SECRETS = 4;

/** Time in milliseconds for which the secret before a rotation still signs. */
export const ROTATION_MS = 86_400_000;

/** Time in milliseconds for which messages are shown. */
export const MESSAGE_RETENTION_MS = 30 * 86_400_000;

/** Webhooks of a company about which its admins get a mail in 24 hours, each one once. */
export const MAX_MAILED_WEBHOOKS = 10;

/** Time in milliseconds after which there may be another mail about a webhook. */
export const MAIL_PAUSE_MS = 86_400_000;

/** Bytes that a stored message takes, with its entries of indexes. */
export const BYTES_OF_MESSAGE = 1_024;
