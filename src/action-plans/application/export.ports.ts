import type { Readable } from 'node:stream';
import type { MultiLanguage } from '../../shared-kernel/multi-language.js';

/** Both ends inclusive, in bytes. */
export interface FilePart {
  readonly start: number;
  readonly end: number;
}

/** Keeps finished workbooks. */
export abstract class ExportFiles {
  /**
   * Stores a workbook in the place of what the key had; readers see the old or the new one, never a part.
   * @param write - writes the workbook to the given local path
   */
  abstract keep(key: string, write: (path: string) => Promise<void>): Promise<void>;

  /** Size in bytes; undefined when there is no such file. */
  abstract sizeOf(key: string): Promise<number | undefined>;

  /** A file or a part of it; undefined when there is none. */
  abstract open(key: string, part?: FilePart): Promise<Readable | undefined>;

  /** Removes a file; one that is not there is removed already. */
  abstract remove(key: string): Promise<void>;
}

/** A workbook that waits for its reader. */
export interface ReadyExport {
  readonly exportId: string;
  readonly to: { readonly name: string; readonly address: string };
  /** BCP 47 tag of the reader's language. */
  readonly language: string;
  /** IANA name of the zone in which the reader's company tells the time. */
  readonly timeZone: string;
  readonly planTitle: MultiLanguage;
  readonly link: string;
  readonly expiresAt: Date;
}

/** Tells people where their workbook is. */
export abstract class ExportMail {
  /**
   * Resolves when the message has been taken over for delivery. The same export always makes the same `Message-ID`.
   * @throws when it has not, or when that cannot be known
   */
  abstract send(ready: ReadyExport): Promise<void>;
}

/** What a deployment decides about links. */
export abstract class ExportLinks {
  /** How long links hold, in milliseconds. */
  abstract readonly ttlMs: number;

  /** The address that a token opens. */
  abstract linkTo(token: string): string;
}
