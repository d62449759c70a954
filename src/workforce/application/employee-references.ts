import { Injectable } from '@nestjs/common';
import { ExternalReferences, SegmentationQueries } from '../../segmentation/index.js';
import type { Transaction } from '../../shared-kernel/transaction.js';
import { ValidationFailed } from '../../shared-kernel/validation-failed.js';
import type { EmployeeContent } from '../domain/employee-content.js';
import {
  areNone,
  referenceIssues,
  referencesOf,
  withIds,
  writtenReferencesOf,
  type KnownReferences,
  type Referring,
} from '../domain/references.js';

/** Looks up what employees refer to. */
@Injectable()
export class EmployeeReferences {
  constructor(
    private readonly external: ExternalReferences,
    private readonly segmentation: SegmentationQueries,
  ) {}

  /**
   * Replaces external ids by ids. What the company does not have stays as it was written, and is refused as an unknown
   * reference.
   */
  async withIds<Content extends Referring>(
    companyId: string,
    contents: readonly Content[],
    transaction?: Transaction,
  ): Promise<readonly Content[]> {
    const known = await this.external.find(companyId, writtenReferencesOf(contents), transaction);
    return known ? contents.map((content) => withIds(content, known)) : contents;
  }

  /**
   * @returns the properties with ids in place of external ids
   * @throws {ValidationFailed} for what the company does not have
   */
  async checked<Content extends EmployeeContent>(
    companyId: string,
    given: Content,
    transaction: Transaction,
  ): Promise<Content> {
    const [content = given] = await this.withIds(companyId, [given], transaction);
    if (areNone(referencesOf([content]))) return content;
    const known = await this.known(companyId, [content], transaction);
    const issues = referenceIssues(content, known);
    if (issues.length > 0) throw new ValidationFailed(issues);
    return content;
  }

  /** Those of the ids that employees refer to which the company has. */
  known(
    companyId: string,
    employees: readonly Referring[],
    transaction: Transaction,
  ): Promise<KnownReferences> {
    return this.segmentation.known(companyId, referencesOf(employees), transaction);
  }
}
