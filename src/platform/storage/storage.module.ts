import { Global, Module } from '@nestjs/common';
import { Settings } from '../config/settings.js';
import { FileStorage } from './file-storage.js';
import { FolderStorage } from './folder-storage.js';

/**
 * The storage of a deployment: its bucket, or else the data folder. The first part of a key names the purpose of the
 * file: `exports/…` is `DATA_DIR/exports/…`.
 */
export async function createStorage({ s3, dataDir }: Settings): Promise<FileStorage> {
  if (!s3) return new FolderStorage(dataDir);
  // Loading AWS's client is slow, and needed only with a bucket.
  const { S3Storage } = await import('./s3-storage.js');
  return new S3Storage(s3);
}

@Global()
@Module({
  providers: [{ provide: FileStorage, inject: [Settings], useFactory: createStorage }],
  exports: [FileStorage],
})
export class StorageModule {}
