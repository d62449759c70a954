import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Injectable } from '@nestjs/common';
import addressparser from 'nodemailer/lib/addressparser/index.js';
import { Settings } from '../../../platform/config/settings.js';
import { Sql } from '../../../platform/database/sql.js';
import { OUTBOX_FOLDER } from '../../../platform/mail/outbox-mailer.js';
import { foldEmail } from '../../../shared-kernel/folding.js';
import {
  PersonalDataEraser,
  type Person,
  type PersonalCounts,
} from '../../../shared-kernel/personal-data.js';

/** `$2` folded e-mail addresses. */
const CLEAR_ERRORS = {
  name: 'erasures.clear-errors-of-jobs',
  text: `
    UPDATE job j SET last_error = NULL
    WHERE j.company_id = $1 AND j.last_error IS NOT NULL
      AND EXISTS (SELECT FROM unnest($2::text[]) key WHERE strpos(lower(j.last_error), key) > 0)`,
};

/** `$2` ids of employees and users. */
const DELETE_KEYS = {
  name: 'erasures.delete-idempotency-keys',
  text: 'DELETE FROM idempotency_key WHERE company_id = $1 AND resource_id = ANY ($2)',
};

/** The header with the recipients, with the lines that continue it. */
const RECIPIENTS = /^To:(.*(?:\r?\n[ \t].*)*)/im;

/** Removes what the platform keeps: errors of mail servers, keys of repeats, and mails that are files. */
@Injectable()
export class PlatformEraser extends PersonalDataEraser {
  readonly tables = ['job', 'idempotency_key'];
  private readonly outbox: string;

  constructor(
    private readonly sql: Sql,
    { dataDir }: Settings,
  ) {
    super();
    this.outbox = join(dataDir, OUTBOX_FOLDER);
  }

  async count({ emailKeys }: Person): Promise<PersonalCounts> {
    return { mailFiles: (await this.mailsTo(emailKeys)).length };
  }

  async erase({ companyId, employeeIds, userIds, emailKeys }: Person): Promise<void> {
    await this.sql.query(CLEAR_ERRORS, [companyId, emailKeys]);
    await this.sql.query(DELETE_KEYS, [companyId, [...employeeIds, ...userIds]]);
    for (const path of await this.mailsTo(emailKeys)) await rm(path, { force: true });
  }

  /** Paths of mails to the addresses, of times without a mail server. */
  private async mailsTo(emailKeys: readonly string[]): Promise<string[]> {
    const { outbox } = this;
    if (emailKeys.length === 0) return [];
    const names = await readdir(outbox).catch(() => []);
    const found: string[] = [];
    for (const name of names) {
      const path = join(outbox, name);
      const [, recipients = ''] = RECIPIENTS.exec(await readFile(path, 'utf8').catch(() => '')) ?? [];
      const addresses = addressparser(recipients, { flatten: true });
      if (addresses.some(({ address }) => emailKeys.includes(foldEmail(address)))) found.push(path);
    }
    return found;
  }
}
