import { Injectable } from '@nestjs/common';
import { idTaken, type ImportCounts, type ReplacementCounts } from '../../shared-kernel/record-importer.js';
import type { Precondition } from '../../shared-kernel/precondition.js';
import type { Transaction } from '../../shared-kernel/transaction.js';
import { UnitOfWork } from '../../shared-kernel/unit-of-work.js';
import { ValidationFailed } from '../../shared-kernel/validation-failed.js';
import type { GivenCharacteristic } from '../domain/characteristic.js';
import { differenceOf, type Difference } from '../domain/difference.js';
import { pathOf, type GivenArea } from '../domain/given-area.js';
import type { GivenGroup } from '../domain/group.js';
import { LOSSES, type Loss } from '../domain/loss.js';
import { mergeAreas, mergeCharacteristics, mergeGroups } from '../domain/merging.js';
import { countsSince } from '../domain/order.js';
import {
  areaIssues,
  givenCharacteristicIssues,
  groupIssues,
  mergedCharacteristicIssues,
  pathAt,
  refuse,
  repeatedAreaIssues,
  repetitions,
} from '../domain/record-issues.js';
import { checkSize } from '../domain/segmentation.limits.js';
import { IdsTaken, MAX_ISSUES } from '../domain/segmentation.errors.js';
import {
  SegmentationRepository,
  type ChangedObject,
  type Segmentation,
  type SegmentationChange,
} from '../domain/segmentation.repository.js';
import { SegmentationQueries } from './segmentation.queries.js';

/** Gives the records of a part after a change. */
export type SegmentationEdit<Part extends keyof Segmentation> = (
  stored: Segmentation[Part],
) => Segmentation[Part];

/** A part before and after a change. */
export interface EditedSegmentation<Part extends keyof Segmentation> {
  readonly before: Segmentation[Part];
  readonly after: Segmentation[Part];
  readonly difference: Difference;
  readonly loss: Loss;
  /** The objects whose rows differ. */
  readonly objects: readonly ChangedObject[];
}

/**
 * Changes areas, groups and characteristics. Each method of an import writes all of the given records or none, and
 * changes nothing the second time. It throws {@link ValidationFailed} for ids of another company, and
 * {@link SegmentationCompanyNotFound}.
 */
@Injectable()
export class SegmentationService {
  constructor(
    private readonly segmentation: SegmentationRepository,
    private readonly unitOfWork: UnitOfWork,
    private readonly queries: SegmentationQueries,
  ) {}

  /**
   * Changes a part by a request.
   * @param precondition - of the list with all objects of the part
   * @throws {PreconditionFailed}
   * @throws what the edit throws
   */
  async edit<Part extends keyof Segmentation>(
    part: Part,
    companyId: string,
    edit: SegmentationEdit<Part>,
    precondition: Precondition | undefined,
    transaction: Transaction,
  ): Promise<EditedSegmentation<Part>> {
    const change: SegmentationChange<Part, Omit<EditedSegmentation<Part>, 'objects'>> = (before) => {
      const after = edit(before);
      checkSize(part, before, after);
      const difference = differenceOf(part, before, after);
      return { records: after, counts: { before, after, difference, loss: LOSSES[part](before, after) } };
    };
    const read = (): Promise<string> => this.queries.read(companyId, part, transaction);
    const { counts, objects } = await this.segmentation.change(part, companyId, change, transaction, {
      onLocked: async () => precondition?.check(read),
      isRequest: true,
    });
    return { ...counts, objects };
  }

  /**
   * The rules are those of {@link AreaForest.with}. Every area counts by itself, also a nested one.
   * @throws {ValidationFailed} AREA_CYCLE
   */
  async upsertAreas(
    companyId: string,
    given: readonly GivenArea[],
    transaction?: Transaction,
  ): Promise<ImportCounts> {
    const { removed: _, ...counts } = await this.putAreas(companyId, given, false, transaction);
    return counts;
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
    return this.putAreas(companyId, given, true, transaction);
  }

