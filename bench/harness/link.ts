import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** A connection between clients and a server on loopback that passes on so many bits a second to the clients. */
export class Link {
  private readonly sockets = new Set<Socket>();

  private constructor(private readonly server: Server) {}

  /** @param target - a URL with a port */
  static async to(target: string, bitsPerSecond: number): Promise<Link> {
    const port = Number(new URL(target).port);
    const server = createServer();
    const link = new Link(server);
    server.on('connection', (client) => {
      const remote = connect(port, '127.0.0.1');
      client.pipe(remote);
      passSlowly(remote, client, bitsPerSecond / 8_000).then(
        () => client.end(),
        () => client.destroy(),
      );
      client.once('close', () => remote.destroy());
      for (const socket of [client, remote]) {
        link.sockets.add(socket);
        socket.on('error', () => undefined).once('close', () => link.sockets.delete(socket));
      }
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return link;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    const closed = once(this.server, 'close');
    this.server.close();
    for (const socket of this.sockets) socket.destroy();
    await closed;
  }
}

async function passSlowly(from: Socket, to: Socket, bytesPerMs: number): Promise<void> {
  let freeAt = performance.now();
  for await (const data of from as AsyncIterable<Buffer>) {
    // Timers are late by up to a millisecond or more: the next piece makes up for it.
    freeAt = Math.max(freeAt, performance.now() - 5) + data.length / bytesPerMs;
    const ahead = freeAt - performance.now();
    if (ahead > 1) await sleep(ahead);
    if (!to.write(data)) await once(to, 'drain');
  }
}
