import { Injectable } from '@nestjs/common';
import { OperatorQueries } from '../../../identity/index.js';
import { Mailer } from '../../../platform/mail/mailer.js';
import type { AccessKey } from '../domain/access.js';
import { AccessFiles } from './access-files.store.js';
import { AccessLinks } from './access-links.js';
import { accessMail } from './access-mail.js';
import { AccessStore } from './access.store.js';
import { PersonArchives } from './person-archives.js';

/** Requests of a round. */
const BATCH = 100;

/** Makes archives, sends their links, and removes them when their time is up. */
@Injectable()
export class AccessWork {
  constructor(
    private readonly accesses: AccessStore,
    private readonly archives: PersonArchives,
    private readonly files: AccessFiles,
    private readonly links: AccessLinks,
    private readonly mailer: Mailer,
    private readonly companies: OperatorQueries,
  ) {}

  /** May be repeated after any statement: then the archive is made again, and a mail has the same `Message-ID`. */
  async run(key: AccessKey, signal: AbortSignal): Promise<void> {
    const access = await this.accesses.find(key);
    if (!access?.person) return;
    const { content, counts } = await this.archives.make(access.person, signal);
    await this.files.put(key, content);
    const expiresAt = await this.accesses.ready(key, counts);
    if (!expiresAt) return this.files.remove(key);
    if (access.mailTo === null) return;
    const { name: companyName } = await this.companies.company(key.companyId);
    const { accessId } = key;
    const link = await this.links.urlFor(key);
    const { mailTo: to, language } = access;
    const ready = { accessId, to, language, companyName, link, expiresAt };
    await this.mailer.send(accessMail(ready, this.mailer.host));
    await this.accesses.mailed(key);
  }

  /**
   * Removes archives whose time is up, and those without a request: the company is deleted, or a process ended between
   * its file and its row.
   */
  async removeExpired(signal: AbortSignal): Promise<void> {
    for (let found = BATCH; found === BATCH && !signal.aborted;) {
      const due = await this.accesses.due(BATCH);
      found = due.length;
      for (const key of due) {
        await this.accesses.expire(key);
        await this.files.remove(key);
      }
    }
    for await (const key of this.files.keys()) {
      signal.throwIfAborted();
      if (!(await this.accesses.mayHaveArchive(key))) await this.files.remove(key);
    }
    await this.accesses.removeOld();
  }
}
