import { Body, Controller, Delete, Get, Param, Put } from '@nestjs/common';
import { ApiBody, ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import { Untagged } from '../../platform/http/handler-options.js';
import { ApiIfMatch, IfMatch } from '../../platform/http/if-match.js';
import { ApiJson } from '../../platform/http/openapi/api-json.js';
import { ApiProblems } from '../../platform/http/openapi/api-problems.js';
import {
  CurrentIntegration,
  RequirePermission,
  type ApiKeyPermission,
} from '../../platform/http/permission.js';
import type { IntegrationActor } from '../../shared-kernel/actor.js';
import type { Precondition } from '../../shared-kernel/precondition.js';
import { COLUMNS_EXAMPLE, EmployeeSourceResponse } from '../application/employee-source.response.js';
import { EmployeeSourcesService } from '../application/employee-sources.service.js';
import { SourceNotFound, TooManySources } from '../domain/source.errors.js';
import { EmployeeSourceRequest, sourceContentOf } from './employee-source.request.js';

const SYNC_EMPLOYEES = { area: 'apiKey', scope: 'employees:sync' } satisfies ApiKeyPermission;

const INPUT = {
  columns: COLUMNS_EXAMPLE,
  nameColumns: ['Vorname', 'Nachname'],
  nameSeparator: ' ',
  dateFormat: 'dd.MM.yyyy',
  noDates: [],
  listSeparator: ';',
  endColumn: 'Austritt',
  leaveOut: { Status: ['inaktiv'] },
  mainRows: {},
} as const;

const EXAMPLE: EmployeeSourceResponse = {
  source: 'hr',
  ...INPUT,
  createdAt: '2026-03-01T02:00:00.000Z',
  updatedAt: '2026-03-01T02:00:00.000Z',
};

const ApiSource = (): MethodDecorator =>
  ApiParam({ name: 'source', description: 'Name of the source.', example: 'hr' });

/** The columns of the files of sources (ADR 51). */
@ApiTags('Employees')
@Controller('api/v1/public/company/employees/sources')
export class EmployeeSourcesController {
  constructor(private readonly service: EmployeeSourcesService) {}

  @Get(':source')
  @RequirePermission(SYNC_EMPLOYEES)
  @ApiOperation({
    operationId: 'getEmployeeSource',
    summary: 'Get the columns of a source',
    description: 'The columns of the files that the HR system writes, as they are set.',
  })
  @ApiSource()
  @ApiJson(EmployeeSourceResponse, 'The columns.', EXAMPLE)
  @ApiProblems(SourceNotFound)
  get(
    @CurrentIntegration() { companyId }: IntegrationActor,
    @Param('source') source: string,
  ): Promise<EmployeeSourceResponse> {
    return this.service.get({ companyId, source });
  }

  @Put(':source')
  @RequirePermission(SYNC_EMPLOYEES)
  @ApiOperation({
    operationId: 'setEmployeeSource',
    summary: 'Set the columns of a source',
    description:
      'Says which column of its files has which property, and how to read them. What is absent becomes its default. Lists that are synced ' +
      'from now on are read by it. A company sets the columns of at most 100 sources.',
  })
  @ApiSource()
  @ApiBody({ type: EmployeeSourceRequest, examples: { source: { value: INPUT } } })
  @ApiJson(EmployeeSourceResponse, 'The columns.', EXAMPLE)
  @ApiIfMatch('the columns')
  @ApiProblems(SourceNotFound, TooManySources)
  replace(
    @CurrentIntegration() actor: IntegrationActor,
    @Param('source') source: string,
    @Body() input: EmployeeSourceRequest,
    @IfMatch() precondition: Precondition | undefined,
  ): Promise<EmployeeSourceResponse> {
    return this.service.replace(actor, source, sourceContentOf(input), precondition);
  }

  @Delete(':source')
  @RequirePermission(SYNC_EMPLOYEES)
  @ApiOperation({
    operationId: 'deleteEmployeeSource',
    summary: 'Delete the columns of a source',
    description:
      'Headers are the names of properties again. The people of the source stay. Answers the columns as they were.',
  })
  @ApiSource()
  @Untagged()
  @ApiJson(EmployeeSourceResponse, 'The deleted columns.', EXAMPLE)
  @ApiIfMatch('the columns')
  @ApiProblems(SourceNotFound)
  remove(
    @CurrentIntegration() actor: IntegrationActor,
    @Param('source') source: string,
    @IfMatch() precondition: Precondition | undefined,
  ): Promise<EmployeeSourceResponse> {
    return this.service.remove(actor, source, precondition);
  }
}
