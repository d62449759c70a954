import { context, propagation, ROOT_CONTEXT, SpanKind, trace } from '@opentelemetry/api';

const TRACER = 'workforce-engagement-service';

/** The trace that a job belongs to, as it travels with the job; empty without tracing. */
export interface JobTrace {
  readonly traceparent?: string;
  readonly tracestate?: string;
}

/** The trace of the current request. */
export function currentTrace(): JobTrace {
  const carrier: JobTrace = {};
  propagation.inject(context.active(), carrier);
  return carrier;
}

/** Carries out a job as a span of the trace that came with it, or of a new one. */
export function traceJob<T>(name: string, jobTrace: JobTrace, work: () => Promise<T>): Promise<T> {
  const parent = propagation.extract(ROOT_CONTEXT, jobTrace);
  return trace.getTracer(TRACER).startActiveSpan(name, { kind: SpanKind.CONSUMER }, parent, async (span) => {
    try {
      return await work();
    } finally {
      span.end();
    }
  });
}
