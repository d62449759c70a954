import { ApiSchema, type ApiPropertyOptions } from '@nestjs/swagger';
import { Flag, Ignored } from '../../platform/dto/properties.js';

const READ_ONLY = { description: 'Ignored.' };
const OBJECT: ApiPropertyOptions = { ...READ_ONLY, type: 'object', additionalProperties: true };

/** Body of a change of the caller. */
@ApiSchema({ name: 'UpdateMeInput' })
export class UpdateMeRequest {
  @Flag({ description: 'Reminders are wanted.', example: true })
  reminders?: boolean;

  @Flag({ description: 'The weekly digest is wanted.', example: false })
  digest?: boolean;

  @Ignored(OBJECT)
  user?: unknown;

  @Ignored(OBJECT)
  company?: unknown;

  @Ignored(READ_ONLY)
  employeeId?: unknown;

  @Ignored({ ...READ_ONLY, type: 'array', items: { type: 'string' } })
  permissions?: unknown;
}
