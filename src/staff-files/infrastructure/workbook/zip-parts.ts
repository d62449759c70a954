import { crc32, createInflateRaw } from 'node:zlib';

/** The workbook is broken, encrypted, or larger than allowed. The message begins like "is …". */
export class WorkbookRefused extends Error {
  constructor(
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}

const END_SIGNATURE = 0x06054b50;
const ENTRY_SIGNATURE = 0x02014b50;
const LOCAL_SIGNATURE = 0x04034b50;
const END_BYTES = 22;
const ENTRY_BYTES = 46;
const LOCAL_BYTES = 30;
const LONGEST_COMMENT = 65_535;
const MOST_ENTRIES = 5_000;
const STORED = 0;
const DEFLATED = 8;
const ENCRYPTED_FLAGS = 0x2041;

/** Bytes that are unpacked at a time. */
const PIECE_BYTES = 65_536;

interface Entry {
  readonly name: string;
  readonly flags: number;
  readonly method: number;
  readonly size: number;
  readonly packed: number;
  readonly offset: number;
  readonly checksum: number;
}

/**
 * The files of a zip, by its directory alone: sizes and methods of local headers are not read. Each file is unpacked in
 * small pieces when it is asked for, and into no more than the directory says.
 */
export class ZipParts {
  private readonly entries = new Map<string, Entry>();

  /** @throws {WorkbookRefused} when the directory contradicts itself, or its files unpack into more than allowed */
  constructor(
    private readonly zip: Buffer,
    maxBytes: number,
  ) {
    const entries = directoryOf(zip);
    if (entries.reduce((sum, { size }) => sum + size, 0) > maxBytes) throw unpacksIntoMore(maxBytes);
    for (const entry of entries) {
      if (entry.flags & ENCRYPTED_FLAGS)
        throw new WorkbookRefused('ENCRYPTED', 'is encrypted: save it without a password');
      if (this.entries.has(entry.name)) throw broken();
      this.entries.set(entry.name, entry);
    }
  }

  /** In lower case: names of parts differ by more than case. */
  get names(): string[] {
    return [...this.entries.keys()];
  }

  has(name: string): boolean {
    return this.entries.has(name.toLowerCase());
  }

  /** The content of a file in pieces. @throws {WorkbookRefused} when there is none, or it is not as long as it says */
  async *pieces(name: string): AsyncGenerator<Buffer> {
    const entry = this.entries.get(name.toLowerCase());
    if (!entry) throw broken();
    const data = this.dataOf(entry);
    if (entry.method === STORED) {
      if (entry.packed !== entry.size || crc32(data) !== entry.checksum) throw broken();
      for (let at = 0; at < data.length; at += PIECE_BYTES) yield data.subarray(at, at + PIECE_BYTES);
      return;
    }
    if (entry.method !== DEFLATED) throw broken();
    const inflate = createInflateRaw({ chunkSize: PIECE_BYTES });
    let unpacked = 0;
    let checksum = 0;
    try {
      inflate.end(data);
      for await (const piece of inflate as AsyncIterable<Buffer>) {
        unpacked += piece.length;
        checksum = crc32(piece, checksum);
        if (unpacked > entry.size) throw broken();
        yield piece;
      }
    } catch (error) {
      throw (error as { readonly code?: unknown }).code?.toString().startsWith('Z_') ? broken() : error;
    } finally {
      inflate.destroy();
    }
    if (unpacked !== entry.size || checksum !== entry.checksum) throw broken();
  }

  private dataOf({ offset, packed }: Entry): Buffer {
    const { zip } = this;
    if (offset + LOCAL_BYTES > zip.length || zip.readUInt32LE(offset) !== LOCAL_SIGNATURE) throw broken();
    const start = offset + LOCAL_BYTES + zip.readUInt16LE(offset + 26) + zip.readUInt16LE(offset + 28);
    if (start + packed > zip.length) throw broken();
    return zip.subarray(start, start + packed);
  }
}

export function unpacksIntoMore(maxBytes: number): WorkbookRefused {
  const mebibytes = maxBytes / 1_048_576;
  return new WorkbookRefused(
    'TOO_LARGE',
    `must not unpack into more than ${mebibytes} MiB: save it as CSV, and send that`,
  );
}

function broken(): WorkbookRefused {
  return new WorkbookRefused('MALFORMED', 'is broken: it is no complete zip');
}

/** The directory must end where the end record begins, in one zip of one part (no zip64: 4 GiB are not allowed). */
function directoryOf(zip: Buffer): Entry[] {
  const end = endOf(zip);
  const count = zip.readUInt16LE(end + 10);
  let at = zip.readUInt32LE(end + 16);
  if (zip.readUInt32LE(end + 4) !== 0 || zip.readUInt16LE(end + 8) !== count) throw broken();
  if (at + zip.readUInt32LE(end + 12) !== end) throw broken();
  if (count > MOST_ENTRIES)
    throw new WorkbookRefused('TOO_LARGE', `must have at most ${MOST_ENTRIES} files inside`);
  const entries: Entry[] = [];
  for (let index = 0; index < count; index++) {
    if (at + ENTRY_BYTES > end || zip.readUInt32LE(at) !== ENTRY_SIGNATURE) throw broken();
    const nameLength = zip.readUInt16LE(at + 28);
    entries.push({
      name: partName(zip.toString('utf8', at + ENTRY_BYTES, at + ENTRY_BYTES + nameLength)),
      flags: zip.readUInt16LE(at + 8),
      method: zip.readUInt16LE(at + 10),
      packed: zip.readUInt32LE(at + 20),
      size: zip.readUInt32LE(at + 24),
      offset: zip.readUInt32LE(at + 42),
      checksum: zip.readUInt32LE(at + 16),
    });
    at += ENTRY_BYTES + nameLength + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32);
  }
  if (at !== end) throw broken();
  checkPlaces(zip, entries);
  return entries;
}

/** No two files share bytes: otherwise few bytes would be unpacked many times. */
function checkPlaces(zip: Buffer, entries: readonly Entry[]): void {
  let free = 0;
  for (const { offset, packed } of [...entries].sort((a, b) => a.offset - b.offset)) {
    if (offset < free) throw broken();
    free = offset + LOCAL_BYTES + packed;
  }
  if (free > zip.length) throw broken();
}

/** Some writers use backslashes, or begin with a slash. */
function partName(name: string): string {
  return name.replaceAll('\\', '/').replace(/^\//, '').toLowerCase();
}

/** The end record with a comment that reaches to the end of the file. */
function endOf(zip: Buffer): number {
  for (let at = zip.length - END_BYTES; at >= Math.max(0, zip.length - END_BYTES - LONGEST_COMMENT); at--)
    if (zip.readUInt32LE(at) === END_SIGNATURE && at + END_BYTES + zip.readUInt16LE(at + 20) === zip.length)
      return at;
  throw broken();
}
