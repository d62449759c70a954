import type { AddressInfo } from 'node:net';
import { createServer, type Server, type TLSSocket } from 'node:tls';
import type { Certificate } from '../../support/webhook-receiver.js';

interface Flood {
  readonly text: string;
  readonly isEndless: boolean;
}

export const UPGRADE: Flood = {
  text: 'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n',
  isEndless: false,
};
export const CONTINUES: Flood = { text: 'HTTP/1.1 100 Continue\r\n\r\n'.repeat(2_000), isEndless: true };

/** A receiver of webhooks that answers each request with the same bytes, and never ends an answer. */
export class FloodingReceiver {
  private readonly sockets = new Set<TLSSocket>();

  private constructor(private readonly server: Server) {}

  static async start(certificate: Certificate, flood: Flood): Promise<FloodingReceiver> {
    const server = createServer(certificate);
    const receiver = new FloodingReceiver(server);
    server.on('secureConnection', (socket) => {
      receiver.sockets.add(socket);
      socket.on('close', () => receiver.sockets.delete(socket));
      socket.on('error', () => socket.destroy());
      const write = (): void => {
        while (!socket.destroyed && socket.write(flood.text) && flood.isEndless);
      };
      if (flood.isEndless) socket.on('drain', write);
      socket.once('data', () => {
        socket.resume();
        write();
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return receiver;
  }

  get url(): string {
    return `https://127.0.0.1:${(this.server.address() as AddressInfo).port}/wes`;
  }

  async close(): Promise<void> {
    for (const socket of this.sockets) socket.destroy();
    await new Promise((resolve) => this.server.close(resolve));
  }
}
