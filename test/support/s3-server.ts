import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import type { RequestListener } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import S3rver, { type FilesystemStore } from 's3rver';
import type { S3Settings } from '../../src/platform/config/settings.js';
import { replaceFile } from '../../src/platform/files/replace-file.js';

const BUCKET = 'wes-test';

/** An S3-compatible store on loopback. */
export class S3Server {
  /** Refuses to store anything with 507 while it is true. */
  isFull = false;

  private constructor(
    private readonly server: S3rver,
    /** The files of all objects. */
    readonly folder: string,
    readonly settings: S3Settings,
  ) {}

  static async start(): Promise<S3Server> {
    const folder = await mkdtemp(join(tmpdir(), 'wes-s3-'));
    const server = new S3rver({
      address: '127.0.0.1',
      port: 0,
      silent: true,
      directory: folder,
      configureBuckets: [{ name: BUCKET, configs: [] }],
    });
    putWhole(server.store);
    const { port } = await server.run();
    const started = new S3Server(server, folder, {
      bucket: BUCKET,
      endpoint: `http://127.0.0.1:${port}`,
      region: 'us-east-1',
      accessKeyId: 'S3RVER',
      secretAccessKey: 'S3RVER',
      forcePathStyle: true,
    });
    started.refuseWhileFull();
    return started;
  }

  /** The same as settings of the service. */
  get environment(): Record<string, string> {
    const { bucket, endpoint, region, accessKeyId, secretAccessKey } = this.settings;
    return {
      S3_BUCKET: bucket,
      S3_REGION: region,
      S3_FORCE_PATH_STYLE: 'true',
      ...(endpoint !== undefined && { S3_ENDPOINT: endpoint }),
      ...(accessKeyId !== undefined && { S3_ACCESS_KEY_ID: accessKeyId }),
      ...(secretAccessKey !== undefined && { S3_SECRET_ACCESS_KEY: secretAccessKey }),
    };
  }

  private refuseWhileFull(): void {
    const { httpServer } = this.server;
    const [serve] = httpServer.listeners('request') as RequestListener[];
    httpServer.removeAllListeners('request');
    httpServer.on('request', (request, response) => {
      if (this.isFull && request.method === 'PUT') {
        request.resume();
        response.writeHead(507).end();
      } else serve!(request, response);
    });
  }

  async stop(): Promise<void> {
    const closed = this.server.close();
    this.server.httpServer.closeAllConnections();
    await closed;
    await rm(this.folder, { recursive: true, force: true });
  }
}

/**
 * Stores promise that a file which they have acknowledged is there, and that nobody reads a part of one. This one
 * answers before it has written, and writes in place.
 */
function putWhole(store: FilesystemStore): void {
  store.putObject = async ({ bucket, key, content, metadata }) => {
    const bytes = Buffer.isBuffer(content) ? content : await buffer(content);
    const md5 = createHash('md5').update(bytes).digest('hex');
    await replaceFile(store.getResourcePath(bucket, key, 'object'), bytes);
    await store.putMetadata(bucket, key, metadata, md5);
    return { size: bytes.length, md5 };
  };
}
