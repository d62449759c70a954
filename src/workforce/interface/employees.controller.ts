import { Body, Controller, Delete, Get, HttpCode, Param, Post, Put, Query, Req } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Request } from 'express';
import { ReadyBody } from '../../platform/dto/ready-body.js';
import { Untagged, WithoutPermit } from '../../platform/http/handler-options.js';
import { ApiIfMatch, IfMatch } from '../../platform/http/if-match.js';
import {
  CurrentIntegration,
  RequirePermission,
  type ApiKeyPermission,
} from '../../platform/http/permission.js';
import { ApiProblems } from '../../platform/http/openapi/api-problems.js';
import { ApiIdempotent, Idempotency } from '../../platform/idempotency/idempotency.js';
import type { IntegrationActor } from '../../shared-kernel/actor.js';
import type { Precondition } from '../../shared-kernel/precondition.js';
import type { DayOrMoment } from '../../shared-kernel/date-time.js';
import type { EmployeeResponse } from '../application/employee.response.js';
import { EmployeesQueries } from '../application/employees.queries.js';
import { EmployeesService } from '../application/employees.service.js';
import { EmployeeConflict, EmployeeNotFound } from '../domain/employee.errors.js';
import type { Turnover } from '../domain/employee.js';
import { startOfToday } from '../domain/turnover-day.js';
import { PersonErased } from '../../shared-kernel/erased-people.js';
import {
  ApiEmployee,
  ApiEmployeeBody,
  ApiEmployeeDeleted,
  ApiEmployeeEmail,
  ApiExternalId,
} from './api-employee.decorators.js';
import { TurnoverQuery } from './employee.query.js';
import { EmployeeRequest, ResetEmployeeRequest } from './employee.request.js';

const READ_EMPLOYEES = { area: 'apiKey', scope: 'employees:read' } satisfies ApiKeyPermission;
const WRITE_EMPLOYEES = { area: 'apiKey', scope: 'employees:write' } satisfies ApiKeyPermission;

const MERGES =
  'Changes the properties that are sent; absent ones stay, null and empty arrays clear, and an array replaces the ' +
  'one before.';
const FINDS = 'Deleted employees are not found here; they are in the list with `deleted=true`.';
const ENDS =
  'The record is kept, and is in the list with `deleted=true` only. Also ends the sessions of the person.';

/** The employees of a company. Reads send the stored documents as they are. */
@ApiTags('Employees')
@Controller('api/v1/public/company/employees')
export class EmployeesController {
  constructor(
    private readonly service: EmployeesService,
    private readonly queries: EmployeesQueries,
    private readonly idempotency: Idempotency,
  ) {}

  @Post('invite')
  @HttpCode(200)
  @RequirePermission(WRITE_EMPLOYEES)
  @ApiIdempotent()
  @ApiOperation({
    operationId: 'inviteEmployee',
    summary: 'Invite an employee',
    description:
      '`email` or `externalId` is required. Creates an employee if neither is known. A known employee is ' +
      'changed as by PUT, but null counts as absent. A deleted one with this external id, or with this ' +
      'e-mail and no other external id, is restored with the same id; an e-mail or external id that ' +
      'another employee has by now is dropped.',
  })
  @ApiEmployeeBody(EmployeeRequest, 'invitation')
  @ApiEmployee('The person.')
  @ApiProblems(EmployeeNotFound, EmployeeConflict, PersonErased)
  async invite(
    @CurrentIntegration() actor: IntegrationActor,
    @Body() input: EmployeeRequest,
    @Req() request: Request,
  ): Promise<EmployeeResponse | ReadyBody> {
    return this.idempotency.answer<EmployeeResponse, EmployeeResponse | ReadyBody>(request, {
      create: (transaction) => this.service.invite(actor, input, transaction),
      idOf: ({ id }) => id,
      answer: (employee) => employee,
      repeat: async (id) => new ReadyBody(await this.queries.getById(actor.companyId, id)),
    });
  }

  @Put('reset')
  @RequirePermission(WRITE_EMPLOYEES)
  @ApiOperation({
    operationId: 'resetEmployee',
    summary: 'Reset the profile of an employee',
    description:
      'Clears area and profile of the person with the e-mail, who chooses them again at the next login. Groups, role ' +
      'and managed areas stay.',
  })
  @ApiEmployeeBody(ResetEmployeeRequest, 'reset')
  @ApiEmployee('The person.')
  @ApiIfMatch('the employee')
  @ApiProblems(EmployeeNotFound, PersonErased)
  reset(
    @CurrentIntegration() actor: IntegrationActor,
    @Body() { email }: ResetEmployeeRequest,
    @IfMatch() precondition: Precondition | undefined,
  ): Promise<EmployeeResponse> {
    return this.service.reset(actor, email, precondition);
  }

