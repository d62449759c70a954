import { text } from 'node:stream/consumers';
import { Injectable } from '@nestjs/common';
import { FileStorage } from '../../../platform/storage/file-storage.js';
import type { ErasureKey, LedgerEntry } from '../domain/erasure.js';

const FOLDER = 'erasures/';
/** Permissions to name people again. */
const ALLOWED = 'erasures-allowed/';
const ALLOWED_NAME = /^erasures-allowed\/([^/]+)\/([^/]+)\.json$/;
const NAME = /^erasures\/(?!companies\/)([^/]+)\/([^/]+)\.json$/;

/** The ledger below `erasures/` of the store of files, which a restored database is brought up to: a file for each erasure. */
@Injectable()
export class LedgerFiles {
  constructor(private readonly files: FileStorage) {}

  async put(entry: LedgerEntry): Promise<void> {
    await this.files.put(nameOf(entry), Buffer.from(JSON.stringify(entry)), 'application/json');
  }

  /** The keys of all entries. */
  async *keys(): AsyncGenerator<ErasureKey> {
    for await (const name of this.files.keys(FOLDER)) {
      const [, companyId, erasureId] = NAME.exec(name) ?? [];
      if (companyId !== undefined && erasureId !== undefined) yield { companyId, erasureId };
    }
  }

  async read(key: ErasureKey): Promise<LedgerEntry | undefined> {
    const file = await this.files.open(nameOf(key));
    return file && (JSON.parse(await text(file)) as LedgerEntry);
  }

  /** Keeps that the company may name the person again. */
  async allowAgain(key: ErasureKey): Promise<void> {
    const { companyId, erasureId } = key;
    const content = Buffer.from(JSON.stringify({ companyId, erasureId }));
    await this.files.put(allowedNameOf(key), content, 'application/json');
  }

  /** The keys of the entries of which this is kept. */
  async *allowedAgain(): AsyncGenerator<ErasureKey> {
    for await (const name of this.files.keys(ALLOWED)) {
      const [, companyId, erasureId] = ALLOWED_NAME.exec(name) ?? [];
      if (companyId !== undefined && erasureId !== undefined) yield { companyId, erasureId };
    }
  }

  /** With the permission. */
  async remove(key: ErasureKey): Promise<void> {
    await this.files.remove(nameOf(key));
    await this.files.remove(allowedNameOf(key));
  }
}

function allowedNameOf({ companyId, erasureId }: ErasureKey): string {
  return `${ALLOWED}${companyId}/${erasureId}.json`;
}

function nameOf({ companyId, erasureId }: ErasureKey): string {
  return `${FOLDER}${companyId}/${erasureId}.json`;
}
