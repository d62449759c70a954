import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { FileStorage } from '../../platform/storage/file-storage.js';
import { ExportFiles, type FilePart } from '../application/export.ports.js';
import { XLSX_TYPE } from '../application/workbook-type.js';

const FOLDER_PREFIX = 'wes-export-';

/** Age at which a folder is one of a process that was killed; no workbook takes as long. */
const LEFT_BEHIND_MS = 3_600_000;

/** Workbooks in the storage of the deployment, made in a temporary folder first. */
@Injectable()
export class StorageExportFiles extends ExportFiles {
  private tidying: Promise<void> | undefined;

  constructor(private readonly storage: FileStorage) {
    super();
  }

  async keep(key: string, write: (path: string) => Promise<void>): Promise<void> {
    await (this.tidying ??= removeLeftBehind());
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

  async open(key: string, part?: FilePart): Promise<Readable | undefined> {
    const file = await this.storage.open(key, part);
    return file?.content;
  }

  remove(key: string): Promise<void> {
    return this.storage.remove(key);
  }
}

/** What killed processes left holds what people wrote; it must not lie about for ever. */
async function removeLeftBehind(): Promise<void> {
  const names = await readdir(tmpdir());
  for (const name of names.filter((each) => each.startsWith(FOLDER_PREFIX))) {
    const folder = join(tmpdir(), name);
    try {
      const { mtimeMs } = await stat(folder);
      if (Date.now() - mtimeMs > LEFT_BEHIND_MS) await rm(folder, { recursive: true, force: true });
    } catch {
      // Somebody else's, or removed by somebody else.
    }
  }
}
