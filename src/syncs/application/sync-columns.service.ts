import { Injectable } from '@nestjs/common';
import { SegmentationNamesQueries } from '../../segmentation/index.js';
import { guessProperties } from '../../staff-files/index.js';
import type { SyncKey } from '../domain/sync.js';
import { SyncNotFound } from '../domain/sync.errors.js';
import { EmployeeSyncColumnResponse } from './employee-sync-column.response.js';
import { SyncColumnStore } from './sync-column.store.js';

/** Shows the columns of the file of a sync, so that a person can set the columns of its source. */
@Injectable()
export class SyncColumnsService {
  constructor(
    private readonly columns: SyncColumnStore,
    private readonly names: SegmentationNamesQueries,
  ) {}

  /** None for a list that is no file, and until its header row is read. @throws {SyncNotFound} */
  async list(key: SyncKey): Promise<EmployeeSyncColumnResponse[]> {
    const columns = await this.columns.find(key);
    if (!columns) throw new SyncNotFound();
    if (columns.length === 0) return [];
    const { characteristics } = await this.names.read(key.companyId);
    const names = characteristics.map(({ name }) => name);
    const guesses = guessProperties(
      columns.map(({ header }) => header),
      names,
    );
    return columns.map(({ header, line, values, property }, at) => {
      const guess = guesses[at];
      return {
        header,
        ...(line !== undefined && { line }),
        values,
        ...(typeof property === 'string' && { property }),
        isRead: typeof property === 'string',
        ...(guess !== undefined && { guess }),
      };
    });
  }
}
