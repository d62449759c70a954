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
