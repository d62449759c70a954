/** A message that a user or system has asked for, to see whether it arrives. */
export const TEST_MESSAGE = 'webhook.test';

/** Stands for more messages than a webhook is sent one by one: the receiver reads the change feed. */
export const WAITING_MESSAGE = 'changes.waiting';

export const DELIVERY_STATUSES = ['WAITING', 'DELIVERED', 'FAILED'] as const;

/** WAITING for an attempt or during one; FAILED when none is left, or the webhook was disabled. */
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

/** The outcome of an attempt. */
export interface Attempt {
  /** ISO 8601. */
  readonly at: string;
  readonly durationMs: number;
  /** The status of the answer, if there was one. */
  readonly status?: number;
  /** Absent for a success. */
  readonly reason?: string;
  /** The beginning of the answer. */
  readonly answer?: string;
}

/** A message that is to be stored. */
export interface NewMessage {
  readonly id: string;
  readonly type: string;
  readonly objectId?: string;
  /** Changes for which a {@link WAITING_MESSAGE} stands; absent where nobody knows how many. */
  readonly count?: number;
}

/** A message for which an attempt has begun. */
export interface ClaimedMessage extends NewMessage {
  /** Attempts of its schedule, with this one. */
  readonly attempts: number;
  readonly createdAt: Date;
}

/** The JSON of a message (Standard Webhooks 1.0): without anything personal. */
export function contentOf({ type, objectId, count }: NewMessage, createdAt: Date): string {
  const data = { ...(objectId !== undefined && { id: objectId }), ...(count !== undefined && { count }) };
  return JSON.stringify({ type, timestamp: createdAt.toISOString(), data });
}

/** The state of a message after an attempt. */
export interface AttemptResult {
  readonly id: string;
  readonly attempt: Attempt;
  readonly status: 'DELIVERED' | 'FAILED' | 'WAITING';
  /** Milliseconds until the next attempt of one that waits. */
  readonly delayMs?: number | undefined;
}
