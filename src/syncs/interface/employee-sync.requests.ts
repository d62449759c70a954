import { ApiSchema } from '@nestjs/swagger';
import { OptionalBody } from '../../platform/dto/optional-body.js';
import { Int32 } from '../../platform/dto/properties.js';
import { QueryEnum, QueryFilledText, QueryFlag } from '../../platform/dto/query-properties.js';
import { BAD_ROWS_RULES, type BadRowsRule } from '../domain/sync.js';
import { SOURCE_LIMITS } from '../../staff-files/index.js';

/** The source of a list, and what follows its preview. */
export class CreateSyncQuery {
  @QueryFilledText({
    ...SOURCE_LIMITS,
    required: true,
    description: 'Name of the system whose whole staff the list is. Each source has its own people.',
    example: 'hr',
  })
  source!: string;

  @QueryFlag({
    description: '`true` applies the changes at once where nothing is in the way.',
    default: false,
    example: false,
  })
  apply?: boolean;

  @QueryFlag({
    description:
      '`true` makes people of no source, whom the list names, people of this source. Without it they are left ' +
      'alone, and named in `skipped`.',
    default: false,
    example: true,
  })
  adopt?: boolean;

  @QueryEnum(BAD_ROWS_RULES, {
    name: 'EmployeeSyncBadRows',
    description:
      '`refuse`: a list with a bad row is not applied. `skip`: the rest of it is; people of bad rows stay ' +
      'as they are and are named in `skipped`.',
    default: 'refuse',
    example: 'skip',
  })
  badRows?: BadRowsRule;
}

/** Body of a request to apply a sync. */
@ApiSchema({ name: 'ApplyEmployeeSyncInput' })
@OptionalBody()
export class ApplySyncRequest {
  @Int32({
    minimum: 0,
    description:
      'Allows to end exactly so many people. Required where the sync is `BLOCKED` by `TOO_MANY_ENDS`; must be ' +
      '`counts.ended`.',
    example: 0,
  })
  allowEnd?: number;

  @Int32({
    minimum: 0,
    description:
      'Allows to bring back exactly so many people who were deleted. Required where the sync is `BLOCKED` by ' +
      '`TOO_MANY_REVIVALS`; must be `counts.revived`, and 0 where that is absent.',
    example: 0,
  })
  allowRevive?: number;

  @Int32({
    minimum: 0,
    description:
      'Allows to change the external id or e-mail address, or by a file the name, of exactly so many people. Required where the sync is ' +
      '`BLOCKED` by `TOO_MANY_KEY_CHANGES`; must be `counts.keyChanges`, and 0 where that is absent.',
    example: 0,
  })
  allowKeyChanges?: number;

  @Int32({
    minimum: 0,
    description:
      'Allows to add exactly so many people. Required where the sync is `BLOCKED` by `TOO_MANY_ADDED`; must be ' +
      '`counts.added`.',
    example: 0,
  })
  allowAdd?: number;

  @Int32({
    minimum: 0,
    description:
      'Allows to leave out exactly so many bad rows. Required where the sync is `BLOCKED` by ' +
      '`TOO_MANY_BAD_ROWS`; must be `counts.bad`.',
    example: 0,
  })
  allowBad?: number;
}
