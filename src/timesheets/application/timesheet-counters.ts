import { Injectable } from '@nestjs/common';
import { TimesheetRepository } from '../domain/timesheet.repository.js';
import { TimesheetCountersQueries } from './timesheet-counters.queries.js';

/** Mends the counters of timesheets (ADR 14). */
@Injectable()
export class TimesheetCounters {
  constructor(
    private readonly timesheets: TimesheetRepository,
    private readonly queries: TimesheetCountersQueries,
  ) {}

  /**
   * Counts the lists of a company anew, or those of all companies one after the other.
   * @returns the companies
   * @throws {TimesheetCompanyNotFound}
   */
  async rebuild(companyId?: string): Promise<string[]> {
    const companies = companyId === undefined ? await this.queries.companies() : [companyId];
    for (const each of companies) await this.timesheets.recount(each);
    return companies;
  }
}
