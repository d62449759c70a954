import { Injectable } from '@nestjs/common';
import type { AccessKey } from '../domain/access.js';
import { AccessNotFound } from '../domain/access.errors.js';
import { AccessLinks } from './access-links.js';
import { AccessResponse } from './access.response.js';
import { AccessStore } from './access.store.js';

/** Reads requests for access. */
@Injectable()
export class AccessesQueries {
  constructor(
    private readonly accesses: AccessStore,
    private readonly links: AccessLinks,
  ) {}

  /** @throws {AccessNotFound} */
  async get(key: AccessKey): Promise<AccessResponse> {
    const found = await this.accesses.find(key);
    if (!found) throw new AccessNotFound();
    return AccessResponse.from(found, found.state === 'READY' ? await this.links.urlFor(key) : undefined);
  }
}
