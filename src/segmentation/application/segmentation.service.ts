import { Injectable } from '@nestjs/common';
import { givenTwice, idTaken, type ImportCounts } from '../../shared-kernel/record-importer.js';
import type { Transaction } from '../../shared-kernel/transaction.js';
import { UnitOfWork } from '../../shared-kernel/unit-of-work.js';
import { propertyPath, type ValidationIssue } from '../../shared-kernel/validation-issue.js';
import { ValidationFailed } from '../../shared-kernel/validation-failed.js';
import { characteristicIssues, complete, type GivenCharacteristic } from '../domain/characteristic.js';
import { pathOf, type GivenArea } from '../domain/given-area.js';
import type { Group } from '../domain/group.js';
import { merge, repeatedIds } from '../domain/order.js';
import { IdsTaken, MAX_ISSUES } from '../domain/segmentation.errors.js';
import { SegmentationRepository, type Segmentation } from '../domain/segmentation.repository.js';

/** A segmentation after an import, and what the import did. */
interface Upserted<Part> {
  readonly records: Part;
  readonly counts: ImportCounts;
}

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
    const upsert = (stored: Segmentation['areas']): Upserted<Segmentation['areas']> => {
      const records = stored.with(given);
      return { records, counts: records.countsSince(stored, given) };
    };
    return this.upsert('areas', companyId, given.map(pathTo), upsert, transaction);
  }

  /** Known groups take the places of known ones, new ones come at the end, and those that are not given stay. */
  async upsertGroups(
    companyId: string,
    given: readonly Group[],
    transaction?: Transaction,
  ): Promise<ImportCounts> {
    refuse(repetitions(given));
    const upsert = (stored: Segmentation['groups']): Upserted<Segmentation['groups']> => merge(stored, given);
    return this.upsert('groups', companyId, given.map(indexOf), upsert, transaction);
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
    const upsert = (stored: Segmentation['characteristics']): Upserted<Segmentation['characteristics']> => {
      const known = new Map(stored.map((characteristic) => [characteristic.id, characteristic]));
      return merge(
        stored,
        given.map((record) => complete(record, known.get(record.id))),
      );
    };
    return this.upsert('characteristics', companyId, given.map(indexOf), upsert, transaction);
  }

  private async upsert<Part extends keyof Segmentation>(
    part: Part,
    companyId: string,
    paths: readonly Path[],
    upsert: (stored: Segmentation[Part]) => Upserted<Segmentation[Part]>,
    given?: Transaction,
  ): Promise<ImportCounts> {
    let counts: ImportCounts = { created: 0, updated: 0, unchanged: 0 };
    const change = (stored: Segmentation[Part]): Segmentation[Part] => {
      const upserted = upsert(stored);
      counts = upserted.counts;
      return upserted.records;
    };
    try {
      await this.unitOfWork.run(
        (transaction) => this.segmentation.change(part, companyId, change, transaction),
        given,
      );
      return counts;
    } catch (error) {
      throw error instanceof IdsTaken ? invalid(error, paths) : error;
    }
  }
}

/** @throws {ValidationFailed} */
function refuse(issues: readonly ValidationIssue[]): void {
  if (issues.length > 0) throw new ValidationFailed(issues.slice(0, MAX_ISSUES));
}

function repetitions(given: readonly { readonly id: string }[]): ValidationIssue[] {
  return repeatedIds(given).map((index) => givenTwice(`[${index}].id`));
}

/** Where in its import a record is. The path is computed when it is needed: those of deep areas are long. */
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
