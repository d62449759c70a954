import type { Attributes } from '@opentelemetry/api';
import type { ReadableSpan, SpanExporter } from '@opentelemetry/sdk-trace-node';

/** Attributes that contain addresses, and paths and queries, in which clients name people. */
const WITHHELD = /^(?:url\.|client\.|network\.peer\.|user_agent\.)/;

/**
 * Exports spans without data about people, which does not belong in traces any more than in the log: no addresses, no
 * paths, and errors without their messages, which may repeat values of statements.
 */
export class WithoutPersonalData implements SpanExporter {
  constructor(private readonly exporter: SpanExporter) {}

  export(spans: ReadableSpan[], done: Parameters<SpanExporter['export']>[1]): void {
    this.exporter.export(spans.map(withoutPersonalData), done);
  }

  async forceFlush(): Promise<void> {
    await this.exporter.forceFlush?.();
  }

  shutdown(): Promise<void> {
    return this.exporter.shutdown();
  }
}

function withoutPersonalData(span: ReadableSpan): ReadableSpan {
  const { attributes, status } = span;
  return Object.create(span, {
    attributes: { value: withoutWithheld(attributes) },
    status: { value: { code: status.code } },
    events: { value: [] },
  }) as ReadableSpan;
}

function withoutWithheld(attributes: Attributes): Attributes {
  return Object.fromEntries(Object.entries(attributes).filter(([name]) => !WITHHELD.test(name)));
}
