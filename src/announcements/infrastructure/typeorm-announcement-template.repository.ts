import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository, type EntityManager } from 'typeorm';
import { Revisions } from '../../platform/database/revisions.js';
import { isUniqueViolation } from '../../platform/database/sql-errors.js';
import { managerOf } from '../../platform/database/typeorm-unit-of-work.js';
import type { Transaction } from '../../shared-kernel/transaction.js';
import { UnitOfWork } from '../../shared-kernel/unit-of-work.js';
import { TemplateKeyConflict, TemplateNotFound } from '../domain/announcement-template.errors.js';
import type { AnnouncementTemplate } from '../domain/announcement-template.js';
import { AnnouncementTemplateRepository } from '../domain/announcement-template.repository.js';
import { AnnouncementTemplateRow, fromRow, toRow } from './announcement-template.schema.js';

/** Templates in PostgreSQL. */
@Injectable()
export class TypeormAnnouncementTemplateRepository extends AnnouncementTemplateRepository {
  constructor(
    @InjectRepository(AnnouncementTemplateRow) private readonly rows: Repository<AnnouncementTemplateRow>,
    private readonly unitOfWork: UnitOfWork,
    private readonly revisions: Revisions,
  ) {
    super();
  }

  async insert(template: AnnouncementTemplate, transaction: Transaction): Promise<void> {
    await this.write(transaction, (manager) => manager.insert(AnnouncementTemplateRow, toRow(template)));
  }

  async lock(id: string, transaction: Transaction): Promise<AnnouncementTemplate> {
    const row = await managerOf(transaction).findOne(AnnouncementTemplateRow, {
      where: { id },
      lock: { mode: 'pessimistic_write' },
    });
    if (!row) throw new TemplateNotFound();
    return fromRow(row);
  }

  async update(template: AnnouncementTemplate, transaction: Transaction): Promise<void> {
    const { id, ...row } = toRow(template);
    await this.write(transaction, (manager) => manager.update(AnnouncementTemplateRow, { id }, row));
  }

  async remove({ state: { id } }: AnnouncementTemplate, transaction: Transaction): Promise<void> {
    await this.write(transaction, (manager) => manager.delete(AnnouncementTemplateRow, { id }));
  }

  async idsByKey(): Promise<ReadonlyMap<string, string>> {
    const rows = await this.rows.find({ select: { id: true, key: true } });
    return new Map(rows.map(({ id, key }) => [key, id]));
  }

  async saveAll(templates: readonly AnnouncementTemplate[]): Promise<void> {
    await this.unitOfWork.run((transaction) =>
      this.write(transaction, (manager) =>
        manager.upsert(AnnouncementTemplateRow, templates.map(toRow), ['id']),
      ),
    );
  }

  private async write(
    transaction: Transaction,
    statement: (manager: EntityManager) => Promise<unknown>,
  ): Promise<void> {
    this.unitOfWork.afterCommit(transaction, () => this.revisions.invalidate());
    try {
      await statement(managerOf(transaction));
    } catch (error) {
      if (isUniqueViolation(error, 'announcement_template_key_key')) throw new TemplateKeyConflict();
      throw error;
    }
  }
}
