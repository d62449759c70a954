import { Injectable } from '@nestjs/common';
import { SegmentationQueries } from '../../segmentation/index.js';
import { foldEmail } from '../../shared-kernel/folding.js';
import { propertyPath, type ValidationIssue } from '../../shared-kernel/validation-issue.js';
import { ValidationFailed } from '../../shared-kernel/validation-failed.js';
import {
  areNone,
  EmployeeReferences,
  referenceIssues,
  referencesOf,
  requireIdentifier,
  type EmployeeContent,
} from '../../workforce/index.js';
import type { SyncKey } from '../domain/sync.js';
import { ListedPeople, peopleOf, type ListedPerson } from './sync.ports.js';

/** Most issues of a list that are kept. */
export const MAX_SYNC_ISSUES = 100;

/** The keys of all people of a list. */
export class ListedKeys {
  people = 0;
  private readonly emails = new Set<string>();
  /** True for those who are sent with an e-mail address, or without any. */
  private readonly externalIds = new Map<string, boolean>();

  /** @returns the properties that another person of the list has */
  add({ email, externalId }: EmployeeContent): ('email' | 'externalId')[] {
    this.people++;
    const repeated: ('email' | 'externalId')[] = [];
    if (typeof email === 'string') {
      const folded = foldEmail(email);
      if (this.emails.has(folded)) repeated.push('email');
      this.emails.add(folded);
    }
    if (typeof externalId === 'string') {
      if (this.externalIds.has(externalId)) repeated.push('externalId');
      this.externalIds.set(externalId, email !== undefined);
    }
    return repeated;
  }

  hasEmail(email: string): boolean {
    return this.emails.has(foldEmail(email));
  }

  hasExternalId(externalId: string | undefined): boolean {
    return externalId !== undefined && this.externalIds.has(externalId);
  }

  /** True if the person with the external id is sent with the property `email`. */
  setsEmailOf(externalId: string | undefined): boolean {
    return externalId !== undefined && this.externalIds.get(externalId) === true;
  }
}

export interface CheckedList {
  readonly keys: ListedKeys;
  /** The first ones. Nothing of a list with issues is applied. */
  readonly issues: readonly ValidationIssue[];
}

/** Reads a list for the first time: each person must be valid, and no two may have a key in common. */
@Injectable()
export class ListCheck {
  constructor(
    private readonly list: ListedPeople,
    private readonly segmentation: SegmentationQueries,
    private readonly references: EmployeeReferences,
  ) {}

  async check(key: SyncKey, signal: AbortSignal): Promise<CheckedList> {
    const keys = new ListedKeys();
    const issues: ValidationIssue[] = [];
    for await (const { rows } of this.list.batches(key)) {
      signal.throwIfAborted();
      const people = peopleOf(rows);
      issues.push(...rows.flatMap(({ index, issues: found }) => located(index, found)));
      issues.push(...people.flatMap((person) => issuesOf(person, keys)));
      issues.push(...(await this.unknownReferences(key.companyId, people)));
      if (issues.length >= MAX_SYNC_ISSUES) break;
    }
    return { keys, issues: issues.slice(0, MAX_SYNC_ISSUES) };
  }

  private async unknownReferences(
    companyId: string,
    people: readonly ListedPerson[],
  ): Promise<ValidationIssue[]> {
    const written = people.map(({ content }) => content);
    const contents = await this.references.withIds(companyId, written);
    const wanted = referencesOf(contents);
    if (areNone(wanted)) return [];
    const known = await this.segmentation.known(companyId, wanted);
    return people.flatMap(({ index, content }, at) =>
      located(index, referenceIssues(contents[at] ?? content, known)),
    );
  }
}

function issuesOf({ index, content }: ListedPerson, keys: ListedKeys): ValidationIssue[] {
  const message = 'must not occur twice in one list';
  const repeated = keys.add(content).map((path) => ({ path, code: 'NOT_UNIQUE', message }));
  try {
    requireIdentifier(content);
    return located(index, repeated);
  } catch (error) {
    if (!(error instanceof ValidationFailed)) throw error;
    return located(index, [...error.issues, ...repeated]);
  }
}

function located(index: number, issues: readonly ValidationIssue[]): ValidationIssue[] {
  return issues.map((issue) => ({ ...issue, path: propertyPath(`[${index}]`, issue.path) }));
}
