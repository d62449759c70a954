import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { SecretBox } from '../../platform/secrets/secret-box.js';
import { foldEmail } from '../../shared-kernel/folding.js';
import { Jobs } from '../../shared-kernel/jobs.js';
import { UnitOfWork } from '../../shared-kernel/unit-of-work.js';
import { allowsCodes } from '../domain/sign-in-settings.js';
import { CodeDigester } from './code-digests.js';
import { StaffAdmission } from './staff-admission.js';
import { SignInCodeStore, type PendingCode } from './sign-in-code.store.js';

export const CODE_MAIL_JOB = 'sign-in-code-mail';

/** The user to whom a code is sent, and the time of the request in milliseconds. */
export type CodeMailPayload = { readonly userId: string; readonly requestedAt: number };

/** Of the digest of a code. */
const DIGEST_BYTES = 32;

/** Requests that are read at a time. */
const BATCH = 100;

/** Requests for codes. */
@Injectable()
export class CodeRequests {
  constructor(
    private readonly codes: SignInCodeStore,
    private readonly digests: CodeDigester,
    private readonly people: StaffAdmission,
    private readonly box: SecretBox,
    private readonly jobs: Jobs,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /** Notes a request. Who has the address is looked up later, so that an answer takes the same for every address. */
  async add(email: string): Promise<void> {
    const emailKey = foldEmail(email);
    const addressDigest = await this.digests.ofAddress(emailKey);
    await this.codes.request({ addressDigest, address: this.box.seal(emailKey, ownerOf(addressDigest)) });
  }

  /** Begins the mails for requests that nobody has worked on. */
  async round(signal: AbortSignal): Promise<void> {
    for (let found = BATCH; found === BATCH && !signal.aborted;) {
      const pending = await this.codes.findPending(BATCH);
      for (const code of pending) await this.begin(code);
      found = pending.length;
    }
  }

  /**
   * Nothing is sent to an address that nobody has, or whose companies allow no codes. It gets a code that nobody knows,
   * so that a try takes as long as one for another address.
   */
  private async begin(code: PendingCode): Promise<void> {
    const emailKey = this.open(code);
    await this.unitOfWork.run(async (transaction) => {
      if (!(await this.codes.take(code, transaction)) || emailKey === undefined) return;
      const users = await this.people.usersWithAddress(emailKey, transaction);
      const user = users.find(({ issuer, codes }) => allowsCodes({ issuer: issuer ?? undefined, codes }));
      if (!user) {
        await this.codes.issue({ ...code, codeDigest: randomBytes(DIGEST_BYTES) }, transaction);
        return;
      }
      const payload = { userId: user.userId, requestedAt: code.requestedAt.getTime() };
      await this.jobs.add(CODE_MAIL_JOB, { companyId: user.companyId, payload }, transaction);
    });
  }

  /** Undefined for an address that was encrypted with a key that is not known any more. */
  private open({ addressDigest, address }: PendingCode): string | undefined {
    try {
      return this.box.open(address, ownerOf(addressDigest));
    } catch {
      return undefined;
    }
  }
}

function ownerOf(addressDigest: Buffer): string {
  return addressDigest.toString('hex');
}
