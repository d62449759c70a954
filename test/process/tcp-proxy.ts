import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

/** A TCP proxy between a service and its database, which a test can interrupt in several ways. */
export class TcpProxy {
  /** Client and database side of each connection, except those that {@link forget} has dropped. */
  private readonly pairs = new Set<readonly [Socket, Socket]>();
  private readonly sockets = new Set<Socket>();
  private isFrozen = false;
  private port = 0;

  private constructor(
    private readonly server: Server,
    private readonly target: URL,
  ) {
    server.on('connection', (client) => this.join(client));
  }

  /** Opens a proxy in front of a database. */
  static async to(databaseUrl: string): Promise<TcpProxy> {
    const server = createServer();
    const proxy = new TcpProxy(server, new URL(databaseUrl));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return proxy;
  }

  /** The address of the database by way of this proxy. */
  get databaseUrl(): string {
    const url = new URL(this.target);
    url.hostname = '127.0.0.1';
    url.port = String(this.address().port);
    return url.href;
  }

  /** From now on nothing passes either way, on old connections and on new ones, which are still accepted. */
  freeze(): void {
    this.isFrozen = true;
    for (const [client, database] of this.pairs) {
      client.unpipe();
      database.unpipe();
      client.pause();
      database.pause();
    }
  }

  /** Forwards the data that was held back. */
  thaw(): void {
    this.isFrozen = false;
    for (const pair of this.pairs) this.forward(pair);
  }

  /** The open connections stay open and are dead for ever, like after a firewall forgot them; new ones work. */
  forget(): void {
    this.freeze();
    this.isFrozen = false;
    this.pairs.clear();
  }

  /** All connections end, and new ones are refused. */
  refuse(): void {
    this.port = this.address().port;
    this.server.close();
    for (const socket of this.sockets) socket.destroy();
  }

  /** New connections are accepted again, at the same address. */
  async accept(): Promise<void> {
    this.server.listen(this.port, '127.0.0.1');
    await once(this.server, 'listening');
  }

  async close(): Promise<void> {
    if (!this.server.listening) return;
    const closed = once(this.server, 'close');
    this.server.close();
    for (const socket of this.sockets) socket.destroy();
    await closed;
  }

  private address(): AddressInfo {
    return this.server.address() as AddressInfo;
  }

  private join(client: Socket): void {
    const database = connect(Number(this.target.port), this.target.hostname);
    const pair = [client, database] as const;
    this.pairs.add(pair);
    for (const [socket, other] of [pair, [database, client] as const]) {
      this.sockets.add(socket);
      socket.on('error', () => undefined); // 'close' reports a cut
      socket.once('close', () => {
        other.destroy();
        this.sockets.delete(socket);
        this.pairs.delete(pair);
      });
    }
    if (!this.isFrozen) this.forward(pair);
  }

  private forward([client, database]: readonly [Socket, Socket]): void {
    client.pipe(database);
    database.pipe(client);
  }
}
