import { createSocket, type Socket } from 'node:dgram';
import { randomInt } from 'node:crypto';

/** A name that is answered; all others are not. */
export const ANSWERED_NAME = 'receiver.example';

const DNS_PORT = 53;
const HEADER_BYTES = 12;
const TYPE_A = 1;

/** A name server on loopback that answers one name with 127.0.0.1, and is silent about all others. */
export class NameServer {
  private constructor(
    readonly address: string,
    private readonly socket: Socket,
  ) {}

  /** @returns undefined where this account may not listen on the port of name servers */
  static async start(): Promise<NameServer | undefined> {
    const address = `127.${randomInt(1, 255)}.${randomInt(1, 255)}.53`;
    const socket = createSocket('udp4');
    socket.on('message', (query, { port, address: from }) => {
      const answer = answerTo(query);
      if (answer) socket.send(answer, port, from);
    });
    const bound = new Promise<boolean>((resolve) => {
      socket.once('error', () => resolve(false));
      socket.bind(DNS_PORT, address, () => resolve(true));
    });
    if (await bound) return new NameServer(address, socket);
    socket.close();
    return undefined;
  }

  close(): Promise<void> {
    return new Promise((resolve) => void this.socket.close(resolve));
  }
}

function answerTo(query: Buffer): Buffer | undefined {
  const labels: string[] = [];
  let at = HEADER_BYTES;
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  if (labels.join('.').toLowerCase() !== ANSWERED_NAME) return undefined;
  const question = query.subarray(HEADER_BYTES, at + 5);
  const hasAddress = query.readUInt16BE(at + 1) === TYPE_A;
  const header = Buffer.from([0x81, 0x80, 0, 1, 0, hasAddress ? 1 : 0, 0, 0, 0, 0]);
  const record = Buffer.from([0xc0, HEADER_BYTES, 0, TYPE_A, 0, 1, 0, 0, 0, 1, 0, 4, 127, 0, 0, 1]);
  return Buffer.concat([query.subarray(0, 2), header, question, ...(hasAddress ? [record] : [])]);
}
