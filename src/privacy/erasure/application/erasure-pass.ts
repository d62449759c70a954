import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import {
  FileStillMade,
  type ErasureOptions,
  type Person,
  type PersonalDataEraser,
} from '../../../shared-kernel/personal-data.js';
import type { Erasure } from '../domain/erasure.js';
import { ErasedPersons } from './erased-persons.js';
import { Erasers } from './erasers.js';

const PAUSE_MS = 200;

/** Removes everything about people by the erasers of all contexts, once. */
@Injectable()
export class ErasurePass {
  constructor(
    private readonly persons: ErasedPersons,
    private readonly erasers: Erasers,
  ) {}

  async run(companyId: string, erasures: readonly Erasure[], signal: AbortSignal): Promise<void> {
    for (const erasure of erasures.filter(({ pseudonym }) => pseudonym !== null))
      await this.eraseAll(
        await this.persons.of(companyId, [erasure]),
        erasure.pseudonym ?? undefined,
        signal,
      );
    const others = erasures.filter(({ pseudonym }) => pseudonym === null);
    if (others.length > 0) await this.eraseAll(await this.persons.of(companyId, others), undefined, signal);
  }

  private async eraseAll(person: Person, pseudonym: string | undefined, signal: AbortSignal): Promise<void> {
    for (const eraser of this.erasers.all) {
      while (!(await isErased(eraser, person, { pseudonym }))) await sleep(PAUSE_MS, undefined, { signal });
    }
  }
}

/** False while a worker may store a file: that of a restored database is gone, and its lease ends within a minute. */
async function isErased(
  eraser: PersonalDataEraser,
  person: Person,
  options: ErasureOptions,
): Promise<boolean> {
  try {
    await eraser.erase(person, options);
    return true;
  } catch (error) {
    if (error instanceof FileStillMade) return false;
    throw error;
  }
}
