/** Counts attempts for metrics. */
export abstract class DeliveryMeter {
  /** @param attempts - that this process makes at the moment */
  abstract inFlight(attempts: number): void;

  /** @param ageMs - time since the message was made */
  abstract ended(isSuccess: boolean, ageMs: number): void;
}
