import { Injectable } from '@nestjs/common';
import { CredentialSecrets } from '../../identity/index.js';
import { PublicAddress } from '../../platform/public-address.js';
import { wishesOf, type Recipient, type Wishes } from '../domain/wishes.js';
import { RecipientStore } from './recipient.store.js';

/** Bytes of an id in a token. */
const ID_BYTES = 12;

/**
 * Links to the wishes of a recipient, which work without a credential. The token has the ids of the company and of the
 * recipient and a check value (ADR 7), so that nothing is stored for a mail, and an invented one costs no statement.
 */
@Injectable()
export class WishesLinks {
  constructor(
    private readonly recipients: RecipientStore,
    private readonly secrets: CredentialSecrets,
    private readonly address: PublicAddress,
  ) {}

  /** The address of the page, which also takes the one click of RFC 8058. */
  async urlFor(companyId: string, { id }: Pick<Recipient, 'id'>): Promise<string> {
    const ids = Buffer.from(companyId + id, 'hex').toString('base64url');
    return `${this.address.baseUrl}/reminders/${await this.secrets.sign('wishesLink', ids)}`;
  }

  /** Undefined for a token that this deployment has not made, and for a recipient who is gone. */
  async find(token: string): Promise<Wishes | undefined> {
    const recipient = await this.follow(token);
    return recipient && wishesOf(recipient.found);
  }

  /**
   * Sets the wishes of the recipient. Nobody is recorded for it: a token does not say who follows the link.
   * @returns false like {@link find}
   */
  async set(token: string, wishes: Wishes): Promise<boolean> {
    const recipient = await this.follow(token);
    if (!recipient) return false;
    const { companyId, found } = recipient;
    const isSame = found.reminders === wishes.reminders && found.digest === wishes.digest;
    return isSame || this.recipients.setWishes(companyId, found.id, wishes);
  }

  private async follow(
    token: string,
  ): Promise<{ readonly companyId: string; readonly found: Recipient } | undefined> {
    const ids = await this.secrets.signedContent('wishesLink', token);
    if (ids === undefined) return undefined;
    const bytes = Buffer.from(ids, 'base64url');
    const companyId = bytes.toString('hex', 0, ID_BYTES);
    const found = await this.recipients.findById(companyId, bytes.toString('hex', ID_BYTES));
    return found && { companyId, found };
  }
}
