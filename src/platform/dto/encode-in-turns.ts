import { setImmediate as giveWay } from 'node:timers/promises';

/** UTF-16 units that are encoded before other requests get their turn. */
const TURN_LENGTH = 65_536;

/** The UTF-8 bytes of a text of many MiB. Other requests are served in between. */
export async function encodeInTurns(text: string): Promise<Buffer[]> {
  const parts: Buffer[] = [];
  for (let at = 0; at < text.length;) {
    const length = isHighSurrogate(text.charCodeAt(at + TURN_LENGTH - 1)) ? TURN_LENGTH - 1 : TURN_LENGTH;
    parts.push(Buffer.from(text.slice(at, at + length)));
    at += length;
    await giveWay();
  }
  return parts;
}

/** True for the first half of a character of two units. */
function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}
