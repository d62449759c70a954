import type { AnnouncementTemplate } from './announcement-template.js';

/** Where templates are kept. Each call is one atomic change. */
export abstract class AnnouncementTemplateRepository {
  /** @throws {TemplateKeyConflict} */
  abstract insert(template: AnnouncementTemplate): Promise<void>;

  /**
   * Puts a template in the place of the one with its id.
   * @throws {TemplateNotFound}
   * @throws {TemplateKeyConflict}
   */
  abstract replace(template: AnnouncementTemplate): Promise<void>;

  /**
   * Removes a template and hands it out.
   * @throws {TemplateNotFound}
   */
  abstract remove(id: string): Promise<AnnouncementTemplate>;

  /** Puts templates in, each in the place of the one with its key where there is one, whose id stays. */
  abstract upsertByKey(templates: readonly AnnouncementTemplate[]): Promise<void>;
}
