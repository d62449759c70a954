import { isDeepStrictEqual } from 'node:util';
import { newId } from '../../shared-kernel/id.js';
import type { DisabledReason } from './disabled-reason.js';
import { TooManyRotations } from './webhook.errors.js';
import { MAX_PREVIOUS_SECRETS, ROTATION_MS } from './webhook.limits.js';

/** The key or the user whose rights decide what a webhook tells. */
export type WebhookOwner = { readonly apiKeyId: string } | { readonly userId: string };

/** A secret before a rotation, encrypted. */
export interface PreviousSecret {
  readonly secret: Buffer;
  /** It signs beside the current one until then. */
  readonly until: Date;
}

/** Encrypted. */
export interface WebhookSecrets {
  readonly current: Buffer;
  /** The newest first. They may be over. */
  readonly previous: readonly PreviousSecret[];
}

/** The secrets before the current one that still sign. */
export function signingSecrets({ previous }: WebhookSecrets, now = new Date()): PreviousSecret[] {
  return previous.filter(({ until }) => until > now);
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
    const secrets = { current: secretOf(id), previous: [] };
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

  /**
   * Signs with a new secret, and for a day with the one before, unless nobody can read that one any more. Those of
   * earlier rotations sign for the rest of their days.
   * @param isReadable - false for a secret that cannot be decrypted
   * @throws {TooManyRotations}
   */
  rotate(secret: Buffer, isReadable: (sealed: Buffer) => boolean): void {
    const now = new Date();
    const until = new Date(now.getTime() + ROTATION_MS);
    const { secrets } = this.current;
    const previous = [{ secret: secrets.current, until }, ...signingSecrets(secrets, now)].filter((each) =>
      isReadable(each.secret),
    );
    if (previous.length > MAX_PREVIOUS_SECRETS)
      throw new TooManyRotations((previous.at(-1) as PreviousSecret).until);
    this.current = { ...this.current, secrets: { current: secret, previous }, updatedAt: now };
  }

  /** Belongs to the key that follows its key. */
  passTo(apiKeyId: string): void {
    this.current = { ...this.current, owner: { apiKeyId }, updatedAt: new Date() };
  }

  /** Sends nothing any more. */
  disable(reason: DisabledReason): void {
    const now = new Date();
    this.current = { ...this.current, disabled: { reason, at: now }, updatedAt: now };
  }

  /**
   * Encrypts the secrets again, and drops those that do not sign any more.
   * @param encrypt - returns undefined for a secret that it cannot read
   * @returns false if one cannot be read; nothing has changed then
   */
  reencrypt(encrypt: (sealed: Buffer) => Buffer | undefined): boolean {
    const { secrets } = this.current;
    const current = encrypt(secrets.current);
    const signing = signingSecrets(secrets);
    const previous = signing.flatMap(({ secret, until }) => {
      const encrypted = encrypt(secret);
      return encrypted ? [{ secret: encrypted, until }] : [];
    });
    if (!current || previous.length < signing.length) return false;
    this.current = { ...this.current, secrets: { current, previous } };
    return true;
  }
}
