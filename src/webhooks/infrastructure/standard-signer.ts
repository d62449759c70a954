import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Webhook } from 'standardwebhooks';
import { SecretBox } from '../../platform/secrets/secret-box.js';
import { WebhookSigner } from '../application/webhook.ports.js';

const SECRET_BYTES = 32;
const PREFIX = 'whsec_';

/** Signs messages as Standard Webhooks 1.0 says. Secrets are stored encrypted, each for its webhook. */
@Injectable()
export class StandardSigner extends WebhookSigner {
  constructor(private readonly box: SecretBox) {
    super();
  }

  newSecret(): string {
    return PREFIX + randomBytes(SECRET_BYTES).toString('base64');
  }

  seal(secret: string, webhookId: string): Buffer {
    return this.box.seal(secret, webhookId);
  }

  opens(sealed: Buffer, webhookId: string): boolean {
    try {
      this.box.open(sealed, webhookId);
      return true;
    } catch {
      return false;
    }
  }

  isCurrent(sealed: Buffer): boolean {
    return this.box.isCurrent(sealed);
  }

  reseal(sealed: Buffer, webhookId: string): Buffer | undefined {
    if (this.box.isCurrent(sealed)) return sealed;
    try {
      return this.box.seal(this.box.open(sealed, webhookId), webhookId);
    } catch {
      return undefined; // of an unknown key, or not as it was stored
    }
  }

  headers(
    { id, body, at }: { readonly id: string; readonly body: string; readonly at: Date },
    { webhookId, sealed }: { readonly webhookId: string; readonly sealed: readonly Buffer[] },
  ): Record<string, string> {
    const secrets = sealed.map((each) => this.box.open(each, webhookId));
    return {
      'webhook-id': id,
      'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
      'webhook-signature': secrets.map((secret) => new Webhook(secret).sign(id, at, body)).join(' '),
    };
  }
}
