import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import type { Person } from '../../../shared-kernel/personal-data.js';
import { PersonQueries } from '../../index.js';
import { ErasureWaitsQueries } from './erasure-waits.queries.js';
import { Erasers, HashedPeople, LedgerFiles } from './erasure.ports.js';
import type { Erasure } from '../domain/erasure.js';
import { ErasureRepository } from '../domain/erasure.repository.js';

/** Erasures of a round: their people are looked for together, so that tables are read once for all of them. */
const BATCH = 200;

const PAUSE_MS = 200;

/** Carries erasures out. Everything may be repeated from the beginning. */
@Injectable()
export class ErasureWork {
  constructor(
    private readonly erasures: ErasureRepository,
    private readonly erasers: Erasers,
    private readonly files: LedgerFiles,
    private readonly waits: ErasureWaitsQueries,
    private readonly hashed: HashedPeople,
    private readonly people: PersonQueries,
  ) {}

  /** Erases everybody whom the ledger of a company has and who is not erased yet. */
  async run(companyId: string, signal: AbortSignal): Promise<void> {
    for (let found = BATCH; found === BATCH;) {
      const open = await this.erasures.open(companyId, BATCH);
      found = open.length;
      if (found > 0) await this.erase(companyId, open, signal);
    }
  }

  /**
   * Twice: what began before the ledger had the people may write them until it ends, and what began before they were
   * gone may write what it had read of them.
   */
  private async erase(companyId: string, erasures: readonly Erasure[], signal: AbortSignal): Promise<void> {
    for (const key of erasures) {
      const entry = await this.erasures.ledgerEntry(key);
      if (entry) await this.files.put(entry);
    }
    for (let pass = 1; pass <= 2; pass++) {
      await this.waitForOlder(companyId, signal);
      for (const erasure of erasures.filter(({ pseudonym }) => pseudonym !== null))
        await this.eraseAll(
          await this.personOf(companyId, [erasure]),
          erasure.pseudonym ?? undefined,
          signal,
        );
      const others = erasures.filter(({ pseudonym }) => pseudonym === null);
      if (others.length > 0) await this.eraseAll(await this.personOf(companyId, others), undefined, signal);
    }
    for (const key of erasures) await this.erasures.done(key);
  }

  private async eraseAll(person: Person, pseudonym: string | undefined, signal: AbortSignal): Promise<void> {
    for (const eraser of this.erasers.all) {
      signal.throwIfAborted();
      await eraser.erase(person, { pseudonym });
    }
  }

  private async waitForOlder(companyId: string, signal: AbortSignal): Promise<void> {
    const since = await this.waits.now();
    while (await this.waits.isWaiting(companyId, since)) await sleep(PAUSE_MS, undefined, { signal });
  }

  /**
   * The people as they were found, with the rows that have their keys now. Of an entry that comes from the store of
   * files only the hashes are known.
   */
  private async personOf(companyId: string, erasures: readonly Erasure[]): Promise<Person> {
    const unknown = erasures.filter(({ person }) => !person).map(({ erasureId }) => erasureId);
    const known = erasures.flatMap(({ person }) => person ?? []);
    const hashed = unknown.length === 0 ? [] : [await this.hashed.find(companyId, unknown)];
    const people = [...known, ...hashed];
    const all = (listOf: (person: Person) => readonly string[]): string[] => [
      ...new Set(people.flatMap(listOf)),
    ];
    const keys = {
      emailKeys: all(({ emailKeys }) => emailKeys),
      externalIds: all(({ externalIds }) => externalIds),
    };
    const now = await this.people.withKeys(companyId, keys);
    return {
      ...{ companyId, ...keys },
      employeeIds: [...new Set([...all(({ employeeIds }) => employeeIds), ...now.employeeIds])],
      userIds: [...new Set([...all(({ userIds }) => userIds), ...now.userIds])],
    };
  }
}
