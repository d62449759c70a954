import { Injectable } from '@nestjs/common';
import { RowStreams } from '../../platform/database/row-streams.js';
import { Sql } from '../../platform/database/sql.js';
import { SegmentationQueries } from '../../segmentation/index.js';
import { checkPageBytes, type PageWindow, type RenderedPage } from '../../shared-kernel/page-window.js';
import {
  employeePage,
  listEmployees,
  type EmployeeFilter,
  type EmployeePageRow,
} from './employee-list-statements.queries.js';
import { profileConditions, type ProfileCondition, type ProfilePair } from './profile-filter.js';

/** The id of no characteristic: no employee matches. */
const NO_CHARACTERISTIC = '';

/** Lists employees by name, as the JSON texts that are stored. */
@Injectable()
export class EmployeeListQueries {
  constructor(
    private readonly sql: Sql,
    private readonly streams: RowStreams,
    private readonly segmentation: SegmentationQueries,
  ) {}

  /**
   * The employees of a company by name, as batches of JSON texts. Nothing is read before the first batch is asked for,
   * but the values of the profile filter are checked.
   * @throws {ValidationFailed}
   */
  async list(
    companyId: string,
    filter: EmployeeFilter,
    profile: readonly ProfilePair[] = [],
  ): Promise<(signal: AbortSignal) => AsyncIterable<readonly string[]>> {
    const query = listEmployees(companyId, filter, await this.conditions(companyId, profile));
    return (signal) => this.streams.read(query, { purpose: 'answer', companyId }, signal);
  }

  /**
   * A window of {@link list}.
   * @throws {ValidationFailed}
   * @throws {PageTooLarge}
   */
  async page(
    companyId: string,
    window: PageWindow,
    filter: EmployeeFilter,
    profile: readonly ProfilePair[] = [],
  ): Promise<RenderedPage> {
    const conditions = await this.conditions(companyId, profile);
    const { values, ...statement } = employeePage(companyId, window, filter, conditions);
    const rows = await this.sql.query<EmployeePageRow & Record<string, unknown>>(statement, values);
    checkPageBytes(window, rows);
    const documents = rows.flatMap(({ document }) => (document === null ? [] : [document]));
    return { total: rows[0]?.total ?? 0, content: `[${documents.join(',')}]` };
  }

  private async conditions(companyId: string, given: readonly ProfilePair[]): Promise<ProfileCondition[]> {
    if (given.length === 0) return [];
    const alone = given.filter(({ characteristicId }) => characteristicId === undefined);
    const owners =
      alone.length === 0
        ? new Map<string, string>()
        : await this.segmentation.characteristicsOf(
            companyId,
            alone.map(({ value }) => value),
          );
    const pairs = given.map(({ characteristicId, value }) => ({
      characteristicId: characteristicId ?? owners.get(value) ?? NO_CHARACTERISTIC,
      value,
    }));
    const characteristicIds = [...new Set(pairs.map(({ characteristicId }) => characteristicId))];
    const wanted = { areaIds: [], groupIds: [], characteristicIds };
    const { characteristics } = await this.segmentation.known(companyId, wanted);
    return profileConditions(pairs, (id) => characteristics.get(id)?.type === 'DATE');
  }
}
