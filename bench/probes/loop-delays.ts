/** Milliseconds between two rounds of an event loop, which is to come round every ten. See `loop-delays.mjs`. */
export interface LoopDelays {
  readonly p50: number;
  readonly p99: number;
  readonly max: number;
}
