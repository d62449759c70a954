import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import { Revisions } from '../../platform/database/revisions.js';
import { isUniqueViolation } from '../../platform/database/sql-errors.js';
import { TemplateKeyConflict, TemplateNotFound } from '../domain/announcement-template.errors.js';
import { AnnouncementTemplate, type TemplateContent } from '../domain/announcement-template.js';
import { AnnouncementTemplateRepository } from '../domain/announcement-template.repository.js';

/** What of a template a replacement writes. */
const CONTENT = [
  'key',
  'title',
  'body',
  'resume',
  'category',
  'coverImageURL',
  'order',
  'enabled',
  'placeholders',
] as const satisfies readonly (keyof TemplateContent)[];

/** A deleted row under the names of the domain. */
const RETURNED = `id, key, title, body, resume, category, cover_image_url AS "coverImageURL", sort_order AS "order",
  enabled, placeholders`;

/** Templates in PostgreSQL; each write is one statement. */
@Injectable()
export class TypeormAnnouncementTemplateRepository extends AnnouncementTemplateRepository {
  constructor(
    @InjectRepository(AnnouncementTemplate) private readonly rows: Repository<AnnouncementTemplate>,
    private readonly revisions: Revisions,
  ) {
    super();
  }

  async insert(template: AnnouncementTemplate): Promise<void> {
    await this.write(() => this.rows.insert(template));
  }

  async replace(template: AnnouncementTemplate): Promise<void> {
    const { affected } = await this.write(() => {
      const content = Object.fromEntries(CONTENT.map((member) => [member, template[member]]));
      return this.rows.update({ id: template.id }, content);
    });
    if (affected === 0) throw new TemplateNotFound();
  }

  async remove(id: string): Promise<AnnouncementTemplate> {
    const result = await this.write(() =>
      this.rows.createQueryBuilder().delete().where({ id }).returning(RETURNED).execute(),
    );
    const [removed] = result.raw as AnnouncementTemplate[];
    if (!removed) throw new TemplateNotFound();
    return removed;
  }

  async upsertByKey(templates: readonly AnnouncementTemplate[]): Promise<void> {
    const overwritten = this.rows.metadata.columns
      .filter(({ propertyName }) => propertyName !== 'id' && propertyName !== 'createdAt')
      .map(({ databaseName }) => databaseName);
    await this.write(() =>
      this.rows
        .createQueryBuilder()
        .insert()
        .values([...templates])
        .orUpdate(overwritten, ['key'])
        .execute(),
    );
  }

  private async write<T>(statement: () => Promise<T>): Promise<T> {
    try {
      return await statement();
    } catch (error) {
      if (isUniqueViolation(error, 'announcement_template_key_key')) throw new TemplateKeyConflict();
      throw error;
    } finally {
      this.revisions.distrust();
    }
  }
}
