import { ApiSchema, OmitType, PartialType } from '@nestjs/swagger';
import { EnumValue, Ignored, Words } from '../../platform/dto/properties.js';
import { NOTE_VISIBILITIES, type NoteVisibility } from '../domain/enumerations.js';
import { PLAN_LIMITS } from '../domain/plan.limits.js';
import { PERMISSIONS } from './action-plan.requests.js';
import { READ_ONLY } from './action-parts.requests.js';

const NOTE_VISIBILITY = { name: 'NoteVisibility', description: '`PRIVATE`: shown to its author only.' };

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
export class CreateNoteRequest extends ReadOnlyNoteProperties {
  @Words({
    ...PLAN_LIMITS.note,
    required: true,
    description: 'The text of the note.',
    example: 'The first round of talks is done.',
  })
  content!: string;

  @EnumValue(NOTE_VISIBILITIES, { ...NOTE_VISIBILITY, default: 'SHARED' })
  visibility?: NoteVisibility;
}

/** Properties that are absent or null stay as they are. */
@ApiSchema({ name: 'UpdateNoteInput' })
export class UpdateNoteRequest extends PartialType(OmitType(CreateNoteRequest, ['visibility'])) {
  @EnumValue(NOTE_VISIBILITIES, NOTE_VISIBILITY)
  visibility?: NoteVisibility;
}
