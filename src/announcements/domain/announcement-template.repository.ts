import type { Transaction } from '../../shared-kernel/transaction.js';
import type { AnnouncementTemplate } from './announcement-template.js';

export abstract class AnnouncementTemplateRepository {
  /**
   * @throws {TemplateKeyConflict}
   * @throws {CatalogueTooLarge}
   */
  abstract insert(template: AnnouncementTemplate, transaction: Transaction): Promise<void>;

  /** Locks a template until the transaction ends. @throws {TemplateNotFound} */
  abstract lock(id: string, transaction: Transaction): Promise<AnnouncementTemplate>;

  /**
   * Updates a locked template.
   * @throws {TemplateKeyConflict}
   * @throws {CatalogueTooLarge} when the template has grown
   */
  abstract update(template: AnnouncementTemplate, transaction: Transaction): Promise<void>;

  /** Deletes a locked template. */
  abstract remove(template: AnnouncementTemplate, transaction: Transaction): Promise<void>;

  /** The id of each template, by key. */
  abstract idsByKey(): Promise<ReadonlyMap<string, string>>;

  /** Inserts templates, and replaces those whose ids exist. */
  abstract saveAll(templates: readonly AnnouncementTemplate[]): Promise<void>;
}
