import { UpdateType } from '../../platform/dto/patch-type.js';
import { Id } from '../../platform/dto/properties.js';

class UserProperties {
  @Id({
    removable: true,
    description: 'Id of the employee who the user is, whatever the e-mail addresses of both.',
    example: '665f1c2ab7e4d90012ab34cd',
  })
  employeeId?: string;
}

/** What admins change of a user; what is absent stays. */
export class UpdateUserRequest extends UpdateType(UserProperties) {}
