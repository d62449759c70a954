import { monitorEventLoopDelay } from 'node:perf_hooks';

/** How often the loop is to come round, in milliseconds: the least that a figure can be. */
const RESOLUTION = 10;
const NANOSECONDS = 1e6;

/**
 * Watches the event loop of this process.
 * @returns {() => { p50: number, p99: number, max: number }} milliseconds between two rounds since it was last asked
 */
export function watchLoop() {
  const delays = monitorEventLoopDelay({ resolution: RESOLUTION });
  delays.enable();
  return () => {
    const [p50, p99, max] = [50, 99, 100].map((percent) => delays.percentile(percent) / NANOSECONDS);
    delays.reset();
    return { p50, p99, max };
  };
}
