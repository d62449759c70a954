import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { Answer } from '../../../platform/http/answer.js';
import { Idempotency } from '../../../platform/idempotency/idempotency.js';
import type { Actor } from '../../../shared-kernel/actor.js';
import type { Precondition } from '../../../shared-kernel/precondition.js';
import { requireOneKey } from '../../index.js';
import { AccessesQueries } from '../application/accesses.queries.js';
import { AccessesService } from '../application/accesses.service.js';
import type { AccessRequest } from './access.request.js';

/** Carries out requests of keys and of admins alike. */
@Injectable()
export class AccessAnswers {
  constructor(
    private readonly service: AccessesService,
    private readonly queries: AccessesQueries,
    private readonly idempotency: Idempotency,
  ) {}

  /** @param path - of requests */
  create(
    actor: Actor,
    { mailTo, ...key }: AccessRequest,
    { request, path }: { readonly request: Request; readonly path: string },
  ): Promise<Answer> {
    requireOneKey(key);
    const { companyId } = actor;
    const answer = async (accessId: string): Promise<Answer> =>
      new Answer(await this.queries.get({ companyId, accessId }), {
        headers: { Location: `${path}/${accessId}` },
      });
    return this.idempotency.answer(request, {
      create: (transaction) => this.service.request(actor, key, mailTo, transaction),
      idOf: (accessId) => accessId,
      answer,
      repeat: answer,
    });
  }

  end(actor: Actor, accessId: string, precondition: Precondition | undefined): Promise<void> {
    const key = { companyId: actor.companyId, accessId };
    return this.service.revoke(actor, accessId, async () =>
      precondition?.check(async () => JSON.stringify(await this.queries.get(key))),
    );
  }
}
