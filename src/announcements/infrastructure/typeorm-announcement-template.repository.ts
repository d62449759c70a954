import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Any, Repository, type EntityManager } from 'typeorm';
import { CATALOGUE, changeSetOf } from '../../platform/database/change-sets.js';
import { isUniqueViolation } from '../../platform/database/sql-errors.js';
import { addTombstones } from '../../platform/database/tombstones.js';
import { managerOf } from '../../platform/database/typeorm-unit-of-work.js';
import { ShortCaches } from '../../platform/database/short-caches.js';
import type { Transaction } from '../../shared-kernel/transaction.js';
import { UnitOfWork } from '../../shared-kernel/unit-of-work.js';
import {
  CatalogueTooLarge,
  TemplateKeyConflict,
  TemplateNotFound,
} from '../domain/announcement-template.errors.js';
import { MAX_CATALOGUE_BYTES } from '../domain/announcement-template.rules.js';
import type { AnnouncementTemplate } from '../domain/announcement-template.js';
import { AnnouncementTemplateRepository } from '../domain/announcement-template.repository.js';
import { AnnouncementTemplateRow, fromRow, toRow } from './announcement-template.schema.js';

@Injectable()
export class TypeormAnnouncementTemplateRepository extends AnnouncementTemplateRepository {
  constructor(
    @InjectRepository(AnnouncementTemplateRow) private readonly rows: Repository<AnnouncementTemplateRow>,
    private readonly unitOfWork: UnitOfWork,
    private readonly caches: ShortCaches,
  ) {
    super();
  }

  async insert(template: AnnouncementTemplate, transaction: Transaction): Promise<void> {
    await this.write(transaction, (manager) =>
      manager.insert(AnnouncementTemplateRow, changed(template, manager)),
    );
    await checkSize(transaction);
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
    const { id, ...row } = changed(template, managerOf(transaction));
    const before = await managerOf(transaction).findOne(AnnouncementTemplateRow, {
      select: { bytes: true },
      where: { id },
    });
    await this.write(transaction, (manager) => manager.update(AnnouncementTemplateRow, { id }, row));
    if (row.bytes > (before?.bytes ?? 0)) await checkSize(transaction);
  }

  async remove(template: AnnouncementTemplate, transaction: Transaction): Promise<void> {
    await this.removeAll([template], transaction);
  }

  async idsByKey(): Promise<ReadonlyMap<string, string>> {
    const rows = await this.rows.find({ select: { id: true, key: true } });
    return new Map(rows.map(({ id, key }) => [key, id]));
  }

  async lockAll(transaction: Transaction): Promise<AnnouncementTemplate[]> {
    const rows = await managerOf(transaction).find(AnnouncementTemplateRow, {
      order: { id: 'ASC' },
      lock: { mode: 'pessimistic_write' },
    });
    return rows.map(fromRow);
  }

  async saveAll(templates: readonly AnnouncementTemplate[], given?: Transaction): Promise<void> {
    if (templates.length === 0) return;
    await this.unitOfWork.run(async (transaction) => {
      await this.write(transaction, (manager) =>
        manager.upsert(
          AnnouncementTemplateRow,
          templates.map((template) => changed(template, manager)),
          ['id'],
        ),
      );
      await checkSize(transaction);
    }, given);
  }

  async removeAll(templates: readonly AnnouncementTemplate[], transaction: Transaction): Promise<void> {
    if (templates.length === 0) return;
    const ids = templates.map(({ state: { id } }) => id);
    await this.write(transaction, (manager) => manager.delete(AnnouncementTemplateRow, { id: Any(ids) }));
    await addTombstones(managerOf(transaction), CATALOGUE, 'template', ids);
  }

  private async write(
    transaction: Transaction,
    statement: (manager: EntityManager) => Promise<unknown>,
  ): Promise<void> {
    this.caches.clearAfter(transaction);
    try {
      await statement(managerOf(transaction));
    } catch (error) {
      if (isUniqueViolation(error, 'announcement_template_key_key')) throw new TemplateKeyConflict();
      throw error;
    }
  }
}

/** The row of a template that a transaction changes. */
function changed(template: AnnouncementTemplate, manager: EntityManager): AnnouncementTemplateRow {
  return Object.assign(toRow(template), { changeSet: changeSetOf(manager, CATALOGUE, 'template') });
}

/**
 * Simultaneous writes do not see each other. Together they may exceed the limit by a template for each connection.
 * @throws {CatalogueTooLarge}
 */
async function checkSize(transaction: Transaction): Promise<void> {
  const bytes = await managerOf(transaction).sum(AnnouncementTemplateRow, 'bytes');
  if ((bytes ?? 0) > MAX_CATALOGUE_BYTES) throw new CatalogueTooLarge();
}
