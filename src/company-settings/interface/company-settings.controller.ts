import { Body, Controller, Get, Patch } from '@nestjs/common';
import { ApiBody, ApiOperation, ApiTags } from '@nestjs/swagger';
import { ApiIfMatch, IfMatch } from '../../platform/http/if-match.js';
import { ApiJson } from '../../platform/http/openapi/api-json.js';
import { ApiProblems } from '../../platform/http/openapi/api-problems.js';
import { CurrentUser, RequirePermission, type SessionPermission } from '../../platform/http/permission.js';
import type { UserActor } from '../../shared-kernel/actor.js';
import type { Precondition } from '../../shared-kernel/precondition.js';
import { CompanySettingsResponse } from '../application/company-settings.response.js';
import { CompanySettingsService } from '../application/company-settings.service.js';
import { UpdateCompanySettingsRequest } from './company-settings.request.js';
import { retentionOf } from './retention.request.js';

/** The admins of a company. */
const MANAGE_SETTINGS: SessionPermission = { area: 'session', name: 'settings:manage', roles: ['ADMIN'] };

const EXAMPLE: CompanySettingsResponse = {
  reminders: true,
  digest: true,
  language: 'es',
  hour: 9,
  weekdays: ['MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY'],
  retention: { leaversMonths: 24, timesheetsYears: 4, warnByMail: true },
  grantableScopes: ['employees:read', 'timesheets:read'],
};

/**
 * The mails that a company sends, and how long it keeps data. All is off until an admin or the operator turns it on.
 */
@ApiTags('Reminders')
@Controller('api/v1/company/settings')
export class CompanySettingsController {
  constructor(private readonly service: CompanySettingsService) {}

  @Get()
  @RequirePermission(MANAGE_SETTINGS)
  @ApiOperation({
    operationId: 'getCompanySettings',
    summary: 'Get the settings of the company',
    description:
      'The mails that the company sends about plans, their time, and how long data is kept. For admins.',
  })
  @ApiJson(CompanySettingsResponse, 'The settings.', EXAMPLE)
  @ApiProblems()
  async get(@CurrentUser() { companyId }: UserActor): Promise<CompanySettingsResponse> {
    return CompanySettingsResponse.from(await this.service.get(companyId));
  }

  @Patch()
  @RequirePermission(MANAGE_SETTINGS)
  @ApiOperation({
    operationId: 'updateCompanySettings',
    summary: 'Change the settings of the company',
    description:
      'Changes the properties that are sent; `retention` is replaced as a whole. For admins. Mails that ' +
      'are turned on count from now on: nothing is sent for what is past. With a changed retention, ' +
      'nothing is removed for a day, or for a week with `warnByMail`.',
  })
  @ApiBody({ type: UpdateCompanySettingsRequest })
  @ApiJson(CompanySettingsResponse, 'The changed settings.', EXAMPLE)
  @ApiIfMatch('the settings')
  @ApiProblems()
  async update(
    @CurrentUser() actor: UserActor,
    @Body() { retention, grantableScopes: _, ...reminders }: UpdateCompanySettingsRequest,
    @IfMatch() precondition: Precondition | undefined,
  ): Promise<CompanySettingsResponse> {
    const change = { ...reminders, ...(retention && { retention: () => retentionOf(retention) }) };
    const settings = await this.service.change(actor, change, async (before) =>
      precondition?.check(() => Promise.resolve(JSON.stringify(CompanySettingsResponse.from(before)))),
    );
    return CompanySettingsResponse.from(settings);
  }
}
