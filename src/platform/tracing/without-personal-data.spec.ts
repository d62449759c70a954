import { SpanStatusCode } from '@opentelemetry/api';
import { InMemorySpanExporter, NodeTracerProvider, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-node';
import { WithoutPersonalData } from './without-personal-data.js';

describe('WithoutPersonalData', () => {
  it('exports a span without paths, addresses and messages of errors, and with everything else', async () => {
    const exported = new InMemorySpanExporter();
    const provider = new NodeTracerProvider({
      spanProcessors: [new SimpleSpanProcessor(new WithoutPersonalData(exported))],
    });
    const span = provider.getTracer('test').startSpan('SELECT', {
      attributes: {
        'url.path': '/api/v1/public/company/mail/ada@example.com',
        'url.query': 'email=ada@example.com',
        'client.address': '10.0.0.1',
        'network.peer.address': '10.0.0.1',
        'http.route': '/api/v1/public/company/mail/:email',
      },
    });
    span.recordException(new Error('invalid input syntax: "ada@example.com"'));
    span.setStatus({ code: SpanStatusCode.ERROR, message: 'invalid input syntax: "ada@example.com"' });
    span.end();
    await provider.forceFlush();
    const [sent] = exported.getFinishedSpans();
    expect(sent!.attributes).toEqual({ 'http.route': '/api/v1/public/company/mail/:email' });
    expect(sent!.status).toEqual({ code: SpanStatusCode.ERROR });
    expect(sent!.events).toEqual([]);
    expect(sent!.name).toBe('SELECT');
    expect(sent!.spanContext()).toEqual(span.spanContext());
    expect(sent!.duration).toEqual(expect.any(Array));
  });
});
