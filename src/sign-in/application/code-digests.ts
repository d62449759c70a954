import { Injectable } from '@nestjs/common';
import { CredentialSecrets } from '../../identity/index.js';
import type { CodeDigests } from './sign-in-code.store.js';

/** The digests by which codes and their addresses are stored. They are of no use without the secret. */
@Injectable()
export class CodeDigester {
  constructor(private readonly secrets: CredentialSecrets) {}

  /** @param emailKey - folded by `foldEmail` */
  ofAddress(emailKey: string): Promise<Buffer> {
    return this.secrets.keyedDigest('signInAddress', emailKey);
  }

  /** Of a code for an address: the same code for another address has another digest. */
  async of(emailKey: string, code: string): Promise<CodeDigests> {
    return {
      addressDigest: await this.ofAddress(emailKey),
      codeDigest: await this.secrets.keyedDigest('signInCode', `${code} ${emailKey}`),
    };
  }
}
