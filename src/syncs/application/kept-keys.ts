import { foldEmail } from '../../shared-kernel/folding.js';
import type { Employee, EmployeeContent } from '../../workforce/index.js';
import type { ListedKeys } from './listed-keys.js';

/** Keys that deleted employees keep when a list brings them back without naming the key. */
export class KeptKeys {
  private readonly emails = new Set<string>();
  private readonly externalIds = new Set<string>();

  constructor(private readonly listed: ListedKeys) {}

  /** Drops the keys of a deleted employee that the list gives to another person, or that an earlier one has kept. */
  withFreeKeys({ state: { email, externalId } }: Employee, content: EmployeeContent): EmployeeContent {
    const isEmailTaken =
      email !== undefined && (this.listed.hasEmail(email) || this.emails.has(foldEmail(email)));
    const isExternalIdTaken = externalId !== undefined && this.externalIds.has(externalId);
    return {
      ...content,
      ...(content.email === undefined && isEmailTaken && { email: null }),
      ...(content.externalId === undefined && isExternalIdTaken && { externalId: null }),
    };
  }

  /** @param revived - the employee as the list brings them back */
  add({ state: { email, externalId } }: Employee): void {
    if (email !== undefined) this.emails.add(foldEmail(email));
    if (externalId !== undefined) this.externalIds.add(externalId);
  }
}
