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

  /** All templates, locked until the transaction ends. */
  abstract lockAll(transaction: Transaction): Promise<AnnouncementTemplate[]>;

  /**
   * Inserts templates, and replaces those whose ids exist.
   * @param given - a transaction to take part in
   * @throws {TemplateKeyConflict}
   * @throws {CatalogueTooLarge}
   */
  abstract saveAll(templates: readonly AnnouncementTemplate[], given?: Transaction): Promise<void>;

  /** Deletes locked templates. */
  abstract removeAll(templates: readonly AnnouncementTemplate[], transaction: Transaction): Promise<void>;
}
