import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Webhook } from 'standardwebhooks';
import { SecretBox } from '../../platform/secrets/secret-box.js';

const SECRET_BYTES = 32;
const PREFIX = 'whsec_';

/** Encrypts the secrets of webhooks, and signs messages with them (Standard Webhooks 1.0). */
@Injectable()
export class WebhookSigner {
  constructor(private readonly box: SecretBox) {}

  /** A new secret, and what is stored of it. */
  newSecret(): string {
    return PREFIX + randomBytes(SECRET_BYTES).toString('base64');
  }

  seal(secret: string, webhookId: string): Buffer {
    return this.box.seal(secret, webhookId);
  }

  /** False for a secret whose key the service does not have any more. */
  opens(sealed: Buffer, webhookId: string): boolean {
    try {
      this.box.open(sealed, webhookId);
      return true;
    } catch {
      return false;
    }
  }

  /** True for a stored secret that the newest key has encrypted. */
  isCurrent(sealed: Buffer): boolean {
    return this.box.isCurrent(sealed);
  }

  /** Encrypts a stored secret with the newest key. @returns undefined where no known key reads it */
  reseal(sealed: Buffer, webhookId: string): Buffer | undefined {
    if (this.box.isCurrent(sealed)) return sealed;
    try {
      return this.box.seal(this.box.open(sealed, webhookId), webhookId);
    } catch {
      return undefined; // of an unknown key, or not as it was stored
    }
  }

  /** The headers of a message, with a signature by each secret. */
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
