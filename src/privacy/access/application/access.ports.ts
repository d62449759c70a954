import type { Readable } from 'node:stream';
import type { AccessKey } from '../domain/access.js';

/** Archives in the store of files. */
export abstract class AccessFiles {
  abstract put(key: AccessKey, content: Uint8Array): Promise<void>;

  /** Size in bytes; undefined when there is no archive. */
  abstract sizeOf(key: AccessKey): Promise<number | undefined>;

  abstract open(key: AccessKey): Promise<Readable | undefined>;

  abstract remove(key: AccessKey): Promise<void>;

  /** All archives of the deployment. */
  abstract keys(): AsyncIterable<AccessKey>;
}

/** A stored archive and its link. */
export interface ReadyAccess {
  readonly accessId: string;
  readonly to: string;
  /** BCP 47 tag. */
  readonly language: string;
  readonly companyName: string;
  readonly link: string;
  readonly expiresAt: Date;
}

/** The address of the service in links. */
export abstract class LinkAddress {
  /** Without a trailing slash. */
  abstract readonly baseUrl: string;
}
