import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../shared-kernel/unit-of-work.js';
import { CredentialSecretRepository } from '../domain/identity.repositories.js';
import {
  contentOf,
  digestOf,
  hasForm,
  isGenuine,
  keyedDigest,
  newCredential,
  signed,
  type CheckedKind,
  type IssuedCredential,
  type KeyedKind,
  type SignedKind,
} from './credential-form.js';

export interface RotatedSecret {
  /** Creation of the new secret. */
  readonly createdAt: Date;
  /** Credentials that were issued since then stay valid until the next rotation; earlier ones are refused. */
  readonly acceptedSince: Date;
}

/**
 * Issues credentials with a check value and recognises those that this deployment has not issued, so that they cost no
 * statement (ADR 7). The newest secret makes check values, and the one before it is accepted, too.
 */
@Injectable()
export class CredentialSecrets {
  constructor(
    private readonly secrets: CredentialSecretRepository,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /**
   * A new credential, made with the newest secret.
   * @param prefix - begins the credential
   */
  async issue(kind: CheckedKind, prefix?: string): Promise<IssuedCredential> {
    const { newest } = await this.secrets.find();
    return newCredential(newest.secret, kind, prefix);
  }

  /**
   * The digest to look a credential up by; undefined when its form or its check value is wrong.
   * @throws the database's error when it cannot be known which secrets are accepted
   */
  async digestOfGenuine(kind: CheckedKind, credential: string): Promise<Buffer | undefined> {
    return (await this.isAccepted(kind, credential)) ? digestOf(credential) : undefined;
  }

  /**
   * A token of a content that is no secret, made with the newest secret that this process knows. It costs no statement,
   * and is accepted until the second rotation after it, like a credential.
   * @param content - in base64url
   */
  async sign(kind: SignedKind, content: string): Promise<string> {
    const { newest } = await this.secrets.findCached();
    return signed(newest.secret, kind, content);
  }

  /**
   * The content of a token that {@link sign} has made; undefined when its form or its check value is wrong.
   * @throws the database's error when it cannot be known which secrets are accepted
   */
  async signedContent(kind: SignedKind, token: string): Promise<string | undefined> {
    return (await this.isAccepted(kind, token)) ? contentOf(token) : undefined;
  }

  /**
   * A digest of a text that could be guessed, such as an address, made with the newest secret that this process knows.
   * It is of no use after a rotation.
   */
  async keyedDigest(kind: KeyedKind, text: string): Promise<Buffer> {
    const { newest } = await this.secrets.findCached();
    return keyedDigest(newest.secret, kind, text);
  }

  private async isAccepted(kind: CheckedKind, credential: string): Promise<boolean> {
    if (!hasForm(kind, credential)) return false;
    const { newest, before } = await this.secrets.findCached();
    return isGenuine([newest.secret, before.secret], kind, credential);
  }

  /**
   * Makes a new secret. Within a second in every process, credentials that were made before the last secret are
   * refused. They belong to all companies, so no audit trail records it.
   */
  rotate(): Promise<RotatedSecret> {
    return this.unitOfWork.run(async (transaction) => {
      await this.secrets.rotate(randomBytes(32), transaction);
      const { newest, before } = await this.secrets.find(transaction);
      return { createdAt: newest.createdAt, acceptedSince: before.createdAt };
    });
  }
}
