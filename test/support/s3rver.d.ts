/** The part of s3rver that tests use; the package has no types. */
declare module 's3rver' {
  import type { Server } from 'node:http';
  import type { AddressInfo } from 'node:net';
  import type { Readable } from 'node:stream';

  export interface S3Object {
    readonly bucket: string;
    readonly key: string;
    content: Buffer | Readable;
    readonly metadata: Readonly<Record<string, string>>;
  }

  export interface FilesystemStore {
    putObject(object: S3Object): Promise<{ size: number; md5: string }>;
    putMetadata(bucket: string, key: string, metadata: S3Object['metadata'], md5: string): Promise<void>;
    getResourcePath(bucket: string, key: string, resource: 'object'): string;
  }

  export default class S3rver {
    constructor(options: {
      address: string;
      port: number;
      silent: boolean;
      directory: string;
      configureBuckets: readonly { name: string; configs: readonly string[] }[];
    });
    readonly store: FilesystemStore;
    /** Set by {@link run}. */
    readonly httpServer: Server;
    run(): Promise<AddressInfo>;
    close(): Promise<void>;
  }
}
