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
import {
  characteristicIssues,
  complete,
  valueIssues,
  type Characteristic,
  type GivenCharacteristic,
} from '../domain/characteristic.js';
import type { AreaForest } from '../domain/area-forest.js';
import { pathOf, withIds, type GivenArea } from '../domain/given-area.js';
import { completeGroup, type GivenGroup, type Group } from '../domain/group.js';
import { identifierOf, keyIssues } from '../domain/keys.js';
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
      const identified = identify(given, stored);
      const records = stored.with(identified);
      refuse(areaIssues(identified, records));
      return { records, counts: records.countsSince(stored, identified) };
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
    const replace: SegmentationChange<'areas', ReplacementCounts> = (stored) => {
      const identified = identify(given, stored);
      const ids = idsOf(identified);
      const records = stored.only(ids).with(identified);
      refuse(areaIssues(identified, records));
      const removed = stored.walk().filter(({ id }) => !ids.has(id));
      return {
        records,
        counts: {
          ...records.countsSince(stored, identified),
          removed: removed.map(({ id, name }) => ({ id, name })),
        },
      };
    };
    return this.change('areas', companyId, given.map(pathTo), replace, transaction);
  }

  /** Known groups take the places of known ones, new ones come at the end, and those that are not given stay. */
  async upsertGroups(
    companyId: string,
    given: readonly GivenGroup[],
    transaction?: Transaction,
  ): Promise<ImportCounts> {
    refuse(repetitions(given));
    const upsert: SegmentationChange<'groups', ImportCounts> = (stored) => mergeGroups(stored, stored, given);
    return this.change('groups', companyId, given.map(indexOf), upsert, transaction);
  }

  /** Like {@link upsertGroups}, and removes all other groups. */
  async replaceGroups(
    companyId: string,
    given: readonly GivenGroup[],
    transaction?: Transaction,
  ): Promise<ReplacementCounts> {
    refuse(repetitions(given));
    const replace: SegmentationChange<'groups', ReplacementCounts> = (stored) => {
      const idOf = identifierOf(stored);
      const ids = new Set(given.map(idOf));
      const kept = stored.filter(({ id }) => ids.has(id));
      const removed = stored.filter(({ id }) => !ids.has(id));
      const { records, counts } = mergeGroups(stored, kept, given);
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
      const idOf = identifierOf(stored);
      const known = new Map(stored.map((characteristic) => [characteristic.id, characteristic]));
      const identified = given.map((record) => ({ ...record, id: idOf(record) }));
      const completed = identified.map((record) => complete(record, known.get(record.id)));
      const merged = merge(stored, completed);
      refuse([
        ...keyIssues(identified, merged.records, pathAt),
        ...identified.flatMap((record, index) =>
          valueIssues(record, completed[index] as Characteristic, pathAt(index)),
        ),
      ]);
      return merged;
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

/** Merges groups into those that are kept. @throws {ValidationFailed} */
function mergeGroups(
  stored: readonly Group[],
  kept: readonly Group[],
  given: readonly GivenGroup[],
): { records: Group[]; counts: ImportCounts } {
  const idOf = identifierOf(stored);
  const known = new Map(stored.map((group) => [group.id, group]));
  const identified = given.map((group) => ({ ...group, id: idOf(group) }));
  const merged = merge(
    kept,
    identified.map((group) => completeGroup(group, known.get(group.id))),
  );
  refuse(keyIssues(identified, merged.records, pathAt));
  return merged;
}

/** @throws {ValidationFailed} for two areas that turn out to be the same */
function identify(given: readonly GivenArea[], stored: AreaForest): GivenArea[] {
  const identified = withIds(given, identifierOf(stored.walk()));
  refuse(keyIssues(identified, [], (index) => pathOf(identified[index] as GivenArea)));
  return identified;
}

function areaIssues(identified: readonly GivenArea[], records: AreaForest): ValidationIssue[] {
  return keyIssues(identified, records.walk(), (index) => pathOf(identified[index] as GivenArea));
}

function pathAt(index: number): string {
  return `[${index}]`;
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
