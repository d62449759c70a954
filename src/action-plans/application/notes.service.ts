import { Injectable } from '@nestjs/common';
import type { UserActor } from '../../shared-kernel/actor.js';
import { AuditTrail } from '../../shared-kernel/audit-trail.js';
import type { Patch } from '../../shared-kernel/patch.js';
import type { Precondition } from '../../shared-kernel/precondition.js';
import type { Transaction } from '../../shared-kernel/transaction.js';
import { ActionNote, type NoteContent } from '../domain/action-note.js';
import { NoteNotFound } from '../domain/action-plan.errors.js';
import { ActionRepository } from '../domain/action.repository.js';
import type { Action, Note } from '../domain/action.js';
import { checkRight } from '../domain/plan-policy.js';
import { LockedPlans, type ActionPath, type LockedAction } from './locked-plans.js';
import { noteChange } from './plan-changes.js';

/** The ids in the path of a note. */
export interface NotePath extends ActionPath {
  readonly noteId: string;
}

/** Changes notes. Methods throw {@link PlanNotFound}, {@link ActionNotFound} and {@link PlanForbidden}. */
@Injectable()
export class NotesService {
  constructor(
    private readonly plans: LockedPlans,
    private readonly actions: ActionRepository,
    private readonly audit: AuditTrail,
  ) {}

  /**
   * Adds a note of the actor to an action.
   * @param given - a transaction to take part in
   * @throws {TooManyNotes}
   * @throws {PlanTooLarge}
   */
  create(actor: UserActor, path: ActionPath, content: NoteContent, given?: Transaction): Promise<Note> {
    const add = (locked: LockedAction): Promise<Note> => {
      checkRight('create-note', locked.plan.state, actor);
      return this.add(actor, locked, content);
    };
    return this.plans.withAction(actor, path, add, undefined, given);
  }

  /**
   * Adds a shared note of the actor to an action that the actor is assigned to.
   * @param given - a transaction to take part in
   * @throws {ActionNotFound} also when the actor is not assigned
   * @throws {TooManyNotes}
   * @throws {PlanTooLarge}
   */
  createOwn(actor: UserActor, actionId: string, content: string, given?: Transaction): Promise<Note> {
    const add = (locked: LockedAction): Promise<Note> =>
      this.add(actor, locked, { content, visibility: 'SHARED' });
    return this.plans.withOwnAction(actor, actionId, add, undefined, given);
  }

  /**
   * A note that the actor has added to an action that the actor is assigned to.
   * @throws {ActionNotFound} also when the actor is not assigned
   * @throws {NoteNotFound} also for a note of another author
   */
  getOwn(actor: UserActor, actionId: string, noteId: string): Promise<Note> {
    return this.plans.withOwnAction(actor, actionId, async ({ action, transaction }) => {
      const { state } = await this.actions.findNote(action, noteId, transaction);
      if (state.authorId !== actor.userId) throw new NoteNotFound();
      return state;
    });
  }

  /**
   * Changes the properties that are given.
   * @param precondition - of the action
   * @throws {NoteNotFound}
   * @throws {PreconditionFailed}
   * @throws {PlanTooLarge}
   */
  change(
    actor: UserActor,
    path: NotePath,
    given: Patch<NoteContent>,
    precondition?: Precondition,
  ): Promise<Note> {
    const change = async ({ plan, action, transaction }: LockedAction): Promise<Note> => {
      const note = await this.find(actor, action, path.noteId, transaction);
      checkRight('change-note', plan.state, actor, { note: note.state });
      const { state: before } = note;
      if (!note.change(given)) return before;
      plan.changeNote(before, note.state);
      action.touch();
      await this.actions.saveNote(plan, action, note, transaction);
      const { state: after } = note;
      const changed = noteChange('note.update', plan.state, after, { before, after });
      await this.audit.record(actor, changed, transaction);
      return after;
    };
    return this.plans.withAction(actor, path, change, precondition);
  }

  /**
   * @param precondition - of the action
   * @throws {NoteNotFound}
   * @throws {PreconditionFailed}
   */
  async remove(actor: UserActor, path: NotePath, precondition?: Precondition): Promise<void> {
    const remove = async ({ plan, action, transaction }: LockedAction): Promise<void> => {
      const note = await this.find(actor, action, path.noteId, transaction);
      checkRight('delete-note', plan.state, actor, { note: note.state });
      plan.removeNote(note.state);
      action.touch();
      await this.actions.removeNote(plan, action, note, transaction);
      const { state: before } = note;
      await this.audit.record(actor, noteChange('note.delete', plan.state, before, { before }), transaction);
    };
    await this.plans.withAction(actor, path, remove, precondition);
  }

  private async add(
    actor: UserActor,
    { plan, action, transaction }: LockedAction,
    content: NoteContent,
  ): Promise<Note> {
    const note = ActionNote.create(actor.userId, content);
    plan.addNote(note.state);
    action.touch();
    await this.actions.insertNote(plan, action, note, transaction);
    const { state: after } = note;
    await this.audit.record(actor, noteChange('note.create', plan.state, after, { after }), transaction);
    return after;
  }

  /** A private note of another author is unknown. */
  private async find(
    { userId }: UserActor,
    action: Action,
    noteId: string,
    transaction: Transaction,
  ): Promise<ActionNote> {
    const note = await this.actions.findNote(action, noteId, transaction);
    if (!note.isVisibleTo(userId)) throw new NoteNotFound();
    return note;
  }
}
