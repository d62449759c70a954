import { newId, timeOfId } from '../../shared-kernel/id.js';
import type { MultiLanguage } from '../../shared-kernel/multi-language.js';
import type { ActionState, Note } from './action.js';

/** An action of an import: everything but the title may be left out. */
export type ActionRecord = Partial<ActionState> & {
  readonly title: MultiLanguage;
  readonly notes?: readonly NoteRecord[];
};

export type NoteRecord = Partial<Note> & Pick<Note, 'authorId' | 'content'>;

/** An imported action. Without an id it gets a new one; times that are left out are those of the id. */
export function importedAction(companyId: string, planId: string, record: ActionRecord): ActionState {
  const { notes: _storedBesideIt, ...given } = record;
  const id = record.id ?? newId();
  const createdAt = record.createdAt ?? timeOfId(id).toISOString();
  return {
    focusItems: [],
    assigneeStatuses: [],
    hierarchyIds: [],
    groupIds: [],
    characteristics: [],
    actionType: 'MANAGER',
    source: 'MANUAL',
    visibility: 'PRIVATE',
    status: 'PENDING',
    updatedAt: createdAt,
    ...given,
    id,
    companyId,
    planId,
    createdAt,
  };
}

/** An imported note, with defaults like those of an action. */
export function importedNote(record: NoteRecord): Note {
  const id = record.id ?? newId();
  return { visibility: 'SHARED', createdAt: timeOfId(id).toISOString(), ...record, id };
}
