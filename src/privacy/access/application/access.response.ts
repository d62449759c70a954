import { ApiProperty, ApiPropertyOptional, ApiSchema } from '@nestjs/swagger';
import { ID_FORM } from '../../../shared-kernel/id.js';
import type { PersonalCounts } from '../../../shared-kernel/personal-data.js';
import { ACCESS_STATES, type Access, type AccessState } from '../domain/access.js';

const AT = '2026-03-02T16:05:00.000Z';
const moment = (description: string) =>
  ({ type: String, format: 'date-time', description, example: AT }) as const;

/** A request for everything about a person. */
@ApiSchema({ name: 'PersonAccess' })
export class AccessResponse {
  @ApiProperty({ ...ID_FORM, description: 'Id of the request.', example: '6b0957d66ae1535605f146a9' })
  id!: string;

  @ApiProperty({
    enum: ACCESS_STATES,
    enumName: 'PersonAccessState',
    description:
      '`QUEUED` until the archive is stored, then `READY`; `FAILED` only after a day of trying; `EXPIRED` once the ' +
      'archive is removed.',
    example: 'READY',
  })
  state!: AccessState;

  @ApiProperty(moment('When it was asked for.'))
  createdAt!: string;

  @ApiPropertyOptional(moment('When it was ready, or failed.'))
  finishedAt?: string;

  @ApiPropertyOptional(moment('When the archive is, or was, removed.'))
  expiresAt?: string;

  @ApiPropertyOptional({
    type: 'object',
    additionalProperties: { type: 'integer', format: 'int32', minimum: 1 },
    description: 'Numbers of records of the archive by their kind; a kind without any is left out.',
    example: { employees: 1, timesheets: 212, changesOfPerson: 31 },
  })
  counts?: PersonalCounts;

  @ApiPropertyOptional({
    type: String,
    format: 'uri',
    description: 'Where the archive is while it is `READY`. The link is the only credential.',
    example: 'https://wes.example.com/personal-data/ZmFrZWRhdGFmYWtlZGF0YWZha2VkYXRhMTIzNDU2Nzg5MGFiY2Q',
  })
  link?: string;

  /** @param link - of an archive that is ready */
  static from(access: Access, link?: string): AccessResponse {
    const { accessId: id, state, createdAt, finishedAt, expiresAt, counts } = access;
    return {
      ...{ id, state },
      createdAt: createdAt.toISOString(),
      ...(finishedAt && { finishedAt: finishedAt.toISOString() }),
      ...(expiresAt && { expiresAt: expiresAt.toISOString() }),
      ...(counts && { counts }),
      ...(link !== undefined && { link }),
    };
  }
}
