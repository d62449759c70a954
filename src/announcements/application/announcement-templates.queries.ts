import { Injectable } from '@nestjs/common';
import { RevisionCached } from '../../platform/database/revision-cached.js';
import { Revisions } from '../../platform/database/revisions.js';
import { Sql } from '../../platform/database/sql.js';
import { represent, type Representation } from '../../platform/dto/representation.js';
import { isId } from '../../shared-kernel/id.js';
import type { Transaction } from '../../shared-kernel/transaction.js';
import { TemplateNotFound } from '../domain/announcement-template.errors.js';
import { compareTemplates, type TemplateState } from '../domain/announcement-template.js';

/** The catalogue in display order, ready to be sent. */
export interface Catalogue {
  readonly all: Representation;
  readonly enabled: Representation;
}

export const READ_CATALOGUE = {
  name: 'announcement-templates.catalogue',
  text: 'SELECT document FROM announcement_template',
};

const GET_TEMPLATE = {
  name: 'announcement-templates.get',
  text: 'SELECT document::text AS json FROM announcement_template WHERE id = $1',
};

/** Reads the catalogue. It is kept in memory and read again only after a change (ADR 5). */
@Injectable()
export class AnnouncementTemplatesQueries {
  private readonly cached: RevisionCached<Catalogue>;

  constructor(
    private readonly sql: Sql,
    revisions: Revisions,
  ) {
    this.cached = new RevisionCached(revisions, 'announcement-templates', () => this.read());
  }

  /** The catalogue, at most one second behind changes of other processes, and never behind those of this one. */
  catalogue(): Promise<Catalogue> {
    return this.cached.get();
  }

  /**
   * The JSON of a template.
   * @throws {TemplateNotFound}
   */
  async get(id: string, transaction?: Transaction): Promise<string> {
    if (!isId(id)) throw new TemplateNotFound();
    const [row] = await this.sql.query<{ json: string }>(GET_TEMPLATE, [id], transaction);
    if (!row) throw new TemplateNotFound();
    return row.json;
  }

  private async read(): Promise<Catalogue> {
    const rows = await this.sql.query<{ document: TemplateState }>(READ_CATALOGUE);
    const all = rows.map(({ document }) => document).sort(compareTemplates);
    return { all: represent(all), enabled: represent(all.filter(({ enabled }) => enabled)) };
  }
}
