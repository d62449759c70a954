import { foldEmail } from '../../shared-kernel/folding.js';
import type { ValidationIssue } from '../../shared-kernel/validation-issue.js';

/** Identifiers of an employee, the e-mail address folded by `foldEmail`. */
export interface EmployeeIdentifiers {
  readonly emailKey: string | null;
  readonly externalId: string | null;
}

/** The employees whom the entries of a request may name. */
export class KnownEmployees {
  private readonly emails = new Set<string | null>();
  private readonly externalIds = new Set<string | null>();
  private readonly pairs = new Set<string>();

  constructor(employees: readonly EmployeeIdentifiers[]) {
    for (const { emailKey, externalId } of employees) {
      this.emails.add(emailKey);
      this.externalIds.add(externalId);
      if (emailKey !== null && externalId !== null) this.pairs.add(pairOf(emailKey, externalId));
    }
  }

  /** The identifiers of an entry that are those of no employee, or of two. */
  issuesOf(
    { email, externalId }: { readonly email?: string | undefined; readonly externalId?: string | undefined },
    path: string,
  ): ValidationIssue[] {
    const emailKey = email === undefined ? undefined : foldEmail(email);
    const unknown = (name: string): ValidationIssue[] => [
      { path: path + name, code: 'UNKNOWN_REFERENCE', message: 'must be that of an employee of the company' },
    ];
    const issues = [
      ...(emailKey === undefined || this.emails.has(emailKey) ? [] : unknown('email')),
      ...(externalId === undefined || this.externalIds.has(externalId) ? [] : unknown('externalId')),
    ];
    if (issues.length > 0 || emailKey === undefined || externalId === undefined) return issues;
    if (this.pairs.has(pairOf(emailKey, externalId))) return [];
    return [
      { path: `${path}email`, code: 'DISAGREES', message: 'must be that of the same person as externalId' },
    ];
  }
}

/** No e-mail address has a line break. */
function pairOf(emailKey: string, externalId: string): string {
  return `${emailKey}\n${externalId}`;
}
