import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** Passes everything on between clients and a server on loopback, and later when asked to. */
export class SlowProxy {
  /** Delay of each piece of data. */
  delayMs = 0;
  private readonly sockets = new Set<Socket>();

  private constructor(private readonly server: Server) {}

  /** @param target - a URL with a port */
  static async to(target: string): Promise<SlowProxy> {
    const port = Number(new URL(target).port);
    const server = createServer();
    const proxy = new SlowProxy(server);
    server.on('connection', (client) => {
      const remote = connect(port, '127.0.0.1');
      proxy.pass(client, remote);
      proxy.pass(remote, client);
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return proxy;
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  async close(): Promise<void> {
    const closed = once(this.server, 'close');
    this.server.close();
    for (const socket of this.sockets) socket.destroy();
    await closed;
  }

  private pass(from: Socket, to: Socket): void {
    this.sockets.add(from);
    let passed = Promise.resolve();
    from.on('data', (data) => {
      const held = sleep(this.delayMs);
      // One after the other, also when the delay becomes shorter.
      passed = passed.then(async () => {
        await held;
        if (to.writable) to.write(data);
      });
    });
    from.on('error', () => undefined); // 'close' follows
    from.once('close', () => {
      to.destroy();
      this.sockets.delete(from);
    });
  }
}
