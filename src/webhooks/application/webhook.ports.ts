/** A request to a receiver. */
export interface Delivery {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** The result of a request to a receiver. */
export interface DeliveryOutcome {
  readonly durationMs: number;
  /** The status of the answer, if there was one. */
  readonly status?: number;
  /** Why there was no answer. */
  readonly reason?: string;
  /** The beginning of the answer. */
  readonly answer?: string;
  /** For which the receiver asks to be left alone. */
  readonly retryAfterMs?: number;
}

/** Sends requests to receivers outside of our own network. */
export abstract class WebhookSender {
  /** Why an address cannot be that of a webhook. Its host is checked when a connection is made. */
  abstract refusal(url: string): string | undefined;

  /** Never rejects. @param signal - aborted when the process stops */
  abstract send(delivery: Delivery, signal: AbortSignal): Promise<DeliveryOutcome>;
}

/** Encrypts the secrets of webhooks, and signs messages with them (Standard Webhooks 1.0). */
export abstract class WebhookSigner {
  /** A new secret, and what is stored of it. */
  abstract newSecret(): string;

  abstract seal(secret: string, webhookId: string): Buffer;

  /** False for a secret whose key the service does not have any more. */
  abstract opens(sealed: Buffer, webhookId: string): boolean;

  /** True for a stored secret that the newest key has encrypted. */
  abstract isCurrent(sealed: Buffer): boolean;

  /** Encrypts a stored secret with the newest key. @returns undefined where no known key reads it */
  abstract reseal(sealed: Buffer, webhookId: string): Buffer | undefined;

  /** The headers of a message, with a signature by each secret. */
  abstract headers(
    message: { readonly id: string; readonly body: string; readonly at: Date },
    secrets: { readonly webhookId: string; readonly sealed: readonly Buffer[] },
  ): Record<string, string>;
}
