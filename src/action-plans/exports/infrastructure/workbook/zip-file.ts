import { closeSync, fsyncSync, openSync, writeSync } from 'node:fs';
import { crc32, deflateRawSync } from 'node:zlib';

const LOCAL_HEADER = 0x04034b50;
const CENTRAL_HEADER = 0x02014b50;
const END_OF_DIRECTORY = 0x06054b50;
const VERSION = 20;
const DEFLATED = 8;
/** 1 January 1980, the first day of the format: equal contents give equal files. */
const DOS_DATE = 0x21;
/** What the format holds without its 64-bit extension. */
const MAX_SIZE = 0xffffffff;
const MAX_ENTRIES = 0xfffe;

/**
 * A zip file that is written entry by entry, so that only the entry at hand is in memory. It blocks: for worker
 * threads.
 */
export class ZipFile {
  private readonly directory: Buffer[] = [];
  private size = 0;

  private constructor(private readonly file: number) {}

  /** @param path - of the file, which only its owner may read */
  static create(path: string): ZipFile {
    return new ZipFile(openSync(path, 'w', 0o600));
  }

  /** @param name - in ASCII, with slashes */
  add(name: string, content: Buffer): void {
    const compressed = deflateRawSync(content);
    const entry = { name, content, compressed, offset: this.size };
    this.directory.push(header(entry, true));
    this.write(header(entry, false));
    this.write(compressed);
    if (this.size > MAX_SIZE || this.directory.length > MAX_ENTRIES) {
      throw new RangeError('The workbook is larger than a zip file can be.');
    }
  }

  /** Writes the directory; the file is complete and on the disk when this returns. */
  finish(): void {
    const start = this.size;
    for (const entry of this.directory) this.write(entry);
    const end = Buffer.alloc(22);
    end.writeUInt32LE(END_OF_DIRECTORY, 0);
    end.writeUInt16LE(this.directory.length, 8);
    end.writeUInt16LE(this.directory.length, 10);
    end.writeUInt32LE(this.size - start, 12);
    end.writeUInt32LE(start, 16);
    this.write(end);
    fsyncSync(this.file);
  }

  close(): void {
    closeSync(this.file);
  }

  private write(bytes: Buffer): void {
    for (let written = 0; written < bytes.length;) written += writeSync(this.file, bytes, written);
    this.size += bytes.length;
  }
}

interface Entry {
  readonly name: string;
  readonly content: Buffer;
  readonly compressed: Buffer;
  readonly offset: number;
}

/** The two headers of an entry differ in a few members only. */
function header({ name, content, compressed, offset }: Entry, central: boolean): Buffer {
  const fixed = Buffer.alloc(central ? 46 : 30);
  let at = fixed.writeUInt32LE(central ? CENTRAL_HEADER : LOCAL_HEADER, 0);
  if (central) at = fixed.writeUInt16LE(VERSION, at);
  at = fixed.writeUInt16LE(VERSION, at);
  at = fixed.writeUInt16LE(0, at);
  at = fixed.writeUInt16LE(DEFLATED, at);
  at = fixed.writeUInt16LE(0, at);
  at = fixed.writeUInt16LE(DOS_DATE, at);
  at = fixed.writeUInt32LE(crc32(content), at);
  at = fixed.writeUInt32LE(compressed.length, at);
  at = fixed.writeUInt32LE(content.length, at);
  fixed.writeUInt16LE(name.length, at);
  if (central) fixed.writeUInt32LE(offset, 42);
  return Buffer.concat([fixed, Buffer.from(name, 'latin1')]);
}