  /** Known groups take the places of known ones, new ones come at the end, and those that are not given stay. */
  async upsertGroups(
    companyId: string,
    given: readonly GivenGroup[],
    transaction?: Transaction,
  ): Promise<ImportCounts> {
    const { removed: _, ...counts } = await this.putGroups(companyId, given, false, transaction);
    return counts;
  }

  /** Like {@link upsertGroups}, and removes all other groups. */
  async replaceGroups(
    companyId: string,
    given: readonly GivenGroup[],
    transaction?: Transaction,
  ): Promise<ReplacementCounts> {
    return this.putGroups(companyId, given, true, transaction);
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
    refuse([...givenCharacteristicIssues(given), ...repetitions(given)]);
    const upsert: SegmentationChange<'characteristics', ImportCounts> = (stored) => {
      const merged = mergeCharacteristics(stored, given, { isPruning: false, keepsValues: false });
      refuse(mergedCharacteristicIssues(merged));
      return { records: merged.records, counts: countsSince(stored, merged) };
    };
    return this.change('characteristics', companyId, given.map(indexOf), upsert, transaction);
  }

  private putAreas(
    companyId: string,
    given: readonly GivenArea[],
    isPruning: boolean,
    transaction: Transaction | undefined,
  ): Promise<ReplacementCounts> {
    const put: SegmentationChange<'areas', ReplacementCounts> = (stored) => {
      const check = (identified: readonly GivenArea[]): void => refuse(repeatedAreaIssues(identified));
      const merged = mergeAreas(stored, given, { isPruning, check });
      refuse(areaIssues(merged));
      const { records, identified } = merged;
      return {
        records,
        counts: { ...records.countsSince(stored, identified), removed: records.removedSince(stored) },
      };
    };
    return this.change('areas', companyId, given.map(pathTo), put, transaction);
  }

  private async putGroups(
    companyId: string,
    given: readonly GivenGroup[],
    isPruning: boolean,
    transaction: Transaction | undefined,
  ): Promise<ReplacementCounts> {
    refuse(repetitions(given));
    const put: SegmentationChange<'groups', ReplacementCounts> = (stored) => {
      const merged = mergeGroups(stored, given, { isPruning });
      refuse(groupIssues(merged));
      const ids = new Set(merged.records.map(({ id }) => id));
      const removed = stored.filter(({ id }) => !ids.has(id)).map(({ id, name }) => ({ id, name }));
      const kept = stored.filter(({ id }) => ids.has(id));
      return { records: merged.records, counts: { ...countsSince(kept, merged), removed } };
    };
    return this.change('groups', companyId, given.map(indexOf), put, transaction);
  }

  private async change<Part extends keyof Segmentation, Counts>(
    part: Part,
    companyId: string,
    paths: readonly Path[],
    change: SegmentationChange<Part, Counts>,
    given?: Transaction,
  ): Promise<Counts> {
    try {
      const { counts } = await this.unitOfWork.run(
        (transaction) => this.segmentation.change(part, companyId, change, transaction),
        given,
      );
      return counts;
    } catch (error) {
      throw error instanceof IdsTaken ? invalid(error, paths) : error;
    }
  }
}

/** The position of a record in its import. The path is computed when it is needed: those of deep areas are long. */
interface Path {
  readonly id: string;
  readonly path: () => string;
}

function indexOf({ id }: { readonly id: string }, index: number): Path {
  return { id, path: () => pathAt(index) };
}

function pathTo(area: GivenArea): Path {
  return { id: area.id, path: () => pathOf(area) };
}

function invalid({ ids }: IdsTaken, paths: readonly Path[]): ValidationFailed {
  const taken = new Set(ids);
  const named = paths.filter(({ id }) => taken.has(id)).slice(0, MAX_ISSUES);
  return new ValidationFailed(named.map(({ path }) => idTaken(`${path()}.id`)));
}
