import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../shared-kernel/unit-of-work.js';
import { WebhookNotFound } from '../domain/webhook.errors.js';
import { WebhookRepository, type WebhookKey } from '../domain/webhook.repository.js';
import { StoredSecretsQueries } from './stored-secrets.queries.js';
import { WebhookSigner } from './webhook-signer.js';

/** Webhooks that are read at a time. */
const BATCH = 500;

/** Webhooks with unreadable secrets that are named. */
const MAX_NAMED = 20;

export interface Reencryption {
  /** Webhooks whose secrets the newest key encrypts now, and did not before. */
  reencrypted: number;
  /** Webhooks whose secrets the newest key had encrypted. */
  unchanged: number;
  /** Webhooks with a secret that no known key reads. */
  unreadable: number;
  /** The first of them. */
  readonly unreadableWebhooks: WebhookKey[];
}

/** Encrypts the secrets of all webhooks with the newest key. The service may run meanwhile. */
@Injectable()
export class SecretsReencryption {
  constructor(
    private readonly secrets: StoredSecretsQueries,
    private readonly webhooks: WebhookRepository,
    private readonly signer: WebhookSigner,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  async run(): Promise<Reencryption> {
    const result: Reencryption = { reencrypted: 0, unchanged: 0, unreadable: 0, unreadableWebhooks: [] };
    let last: WebhookKey | undefined;
    for (;;) {
      const batch = await this.secrets.after(last, BATCH);
      for (const { secrets, ...key } of batch) {
        if (secrets.every((each) => this.signer.isCurrent(each))) result.unchanged++;
        else await this.reencrypt(key, result);
        last = key;
      }
      if (batch.length < BATCH) return result;
    }
  }

  /** In a transaction of its own, so that a webhook that is being sent to waits for one row only. */
  private async reencrypt(key: WebhookKey, result: Reencryption): Promise<void> {
    try {
      const isReadable = await this.unitOfWork.run(async (transaction) => {
        const webhook = await this.webhooks.lock(key, transaction);
        if (!webhook.reencrypt((sealed) => this.signer.reseal(sealed, key.webhookId))) return false;
        await this.webhooks.update(webhook, transaction);
        return true;
      });
      if (isReadable) result.reencrypted++;
      else if (++result.unreadable <= MAX_NAMED) result.unreadableWebhooks.push(key);
    } catch (error) {
      if (!(error instanceof WebhookNotFound)) throw error; // it was deleted meanwhile
    }
  }
}
