import { newId } from '../../shared-kernel/id.js';
import { checkName, checkTimeZone } from './identity.rules.js';

/** A customer: users, keys and all data of the other contexts belong to exactly one. */
export class Company {
  private constructor(
    readonly id: string,
    readonly name: string,
    /** IANA name; the zone in which dates without a time are understood. */
    readonly timeZone: string,
    /** Made by the demo, and replaced by it. */
    readonly isDemo: boolean,
  ) {}

  /** @throws {DomainError} invalid */
  static create({ name, timeZone = 'UTC', isDemo = false }: NewCompany): Company {
    checkName(name);
    checkTimeZone(timeZone);
    return new Company(newId(), name, timeZone, isDemo);
  }
}

export interface NewCompany {
  readonly name: string;
  readonly timeZone?: string | undefined;
  readonly isDemo?: boolean;
}
