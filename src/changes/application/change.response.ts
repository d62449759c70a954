import type { Type } from '@nestjs/common';
import { ApiExtraModels, ApiProperty, ApiPropertyOptional, ApiSchema, getSchemaPath } from '@nestjs/swagger';
import { KEY_KINDS, SESSION_KINDS, SOURCES, type ChangeKind } from './change-sources.queries.js';
import { MAX_CURSOR_LENGTH } from './cursor.js';

const responsesOf = (kinds: readonly ChangeKind[]): Type[] =>
  SOURCES.filter(({ kind }) => kinds.includes(kind)).map(({ response }) => response);

const OF_KEYS = responsesOf(KEY_KINDS);
const OF_SESSIONS = responsesOf(SESSION_KINDS);

const anyOf = (models: readonly Type[]): { anyOf: { $ref: string }[] } => ({
  anyOf: models.map((model) => ({ $ref: getSchemaPath(model) })),
});

const RESOURCE =
  'The object as it is now, as GET answers it to the caller. Of deleted objects, only employees have it.';

abstract class AnyChangeResponse {
  abstract kind: ChangeKind;

  @ApiProperty({ description: 'Id of the object.', example: '665f1c2ab7e4d90012ab34cd' })
  id!: string;

  @ApiProperty({
    format: 'date-time',
    description: 'When the latest change was committed, by the clock of the database.',
    example: '2026-03-02T16:05:00.000Z',
  })
  changedAt!: string;

  @ApiPropertyOptional({
    type: Boolean,
    enum: [true],
    description: 'The object is deleted, or the caller may not read it any more.',
  })
  deleted?: true;
}

@ApiSchema({ name: 'Change' })
@ApiExtraModels(...OF_KEYS)
export class ChangeResponse extends AnyChangeResponse {
  @ApiProperty({ enum: [...KEY_KINDS], enumName: 'ChangeKind', description: 'Kind of the object.' })
  kind!: ChangeKind;

  @ApiPropertyOptional({ ...anyOf(OF_KEYS), description: RESOURCE })
  resource?: object;
}

@ApiSchema({ name: 'CompanyChange' })
@ApiExtraModels(...OF_SESSIONS)
export class CompanyChangeResponse extends AnyChangeResponse {
  @ApiProperty({
    enum: [...SESSION_KINDS],
    enumName: 'CompanyChangeKind',
    description: 'Kind of the object.',
  })
  kind!: ChangeKind;

  @ApiPropertyOptional({ ...anyOf(OF_SESSIONS), description: RESOURCE })
  resource?: object;
}

abstract class AnyChangesResponse {
  @ApiProperty({
    maxLength: MAX_CURSOR_LENGTH,
    description: 'The `after` of the next call. Store it when the changes of this page are stored.',
    example: 'WyIxMDMzIiwwLCI2NjVmMWMyYWI3ZTRkOTAwMTJhYjM0Y2QiXQ.9fQ2mVYb0s1nqk3T',
  })
  cursor!: string;

  @ApiProperty({ description: 'There are more changes already: call again at once.', example: false })
  more!: boolean;
}

@ApiSchema({ name: 'Changes' })
export class ChangesResponse extends AnyChangesResponse {
  @ApiProperty({
    type: [ChangeResponse],
    description: 'Each object once, in the order of the latest changes.',
  })
  changes!: readonly ChangeResponse[];
}

@ApiSchema({ name: 'CompanyChanges' })
export class CompanyChangesResponse extends AnyChangesResponse {
  @ApiProperty({
    type: [CompanyChangeResponse],
    description: 'Each object once, in the order of the latest changes.',
  })
  changes!: readonly CompanyChangeResponse[];
}
