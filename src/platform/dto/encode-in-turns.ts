import { setImmediate as giveWay } from 'node:timers/promises';

/** Bytes that are encoded before other requests get their turn. */
const TURN_BYTES = 131_072;

const ENCODER = new TextEncoder();

/** The UTF-8 bytes of a text of many MiB. Other requests are served in between. */
export async function encodeInTurns(text: string): Promise<Buffer[]> {
  const parts: Buffer[] = [];
  for (let at = 0; at < text.length;) {
    const part = Buffer.allocUnsafe(TURN_BYTES);
    const { read, written } = ENCODER.encodeInto(text.slice(at), part); // never splits a character
    parts.push(part.subarray(0, written));
    at += read;
    await giveWay();
  }
  return parts;
}
