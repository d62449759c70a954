import { Injectable } from '@nestjs/common';
import { isId } from '../../shared-kernel/id.js';
import { TemplateNotFound } from '../domain/announcement-template.errors.js';
import { AnnouncementTemplate, type TemplateContent } from '../domain/announcement-template.js';
import { AnnouncementTemplateRepository } from '../domain/announcement-template.repository.js';

/** Curates the catalogue. Who may do so is decided at the door, from the credential alone. */
@Injectable()
export class AnnouncementTemplatesService {
  constructor(private readonly templates: AnnouncementTemplateRepository) {}

  /** @throws {TemplateKeyConflict} */
  async create(content: TemplateContent): Promise<AnnouncementTemplate> {
    const template = AnnouncementTemplate.create(content);
    await this.templates.insert(template);
    return template;
  }

  /**
   * Replaces the content of a template as a whole.
   * @throws {TemplateNotFound}
   * @throws {TemplateKeyConflict}
   */
  async replace(id: string, content: TemplateContent): Promise<AnnouncementTemplate> {
    if (!isId(id)) throw new TemplateNotFound();
    const template = AnnouncementTemplate.withId(id, content);
    await this.templates.replace(template);
    return template;
  }

  /** @throws {TemplateNotFound} */
  async remove(id: string): Promise<AnnouncementTemplate> {
    if (!isId(id)) throw new TemplateNotFound();
    return this.templates.remove(id);
  }

  /** Makes sure that the catalogue has these templates; others of it stay as they are. */
  async provide(contents: readonly TemplateContent[]): Promise<void> {
    await this.templates.upsertByKey(contents.map((content) => AnnouncementTemplate.create(content)));
  }
}
