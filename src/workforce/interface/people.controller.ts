import { Controller, Get, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { ApiJson } from '../../platform/http/openapi/api-json.js';
import { CurrentUser, RequirePermission, type SessionPermission } from '../../platform/http/permission.js';
import { RateLimited } from '../../platform/http/rate-limits.js';
import { COMPANY_MANAGERS, type UserActor } from '../../shared-kernel/actor.js';
import { PeopleQueries } from '../application/people.queries.js';
import { PeoplePageResponse } from '../application/person.response.js';
import { ListPeopleQuery } from './people.query.js';

const READ_PEOPLE: SessionPermission = { area: 'session', name: 'people:read', roles: COMPANY_MANAGERS };

const EXAMPLE: PeoplePageResponse = {
  from: 0,
  to: 10,
  total: 1,
  result: [
    {
      id: '665f1c2ab7e4d90012ab34cd',
      name: 'Ana López',
      hierarchyId: '665f1c2ab7e4d90012ab3421',
      groupIds: ['665f1c2ab7e4d90012ab3441'],
    },
  ],
};

/** Employees to choose from, for company managers. */
@ApiTags('Look-ups')
@Controller('api/v1/company/people')
export class PeopleController {
  constructor(private readonly queries: PeopleQueries) {}

  @Get()
  @RequirePermission(READ_PEOPLE)
  @RateLimited('people')
  @ApiOperation({
    operationId: 'listPeople',
    summary: 'Look people up',
    description:
      'The employees of the company who are not deleted and match all filters, to choose from, also while a name is ' +
      'typed. With `ids` those people, deleted ones too, to show them. For company managers.',
  })
  @ApiJson(PeoplePageResponse, 'A window of the people, by name; or the people with the ids.', EXAMPLE)
  list(
    @CurrentUser() { companyId }: UserActor,
    @Query() { ids, ...query }: ListPeopleQuery,
  ): Promise<PeoplePageResponse> {
    return ids ? this.queries.findAll(companyId, ids) : this.queries.search(companyId, query, query);
  }
}
