import { ApiSchema } from '@nestjs/swagger';
import { UpdateType } from '../../platform/dto/patch-type.js';
import { Id, Ignored } from '../../platform/dto/properties.js';

const READ_ONLY = { description: 'Ignored.' };

class UserProperties {
  @Id({
    removable: true,
    description: 'Id of the employee who the user is, whatever the e-mail addresses of both.',
    example: '665f1c2ab7e4d90012ab34cd',
  })
  employeeId?: string;
}

/** Properties of a user that admins change; those that are absent stay. */
@ApiSchema({ name: 'UserPatch' })
export class UpdateUserRequest extends UpdateType(UserProperties) {
  @Ignored(READ_ONLY)
  id?: unknown;

  @Ignored(READ_ONLY)
  name?: unknown;

  @Ignored(READ_ONLY)
  role?: unknown;

  @Ignored(READ_ONLY)
  deactivated?: unknown;
}
