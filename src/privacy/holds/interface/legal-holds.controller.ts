import { Body, Controller, Delete, Get, Param, Put } from '@nestjs/common';
import { ApiBody, ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import { Untagged } from '../../../platform/http/handler-options.js';
import { ApiIfMatch, IfMatch } from '../../../platform/http/if-match.js';
import { ApiJson, ApiList } from '../../../platform/http/openapi/api-json.js';
import { ApiProblems } from '../../../platform/http/openapi/api-problems.js';
import {
  CurrentIntegration,
  RequirePermission,
  type ApiKeyPermission,
} from '../../../platform/http/permission.js';
import type { IntegrationActor } from '../../../shared-kernel/actor.js';
import type { Precondition } from '../../../shared-kernel/precondition.js';
import { requireOneKey, PersonAmbiguous, PersonNotFound } from '../../index.js';
import { LegalHoldResponse } from '../application/legal-hold.response.js';
import { LegalHoldsService } from '../application/legal-holds.service.js';
import { ErasureBegun, HoldNotFound, NothingToHold, TooManyHolds } from '../domain/legal-hold.errors.js';
import { LegalHoldRequest } from './legal-hold.request.js';

const ERASE_PEOPLE = { area: 'apiKey', scope: 'people:erase' } satisfies ApiKeyPermission;

const EXAMPLE: LegalHoldResponse = {
  id: '665f1c2ab7e4d90012ab5101',
  employeeIds: ['665f1c2ab7e4d90012ab34cd'],
  userIds: [],
  reason: 'Lawsuit 12 O 345/26',
  placedAt: '2026-03-01T09:30:00.000Z',
};

const ApiHoldId = (): MethodDecorator =>
  ApiParam({ name: 'holdId', description: 'Id of the hold.', example: EXAMPLE.id });

/** Legal holds on people (ADR 53). */
@ApiTags('People')
@Controller('api/v1/public/company/people/holds')
export class LegalHoldsController {
  constructor(private readonly service: LegalHoldsService) {}

  @Get()
  @RequirePermission(ERASE_PEOPLE)
  @ApiOperation({
    operationId: 'listLegalHolds',
    summary: 'List the legal holds on people',
    description: 'All of them, the oldest first. The hold on a whole company is not in it.',
  })
  @ApiList(LegalHoldResponse, 'The holds.', [EXAMPLE])
  @ApiProblems()
  async list(@CurrentIntegration() { companyId }: IntegrationActor): Promise<LegalHoldResponse[]> {
    return (await this.service.listOfPeople(companyId)).map((hold) => LegalHoldResponse.from(hold));
  }

  @Put()
  @RequirePermission(ERASE_PEOPLE)
  @ApiOperation({
    operationId: 'placeLegalHold',
    summary: 'Hold the data of a person',
    description:
      'While a person is held, nothing of the person is erased, and the retention of the company leaves it out. A ' +
      'person who is held already gets the new reason. A hold names the ids that the person has now.',
  })
  @ApiBody({
    type: LegalHoldRequest,
    examples: { hold: { value: { externalId: 'HR-4711', reason: EXAMPLE.reason } } },
  })
  @ApiJson(LegalHoldResponse, 'The hold.', EXAMPLE)
  @ApiIfMatch('the hold')
  @ApiProblems(PersonNotFound, PersonAmbiguous, NothingToHold, ErasureBegun, TooManyHolds)
  async place(
    @CurrentIntegration() actor: IntegrationActor,
    @Body() { reason, externalId, email, personId }: LegalHoldRequest,
    @IfMatch() precondition: Precondition | undefined,
  ): Promise<LegalHoldResponse> {
    const key = { externalId, email, personId };
    requireOneKey(key);
    const hold = await this.service.place(actor, { key, reason }, precondition);
    return LegalHoldResponse.from(hold);
  }

  @Get(':holdId')
  @RequirePermission(ERASE_PEOPLE)
  @ApiOperation({
    operationId: 'getLegalHold',
    summary: 'Get a legal hold',
    description: 'The hold on a person.',
  })
  @ApiHoldId()
  @ApiJson(LegalHoldResponse, 'The hold.', EXAMPLE)
  @ApiProblems(HoldNotFound)
  async get(
    @CurrentIntegration() { companyId }: IntegrationActor,
    @Param('holdId') holdId: string,
  ): Promise<LegalHoldResponse> {
    return LegalHoldResponse.from(await this.service.get(companyId, holdId));
  }

  @Delete(':holdId')
  @RequirePermission(ERASE_PEOPLE)
  @ApiOperation({
    operationId: 'liftLegalHold',
    summary: 'Lift a legal hold',
    description:
      'The data of the person may be erased again, and is removed by the next run of the retention if its time has ' +
      'passed. Answers the hold as it was.',
  })
  @ApiHoldId()
  @Untagged()
  @ApiJson(LegalHoldResponse, 'The lifted hold.', EXAMPLE)
  @ApiIfMatch('the hold')
  @ApiProblems(HoldNotFound)
  async lift(
    @CurrentIntegration() actor: IntegrationActor,
    @Param('holdId') holdId: string,
    @IfMatch() precondition: Precondition | undefined,
  ): Promise<LegalHoldResponse> {
    return LegalHoldResponse.from(await this.service.lift(actor, holdId, precondition));
  }
}
