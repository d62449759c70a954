import { isDeepStrictEqual } from 'node:util';
import { newId } from '../../shared-kernel/id.js';
import { ROTATION_MS } from './webhook.limits.js';

/**
 * Causes for which nothing is sent: a user or system has disabled it; the receiver has answered 410; nothing was
 * received for five days; the key or user that it belongs to may not have it any more.
 */
export const DISABLED_REASONS = [
  'DISABLED',
  'RECEIVER_GONE',
  'FAILING',
  'KEY_REVOKED',
  'SCOPE_MISSING',
  'USER_NOT_ADMIN',
] as const;
export type DisabledReason = (typeof DISABLED_REASONS)[number];

/** The key or the user whose rights decide what a webhook tells. */
export type WebhookOwner = { readonly apiKeyId: string } | { readonly userId: string };

/** Encrypted. */
export interface WebhookSecrets {
  readonly current: Buffer;
  /** The one before, while both sign. */
  readonly previous?: Buffer;
  readonly previousUntil?: Date;
}

/** The content of a webhook, as its owner writes it. */
export interface WebhookContent {
  readonly url: string;
  readonly types: readonly string[];
  readonly description?: string | undefined;
}

export interface WebhookState extends WebhookContent {
  readonly companyId: string;
  readonly id: string;
  readonly owner: WebhookOwner;
  /** The scopes that a key needs for it. */
  readonly scopes: readonly string[];
  /** Absent while it is enabled. */
  readonly disabled?: { readonly reason: DisabledReason; readonly at: Date };
  readonly secrets: WebhookSecrets;
  /** The first failure since the last success. */
  readonly failingSince?: Date;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** A change of a webhook. */
export interface WebhookChange {
  readonly url?: string;
  readonly types?: readonly string[];
  /** null removes it. */
  readonly description?: string | null;
  readonly enabled?: boolean;
}

type Owned = Pick<WebhookState, 'owner' | 'scopes'>;

/** An address that is told of changes in a company. */
export class Webhook {
  private constructor(private current: WebhookState) {}

  /** @param secretOf - encrypts the new secret for the webhook with this id */
  static create(
    companyId: string,
    content: WebhookContent,
    owned: Owned,
    secretOf: (id: string) => Buffer,
  ): Webhook {
    const [id, now] = [newId(), new Date()];
    const secrets = { current: secretOf(id) };
    return new Webhook({ ...content, ...owned, companyId, id, secrets, createdAt: now, updatedAt: now });
  }

  static restore(state: WebhookState): Webhook {
    return new Webhook(state);
  }

  get state(): Readonly<WebhookState> {
    return this.current;
  }

  get isEnabled(): boolean {
    return this.current.disabled === undefined;
  }

  /**
   * Changes what is given. Where nothing differs, {@link state} stays the same object. The time without a success goes
   * on, unless there is another address, or it is enabled again.
   * @param owned - by whom, from then on
   * @returns true if it was disabled, and is not any more
   */
  change({ enabled, description, ...change }: WebhookChange, owned: Owned): boolean {
    const { description: before, disabled, failingSince, ...rest } = this.current;
    const now = new Date();
    const text = description === undefined ? before : (description ?? undefined);
    const isEnabled = enabled ?? this.isEnabled;
    const isEnabledAgain = disabled !== undefined && isEnabled;
    const hasOtherUrl = change.url !== undefined && change.url !== rest.url;
    const changed: WebhookState = {
      ...rest,
      ...change,
      ...owned,
      ...(text !== undefined && { description: text }),
      ...(!isEnabled && { disabled: disabled ?? { reason: 'DISABLED', at: now } }),
      ...(!isEnabledAgain && !hasOtherUrl && failingSince && { failingSince }),
    };
    if (!isDeepStrictEqual(changed, this.current)) this.current = { ...changed, updatedAt: now };
    return isEnabledAgain;
  }

  /** Signs with a new secret, and for a day with the one before, unless nobody can read that one any more. */
  rotate(secret: Buffer, { isReadable }: { readonly isReadable: boolean }): void {
    const now = new Date();
    const previous = this.current.secrets.current;
    const previousUntil = new Date(now.getTime() + ROTATION_MS);
    const secrets = { current: secret, ...(isReadable && { previous, previousUntil }) };
    this.current = { ...this.current, secrets, updatedAt: now };
  }

  /** Sends nothing any more. */
  disable(reason: DisabledReason): void {
    const now = new Date();
    this.current = { ...this.current, disabled: { reason, at: now }, updatedAt: now };
  }

  /**
   * Encrypts the secrets again, and drops one that does not sign any more.
   * @param encrypt - returns undefined for a secret that it cannot read
   * @returns false if one cannot be read; nothing has changed then
   */
  reencrypt(encrypt: (sealed: Buffer) => Buffer | undefined): boolean {
    const { current, previous, previousUntil } = this.current.secrets;
    const encrypted = encrypt(current);
    if (!encrypted) return false;
    if (!previous || !previousUntil || previousUntil <= new Date()) {
      this.current = { ...this.current, secrets: { current: encrypted } };
      return true;
    }
    const encryptedPrevious = encrypt(previous);
    if (!encryptedPrevious) return false;
    const secrets = { current: encrypted, previous: encryptedPrevious, previousUntil };
    this.current = { ...this.current, secrets };
    return true;
  }
}
