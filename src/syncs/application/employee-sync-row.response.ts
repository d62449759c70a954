import { ApiProperty, ApiPropertyOptional, ApiSchema } from '@nestjs/swagger';
import { WindowResponse } from '../../platform/dto/window-response.js';
import { ID_FORM } from '../../shared-kernel/id.js';
import { SYNC_ROW_REASONS, type SyncRowReason } from '../domain/sync.js';
import { EmployeeSyncRowIssueResponse } from './employee-sync.response.js';

const ID = '665f1c2ab7e4d90012ab34cd';

const ANYTHING = {
  oneOf: [{ type: 'string' }, { type: 'boolean' }, { type: 'array', items: {} }],
};

/** A property of a person before and after. */
@ApiSchema({ name: 'EmployeeSyncChange' })
export class EmployeeSyncChangeResponse {
  @ApiProperty({
    type: String,
    minLength: 1,
    description: 'Name of the property; `source` is the source of the person.',
    example: 'name',
  })
  property!: string;

  @ApiPropertyOptional({ ...ANYTHING, description: 'The value before; absent for none.', example: 'Jo' })
  from?: unknown;

  @ApiPropertyOptional({ ...ANYTHING, description: 'The value after; absent for none.', example: 'Ana' })
  to?: unknown;

  @ApiPropertyOptional({
    type: String,
    description:
      'The value before in words, where `from` has ids: areas by their path, groups, and the answers of a profile.',
    example: 'Hoteles > Norte',
  })
  fromText?: string;

  @ApiPropertyOptional({
    type: String,
    description: 'The value after in words, where `to` has ids.',
    example: 'Hoteles > Sur',
  })
  toText?: string;
}

/** A person of a sync. */
@ApiSchema({ name: 'EmployeeSyncRow' })
export class EmployeeSyncRowResponse {
  @ApiPropertyOptional({
    ...ID_FORM,
    description: 'Id of the employee. A new one has none yet.',
    example: ID,
  })
  id?: string;

  @ApiPropertyOptional({
    type: String,
    minLength: 1,
    description: 'External id, after the sync.',
    example: 'HR-4711',
  })
  externalId?: string;

  @ApiPropertyOptional({
    type: String,
    minLength: 1,
    description: 'E-mail address, after the sync.',
    example: 'jo@example.com',
  })
  email?: string;

  @ApiPropertyOptional({
    enum: SYNC_ROW_REASONS,
    enumName: 'EmployeeSyncRowReason',
    description:
      '`adopted`: the person had no source. `revived`: the person was deleted. Skipped people: ' +
      '`other-source`: the person belongs to another source. `no-source`: the person belongs to no source, and ' +
      'the list was sent without `adopt`. `email-taken`: another person has the e-mail ' +
      'address or the external id, and keeps it. `changed-meanwhile`: the person was changed after the ' +
      'preview. `unknown-reference`: an area, group or characteristic was removed after the preview. ' +
      '`bad-row`: the row of the person is bad (see `issues`).',
    example: 'adopted',
  })
  reason?: SyncRowReason;

  @ApiProperty({ type: [EmployeeSyncChangeResponse], description: 'The properties that differ.' })
  changes!: readonly EmployeeSyncChangeResponse[];

  @ApiPropertyOptional({
    type: [EmployeeSyncRowIssueResponse],
    maxItems: 10,
    description: 'Of a bad or suppressed row: the properties that violate a rule.',
  })
  issues?: readonly EmployeeSyncRowIssueResponse[];
}

/** A window of the people of a sync. */
@ApiSchema({ name: 'EmployeeSyncPage' })
export class EmployeeSyncPageResponse extends WindowResponse {
  @ApiProperty({ type: 'integer', format: 'int64', minimum: 0, description: 'All people of the list.' })
  total!: number;

  @ApiProperty({ type: [EmployeeSyncRowResponse], description: 'The people of the window.' })
  result!: readonly EmployeeSyncRowResponse[];
}
