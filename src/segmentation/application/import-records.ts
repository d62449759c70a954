import type { ImportCounts } from '../../shared-kernel/record-importer.js';
import { IdsTaken } from '../domain/segmentation.errors.js';

/**
 * Says of ids that another company has where in the import they are.
 * @throws {InvalidSegmentation}
 */
export async function importRecords<T extends { readonly id: string }>(
  work: Promise<ImportCounts>,
  given: readonly T[],
  pathOf: (record: T, index: number) => string,
): Promise<ImportCounts> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof IdsTaken)) throw error;
    throw error.toInvalid((id) => {
      const index = given.findIndex((record) => record.id === id);
      return `${pathOf(given[index] as T, index)}.id`;
    });
  }
}
