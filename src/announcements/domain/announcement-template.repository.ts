import type { AnnouncementTemplate } from './announcement-template.js';

/** Stores templates. Each call is one atomic change. */
export abstract class AnnouncementTemplateRepository {
  /** @throws {TemplateKeyConflict} */
  abstract insert(template: AnnouncementTemplate): Promise<void>;

  /**
   * Replaces the template with the same id.
   * @throws {TemplateNotFound}
   * @throws {TemplateKeyConflict}
   */
  abstract replace(template: AnnouncementTemplate): Promise<void>;

  /**
   * Deletes a template and returns it.
   * @throws {TemplateNotFound}
   */
  abstract remove(id: string): Promise<AnnouncementTemplate>;

  /** The id of each template, by key. */
  abstract idsByKey(): Promise<ReadonlyMap<string, string>>;

  /** Inserts templates, and replaces those whose ids exist. */
  abstract saveAll(templates: readonly AnnouncementTemplate[]): Promise<void>;
}
