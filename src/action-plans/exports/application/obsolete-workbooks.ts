import { Injectable } from '@nestjs/common';
import { FileStorage } from '../../../platform/storage/file-storage.js';
import { ObsoleteExportFiles } from './obsolete-export-files.store.js';

const BATCH = 50;

/** Removes files whose links have expired or whose plan or requester is deleted. */
@Injectable()
export class ObsoleteWorkbooks {
  constructor(
    private readonly obsolete: ObsoleteExportFiles,
    private readonly files: FileStorage,
  ) {}

  /** @throws the first error of files that could not be removed now, after the others */
  async remove(signal?: AbortSignal): Promise<void> {
    const errors: unknown[] = [];
    let found = BATCH;
    while (found === BATCH && !signal?.aborted) {
      const due = await this.obsolete.due(BATCH);
      found = due.length;
      for (const file of due) {
        try {
          if (file.fileKey !== null) await this.files.remove(file.fileKey);
          await this.obsolete.removed(file);
        } catch (error) {
          errors.push(error);
          await this.obsolete.postpone(file);
        }
      }
    }
    if (errors.length > 0) throw errors[0];
  }
}
