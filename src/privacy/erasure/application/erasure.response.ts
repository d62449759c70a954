import { ApiProperty, ApiPropertyOptional, ApiSchema } from '@nestjs/swagger';
import { WindowResponse } from '../../../platform/dto/window-response.js';
import { ID_FORM } from '../../../shared-kernel/id.js';
import type { PersonalCounts } from '../../../shared-kernel/personal-data.js';
import { ERASURE_REASON_LIMITS, ERASURE_STATES, type Erasure, type ErasureState } from '../domain/erasure.js';

const AT = '2026-03-02T16:05:00.000Z';
const moment = (description: string) =>
  ({ type: String, format: 'date-time', description, example: AT }) as const;

/** The records that an erasure removes or changes. */
@ApiSchema({ name: 'ErasureCounts' })
export class ErasureCountsResponse {
  @ApiProperty({
    type: 'object',
    additionalProperties: { type: 'integer', format: 'int32', minimum: 1 },
    description: 'Numbers of records by their kind; a kind without any is left out.',
    example: { employees: 1, timesheets: 212, auditRecords: 31 },
  })
  counts!: PersonalCounts;
}

/** An erasure of a person: an entry of the ledger, which does not say who it was. */
@ApiSchema({ name: 'Erasure' })
export class ErasureResponse extends ErasureCountsResponse {
  @ApiProperty({ ...ID_FORM, description: 'Id of the erasure.', example: '6b0957d66ae1535605f146a9' })
  id!: string;

  @ApiProperty({
    enum: ERASURE_STATES,
    enumName: 'ErasureState',
    description:
      '`QUEUED`, then `ERASING` until everything is gone, then `DONE`. `HELD` instead of `ERASING` if a ' +
      'legal hold was placed meanwhile: it goes on within minutes after the hold is lifted. Nothing can ' +
      'bring the person back from `QUEUED` on.',
    example: 'DONE',
  })
  state!: ErasureState;

  @ApiProperty({
    type: String,
    minLength: 1,
    ...ERASURE_REASON_LIMITS,
    description: 'As it was given.',
    example: 'Asked for by the person',
  })
  reason!: string;

  @ApiProperty({
    type: Boolean,
    description: 'True where working times stay, under a pseudonym.',
    example: false,
  })
  keepTimesheets!: boolean;

  @ApiProperty(moment('When it was asked for.'))
  createdAt!: string;

  @ApiPropertyOptional(moment('When everything was gone.'))
  finishedAt?: string;

  @ApiPropertyOptional(moment('Since when the company may name the person again.'))
  allowedAgainAt?: string;

  static from(erasure: Erasure): ErasureResponse {
    const {
      erasureId: id,
      state,
      counts,
      reason,
      pseudonym,
      createdAt,
      finishedAt,
      allowedAgainAt,
    } = erasure;
    return {
      ...{ id, state, counts, reason },
      keepTimesheets: pseudonym !== null,
      createdAt: createdAt.toISOString(),
      ...(finishedAt && { finishedAt: finishedAt.toISOString() }),
      ...(allowedAgainAt && { allowedAgainAt: allowedAgainAt.toISOString() }),
    };
  }
}

/** A window of the erasures of a company. */
@ApiSchema({ name: 'ErasurePage' })
export class ErasurePageResponse extends WindowResponse {
  @ApiProperty({ type: 'integer', format: 'int64', minimum: 0, description: 'All erasures of the company.' })
  total!: number;

  @ApiProperty({ type: [ErasureResponse], description: 'The erasures of the window.' })
  result!: readonly ErasureResponse[];
}
