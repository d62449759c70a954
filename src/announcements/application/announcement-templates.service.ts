import { Injectable } from '@nestjs/common';
import type { UserActor } from '../../shared-kernel/actor.js';
import { AuditTrail } from '../../shared-kernel/audit-trail.js';
import { newId } from '../../shared-kernel/id.js';
import type { Precondition } from '../../shared-kernel/precondition.js';
import type { Transaction } from '../../shared-kernel/transaction.js';
import { UnitOfWork } from '../../shared-kernel/unit-of-work.js';
import { AnnouncementTemplate, type TemplateContent } from '../domain/announcement-template.js';
import { AnnouncementTemplateRepository } from '../domain/announcement-template.repository.js';
import { AnnouncementTemplatesQueries } from './announcement-templates.queries.js';

/**
 * Changes the catalogue. The guard has checked the right: it depends on the credential alone. The catalogue belongs to
 * all companies; a change is recorded in the audit trail of the actor's company.
 */
@Injectable()
export class AnnouncementTemplatesService {
  constructor(
    private readonly templates: AnnouncementTemplateRepository,
    private readonly unitOfWork: UnitOfWork,
    private readonly audit: AuditTrail,
    private readonly queries: AnnouncementTemplatesQueries,
  ) {}

  /**
   * @param given - a transaction to take part in
   * @throws {TemplateKeyConflict}
   */
  create(actor: UserActor, content: TemplateContent, given?: Transaction): Promise<AnnouncementTemplate> {
    return this.unitOfWork.run(async (transaction) => {
      const template = AnnouncementTemplate.create(content);
      await this.templates.insert(template, transaction);
      const { state: after } = template;
      await this.audit.record(
        actor,
        { operation: 'template.create', objectId: after.id, after },
        transaction,
      );
      return template;
    }, given);
  }

  /**
   * Replaces everything but the id. Writes nothing when that is the same.
   * @throws {TemplateNotFound}
   * @throws {PreconditionFailed}
   * @throws {TemplateKeyConflict}
   */
  async replace(
    actor: UserActor,
    id: string,
    content: TemplateContent,
    precondition?: Precondition,
  ): Promise<AnnouncementTemplate> {
    return this.unitOfWork.run(async (transaction) => {
      const template = await this.templates.lock(id, transaction);
      const { state: before } = template;
      await precondition?.check(() => this.queries.get(id, transaction));
      if (!template.replace(content)) return template;
      await this.templates.update(template, transaction);
      const change = { operation: 'template.replace', objectId: id, before, after: template.state } as const;
      await this.audit.record(actor, change, transaction);
      return template;
    });
  }

  /**
   * @throws {TemplateNotFound}
   * @throws {PreconditionFailed}
   */
  async remove(actor: UserActor, id: string, precondition?: Precondition): Promise<AnnouncementTemplate> {
    return this.unitOfWork.run(async (transaction) => {
      const template = await this.templates.lock(id, transaction);
      await precondition?.check(() => this.queries.get(id, transaction));
      await this.templates.remove(template, transaction);
      const { state: before } = template;
      await this.audit.record(actor, { operation: 'template.delete', objectId: id, before }, transaction);
      return template;
    });
  }

  /** Creates templates, with their id if it is free, or replaces those with the same keys. Other templates stay. */
  async upsertByKey(templates: readonly (TemplateContent & { readonly id: string })[]): Promise<void> {
    const idsByKey = await this.templates.idsByKey();
    const taken = new Set(idsByKey.values());
    await this.templates.saveAll(
      templates.map(({ id, ...content }) => {
        const known = idsByKey.get(content.key);
        return AnnouncementTemplate.replacing(known ?? (taken.has(id) ? newId() : id), content);
      }),
    );
  }
}
