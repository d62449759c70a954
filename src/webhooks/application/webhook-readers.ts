import { Inject, Injectable } from '@nestjs/common';
import { SESSION_KINDS, type FeedReader } from '../../changes/index.js';
import type { WebhookState } from '../domain/webhook.js';
import { kindOfType } from './webhook-types.js';

/** The one company whose admins manage the catalogue; undefined for those of every company. */
export const OPERATOR_COMPANY = Symbol('the company whose admins manage the catalogue');

/** Reads the change feed for the owners of webhooks. */
@Injectable()
export class WebhookReaders {
  constructor(@Inject(OPERATOR_COMPANY) private readonly operatorCompanyId: string | undefined) {}

  of({ companyId, owner, types }: WebhookState): FeedReader {
    if ('userId' in owner) {
      const managesTemplates = [undefined, companyId].includes(this.operatorCompanyId);
      // Always both orders, so that a place in them is good for all types.
      return { companyId, kinds: SESSION_KINDS, userId: owner.userId, managesTemplates, rights: '' };
    }
    const kinds = [...new Set(types.flatMap((type) => kindOfType(type) ?? []))];
    return { companyId, kinds, userId: '', managesTemplates: false, rights: '' };
  }
}
