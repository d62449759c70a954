import type { ValidationIssue } from '../../shared-kernel/validation-issue.js';
import { givenTwice, idTaken } from '../../shared-kernel/record-importer.js';
import { taken } from './employee.errors.js';
import type { ImportedEmployee } from './imported-employee.js';

/** What an import has to know of somebody who is stored already. */
export interface StoredPerson {
  readonly id: string;
  readonly companyId: string;
  /** In the case in which addresses are compared. */
  readonly foldedEmail: string | null;
  readonly externalId: string | null;
  readonly deletedAt: Date | null;
}

/** A person of an import, with the one in whose place they are put. */
export interface MatchedPerson<Stored extends StoredPerson> {
  readonly person: ImportedEmployee;
  /** As the stored one's, folded. */
  readonly foldedEmail: string | null;
  readonly stored: Stored | undefined;
}

/** Who is who in an import, and what stands against it. */
export interface Matching<Stored extends StoredPerson> {
  readonly people: readonly MatchedPerson<Stored>[];
  readonly issues: readonly ValidationIssue[];
  /** Stored people whose e-mail or external id others of the import take over. */
  readonly givingWay: readonly string[];
}

/**
 * Finds for each person of an import the stored one who is meant: by id where it is given, else by external id, then
 * by e-mail (decisions 11). Who is at work goes before who has left, and nobody is meant twice. An e-mail means
 * nobody whose external id is another.
 * @param foldedEmails - those of the people, in their order
 * @param stored - everybody with an id, e-mail or external id of the import; who left last first
 */
export function matchPeople<Stored extends StoredPerson>(
  companyId: string,
  people: readonly ImportedEmployee[],
  foldedEmails: readonly (string | null)[],
  stored: readonly Stored[],
): Matching<Stored> {
  const issues: ValidationIssue[] = [];
  const own = stored.filter((one) => one.companyId === companyId);
  const byId = new Map(stored.map((one) => [one.id, one]));
  const meant = new Map<number, Stored>();
  const claimed = new Set<string>();
  const claim = (index: number, one: Stored | undefined): void => {
    if (!one) return;
    meant.set(index, one);
    claimed.add(one.id);
  };

  const seen = new Set<string>();
  people.forEach(({ id }, index) => {
    if (id === undefined) return;
    const one = byId.get(id);
    if (seen.has(id)) issues.push(givenTwice(`[${index}].id`));
    else if (one && one.companyId !== companyId) {
      issues.push(idTaken(`[${index}].id`));
    } else claim(index, one);
    seen.add(id);
  });

  const candidates = candidatesOf(own);
  for (const isDeleted of [false, true]) {
    people.forEach((person, index) => {
      if (person.id !== undefined || person.isDeleted !== isDeleted) return;
      const found = candidates(person, foldedEmails[index] ?? null);
      claim(
        index,
        found.find(({ id }) => !claimed.has(id)),
      );
    });
  }

  const matched = people.map((person, index) => ({
    person,
    foldedEmail: foldedEmails[index] ?? null,
    stored: meant.get(index),
  }));
  const live = own.filter(({ deletedAt }) => deletedAt === null);
  const givingWay = new Set<string>();
  for (const member of ['email', 'externalId'] as const) {
    const found = uniquenessOf(member, matched, live, claimed);
    issues.push(...found.issues);
    for (const id of found.givingWay) givingWay.add(id);
  }
  return { people: matched, issues, givingWay: [...givingWay] };
}

/** The stored people who may be meant by somebody without an id, best first. */
function candidatesOf<Stored extends StoredPerson>(
  own: readonly Stored[],
): (person: ImportedEmployee, foldedEmail: string | null) => Stored[] {
  const byExternalId = groupBy(own, ({ externalId }) => externalId);
  const byEmail = groupBy(own, ({ foldedEmail }) => foldedEmail);
  return ({ externalId }, foldedEmail) => {
    const named = externalId === null ? [] : (byExternalId.get(externalId) ?? []);
    const addressed = (foldedEmail === null ? [] : (byEmail.get(foldedEmail) ?? [])).filter(
      (one) => one.externalId === null || externalId === null || one.externalId === externalId,
    );
    const found = [...named, ...addressed];
    return [
      ...found.filter(({ deletedAt }) => deletedAt === null),
      ...found.filter(({ deletedAt }) => deletedAt !== null),
    ];
  };
}

/** Among those who are at work afterwards, e-mail and external id are those of one. */
function uniquenessOf(
  member: 'email' | 'externalId',
  matched: readonly MatchedPerson<StoredPerson>[],
  live: readonly StoredPerson[],
  claimed: ReadonlySet<string>,
): { issues: ValidationIssue[]; givingWay: string[] } {
  const issues: ValidationIssue[] = [];
  const givingWay: string[] = [];
  const storedKey = member === 'email' ? 'foldedEmail' : 'externalId';
  const holders = new Map(live.map((one) => [one[storedKey], one]));
  const first = new Map<string, number>();
  matched.forEach(({ person, foldedEmail, stored }, index) => {
    const key = member === 'email' ? foldedEmail : person.externalId;
    if (person.isDeleted || key === null) return;
    const path = `[${index}].${member}`;
    const other = first.get(key);
    if (other !== undefined) {
      const issue = givenTwice(path);
      issues.push({ ...issue, message: `${issue.message} (see [${other}])` });
      return;
    }
    first.set(key, index);
    const holder = holders.get(key);
    if (!holder || holder.id === stored?.id) return;
    if (claimed.has(holder.id)) givingWay.push(holder.id);
    else issues.push(taken(path));
  });
  return { issues, givingWay };
}

function groupBy<T>(all: readonly T[], keyOf: (one: T) => string | null): Map<string | null, T[]> {
  const groups = new Map<string | null, T[]>();
  for (const one of all) {
    const group = groups.get(keyOf(one));
    if (group) group.push(one);
    else groups.set(keyOf(one), [one]);
  }
  return groups;
}
