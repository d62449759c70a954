import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import { ID_FORM } from '../../../shared-kernel/id.js';
import { HOLD_LIMITS, type LegalHold } from '../domain/legal-hold.js';

const ids = (of: string, example: string[]) =>
  ({ type: 'array', items: { type: 'string', ...ID_FORM }, description: `Ids of ${of}.`, example }) as const;

/** A legal hold on a person. */
@ApiSchema({ name: 'LegalHold' })
export class LegalHoldResponse {
  @ApiProperty({ description: 'Id of the hold.', ...ID_FORM, example: '665f1c2ab7e4d90012ab5101' })
  id!: string;

  @ApiProperty(ids('the employees that the person is and was', ['665f1c2ab7e4d90012ab34cd']))
  employeeIds!: readonly string[];

  @ApiProperty(ids('the users of the person', ['665f1c2ab7e4d90012ab3411']))
  userIds!: readonly string[];

  @ApiProperty({
    description: 'Why the data of the person is kept.',
    minLength: 1,
    ...HOLD_LIMITS.reason,
    example: 'Lawsuit 12 O 345/26',
  })
  reason!: string;

  @ApiProperty({
    type: String,
    format: 'date-time',
    description: 'When the hold was placed.',
    example: '2026-03-01T09:30:00.000Z',
  })
  placedAt!: string;

  static from({ id, person, reason, placedAt }: LegalHold): LegalHoldResponse {
    const { employeeIds, userIds } = person ?? { employeeIds: [], userIds: [] };
    return { id, employeeIds, userIds, reason, placedAt: placedAt.toISOString() };
  }
}
