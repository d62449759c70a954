import { newId, timeOfId } from '../../shared-kernel/id.js';
import { changesBetween } from '../../shared-kernel/changes.js';
import { valuesOf, type Patch } from '../../shared-kernel/patch.js';
import type { Note, NoteRecord } from './action.js';
import type { NoteVisibility } from './enumerations.js';

/** The properties of a note that its author decides. */
export interface NoteContent {
  readonly content: string;
  /** `SHARED` when not given. */
  readonly visibility?: NoteVisibility;
}

/** A comment on an action. A private one is shown to its author only. */
export class ActionNote {
  private constructor(private current: Note) {}

  static create(authorId: string, content: NoteContent): ActionNote {
    const createdAt = new Date().toISOString();
    return new ActionNote({ id: newId(), authorId, visibility: 'SHARED', ...content, createdAt });
  }

  /** A note of an import, with defaults like those of an action. */
  static imported(record: NoteRecord): ActionNote {
    const id = record.id ?? newId();
    return new ActionNote({ visibility: 'SHARED', createdAt: timeOfId(id).toISOString(), ...record, id });
  }

  static restore(note: Note): ActionNote {
    return new ActionNote(note);
  }

  get state(): Note {
    return this.current;
  }

  isVisibleTo(userId: string): boolean {
    return this.current.visibility === 'SHARED' || this.current.authorId === userId;
  }

  /** Applies what is given. @returns whether anything is different now */
  change(change: Patch<NoteContent>): boolean {
    const changed = { ...this.current, ...valuesOf(change) };
    if (!changesBetween(this.current, changed)) return false;
    this.current = changed;
    return true;
  }
}
