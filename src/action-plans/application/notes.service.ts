import { Injectable } from '@nestjs/common';
import type { UserActor } from '../../shared-kernel/actor.js';
import type { Transaction } from '../../shared-kernel/transaction.js';
import { UnitOfWork } from '../../shared-kernel/unit-of-work.js';
import { ActionNote, type NoteContent } from '../domain/action-note.js';
import { NoteNotFound, TooManyNotes } from '../domain/action-plan.errors.js';
import type { ActionPlan } from '../domain/action-plan.js';
import { ActionRepository } from '../domain/action.repository.js';
import { MAX_NOTES, type Action, type Note } from '../domain/action.js';
import { checkRight } from '../domain/plan-policy.js';
import type { ActionPath } from './actions.service.js';

/** Where a note is. */
export interface NotePath extends ActionPath {
  readonly noteId: string;
}

/** A plan and one of its actions, whose times move with the notes. */
interface Place {
  readonly plan: ActionPlan;
  readonly action: Action;
  readonly transaction: Transaction;
}

/** Changes notes. Methods throw {@link PlanNotFound}, {@link ActionNotFound} and {@link PlanForbidden}. */
@Injectable()
export class NotesService {
  constructor(
    private readonly actions: ActionRepository,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /**
   * Adds a note of the actor to an action.
   * @throws {TooManyNotes}
   */
  create(actor: UserActor, path: ActionPath, content: NoteContent): Promise<Note> {
    return this.at(actor, path, async ({ plan, action, transaction }) => {
      checkRight('create-note', plan.state, actor);
      if ((await this.actions.countNotes(action, transaction)) >= MAX_NOTES) throw new TooManyNotes();
      const note = ActionNote.create(actor.userId, content);
      touch(plan, action);
      await this.actions.saveNote(plan, action, note, transaction);
      return note.state;
    });
  }

  /**
   * Changes the properties that are given.
   * @throws {NoteNotFound}
   */
  change(actor: UserActor, path: NotePath, content: Partial<NoteContent>): Promise<Note> {
    return this.at(actor, path, async ({ plan, action, transaction }) => {
      const note = await this.find(actor, action, path.noteId, transaction);
      checkRight('change-note', plan.state, actor, { note: note.state });
      if (note.change(content)) {
        touch(plan, action);
        await this.actions.saveNote(plan, action, note, transaction);
      }
      return note.state;
    });
  }

  /** @throws {NoteNotFound} */
  async remove(actor: UserActor, path: NotePath): Promise<void> {
    await this.at(actor, path, async ({ plan, action, transaction }) => {
      const note = await this.find(actor, action, path.noteId, transaction);
      checkRight('delete-note', plan.state, actor, { note: note.state });
      touch(plan, action);
      await this.actions.removeNote(plan, action, note, transaction);
    });
  }

  private at<T>(
    actor: UserActor,
    { planId, actionId }: ActionPath,
    work: (place: Place) => Promise<T>,
  ): Promise<T> {
    return this.unitOfWork.run(async (transaction) => {
      const plan = await this.actions.lockPlan(actor.companyId, planId, transaction);
      checkRight('read', plan.state, actor);
      const action = await this.actions.find(plan, actionId, transaction);
      return work({ plan, action, transaction });
    });
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

function touch(plan: ActionPlan, action: Action): void {
  plan.touch();
  action.touch();
}
