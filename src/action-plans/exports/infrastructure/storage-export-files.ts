import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { FileStorage } from '../../../platform/storage/file-storage.js';
import { ExportFiles, type FilePart } from '../application/export.ports.js';
import { XLSX_TYPE } from '../application/workbook-type.js';

const FOLDER_PREFIX = 'wes-export-';

/** A folder of this age belongs to a crashed process; no workbook takes as long. */
const ABANDONED_AFTER_MS = 3_600_000;

/** Workbooks in the storage of the deployment, written to a temporary folder first. */
@Injectable()
export class StorageExportFiles extends ExportFiles {
  private tidying: Promise<void> | undefined;

  constructor(private readonly storage: FileStorage) {
    super();
  }

  async keep(key: string, write: (path: string) => Promise<void>): Promise<void> {
    await (this.tidying ??= removeAbandoned());
    const folder = await mkdtemp(join(tmpdir(), FOLDER_PREFIX));
    try {
      const path = join(folder, 'workbook.xlsx');
      await write(path);
      await this.storage.put(key, path, XLSX_TYPE);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }

  sizeOf(key: string): Promise<number | undefined> {
    return this.storage.sizeOf(key);
  }

  open(key: string, part?: FilePart): Promise<Readable | undefined> {
    return this.storage.open(key, part);
  }

  remove(key: string): Promise<void> {
    return this.storage.remove(key);
  }
}

/** Temporary files of crashed processes contain personal data. */
async function removeAbandoned(): Promise<void> {
  const names = await readdir(tmpdir()).catch(() => []); // creating the folder reports what is wrong
  for (const name of names.filter((each) => each.startsWith(FOLDER_PREFIX))) {
    const folder = join(tmpdir(), name);
    try {
      const { mtimeMs } = await stat(folder);
      if (Date.now() - mtimeMs > ABANDONED_AFTER_MS) await rm(folder, { recursive: true, force: true });
    } catch {
      // Owned by another user, or removed by another process.
    }
  }
}
