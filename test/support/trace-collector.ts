import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** A span as OTLP sends it in JSON. */
export interface Span {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  /** 1 internal, 2 server, 3 client, 4 producer, 5 consumer. */
  readonly kind: number;
  readonly attributes: readonly { readonly key: string; readonly value: unknown }[];
}

interface ExportRequest {
  readonly resourceSpans: readonly { readonly scopeSpans: readonly { readonly spans: readonly Span[] }[] }[];
}

/** An OpenTelemetry collector that keeps the spans which it gets by OTLP over HTTP in JSON. */
export class TraceCollector {
  readonly spans: Span[] = [];
  /** Everything that it got, as text. */
  received = '';
  private readonly server: Server;

  private constructor() {
    this.server = createServer((request, response) => {
      void text(request).then((body) => {
        this.received += body;
        const { resourceSpans } = JSON.parse(body) as ExportRequest;
        this.spans.push(
          ...resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans)),
        );
        response.setHeader('Content-Type', 'application/json').end('{}');
      });
    });
  }

  static async start(): Promise<TraceCollector> {
    const collector = new TraceCollector();
    collector.server.listen(0, '127.0.0.1');
    await once(collector.server, 'listening');
    return collector;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  /** The spans whose parent is the given one. */
  childrenOf({ spanId }: Span): Span[] {
    return this.spans.filter(({ parentSpanId }) => parentSpanId === spanId);
  }
}

/** The value of an attribute of a span, whatever its type. */
export function attributeOf({ attributes }: Span, name: string): unknown {
  const value = attributes.find(({ key }) => key === name)?.value as Record<string, unknown> | undefined;
  return value && Object.values(value)[0];
}
