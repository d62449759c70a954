import { ApiExtraModels, ApiProperty, ApiSchema, getSchemaPath, IntersectionType } from '@nestjs/swagger';
import { MAX_BULK_ROWS } from '../../platform/bulk/bulk.limits.js';
import { Operation } from '../../platform/bulk/bulk.request.js';
import { Checked } from '../../platform/dto/checked.js';
import { LOOKED_UP_IDS, MAX_LOOKED_UP } from '../../platform/dto/looked-up-ids.js';
import { PageQuery } from '../../platform/dto/page-query.js';
import { UpdateType } from '../../platform/dto/patch-type.js';
import {
  Email,
  EnumValue,
  Flag,
  Id,
  Ignored,
  Nested,
  Property,
  Words,
} from '../../platform/dto/properties.js';
import { Alone, QueryEnum, QueryFlag, QueryList, QueryText } from '../../platform/dto/query-properties.js';
import { ROLES, type Role } from '../../shared-kernel/actor.js';
import { languageTagIssues, MAX_LANGUAGE_TAG_LENGTH } from '../../shared-kernel/language-tag.js';
import type { UserSearch } from '../application/users.queries.js';
import { NAME_LIMITS } from '../domain/identity.rules.js';

const USER_ID = '665f1c2ab7e4d90012ab3411';
const READ_ONLY = { description: 'Ignored.' };

/** Window and filters of the users of a company; or ids. */
export class ListUsersQuery extends PageQuery implements UserSearch {
  @QueryText({
    ...NAME_LIMITS,
    description: 'Users with this text in their name or e-mail address, whatever the case. For admins.',
    example: 'lópez',
  })
  q?: string;

  @QueryEnum(ROLES, {
    name: 'UserRole',
    description: 'Users with this role. For admins.',
    example: 'MANAGER',
  })
  role?: Role;

  @QueryFlag({ description: 'Users who are deactivated, or who are not. For admins.', example: false })
  deactivated?: boolean;

  @Alone()
  @QueryList({
    ...LOOKED_UP_IDS,
    description:
      `These users, at most ${MAX_LOOKED_UP}, as a list without a window. Not together with another parameter. ` +
      'Required for those who are no admins.',
    example: USER_ID,
  })
  ids?: string[];
}

const Language = ({ required }: { readonly required: boolean }): PropertyDecorator =>
  Property(
    Checked(languageTagIssues),
    { type: String, maxLength: MAX_LANGUAGE_TAG_LENGTH },
    {
      required,
      description: 'BCP 47 tag of the language in which the service writes to the user.',
      example: 'es',
    },
  );

const UserName = (): PropertyDecorator =>
  Words({ ...NAME_LIMITS, required: true, description: 'Name of the user.', example: 'Ana López' });

const UserEmail = (): PropertyDecorator =>
  Email({
    required: true,
    description: 'E-mail address. No other active user of the company has it, whatever the case.',
    example: 'ana.lopez@example.com',
  });

const UserRole = (): PropertyDecorator =>
  EnumValue(ROLES, { name: 'UserRole', required: true, description: 'Role of the user in the company.' });

class ReadOnlyUserProperties {
  @Ignored(READ_ONLY)
  id?: unknown;

  @Ignored(READ_ONLY)
  deactivated?: unknown;
}

/** A user who is to be created. */
@ApiSchema({ name: 'UserInput' })
export class CreateUserRequest extends ReadOnlyUserProperties {
  @UserEmail()
  email!: string;

  @UserName()
  name!: string;

  @UserRole()
  role!: Role;

  @Language({ required: false })
  language?: string;

  @Ignored({ description: 'Ignored: `updateUser` says which employee a user is.' })
  employeeId?: unknown;
}

/** Properties of a user that many may change at once. */
class UserProperties {
  @UserEmail()
  email!: string;

  @UserName()
  name!: string;

  @UserRole()
  role!: Role;

  @Language({ required: true })
  language!: string;

  @Flag({
    required: true,
    description:
      'False deactivates the user, which ends all sessions; true lets a deactivated one act again.',
    example: true,
  })
  active!: boolean;
}

class LinkedUserProperties extends UserProperties {
  @Id({
    removable: true,
    description: 'Id of the employee who the user is, whatever the e-mail addresses of both.',
    example: '665f1c2ab7e4d90012ab34cd',
  })
  employeeId?: string;
}

/** Properties of a user that admins change; those that are absent stay. */
@ApiSchema({ name: 'UserPatch' })
export class UpdateUserRequest extends IntersectionType(
  UpdateType(LinkedUserProperties),
  ReadOnlyUserProperties,
) {}

@ApiSchema({ name: 'UserRowPatch' })
class UserRowPatch extends UpdateType(UserProperties) {}

@ApiSchema({ name: 'CreateUserRow' })
export class CreateUserRow {
  @Operation('create', 'As `createUser`.')
  operation!: 'create';

  @Nested(() => CreateUserRequest, { required: true, description: 'The user.' })
  user!: CreateUserRequest;
}

@ApiSchema({ name: 'UpdateUserRow' })
export class UpdateUserRow {
  @Operation('update', 'As `updateUser`.')
  operation!: 'update';

  @Id({ description: 'Id of the user.', example: USER_ID })
  id?: string;

  @Email({ description: 'The e-mail address that the user has, in place of `id`.' })
  email?: string;

  @Nested(() => UserRowPatch, { required: true, description: 'The properties that change.' })
  user!: UserRowPatch;
}

/** The rows by their operations. */
export const USER_ROWS = { create: CreateUserRow, update: UpdateUserRow } as const;

/** It is only documented: rows are read one by one, because one that is not valid does not concern the others. */
@ApiSchema({ name: 'BulkUsersInput' })
@ApiExtraModels(...Object.values(USER_ROWS))
export class BulkUsersRequest {
  @ApiProperty({
    type: 'array',
    items: { oneOf: Object.values(USER_ROWS).map((row) => ({ $ref: getSchemaPath(row) })) },
    maxItems: MAX_BULK_ROWS,
    description: 'Changes of users, which are carried out in their order.',
  })
  rows!: (CreateUserRow | UpdateUserRow)[];
}
