import { DomainError } from '../../shared-kernel/domain-error.js';

/** A file or folder that an operator has named cannot be read. */
export class FileUnreadable extends DomainError {
  constructor(path: string, reason: string) {
    super('conflict', 'FILE_UNREADABLE', `Cannot read ${path}: ${reason}.`);
  }
}

/** A file or folder that an operator has named cannot be written. */
export class FileUnwritable extends DomainError {
  constructor(path: string, reason: string) {
    super('conflict', 'FILE_UNWRITABLE', `Cannot write ${path}: ${reason}.`);
  }
}

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file or folder',
  EACCES: 'that is not permitted',
  EPERM: 'that is not permitted',
  EROFS: 'the file system is read-only',
  ENOSPC: 'the disk is full',
  EEXIST: 'a file has its name',
  EISDIR: 'it is a folder',
  ENOTDIR: 'a part of the path is not a folder',
  ENAMETOOLONG: 'the path is too long',
};

/** The reason why a file cannot be used; undefined for other errors, like a lost connection to the database. */
export function explainFileError(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error) || !('syscall' in error)) return undefined;
  return error.syscall === 'connect' ? undefined : REASONS[String(error.code)];
}
