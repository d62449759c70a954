import { inflateRawSync } from 'node:zlib';
import { zipSync } from 'fflate';

/** The zip is broken, encrypted, or unpacks into more than allowed. The message begins like "is …". */
export class ZipRefused extends Error {
  constructor(
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}

const END_SIGNATURE = 0x06054b50;
const ENTRY_SIGNATURE = 0x02014b50;
const END_BYTES = 22;
const ENTRY_BYTES = 46;
const LOCAL_BYTES = 30;
const LONGEST_COMMENT = 65_535;
const MOST_ENTRIES = 5_000;
const STORED = 0;
const DEFLATED = 8;
const ENCRYPTED_FLAG = 1;

interface Entry {
  readonly name: string;
  readonly flags: number;
  readonly method: number;
  readonly size: number;
  readonly packed: number;
  readonly offset: number;
}

/** A zip, and the names of all files of the one that it was made of. */
export interface RepackedZip {
  readonly names: readonly string[];
  readonly bytes: Uint8Array;
}

/** Parts with texts; pictures and the like are not read. */
const READ = /\.(?:xml|rels)$/i;

/**
 * Unpacks the texts of a zip within bounds, and packs them without compression. A reader that gets them reads what was
 * checked here, whatever the numbers in the given zip say in other places.
 */
export function repackedZip(zip: Buffer, maxBytes: number): RepackedZip {
  const entries = directoryOf(zip);
  const names = entries.map(({ name }) => name);
  if (new Set(names).size < names.length) throw broken();
  if (entries.reduce((sum, entry) => sum + entry.size, 0) > maxBytes) throw tooLarge(maxBytes);
  const parts = entries.filter(({ name }) => READ.test(name));
  const files = Object.fromEntries(parts.map((entry) => [entry.name, contentOf(zip, entry)]));
  return { names, bytes: zipSync(files, { level: 0 }) };
}

function tooLarge(maxBytes: number): ZipRefused {
  const mebibytes = maxBytes / 1_048_576;
  return new ZipRefused(
    'TOO_LARGE',
    `must not unpack into more than ${mebibytes} MiB: save it as CSV, and send that`,
  );
}

function broken(): ZipRefused {
  return new ZipRefused('MALFORMED', 'is broken: it is no complete zip');
}

function directoryOf(zip: Buffer): Entry[] {
  const end = endOf(zip);
  const count = zip.readUInt16LE(end + 10);
  let at = zip.readUInt32LE(end + 16);
  if (count > MOST_ENTRIES)
    throw new ZipRefused('TOO_LARGE', `must have at most ${MOST_ENTRIES} files inside`);
  const entries: Entry[] = [];
  for (let index = 0; index < count; index++) {
    if (at + ENTRY_BYTES > zip.length || zip.readUInt32LE(at) !== ENTRY_SIGNATURE) throw broken();
    const nameLength = zip.readUInt16LE(at + 28);
    entries.push({
      name: zip.toString('utf8', at + ENTRY_BYTES, at + ENTRY_BYTES + nameLength),
      flags: zip.readUInt16LE(at + 8),
      method: zip.readUInt16LE(at + 10),
      packed: zip.readUInt32LE(at + 20),
      size: zip.readUInt32LE(at + 24),
      offset: zip.readUInt32LE(at + 42),
    });
    at += ENTRY_BYTES + nameLength + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32);
  }
  return entries;
}

function endOf(zip: Buffer): number {
  for (let at = zip.length - END_BYTES; at >= Math.max(0, zip.length - END_BYTES - LONGEST_COMMENT); at--)
    if (zip.readUInt32LE(at) === END_SIGNATURE) return at;
  throw broken();
}

function contentOf(zip: Buffer, { flags, method, size, packed, offset }: Entry): Uint8Array {
  if (flags & ENCRYPTED_FLAG) throw new ZipRefused('ENCRYPTED', 'is encrypted: save it without a password');
  if (offset + LOCAL_BYTES > zip.length) throw broken();
  const start = offset + LOCAL_BYTES + zip.readUInt16LE(offset + 26) + zip.readUInt16LE(offset + 28);
  if (method === STORED) {
    if (packed !== size || start + size > zip.length) throw broken();
    return zip.subarray(start, start + size);
  }
  if (method !== DEFLATED || start > zip.length) throw broken();
  const content = unpacked(zip.subarray(start), size);
  if (content?.length !== size) throw broken();
  return content;
}

/** At most so many bytes are unpacked; undefined for more of them, and for what cannot be unpacked. */
function unpacked(packed: Buffer, size: number): Buffer | undefined {
  try {
    return inflateRawSync(packed, { maxOutputLength: Math.max(1, size) });
  } catch {
    return undefined;
  }
}
