import type { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { FileStorage } from '../../../platform/storage/file-storage.js';
import { archiveKeyOf, type AccessKey } from '../domain/access.js';

const FOLDER = 'people/';
const NAME = /^people\/([0-9a-f]{24})\/([0-9a-f]{24})\.zip$/;

/** Archives below `people/` of the store of files. */
@Injectable()
export class AccessFiles {
  constructor(private readonly files: FileStorage) {}

  put(key: AccessKey, content: Uint8Array): Promise<void> {
    return this.files.put(archiveKeyOf(key), content, 'application/zip');
  }

  /** Size in bytes; undefined when there is no archive. */
  sizeOf(key: AccessKey): Promise<number | undefined> {
    return this.files.sizeOf(archiveKeyOf(key));
  }

  open(key: AccessKey): Promise<Readable | undefined> {
    return this.files.open(archiveKeyOf(key));
  }

  remove(key: AccessKey): Promise<void> {
    return this.files.remove(archiveKeyOf(key));
  }

  /** All archives of the deployment. */
  async *keys(): AsyncGenerator<AccessKey> {
    for await (const name of this.files.keys(FOLDER)) {
      const [, companyId, accessId] = NAME.exec(name) ?? [];
      if (companyId !== undefined && accessId !== undefined) yield { companyId, accessId };
    }
  }
}
