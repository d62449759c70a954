/**
 * Causes for which nothing is sent: a user or system has disabled it; the receiver has answered 410; nothing was
 * received for five days; the key or user that it belongs to may not have it any more.
 */
export const DISABLED_REASONS = [
  'DISABLED',
  'RECEIVER_GONE',
  'FAILING',
  'KEY_REVOKED',
  'SCOPE_MISSING',
  'USER_NOT_ADMIN',
] as const;
export type DisabledReason = (typeof DISABLED_REASONS)[number];
