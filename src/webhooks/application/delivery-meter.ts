/** Counts attempts for metrics. */
export abstract class DeliveryMeter {
  /** @param ageMs - time since the message was made */
  abstract ended(isSuccess: boolean, ageMs: number): void;
}
