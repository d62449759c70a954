import type { Readable } from 'node:stream';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import type { S3Settings } from '../config/settings.js';
import { FileStorage, StorageUnavailable, type ByteRange } from './file-storage.js';

/** Milliseconds. Downloads may pause for long on slow connections. */
const CONNECTION_TIMEOUT_MS = 5_000;
const IDLE_TIMEOUT_MS = 120_000;

/** Keeps files in a bucket of any S3-compatible store. */
export class S3Storage extends FileStorage {
  private readonly client: S3Client;
  private readonly bucket: string;

  constructor({ bucket, endpoint, region, accessKeyId, secretAccessKey, forcePathStyle }: S3Settings) {
    super();
    this.bucket = bucket;
    this.client = new S3Client({
      region,
      forcePathStyle,
      ...(endpoint !== undefined && { endpoint }),
      ...(accessKeyId !== undefined &&
        secretAccessKey !== undefined && { credentials: { accessKeyId, secretAccessKey } }),
      // Many stores other than AWS refuse the newer checksums.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      requestHandler: { connectionTimeout: CONNECTION_TIMEOUT_MS, socketTimeout: IDLE_TIMEOUT_MS },
    });
  }

  override async put(key: string, content: Uint8Array, contentType: string): Promise<void> {
    const file = { ...this.place(key), Body: content, ContentType: contentType };
    await answerOf(this.client.send(new PutObjectCommand(file)));
  }

  override async sizeOf(key: string): Promise<number | undefined> {
    const head = await unlessMissing(this.client.send(new HeadObjectCommand(this.place(key))));
    return head?.ContentLength;
  }

  override async open(key: string, range?: ByteRange): Promise<Readable | undefined> {
    const Range = range && `bytes=${range.start}-${range.end}`;
    const object = await unlessMissing(this.client.send(new GetObjectCommand({ ...this.place(key), Range })));
    return object?.Body as Readable | undefined; // in Node.js the body is always a Readable
  }

  override async remove(key: string): Promise<void> {
    await answerOf(this.client.send(new DeleteObjectCommand(this.place(key))));
  }

  override async *keys(prefix: string): AsyncGenerator<string> {
    for (let token: string | undefined, isFirst = true; isFirst || token !== undefined; isFirst = false) {
      const command = new ListObjectsV2Command({
        Bucket: this.bucket,
        Prefix: prefix,
        ContinuationToken: token,
      });
      const page = await answerOf(this.client.send(command));
      for (const { Key } of page.Contents ?? []) if (Key !== undefined) yield Key;
      token = page.NextContinuationToken;
    }
  }

  /** Closes the connections. */
  onModuleDestroy(): void {
    this.client.destroy();
  }

  private place(key: string): { Bucket: string; Key: string } {
    return { Bucket: this.bucket, Key: key };
  }
}

/** The error name for a missing file depends on the request. A missing bucket stays an error. */
async function unlessMissing<T>(answer: Promise<T>): Promise<T | undefined> {
  try {
    return await answerOf(answer);
  } catch (error) {
    if (error instanceof S3ServiceException && ['NoSuchKey', 'NotFound'].includes(error.name))
      return undefined;
    throw error;
  }
}

/** @throws {StorageUnavailable} without an answer of the store, or when it has failed itself */
async function answerOf<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof S3ServiceException && error.$fault === 'client') throw error;
    throw new StorageUnavailable(error);
  }
}
