import { ApiSchema } from '@nestjs/swagger';
import { DescribedBy } from '../../platform/dto/described-by.js';
import { UpdateType } from '../../platform/dto/patch-type.js';
import { EnumValue, Ignored, Words } from '../../platform/dto/properties.js';
import { NoteResponse } from '../application/action.response.js';
import { NOTE_VISIBILITIES, type NoteVisibility } from '../domain/enumerations.js';
import { PLAN_LIMITS } from '../domain/plan.limits.js';
import { PERMISSIONS } from './action-plan.requests.js';
import { READ_ONLY } from './action-parts.requests.js';

/** Properties of a note that no request writes. */
class ReadOnlyNoteProperties {
  @Ignored(READ_ONLY)
  id?: unknown;

  @Ignored(READ_ONLY)
  authorId?: unknown;

  @Ignored(READ_ONLY)
  createdAt?: unknown;

  @Ignored(PERMISSIONS)
  permissions?: unknown;
}

@ApiSchema({ name: 'CreateNoteInput' })
@DescribedBy(NoteResponse)
export class CreateNoteRequest extends ReadOnlyNoteProperties {
  @Words({ ...PLAN_LIMITS.note, required: true })
  content!: string;

  @EnumValue(NOTE_VISIBILITIES, { name: 'NoteVisibility', default: 'SHARED' })
  visibility?: NoteVisibility;
}

@ApiSchema({ name: 'UpdateNoteInput' })
export class UpdateNoteRequest extends UpdateType(CreateNoteRequest) {}
