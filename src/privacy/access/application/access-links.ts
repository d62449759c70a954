import { Injectable } from '@nestjs/common';
import { CredentialSecrets } from '../../../identity/index.js';
import { PublicAddress } from '../../../platform/public-address.js';
import type { AccessKey } from '../domain/access.js';
import { AccessStore } from './access.store.js';

/** Bytes of an id in a token. */
const ID_BYTES = 12;

/**
 * Links to archives, which work without a credential until the archive expires. The token has the ids of the company
 * and of the request and a check value (ADR 7), so that it is not stored, and an invented one costs no statement.
 */
@Injectable()
export class AccessLinks {
  constructor(
    private readonly accesses: AccessStore,
    private readonly secrets: CredentialSecrets,
    private readonly address: PublicAddress,
  ) {}

  async urlFor({ companyId, accessId }: AccessKey): Promise<string> {
    const ids = Buffer.from(companyId + accessId, 'hex').toString('base64url');
    return `${this.address.baseUrl}/personal-data/${await this.secrets.sign('personalDataLink', ids)}`;
  }

  /** @returns `expired` for a link that has worked once; undefined for a token that this deployment has not made */
  async follow(token: string): Promise<AccessKey | 'expired' | undefined> {
    const ids = await this.secrets.signedContent('personalDataLink', token);
    if (ids === undefined) return undefined;
    const bytes = Buffer.from(ids, 'base64url');
    const key = { companyId: bytes.toString('hex', 0, ID_BYTES), accessId: bytes.toString('hex', ID_BYTES) };
    const found = await this.accesses.find(key);
    const isOpen = found?.state === 'READY' && found.expiresAt !== null && found.expiresAt > new Date();
    return isOpen ? key : 'expired';
  }
}
