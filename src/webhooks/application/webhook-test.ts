import { Injectable } from '@nestjs/common';
import { newId } from '../../shared-kernel/id.js';
import { UnitOfWork } from '../../shared-kernel/unit-of-work.js';
import { TEST_MESSAGE, type Attempt } from '../domain/message.js';
import { WebhookRepository, type WebhookKey } from '../domain/webhook.repository.js';
import { attemptOf, sendSigned } from './signed-delivery.js';
import { WebhookSigner } from './webhook-signer.js';
import { WebhookSender } from './webhook.ports.js';

/** Tests of a company that a process makes at the same time. */
export const MAX_TESTS_AT_ONCE = 2;

/** Sends a message to see whether it arrives. It is not stored, and not sent again. */
@Injectable()
export class WebhookTest {
  private readonly running = new Map<string, number>();

  constructor(
    private readonly webhooks: WebhookRepository,
    private readonly sender: WebhookSender,
    private readonly signer: WebhookSigner,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /**
   * Also for a webhook that is disabled, so that it can be tried before it is enabled again.
   * @returns undefined when the company makes as many tests already as it may
   * @throws {WebhookNotFound}
   */
  async send(key: WebhookKey, signal: AbortSignal): Promise<Attempt | undefined> {
    const { companyId } = key;
    const others = this.running.get(companyId) ?? 0;
    if (others >= MAX_TESTS_AT_ONCE) return undefined;
    this.running.set(companyId, others + 1);
    try {
      return await this.attempt(key, signal);
    } finally {
      const left = (this.running.get(companyId) ?? 1) - 1;
      if (left === 0) this.running.delete(companyId);
      else this.running.set(companyId, left);
    }
  }

  private async attempt(key: WebhookKey, signal: AbortSignal): Promise<Attempt> {
    const { state } = await this.unitOfWork.run((transaction) => this.webhooks.lock(key, transaction));
    const at = new Date();
    const message = { id: newId(), type: TEST_MESSAGE, createdAt: at, at };
    const { sender, signer } = this;
    return attemptOf(at, await sendSigned({ sender, signer }, state, message, signal));
  }
}
