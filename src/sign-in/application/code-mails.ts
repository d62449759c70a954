import { randomInt } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { IdentityQueries } from '../../identity/index.js';
import { Mailer } from '../../platform/mail/mailer.js';
import { foldEmail } from '../../shared-kernel/folding.js';
import { CODE_ALPHABET, CODE_LENGTH } from '../domain/sign-in-code.js';
import { CodeDigester } from './code-digests.js';
import { codeMail } from './code-mail.js';
import type { CodeMailPayload } from './code-requests.js';
import { SignInCodeStore } from './sign-in-code.store.js';

/** Sends codes. */
@Injectable()
export class CodeMails {
  constructor(
    private readonly identity: IdentityQueries,
    private readonly codes: SignInCodeStore,
    private readonly digests: CodeDigester,
    private readonly mailer: Mailer,
  ) {}

  /**
   * Sends a new code, which replaces the one before it: no code is stored that could be sent again. Sends nothing to a
   * user who was deactivated or has another address now.
   * @param attempt - the number of the attempt
   */
  async send(companyId: string, { userId, requestedAt }: CodeMailPayload, attempt: number): Promise<void> {
    const person = await this.identity.findActivePerson(companyId, userId);
    if (!person) return;
    const code = newCode();
    const digests = await this.digests.of(foldEmail(person.email), code);
    if (!(await this.codes.issue({ ...digests, requestedAt: new Date(requestedAt) }))) return;
    const { email: address, name, actor } = person;
    const id = `${userId}-${requestedAt}-${attempt}`;
    await this.mailer.send(
      codeMail({ id, code }, { name, address, language: actor.language }, this.mailer.host),
    );
  }
}

function newCode(): string {
  return Array.from({ length: CODE_LENGTH }, () => CODE_ALPHABET[randomInt(CODE_ALPHABET.length)]).join('');
}
