import { setTimeout as delay } from 'node:timers/promises';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { registerInstrumentations } from '@opentelemetry/instrumentation';
import { HttpInstrumentation } from '@opentelemetry/instrumentation-http';
import { IORedisInstrumentation } from '@opentelemetry/instrumentation-ioredis';
import { PgInstrumentation } from '@opentelemetry/instrumentation-pg';
import { detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, NodeTracerProvider } from '@opentelemetry/sdk-trace-node';
import { WithoutPersonalData } from './without-personal-data.js';

/** A collector that does not answer delays the end of the process by no more than this. */
const FLUSH_LIMIT_MS = 2_000;

/** Probes and scrapes would be most of the traces. */
const NOT_TRACED = /^\/(?:health|metrics)/;

/**
 * Sends the spans of requests, statements, commands of Redis and jobs to the collector that
 * `OTEL_EXPORTER_OTLP_ENDPOINT` names. The SDK reads further `OTEL_…` variables itself.
 * @returns sends the rest, and stops
 */
export function startTracing(): () => Promise<void> {
  const resource = resourceFromAttributes({ 'service.name': 'workforce-engagement-service' });
  const tracerProvider = new NodeTracerProvider({
    resource: resource.merge(detectResources({ detectors: [envDetector] })),
    spanProcessors: [new BatchSpanProcessor(new WithoutPersonalData(new OTLPTraceExporter()))],
  });
  tracerProvider.register();
  registerInstrumentations({
    tracerProvider,
    instrumentations: [
      new HttpInstrumentation({
        ignoreIncomingRequestHook: ({ url = '' }) => NOT_TRACED.test(url),
        requireParentforOutgoingSpans: true,
      }),
      // The sweeps of workers, one a second, would be most of the traces.
      new PgInstrumentation({ requireParentSpan: true, ignoreConnectSpans: true }),
      // The keys of rate limits contain addresses.
      new IORedisInstrumentation({ requireParentSpan: true, dbStatementSerializer: (command) => command }),
    ],
  });
  return async () => {
    await Promise.race([tracerProvider.shutdown().catch(() => undefined), delay(FLUSH_LIMIT_MS)]);
  };
}
