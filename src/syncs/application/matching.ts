import { foldEmail } from '../../shared-kernel/folding.js';
import {
  toRevive,
  type Employee,
  type EmployeeContent,
  type VersionedEmployee,
} from '../../workforce/index.js';
import type { ListedKeys } from './listed-keys.js';
import type { ListedKey } from '../../staff-files/index.js';

/** The holder of an e-mail address that a list gives to another person, and when the address becomes free. */
export type EmailConflict = 'none' | 'freed-by-end' | 'freed-by-change' | 'kept';

/** A list, as far as it decides about those whom it does not name. */
export interface ListOfSource {
  readonly source: string;
  /** People of no source become people of this one. */
  readonly adopts: boolean;
  readonly keys: ListedKeys;
  /** Nobody is ended by the list. */
  readonly endsAreHeldBack: boolean;
}

/** The stored employees who have keys of some people of a list. */
export class KnownPeople {
  private readonly byExternalId = new Map<string, VersionedEmployee>();
  private readonly byEmail = new Map<string, VersionedEmployee>();
  private readonly deleted: VersionedEmployee[] = [];

  constructor(
    known: readonly VersionedEmployee[],
    private readonly list: ListOfSource,
  ) {
    for (const one of known) {
      const { email, externalId, deletedAt } = one.employee.state;
      if (deletedAt) this.deleted.push(one);
      else {
        if (externalId !== undefined) this.byExternalId.set(externalId, one);
        if (email !== undefined) this.byEmail.set(foldEmail(email), one);
      }
    }
  }

  /** The employees who have the keys of a row. */
  holdersOf({
    email,
    externalId,
  }: ListedKey): Partial<Record<keyof ListedKey, VersionedEmployee | undefined>> {
    return {
      externalId: typeof externalId === 'string' ? this.byExternalId.get(externalId) : undefined,
      email: typeof email === 'string' ? this.byEmail.get(foldEmail(email)) : undefined,
    };
  }

  /**
   * The employee whom a person of the list is: by external id, then by e-mail address, unless the list has the employee
   * under another external id.
   */
  match({ email = null, externalId = null }: EmployeeContent): VersionedEmployee | undefined {
    const { externalId: named, email: addressed } = this.holdersOf({ email, externalId });
    if (named) return named;
    return addressed && this.isListed(addressed.employee) ? undefined : addressed;
  }

  /** The deleted employee who comes back as a new person of the list, as by an invitation. */
  matchDeleted({ email, externalId }: EmployeeContent): VersionedEmployee | undefined {
    const key = { email: email ?? undefined, externalId: externalId ?? undefined };
    const folded = key.email === undefined ? undefined : foldEmail(key.email);
    const candidates = this.deleted.filter(({ employee }) => {
      const { email: former, externalId: id } = employee.state;
      if (key.externalId !== undefined && id === key.externalId) return true;
      const hasEmail = former !== undefined && folded !== undefined && foldEmail(former) === folded;
      return hasEmail && !this.isListed(employee);
    });
    const people = candidates.map(({ employee }) => employee);
    const found = toRevive(key, people);
    return candidates.find(({ employee }) => employee === found);
  }

  /** @param matched - the employee whom the person is; absent for a new one */
  conflictOf({ email }: EmployeeContent, matched: Employee | undefined): EmailConflict {
    const holder = typeof email === 'string' ? this.byEmail.get(foldEmail(email))?.employee : undefined;
    if (!holder || holder.state.id === matched?.state.id) return 'none';
    const { externalId, source } = holder.state;
    if (this.list.keys.hasExternalId(externalId)) {
      const isOurs = source === undefined ? this.list.adopts : source === this.list.source;
      return isOurs && this.list.keys.setsEmailOf(externalId) ? 'freed-by-change' : 'kept';
    }
    return source === this.list.source && !this.list.endsAreHeldBack ? 'freed-by-end' : 'kept';
  }

  private isListed({ state }: Employee): boolean {
    return this.list.keys.hasExternalId(state.externalId);
  }
}
