import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import { Revisions } from '../../platform/database/revisions.js';
import { isUniqueViolation } from '../../platform/database/sql-errors.js';
import { TemplateKeyConflict, TemplateNotFound } from '../domain/announcement-template.errors.js';
import type { AnnouncementTemplate } from '../domain/announcement-template.js';
import { AnnouncementTemplateRepository } from '../domain/announcement-template.repository.js';
import { AnnouncementTemplateRow, fromRow, toRow } from './announcement-template.schema.js';

/** Templates in PostgreSQL; each write is one statement. */
@Injectable()
export class TypeormAnnouncementTemplateRepository extends AnnouncementTemplateRepository {
  constructor(
    @InjectRepository(AnnouncementTemplateRow) private readonly rows: Repository<AnnouncementTemplateRow>,
    private readonly revisions: Revisions,
  ) {
    super();
  }

  async insert(template: AnnouncementTemplate): Promise<void> {
    await this.write(() => this.rows.insert(toRow(template)));
  }

  async replace(template: AnnouncementTemplate): Promise<void> {
    const { id, ...row } = toRow(template);
    const { affected } = await this.write(() => this.rows.update({ id }, row));
    if (affected === 0) throw new TemplateNotFound();
  }

  async remove(id: string): Promise<AnnouncementTemplate> {
    const result = await this.write(() =>
      this.rows.createQueryBuilder().delete().where({ id }).returning('*').execute(),
    );
    const [removed] = result.raw as AnnouncementTemplateRow[];
    if (!removed) throw new TemplateNotFound();
    return fromRow(removed);
  }

  async idsByKey(): Promise<ReadonlyMap<string, string>> {
    const rows = await this.rows.find({ select: { id: true, key: true } });
    return new Map(rows.map(({ id, key }) => [key, id]));
  }

  async saveAll(templates: readonly AnnouncementTemplate[]): Promise<void> {
    await this.write(() => this.rows.upsert(templates.map(toRow), ['id']));
  }

  private async write<T>(statement: () => Promise<T>): Promise<T> {
    try {
      return await statement();
    } catch (error) {
      if (isUniqueViolation(error, 'announcement_template_key_key')) throw new TemplateKeyConflict();
      throw error;
    } finally {
      this.revisions.invalidate();
    }
  }
}
