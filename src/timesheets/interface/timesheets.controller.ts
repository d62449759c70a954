import { Controller, Get, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { DEMO } from '../../platform/dto/examples.js';
import { PageQuery } from '../../platform/dto/page-query.js';
import { QueryDate, QueryText } from '../../platform/dto/query-properties.js';
import { PageBody } from '../../platform/http/page-body.js';
import {
  CurrentIntegration,
  RequirePermission,
  type ApiKeyPermission,
} from '../../platform/http/permission.js';
import type { IntegrationActor } from '../../shared-kernel/actor.js';
import type { DayOrMoment } from '../../shared-kernel/date-time.js';
import { EMAIL_LIMITS } from '../../shared-kernel/email.js';
import { TimesheetsQueries } from '../application/timesheets.queries.js';
import { ApiDeletedTimesheetPage, ApiTimesheetPage } from './api-timesheet.decorators.js';

const END = 'A date without a time is the whole day in the time zone of the company.';

/** Window and filters of both lists. */
class ListTimesheetsQuery extends PageQuery {
  @QueryText({
    ...EMAIL_LIMITS,
    description: 'Entries of this e-mail, in any case; those of all people when not set.',
    example: DEMO.email,
  })
  email?: string;

  @QueryDate({ description: `Entries that started then or later. ${END}`, example: '2026-03-01' })
  dateFrom?: DayOrMoment;

  @QueryDate({
    description: `Entries that started then or earlier, not before \`dateFrom\`. ${END}`,
    example: '2026-03-31',
  })
  dateTo?: DayOrMoment;
}

const READ_TIMESHEETS = { area: 'apiKey', scope: 'timesheets:read' } satisfies ApiKeyPermission;

/** Recorded working times. */
@ApiTags('Timesheets')
@Controller('api/v1/public/company/timesheets')
export class TimesheetsController {
  constructor(private readonly queries: TimesheetsQueries) {}

  @Get()
  @RequirePermission(READ_TIMESHEETS)
  @ApiOperation({
    operationId: 'listTimesheets',
    summary: 'List timesheet entries',
    description:
      'Live entries by `startTime`, then by id, so that a reader who pages sees none twice while later ones arrive. ' +
      '`total` is exact.',
  })
  @ApiTimesheetPage()
  async list(
    @CurrentIntegration() { companyId }: IntegrationActor,
    @Query() query: ListTimesheetsQuery,
  ): Promise<PageBody> {
    return new PageBody(await this.queries.list('live', companyId, query, query), query);
  }

  @Get('deleted')
  @RequirePermission(READ_TIMESHEETS)
  @ApiOperation({
    operationId: 'listDeletedTimesheets',
    summary: 'List deleted timesheet entries',
    description:
      'Deleted entries by `deletedAt`, then by id. `dateFrom` and `dateTo` compare with `startTime` here, too.',
  })
  @ApiDeletedTimesheetPage()
  async listDeleted(
    @CurrentIntegration() { companyId }: IntegrationActor,
    @Query() query: ListTimesheetsQuery,
  ): Promise<PageBody> {
    return new PageBody(await this.queries.list('deleted', companyId, query, query), query);
  }
}
