import { Global, Module } from '@nestjs/common';
import { Settings } from '../config/settings.js';
import { FileStorage } from './file-storage.js';
import { FolderStorage } from './folder-storage.js';

/**
 * The storage of a deployment: its bucket, or else the data folder. The first part of a key says what the file is
 * for and keeps it apart from everything else there: `exports/…` is `DATA_DIR/exports/…`.
 */
export async function createStorage({ s3, dataDir }: Settings): Promise<FileStorage> {
  if (!s3) return new FolderStorage(dataDir);
  // Only who has a bucket pays for loading AWS's client.
  const { S3Storage } = await import('./s3-storage.js');
  return new S3Storage(s3);
}

/** Keeps files for every context. */
@Global()
@Module({
  providers: [{ provide: FileStorage, inject: [Settings], useFactory: createStorage }],
  exports: [FileStorage],
})
export class StorageModule {}
