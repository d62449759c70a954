import { createServer, request, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import express from 'express';
import { sendJsonArray } from '../../src/platform/http/json-stream.js';
import { eventually } from '../support/eventually.js';

const BATCH = [JSON.stringify('x'.repeat(65_536))];

/** A source of batches that records its use. */
class Source {
  batches = 0;
  isClosed = false;
  signal: AbortSignal | undefined;

  constructor(private readonly next: (index: number) => readonly string[] | undefined | Promise<never>) {}

  open = async function* (this: Source, signal: AbortSignal): AsyncGenerator<readonly string[]> {
    this.signal = signal;
    try {
      for (;;) {
        const batch = await this.next(this.batches);
        if (!batch) return;
        this.batches++;
        yield batch;
      }
    } finally {
      this.isClosed = true;
    }
  }.bind(this);
}

describe('a streamed array', () => {
  let server: Server;
  let source: Source;
  let thrown: unknown;
  let maxMs: number;

  beforeAll(async () => {
    const application = express();
    application.get('/', (_, response) => {
      sendJsonArray(source.open, response, maxMs).catch((error: unknown) => {
        thrown = error;
        if (response.headersSent) response.destroy();
        else response.status(503).end();
      });
    });
    server = createServer(application).listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
  });
  afterAll(() => new Promise((resolve) => server.close(resolve)));
  beforeEach(() => {
    thrown = undefined;
    maxMs = 60_000;
  });

  const open = (): Promise<IncomingMessage> =>
    new Promise((resolve, reject) => {
      const { port } = server.address() as AddressInfo;
      request({ port, host: '127.0.0.1', agent: false }, resolve).on('error', reject).end();
    });
  const read = async (response: IncomingMessage): Promise<string> => {
    let text = '';
    for await (const part of response) text += String(part);
    return text;
  };

  it.each([
    [[], '[]'],
    [[['1']], '[1]'],
    [[['1', '2'], ['3']], '[1,2,3]'],
  ])('of the batches %j is %s', async (batches, expected) => {
    source = new Source((index) => batches[index]);
    const response = await open();
    expect([response.statusCode, await read(response)]).toEqual([200, expected]);
    expect(source.isClosed).toBe(true);
  });

  it('comes as the batches come', async () => {
    let release = (): void => undefined;
    const released = new Promise<undefined>((resolve) => (release = () => resolve(undefined)));
    source = new Source((index) => (index === 0 ? ['1'] : (released as Promise<never>)));
    const response = await open();
    const first = await new Promise<string>((resolve) => {
      response.once('data', (part: Buffer) => resolve(part.toString()));
    });
    expect(first).toBe('[1');
    release();
    expect(await read(response)).toBe(']');
  });

  it('is read no further than the client takes it', async () => {
    source = new Source((index) => (index < 1_000 ? BATCH : undefined));
    const response = await open();
    await eventually(async () => {
      const taken = source.batches;
      await sleep(50);
      expect(source.batches).toBe(taken);
    });
    expect(source.batches).toBeLessThan(500); // what fits into the buffers of two sockets
    expect(JSON.parse(await read(response))).toHaveLength(1_000);
  });

  it('fails like any other answer before its first batch', async () => {
    source = new Source(() => Promise.reject(new Error('down')));
    expect((await open()).statusCode).toBe(503);
    expect(thrown).toEqual(new Error('down'));
  });

  it('breaks the connection when it fails later', async () => {
    source = new Source((index) => (index < 3 ? BATCH : Promise.reject(new Error('down'))));
    await expect(open().then(read)).rejects.toThrow('aborted');
    expect(thrown).toEqual(new Error('down'));
  });

  it('ends the reading when the client goes away, and that is no failure', async () => {
    source = new Source(() => BATCH);
    const response = await open();
    await eventually(() => expect(source.batches).toBeGreaterThan(1));
    response.destroy();
    await eventually(() => expect([source.isClosed, source.signal?.aborted]).toEqual([true, true]));
    expect(thrown).toBeUndefined();
  });

  it('cuts off a client that takes too long for the whole', async () => {
    maxMs = 200;
    source = new Source(() => BATCH);
    const response = await open();
    await eventually(() => expect(source.isClosed).toBe(true));
    await expect(read(response)).rejects.toThrow('aborted');
    expect(thrown).toBeUndefined();
  });
});
