import { DomainError } from '../shared-kernel/domain-error.js';
import type { Fault } from '../shared-kernel/fault.js';

/** A file was not imported, and nothing of it was written: the faults say where it is wrong. */
export class ImportRefused extends DomainError {
  constructor(faults: readonly Fault[]) {
    const count = faults.length === 1 ? 'one fault' : `${faults.length} faults`;
    super('conflict', 'IMPORT_REFUSED', `Nothing was imported, because of ${count}:`, faults);
  }
}

/** A file could not be read at all. */
export class FileUnreadable extends DomainError {
  constructor(path: string, reason: string) {
    super('conflict', 'FILE_UNREADABLE', `Cannot read ${path}: ${reason}.`);
  }
}
