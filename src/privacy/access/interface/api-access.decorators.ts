import { applyDecorators } from '@nestjs/common';
import {
  ApiBody,
  ApiExtraModels,
  ApiOperation,
  ApiParam,
  ApiResponse,
  getSchemaPath,
  type ApiOperationOptions,
} from '@nestjs/swagger';
import { ApiIfMatch } from '../../../platform/http/if-match.js';
import { ApiJson } from '../../../platform/http/openapi/api-json.js';
import { ApiProblems } from '../../../platform/http/openapi/api-problems.js';
import { ApiIdempotent } from '../../../platform/idempotency/idempotency.js';
import { AccessResponse } from '../application/access.response.js';
import { PersonAmbiguous, PersonNotFound } from '../../index.js';
import { AccessNotFound, TooManyAccesses } from '../domain/access.errors.js';
import { AccessRequest } from './access.request.js';

const BEGUN = {
  id: '6b0957d66ae1535605f146a9',
  state: 'QUEUED',
  createdAt: '2026-03-02T16:05:00.000Z',
} as const satisfies AccessResponse;

const READY: AccessResponse = {
  ...BEGUN,
  state: 'READY',
  finishedAt: '2026-03-02T16:05:02.000Z',
  expiresAt: '2026-03-09T16:05:02.000Z',
  counts: { employees: 1, timesheets: 212, changesOfPerson: 31 },
  link: 'https://wes.example.com/personal-data/awlX1mrhU1YF8UapawlX1mrhU1YF8Uap0123456789abcdef',
};

const ApiAccessId = (): MethodDecorator =>
  ApiParam({ name: 'accessId', description: 'Id of the request.', example: BEGUN.id });

/** Documents a request for everything about a person. @param path - of requests */
export function ApiCreateAccess(path: string, operation: ApiOperationOptions): MethodDecorator {
  return applyDecorators(
    ApiIdempotent(),
    ApiOperation({
      description:
        'Makes a zip with everything that the company holds about a person: JSON in the forms of the API, and a ' +
        'workbook. Texts of others are not in it; `mentions` has the plans in which others name the person, for ' +
        'a person to look at. The archive can be fetched for seven days, from the `link` of its request.',
      ...operation,
    }),
    ApiExtraModels(AccessResponse),
    ApiBody({ type: AccessRequest, examples: { access: { value: { externalId: 'HR-4711' } } } }),
    ApiResponse({
      status: 202,
      description: 'The archive is being made.',
      headers: {
        Location: {
          description: 'Path of the request.',
          required: true,
          schema: { type: 'string' },
          example: `${path}/${BEGUN.id}`,
        },
      },
      content: { 'application/json': { schema: { $ref: getSchemaPath(AccessResponse) }, example: BEGUN } },
    }),
    ApiProblems(PersonNotFound, PersonAmbiguous, TooManyAccesses, AccessNotFound),
  );
}

/** Documents the state of a request. */
export function ApiGetAccess(operation: ApiOperationOptions): MethodDecorator {
  return applyDecorators(
    ApiOperation({ description: 'Its state and, when the archive is ready, the link to it.', ...operation }),
    ApiAccessId(),
    ApiJson(AccessResponse, 'The request.', READY),
    ApiProblems(AccessNotFound),
  );
}

/** Documents the end of a request. */
export function ApiEndAccess(operation: ApiOperationOptions): MethodDecorator {
  return applyDecorators(
    ApiOperation({ description: 'The link works no more, and the archive is removed.', ...operation }),
    ApiAccessId(),
    ApiIfMatch('the request'),
    ApiResponse({ status: 204, description: 'The archive is removed.' }),
    ApiProblems(AccessNotFound, 'STORAGE_UNAVAILABLE'),
  );
}
