import { scrape } from './metrics.js';
import type { ServiceProcess } from './service-process.js';

/** Setting that {@link longestLagMs} needs. */
export const WITH_METRICS = { METRICS_PORT: '0' };

/** Longest delay of the event loop of a service since the last call. */
export async function longestLagMs({ log }: ServiceProcess): Promise<number> {
  const port = log.find(({ metricsPort }) => metricsPort !== undefined)!['metricsPort'] as number;
  const values = await scrape(`http://127.0.0.1:${port}`);
  return values.get('nodejs_eventloop_lag_max_seconds')! * 1_000;
}
