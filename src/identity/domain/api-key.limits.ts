/** Valid keys of a company, besides those that a rotation has replaced. */
export const MAX_API_KEYS = 50;

/** Lifetime of a key for which nobody has said another, in milliseconds: 365 days. */
export const DEFAULT_KEY_LIFETIME_MS = 31_536_000_000;

/** Time for which a replaced key stays valid where nobody has said another, in seconds: 7 days. */
export const DEFAULT_OVERLAP_S = 604_800;

/** Longest such time, in seconds: 90 days. */
export const MAX_OVERLAP_S = 7_776_000;

/** Days before the end of a key at which admins get a mail. */
export const KEY_WARNING_DAYS = 14;
