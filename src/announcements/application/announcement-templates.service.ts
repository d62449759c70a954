import { Injectable } from '@nestjs/common';
import type { UserActor } from '../../shared-kernel/actor.js';
import { AuditTrail, type AuditOperation } from '../../shared-kernel/audit-trail.js';
import { newId } from '../../shared-kernel/id.js';
import type { Patch } from '../../shared-kernel/patch.js';
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
  replace(
    actor: UserActor,
    id: string,
    content: TemplateContent,
    precondition?: Precondition,
  ): Promise<AnnouncementTemplate> {
    return this.change(actor, 'template.replace', id, precondition, (template) => template.replace(content));
  }

  /**
   * Changes the properties that are given, and removes those that are null. Writes nothing when all is the same.
   * @throws {TemplateNotFound}
   * @throws {PreconditionFailed}
   * @throws {TemplateKeyConflict}
   */
  patch(
    actor: UserActor,
    id: string,
    patch: Patch<TemplateContent>,
    precondition?: Precondition,
  ): Promise<AnnouncementTemplate> {
    return this.change(actor, 'template.update', id, precondition, (template) => template.patch(patch));
  }

  private change(
    actor: UserActor,
    operation: AuditOperation,
    id: string,
    precondition: Precondition | undefined,
    change: (template: AnnouncementTemplate) => boolean,
  ): Promise<AnnouncementTemplate> {
    return this.unitOfWork.run(async (transaction) => {
      const template = await this.templates.lock(id, transaction);
      const { state: before } = template;
      await precondition?.check(() => this.queries.get(id, transaction));
      if (!change(template)) return template;
      await this.templates.update(template, transaction);
      await this.audit.record(actor, { operation, objectId: id, before, after: template.state }, transaction);
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
