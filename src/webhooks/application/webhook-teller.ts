import { Injectable } from '@nestjs/common';
import { ChangesQueries, CursorExpired, type ChangedObjects } from '../../changes/index.js';
import { newId } from '../../shared-kernel/id.js';
import type { Transaction } from '../../shared-kernel/transaction.js';
import { UnitOfWork } from '../../shared-kernel/unit-of-work.js';
import { WAITING_MESSAGE, type NewMessage } from '../domain/message.js';
import { MAX_WAITING_MESSAGES } from '../domain/webhook.limits.js';
import { WebhookRepository, type WebhookKey } from '../domain/webhook.repository.js';
import type { WebhookState } from '../domain/webhook.js';
import { MessageStore } from './message.store.js';
import { WebhookReaders } from './webhook-readers.js';
import { typeOf } from './webhook-types.js';

/** Changes that are read by one statement. */
const PAGE = 2_000;

/** Pages that are read in a transaction. The next round goes on. */
const MAX_PAGES = 25;

/**
 * Makes messages of what has changed. They are stored with the place in the feed up to which they tell, so that each
 * change is told of once, whatever happens in between.
 */
@Injectable()
export class WebhookTeller {
  constructor(
    private readonly webhooks: WebhookRepository,
    private readonly messages: MessageStore,
    private readonly changes: ChangesQueries,
    private readonly readers: WebhookReaders,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /** Tells a webhook of what has changed. @returns true if there is something to send */
  tell(key: WebhookKey): Promise<boolean> {
    return this.unitOfWork.run(async (transaction) => {
      const locked = await this.webhooks.lockIfFree(key, transaction);
      if (!locked?.webhook.isEnabled) return false;
      if (await this.webhooks.ownerProblem(key, transaction)) return false; // the next round disables it
      const { state } = locked.webhook;
      const { told, messages, more } = await this.read(state, locked.place, transaction);
      await this.store(key, messages, more, transaction);
      await this.webhooks.tell(key, told, transaction);
      return messages.length > 0 || more > 0;
    });
  }

  private async read(
    state: WebhookState,
    place: string,
    transaction: Transaction,
  ): Promise<{ told: Omit<ChangedObjects, 'objects' | 'isMore'>; messages: NewMessage[]; more: number }> {
    const reader = this.readers.of(state);
    const messages: NewMessage[] = [];
    let more = 0;
    let read: ChangedObjects | undefined;
    try {
      for (let page = 0; page < MAX_PAGES && read?.isMore !== false; page++) {
        read = await this.changes.objectsAfter(
          reader,
          { after: read?.place ?? place, limit: PAGE },
          transaction,
        );
        for (const { kind, id, isDeleted } of read.objects) {
          const type = typeOf(kind, isDeleted);
          if (!state.types.includes(type)) continue;
          if (messages.length < MAX_WAITING_MESSAGES) messages.push({ id: newId(), type, objectId: id });
          else more++;
        }
      }
    } catch (error) {
      if (!(error instanceof CursorExpired)) throw error;
      // The lost changes are not known: the receiver reads the feed, which begins again for it, too.
      const told = await this.changes.placeOf(reader, transaction);
      return { told, messages: [{ id: newId(), type: WAITING_MESSAGE }], more: 0 };
    }
    return { told: read as ChangedObjects, messages, more };
  }

  /** One message stands for all where more would wait than a webhook is sent one by one. */
  private async store(
    key: WebhookKey,
    messages: readonly NewMessage[],
    more: number,
    transaction: Transaction,
  ): Promise<void> {
    if (messages.length === 0) return;
    const waiting = await this.messages.countWaiting(key, transaction);
    if (waiting + messages.length + more <= MAX_WAITING_MESSAGES)
      return this.messages.insertAll(key, messages, transaction);
    const removed = await this.messages.removeWaiting(key, transaction);
    const count = removed + messages.length + more;
    return this.messages.insertAll(key, [{ id: newId(), type: WAITING_MESSAGE, count }], transaction);
  }
}
