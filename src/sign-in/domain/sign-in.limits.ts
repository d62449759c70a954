/** Longest ID token, in characters. */
export const MAX_ID_TOKEN_LENGTH = 16_384;

/** Longest nonce of an ID token, in characters. */
export const MAX_NONCE_LENGTH = 512;

/** Longest text in which a code is looked for, in characters. */
export const MAX_CODE_TEXT_LENGTH = 64;

/** Longest subject of a token, in characters: that of OpenID Connect. */
export const MAX_SUBJECT_LENGTH = 255;

/** Client ids of a company at its provider. */
export const MAX_SIGN_IN_CLIENTS = 20;

/** Texts of the setting, in characters. */
export const PROVIDER_LIMITS = { issuer: { maxLength: 500 }, clientId: { maxLength: 255 } } as const;

/** Age of an ID token that is accepted, in milliseconds. */
export const MAX_ID_TOKEN_AGE_MS = 600_000;

/** Difference of the clocks of a provider and the service, in milliseconds. */
export const CLOCK_TOLERANCE_MS = 60_000;

/** Time for which a code is valid, in milliseconds. */
export const CODE_LIFETIME_MS = 600_000;

/** Tries at a code. */
export const MAX_CODE_TRIES = 5;

/** Codes that are sent to an address in an hour. */
export const MAX_CODES_OF_ADDRESS = 5;

/** Time between two codes for an address, in milliseconds. */
export const CODE_PAUSE_MS = 60_000;

/** Companies that an address may choose from. */
export const MAX_LISTED_COMPANIES = 50;

/** Bytes of an answer of a provider that are read, with its headers. */
export const MAX_PROVIDER_ANSWER_BYTES = 262_144;

/** Longest time of a request to a provider, in milliseconds. */
export const MAX_PROVIDER_ANSWER_MS = 5_000;

/** Keys of a provider that are kept; more are left out. */
export const MAX_PROVIDER_KEYS = 100;