  @Get('externalid/:externalId')
  @RequirePermission(READ_EMPLOYEES)
  @WithoutPermit()
  @ApiOperation({
    operationId: 'getEmployeeByExternalId',
    summary: 'Get an employee by external id',
    description: FINDS,
  })
  @ApiExternalId()
  @ApiEmployee('The person.')
  @ApiProblems(EmployeeNotFound)
  async getByExternalId(
    @CurrentIntegration() { companyId }: IntegrationActor,
    @Param('externalId') externalId: string,
  ): Promise<ReadyBody> {
    return new ReadyBody(await this.queries.get(companyId, { externalId }));
  }

  @Put('externalid/:externalId')
  @RequirePermission(WRITE_EMPLOYEES)
  @ApiOperation({
    operationId: 'updateEmployeeByExternalId',
    summary: 'Change an employee by external id',
    description: MERGES,
  })
  @ApiExternalId()
  @ApiEmployeeBody(EmployeeRequest, 'change')
  @ApiEmployee('The changed person.')
  @ApiIfMatch('the employee')
  @ApiProblems(EmployeeNotFound, EmployeeConflict, PersonErased)
  updateByExternalId(
    @CurrentIntegration() actor: IntegrationActor,
    @Param('externalId') externalId: string,
    @Body() input: EmployeeRequest,
    @IfMatch() precondition: Precondition | undefined,
  ): Promise<EmployeeResponse> {
    return this.service.change(actor, { externalId }, input, precondition);
  }

  @Delete('externalid/:externalId')
  @RequirePermission(WRITE_EMPLOYEES)
  @ApiOperation({
    operationId: 'deleteEmployeeByExternalId',
    summary: 'End the employment of a person by external id',
    description: ENDS,
  })
  @ApiExternalId()
  @Untagged()
  @ApiEmployeeDeleted()
  @ApiIfMatch('the employee')
  @ApiProblems(EmployeeNotFound, PersonErased)
  async deleteByExternalId(
    @CurrentIntegration() actor: IntegrationActor,
    @Param('externalId') externalId: string,
    @Query() turnover: TurnoverQuery,
    @IfMatch() precondition: Precondition | undefined,
  ): Promise<string> {
    await this.service.end(actor, { externalId }, turnoverOf(turnover), precondition);
    return 'Employee deleted';
  }

  @Get('email/:employeeEmail')
  @RequirePermission(READ_EMPLOYEES)
  @WithoutPermit()
  @ApiOperation({
    operationId: 'getEmployeeByEmail',
    summary: 'Get an employee by e-mail',
    description: FINDS,
  })
  @ApiEmployeeEmail()
  @ApiEmployee('The person.')
  @ApiProblems(EmployeeNotFound)
  async getByEmail(
    @CurrentIntegration() { companyId }: IntegrationActor,
    @Param('employeeEmail') email: string,
  ): Promise<ReadyBody> {
    return new ReadyBody(await this.queries.get(companyId, { email }));
  }

  @Put('email/:employeeEmail')
  @RequirePermission(WRITE_EMPLOYEES)
  @ApiOperation({
    operationId: 'updateEmployeeByEmail',
    summary: 'Change an employee by e-mail',
    description: MERGES,
  })
  @ApiEmployeeEmail()
  @ApiEmployeeBody(EmployeeRequest, 'change')
  @ApiEmployee('The changed person.')
  @ApiIfMatch('the employee')
  @ApiProblems(EmployeeNotFound, EmployeeConflict, PersonErased)
  updateByEmail(
    @CurrentIntegration() actor: IntegrationActor,
    @Param('employeeEmail') email: string,
    @Body() input: EmployeeRequest,
    @IfMatch() precondition: Precondition | undefined,
  ): Promise<EmployeeResponse> {
    return this.service.change(actor, { email }, input, precondition);
  }

  @Delete('email/:employeeEmail')
  @RequirePermission(WRITE_EMPLOYEES)
  @ApiOperation({
    operationId: 'deleteEmployeeByEmail',
    summary: 'End the employment of a person by e-mail',
    description: ENDS,
  })
  @ApiEmployeeEmail()
  @Untagged()
  @ApiEmployeeDeleted()
  @ApiIfMatch('the employee')
  @ApiProblems(EmployeeNotFound, PersonErased)
  async deleteByEmail(
    @CurrentIntegration() actor: IntegrationActor,
    @Param('employeeEmail') email: string,
    @Query() turnover: TurnoverQuery,
    @IfMatch() precondition: Precondition | undefined,
  ): Promise<string> {
    await this.service.end(actor, { email }, turnoverOf(turnover), precondition);
    return 'Employee deleted';
  }
}

function turnoverOf({ turnoverDate, turnoverType }: TurnoverQuery): Turnover {
  return { date: turnoverDate ? startOf(turnoverDate) : startOfToday(), type: turnoverType };
}

/** A date without a time is midnight UTC. */
function startOf(date: DayOrMoment): Date {
  return 'moment' in date ? date.moment : new Date(date.day);
}
