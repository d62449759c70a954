import autocannon from 'autocannon';
import { becomeChild } from './become-child.js';
import { REQUEST_NUMBER, type Load, type Turn } from './load.js';
import { percentile } from './statistics.js';

const SAMPLE_INTERVAL_MS = 50;

/** Sends requests for one turn. */
async function drive({ target, connections, seconds }: Load): Promise<Turn> {
  const { url, paths, headers = {}, method = 'GET', body, status = 200 } = target;
  // autocannon's own histogram counts whole milliseconds, too coarse for answers that take two or three.
  const durations: number[] = [];
  let unexpected = 0;
  const usedBefore = process.cpuUsage();
  const startedAt = performance.now();
  let lastAt = startedAt;
  const options: autocannon.Options = {
    url,
    method,
    headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body }),
    ...(paths && { requests: body === undefined ? paths.map((path) => ({ path })) : [inTurn(paths, body)] }),
    connections,
    duration: seconds,
    sampleInt: SAMPLE_INTERVAL_MS,
  };
  const result = await new Promise<autocannon.Result>((resolve, reject) => {
    const run = autocannon(options, (error: Error | null, outcome) =>
      error ? reject(error) : resolve(outcome),
    );
    run.on('response', (_client, statusCode, _size, duration) => {
      durations.push(duration);
      if (statusCode !== status) unexpected++;
      lastAt = performance.now();
    });
  });
  const { user, system } = process.cpuUsage(usedBefore);
  const elapsedMs = lastAt - startedAt;
  durations.sort((a, b) => a - b);
  return {
    requests: durations.length,
    requestsPerSecond: (durations.length / elapsedMs) * 1_000,
    p50: percentile(durations, 50),
    p99: percentile(durations, 99),
    failures: durations.length === 0 ? 1 : unexpected + result.errors,
    driverLoad: (user + system) / 1_000 / elapsedMs,
  };
}

let written = 0;

/** A request whose path is the next one, whichever connection sends it. */
function inTurn(paths: readonly string[], body: string): autocannon.Request {
  let sent = 0;
  return {
    setupRequest: (request) => ({
      ...request,
      path: paths[sent++ % paths.length] ?? '/',
      body: body.replace(REQUEST_NUMBER, String(written++)),
    }),
  };
}

becomeChild(() => Promise.resolve({ ready: null, answer: (load) => drive(load as Load) }));
