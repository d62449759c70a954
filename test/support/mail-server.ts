import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer, type SMTPServerDataStream } from 'smtp-server';

/** One delivery of a message; a message that is sent twice has two. */
export interface Delivery {
  /** The addresses of the envelope. */
  readonly recipients: readonly string[];
  readonly message: Email;
}

/** A real SMTP server on loopback that keeps what it accepts. */
export class MailServer {
  readonly deliveries: Delivery[] = [];
  /** The passwords that clients have sent. */
  readonly passwords: { readonly password: string; readonly overTls: boolean }[] = [];
  /** Refuses messages with this text while it is set. */
  refusal: string | undefined;
  /** Ends the connection in the middle of each message while it is true. */
  isHangingUp = false;
  /** Delay of the server's answer to a message. */
  delayMs = 0;
  /** Runs when a message has arrived completely, before it is accepted. */
  beforeAccepting: ((delivery: Delivery) => Promise<void>) | undefined;
  private server: SMTPServer | undefined;
  private readonly sockets = new Set<Socket>();

  private constructor(
    private port: number,
    private readonly disabledCommands: string[],
  ) {}

  /** @param disabledCommands - leave `AUTH` out for a server that asks for a password, which any password satisfies */
  static async start(disabledCommands = ['AUTH', 'STARTTLS']): Promise<MailServer> {
    const mailServer = new MailServer(0, disabledCommands);
    await mailServer.open();
    return mailServer;
  }

  get url(): string {
    return `smtp://127.0.0.1:${this.port}`;
  }

  /** Starts to listen, again at the port that it had. */
  async open(): Promise<void> {
    this.server = new SMTPServer({
      authOptional: true,
      disabledCommands: this.disabledCommands,
      allowInsecureAuth: true,
      onAuth: ({ password }, { secure }, done) => {
        this.passwords.push({ password: String(password), overTls: secure });
        done(null, { user: 'user' });
      },
      logger: false,
      onData: (stream, session, done) => {
        const recipients = session.envelope.rcptTo.map(({ address }) => address);
        this.take(stream, recipients).then(
          () => done(),
          (error: unknown) => done(error as Error),
        );
      },
    });
    this.server.on('error', () => undefined); // clients are killed in the middle of a message
    this.server.server.on('connection', (socket) => {
      this.sockets.add(socket);
      socket.once('close', () => this.sockets.delete(socket));
    });
    this.server.listen(this.port, '127.0.0.1');
    await once(this.server.server, 'listening');
    this.port = (this.server.server.address() as AddressInfo).port;
  }

  async close(): Promise<void> {
    const { server } = this;
    if (server) await new Promise<void>((resolve) => server.close(() => resolve()));
    this.server = undefined;
  }

  /** Mails to one address, the oldest first. */
  to(address: string): Delivery[] {
    return this.deliveries.filter(({ recipients }) => recipients.includes(address));
  }

  private async take(stream: SMTPServerDataStream, recipients: string[]): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      if (this.isHangingUp) for (const socket of this.sockets) socket.destroy();
    }
    if (this.isHangingUp) throw new Error('The connection was ended.');
    if (this.delayMs > 0) await new Promise((resolve) => setTimeout(resolve, this.delayMs));
    if (this.refusal !== undefined) throw Object.assign(new Error(this.refusal), { responseCode: 451 });
    const delivery = { recipients, message: await PostalMime.parse(Buffer.concat(chunks)) };
    await this.beforeAccepting?.(delivery);
    this.deliveries.push(delivery);
  }
}

/** The link of an export in a message, as a path. */
export function linkIn({ message }: Delivery): string {
  const link = /https?:\/\/\S+(\/exports\/[\w-]{59})/.exec(message.text ?? '')?.[1];
  if (link === undefined) throw new Error(`There is no link in: ${message.text}`);
  return link;
}
