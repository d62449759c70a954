import { newId } from '../../shared-kernel/id.js';
import type { Note } from './action.js';
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

  static restore(note: Note): ActionNote {
    return new ActionNote(note);
  }

  get state(): Note {
    return this.current;
  }

  isVisibleTo(userId: string): boolean {
    return this.current.visibility === 'SHARED' || this.current.authorId === userId;
  }

  /** Applies what is given. @returns whether anything was */
  change(content: Partial<NoteContent>): boolean {
    if (Object.keys(content).length === 0) return false;
    this.current = { ...this.current, ...content };
    return true;
  }
}
