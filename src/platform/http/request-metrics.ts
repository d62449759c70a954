import type { RequestHandler } from 'express';
import { Gauge, Histogram, type Registry } from 'prom-client';
import { routeOf } from './request.js';
import { unsentBytes } from './unread-answers.js';

/**
 * Seconds. Most requests take milliseconds. Only those that wait for a change (`…/changes`) take more than 5 s until
 * their answer begins, and rules for slow requests leave them out.
 */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Measures each request by its method, route and class of status. The labels contain nothing of a path or a caller. */
export function requestMetrics(registry: Registry): RequestHandler {
  const registers = [registry];
  const duration = new Histogram({
    name: 'wes_http_request_duration_seconds',
    help: 'Time from the headers of a request to the end of its answer. The status is 2xx to 5xx, or aborted.',
    labelNames: ['method', 'route', 'status'],
    buckets: BUCKETS,
    registers,
  });
  const inFlight = new Gauge({
    name: 'wes_http_requests_in_flight',
    help: 'Requests whose answers are not complete yet.',
    registers,
  });
  new Gauge({
    name: 'wes_http_unsent_bytes',
    help: 'Bytes of answers that their callers have not read yet.',
    registers,
    collect() {
      this.set(unsentBytes());
    },
  });
  return (request, response, next) => {
    const observe = duration.startTimer();
    inFlight.inc();
    response.once('close', () => {
      inFlight.dec();
      const status = response.writableFinished ? `${Math.floor(response.statusCode / 100)}xx` : 'aborted';
      observe({ method: request.method, route: routeOf(request), status });
    });
    next();
  };
}
