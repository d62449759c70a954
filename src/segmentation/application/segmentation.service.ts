import { Injectable } from '@nestjs/common';
import {
  givenTwice,
  idTaken,
  type ImportCounts,
  type ReplacementCounts,
} from '../../shared-kernel/record-importer.js';
import type { Transaction } from '../../shared-kernel/transaction.js';
import { UnitOfWork } from '../../shared-kernel/unit-of-work.js';
import { propertyPath, type ValidationIssue } from '../../shared-kernel/validation-issue.js';
import { ValidationFailed } from '../../shared-kernel/validation-failed.js';
import { characteristicIssues, complete, type GivenCharacteristic } from '../domain/characteristic.js';
import { pathOf, type GivenArea } from '../domain/given-area.js';
import type { Group } from '../domain/group.js';
import { merge, repeatedIds } from '../domain/order.js';
import { IdsTaken, MAX_ISSUES } from '../domain/segmentation.errors.js';
import {
  SegmentationRepository,
  type Segmentation,
  type SegmentationChange,
} from '../domain/segmentation.repository.js';

/**
 * Imports areas, groups and characteristics. Each method writes all of the given records or none, and changes nothing
 * the second time. It throws {@link ValidationFailed} for ids of another company, and
 * {@link SegmentationCompanyNotFound}.
 */
@Injectable()
export class SegmentationService {
  constructor(
    private readonly segmentation: SegmentationRepository,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /**
   * The rules are those of {@link AreaForest.with}. Every area counts by itself, also a nested one.
   * @throws {ValidationFailed} AREA_CYCLE
   */
  upsertAreas(
    companyId: string,
    given: readonly GivenArea[],
    transaction?: Transaction,
  ): Promise<ImportCounts> {
    const upsert: SegmentationChange<'areas', ImportCounts> = (stored) => {
      const records = stored.with(given);
      return { records, counts: records.countsSince(stored, given) };
    };
    return this.change('areas', companyId, given.map(pathTo), upsert, transaction);
  }

  /**
   * Like {@link upsertAreas}, and removes all other areas, also those below given ones. A given area whose parent is
   * removed becomes a root, unless it moves elsewhere.
   */
  replaceAreas(
    companyId: string,
    given: readonly GivenArea[],
    transaction?: Transaction,
  ): Promise<ReplacementCounts> {
    const ids = idsOf(given);
    const replace: SegmentationChange<'areas', ReplacementCounts> = (stored) => {
      const records = stored.only(ids).with(given);
      const removed = stored.walk().filter(({ id }) => !ids.has(id));
      return {
        records,
        counts: {
          ...records.countsSince(stored, given),
          removed: removed.map(({ id, name }) => ({ id, name })),
        },
      };
    };
    return this.change('areas', companyId, given.map(pathTo), replace, transaction);
  }

  /** Known groups take the places of known ones, new ones come at the end, and those that are not given stay. */
  async upsertGroups(
    companyId: string,
    given: readonly Group[],
    transaction?: Transaction,
  ): Promise<ImportCounts> {
    refuse(repetitions(given));
    const upsert: SegmentationChange<'groups', ImportCounts> = (stored) => merge(stored, given);
    return this.change('groups', companyId, given.map(indexOf), upsert, transaction);
  }

  /** Like {@link upsertGroups}, and removes all other groups. */
  async replaceGroups(
    companyId: string,
    given: readonly Group[],
    transaction?: Transaction,
  ): Promise<ReplacementCounts> {
    refuse(repetitions(given));
    const ids = idsOf(given);
    const replace: SegmentationChange<'groups', ReplacementCounts> = (stored) => {
      const kept = stored.filter(({ id }) => ids.has(id));
      const removed = stored.filter(({ id }) => !ids.has(id));
      const { records, counts } = merge(kept, given);
      return { records, counts: { ...counts, removed } };
    };
    return this.change('groups', companyId, given.map(indexOf), replace, transaction);
  }

  /**
   * Allowed values and nodes that are given replace the stored ones; a list that is left out stays, unless the type
   * changes to one without it. Order as with groups.
   */
  async upsertCharacteristics(
    companyId: string,
    given: readonly GivenCharacteristic[],
    transaction?: Transaction,
  ): Promise<ImportCounts> {
    const issues = given.flatMap((one, index) =>
      characteristicIssues(one).map((found) => ({
        ...found,
        path: propertyPath(`[${index}]`, found.path),
      })),
    );
    refuse([...issues, ...repetitions(given)]);
    const upsert: SegmentationChange<'characteristics', ImportCounts> = (stored) => {
      const known = new Map(stored.map((characteristic) => [characteristic.id, characteristic]));
      return merge(
        stored,
        given.map((record) => complete(record, known.get(record.id))),
      );
    };
    return this.change('characteristics', companyId, given.map(indexOf), upsert, transaction);
  }

  private async change<Part extends keyof Segmentation, Counts>(
    part: Part,
    companyId: string,
    paths: readonly Path[],
    change: SegmentationChange<Part, Counts>,
    given?: Transaction,
  ): Promise<Counts> {
    try {
      return await this.unitOfWork.run(
        (transaction) => this.segmentation.change(part, companyId, change, transaction),
        given,
      );
    } catch (error) {
      throw error instanceof IdsTaken ? invalid(error, paths) : error;
    }
  }
}

/** @throws {ValidationFailed} */
function refuse(issues: readonly ValidationIssue[]): void {
  if (issues.length > 0) throw new ValidationFailed(issues.slice(0, MAX_ISSUES));
}

function idsOf(given: readonly { readonly id: string }[]): ReadonlySet<string> {
  return new Set(given.map(({ id }) => id));
}

function repetitions(given: readonly { readonly id: string }[]): ValidationIssue[] {
  return repeatedIds(given).map((index) => givenTwice(`[${index}].id`));
}

/** The position of a record in its import. The path is computed when it is needed: those of deep areas are long. */
interface Path {
  readonly id: string;
  readonly path: () => string;
}

function indexOf({ id }: { readonly id: string }, index: number): Path {
  return { id, path: () => `[${index}]` };
}

function pathTo(area: GivenArea): Path {
  return { id: area.id, path: () => pathOf(area) };
}

function invalid({ ids }: IdsTaken, paths: readonly Path[]): ValidationFailed {
  const taken = new Set(ids);
  const named = paths.filter(({ id }) => taken.has(id)).slice(0, MAX_ISSUES);
  return new ValidationFailed(named.map(({ path }) => idTaken(`${path()}.id`)));
}
