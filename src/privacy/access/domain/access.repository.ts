import type { PersonalCounts } from '../../../shared-kernel/personal-data.js';
import type { Transaction } from '../../../shared-kernel/transaction.js';
import type { Access, AccessKey, NewAccess } from './access.js';

/** Requests for access. */
export abstract class AccessRepository {
  abstract insert(access: NewAccess, transaction: Transaction): Promise<void>;

  abstract find(key: AccessKey): Promise<Access | undefined>;

  /** Locks a request until the transaction ends. */
  abstract lock(key: AccessKey, transaction: Transaction): Promise<Access | undefined>;

  /** Number of requests of 24 hours. Others that count wait until the transaction ends. */
  abstract requestedToday(companyId: string, transaction: Transaction): Promise<number>;

  /** @returns when the archive expires; undefined when the request is gone or no longer queued */
  abstract ready(key: AccessKey, counts: PersonalCounts): Promise<Date | undefined>;

  /** Forgets the address to which the link was sent. */
  abstract mailed(key: AccessKey): Promise<void>;

  abstract failed(key: AccessKey, transaction: Transaction): Promise<void>;

  /** Ends a request: its link works no more, and it forgets the person. */
  abstract expire(key: AccessKey, transaction?: Transaction): Promise<void>;

  /** Requests of all companies whose time is up. */
  abstract due(limit: number): Promise<AccessKey[]>;

  /** Removes requests of all companies that were made long ago. */
  abstract removeOld(): Promise<void>;

  /** True if there may be an archive of the request. */
  abstract mayHaveArchive(key: AccessKey): Promise<boolean>;
}
