import { Injectable } from '@nestjs/common';
import { isId } from '../../shared-kernel/id.js';
import { TemplateNotFound } from '../domain/announcement-template.errors.js';
import { AnnouncementTemplate, type TemplateContent } from '../domain/announcement-template.js';
import { AnnouncementTemplateRepository } from '../domain/announcement-template.repository.js';

/** Changes the catalogue. The guard has checked the right: it depends on the credential alone. */
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
   * Replaces everything but the id.
   * @throws {TemplateNotFound}
   * @throws {TemplateKeyConflict}
   */
  async replace(id: string, content: TemplateContent): Promise<AnnouncementTemplate> {
    if (!isId(id)) throw new TemplateNotFound();
    const template = AnnouncementTemplate.replacing(id, content);
    await this.templates.replace(template);
    return template;
  }

  /** @throws {TemplateNotFound} */
  async remove(id: string): Promise<AnnouncementTemplate> {
    if (!isId(id)) throw new TemplateNotFound();
    return this.templates.remove(id);
  }

  /** Creates templates, or replaces those with the same keys. Other templates stay. */
  async upsertByKey(contents: readonly TemplateContent[]): Promise<void> {
    const ids = await this.templates.idsByKey();
    await this.templates.saveAll(
      contents.map((content) => {
        const id = ids.get(content.key);
        return id === undefined
          ? AnnouncementTemplate.create(content)
          : AnnouncementTemplate.replacing(id, content);
      }),
    );
  }
}
