import { applyDecorators } from '@nestjs/common';
import { ApiExtraModels, ApiResponse, getSchemaPath } from '@nestjs/swagger';
import type { EmployeeSyncColumnResponse } from '../application/employee-sync-column.response.js';
import { EmployeeSyncResponse } from '../application/employee-sync.response.js';
import { type EmployeeSyncPageResponse } from '../application/employee-sync-row.response.js';

export const SYNCS = '/api/v1/public/company/employees/syncs';

export const SYNC_EXAMPLE: EmployeeSyncResponse = {
  id: '665f1c2ab7e4d90012ab34d5',
  source: 'hr',
  status: 'BLOCKED',
  reason: 'TOO_MANY_ENDS',
  counts: { added: 3, changed: 12, ended: 314, unchanged: 671, skipped: 1 },
  createdAt: '2026-03-01T02:00:00.000Z',
};

const BEGUN = { id: SYNC_EXAMPLE.id, source: 'hr', createdAt: SYNC_EXAMPLE.createdAt };

/** As it is answered to the request that sends its list. */
export const QUEUED_SYNC_EXAMPLE: EmployeeSyncResponse = { ...BEGUN, status: 'QUEUED' };

/** As it is answered to the request that applies it. */
export const APPLYING_SYNC_EXAMPLE: EmployeeSyncResponse = {
  ...BEGUN,
  status: 'APPLYING',
  counts: { added: 3, changed: 12, ended: 2, unchanged: 983, skipped: 1 },
};

export const SYNC_COLUMN_EXAMPLE: EmployeeSyncColumnResponse = {
  header: 'Personal-Nr.',
  values: ['007', '0815'],
  property: 'externalId',
  isRead: true,
  guess: 'externalId',
};

export const SYNC_PAGE_EXAMPLE: EmployeeSyncPageResponse = {
  from: 0,
  to: 10,
  total: 1,
  result: [
    {
      id: '665f1c2ab7e4d90012ab34cd',
      externalId: 'HR-4711',
      email: 'jo@example.com',
      reason: 'adopted',
      changes: [
        { property: 'name', from: 'Jo Doe', to: 'Jo Smith' },
        { property: 'source', to: 'hr' },
      ],
    },
  ],
};

/** Documents the answer to a request whose work follows: the sync. */
export function ApiAccepted(description: string, example: EmployeeSyncResponse): MethodDecorator {
  const location = {
    description: 'Path of the sync.',
    required: true,
    schema: { type: 'string' as const },
    example: `${SYNCS}/${SYNC_EXAMPLE.id}`,
  };
  const content = { 'application/json': { schema: { $ref: getSchemaPath(EmployeeSyncResponse) }, example } };
  return applyDecorators(
    ApiExtraModels(EmployeeSyncResponse),
    ApiResponse({ status: 202, description, headers: { Location: location }, content }),
  );
}
