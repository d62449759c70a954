import { Injectable } from '@nestjs/common';
import { operatorOf } from '../../shared-kernel/actor.js';
import { AuditTrail, type AuditedChange } from '../../shared-kernel/audit-trail.js';
import { UnitOfWork } from '../../shared-kernel/unit-of-work.js';
import { AnnouncementTemplate, type TemplateContent } from '../domain/announcement-template.js';
import { AnnouncementTemplateRepository } from '../domain/announcement-template.repository.js';

export interface CatalogueImportOptions {
  /** Remove templates whose keys are not imported. */
  readonly isPruning?: boolean;
  /** Do everything and roll back. */
  readonly isDryRun?: boolean;
  /** The company in whose audit trail the changes are recorded. */
  readonly companyId: string;
}

/** The keys of the templates that an import changes. */
export interface CatalogueImportReport {
  readonly created: readonly string[];
  readonly updated: readonly string[];
  readonly removed: readonly string[];
  /** Number of the others: imported templates without a change, and those that are not imported. */
  readonly unchanged: number;
}

/** Rolls back a dry run. */
class DryRun extends Error {
  constructor(readonly report: CatalogueImportReport) {
    super('dry run');
  }
}

/** Imports templates into the catalogue, all of them or none. Their keys identify them. */
@Injectable()
export class CatalogueImportService {
  constructor(
    private readonly templates: AnnouncementTemplateRepository,
    private readonly unitOfWork: UnitOfWork,
    private readonly audit: AuditTrail,
  ) {}

  /**
   * @param contents - each with another key
   * @throws {CatalogueTooLarge}
   * @throws {TemplateKeyConflict} when another process creates one of the templates at the same time
   */
  async run(
    contents: readonly TemplateContent[],
    { isPruning = false, isDryRun = false, companyId }: CatalogueImportOptions,
  ): Promise<CatalogueImportReport> {
    try {
      return await this.unitOfWork.run(async (transaction) => {
        const stored = await this.templates.lockAll(transaction);
        const { saved, changes } = merge(stored, contents);
        const imported = new Set(contents.map(({ key }) => key));
        const removed = isPruning ? stored.filter(({ state }) => !imported.has(state.key)) : [];
        await this.templates.removeAll(removed, transaction);
        await this.templates.saveAll(saved, transaction);
        const report = reportOf(stored, saved, removed);
        if (isDryRun) throw new DryRun(report);
        for (const change of [...changes, ...removed.map(removalOf)])
          await this.audit.record(operatorOf(companyId), change, transaction);
        return report;
      });
    } catch (error) {
      if (error instanceof DryRun) return error.report;
      throw error;
    }
  }
}

/** Replaces the stored templates that differ, and creates those that are missing. */
function merge(
  stored: readonly AnnouncementTemplate[],
  contents: readonly TemplateContent[],
): { readonly saved: readonly AnnouncementTemplate[]; readonly changes: readonly AuditedChange[] } {
  const byKey = new Map(stored.map((template) => [template.state.key, template]));
  const saved: AnnouncementTemplate[] = [];
  const changes: AuditedChange[] = [];
  for (const content of contents) {
    const known = byKey.get(content.key);
    const before = known?.state;
    if (known && !known.replace(content)) continue;
    const template = known ?? AnnouncementTemplate.create(content);
    saved.push(template);
    changes.push({
      operation: before ? 'template.replace' : 'template.create',
      objectId: template.state.id,
      ...(before && { before }),
      after: template.state,
    });
  }
  return { saved, changes };
}

function removalOf({ state: before }: AnnouncementTemplate): AuditedChange {
  return { operation: 'template.delete', objectId: before.id, before };
}

function reportOf(
  stored: readonly AnnouncementTemplate[],
  saved: readonly AnnouncementTemplate[],
  removed: readonly AnnouncementTemplate[],
): CatalogueImportReport {
  const keysOf = (templates: readonly AnnouncementTemplate[]): string[] =>
    templates.map(({ state: { key } }) => key).sort();
  const known = new Set(stored);
  const updated = saved.filter((template) => known.has(template));
  return {
    created: keysOf(saved.filter((template) => !known.has(template))),
    updated: keysOf(updated),
    removed: keysOf(removed),
    unchanged: stored.length - updated.length - removed.length,
  };
}
