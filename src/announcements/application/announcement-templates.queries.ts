import { Injectable } from '@nestjs/common';
import { Sql } from '../../platform/database/sql.js';
import { ReadyBody } from '../../platform/dto/ready-body.js';
import { ShortCaches, type ShortCache } from '../../platform/database/short-caches.js';
import type { Transaction } from '../../shared-kernel/transaction.js';
import { TemplateNotFound } from '../domain/announcement-template.errors.js';
import { compareTemplates } from '../domain/announcement-template.js';

/** The catalogue in display order, ready to be sent. */
export interface Catalogue {
  readonly all: ReadyBody;
  readonly enabled: ReadyBody;
}

export const READ_CATALOGUE = {
  name: 'announcement-templates.catalogue',
  text: `
    SELECT id, key, (document ->> 'order')::integer AS order, (document ->> 'enabled')::boolean AS enabled,
      document::text AS json
    FROM announcement_template`,
};

const GET_TEMPLATE = {
  name: 'announcement-templates.get',
  text: 'SELECT document::text AS json FROM announcement_template WHERE id = $1',
};

/** Reads the catalogue, which is kept in memory for half a second (ADR 33). */
@Injectable()
export class AnnouncementTemplatesQueries {
  private readonly cache: ShortCache<Catalogue>;

  constructor(
    private readonly sql: Sql,
    caches: ShortCaches,
  ) {
    this.cache = caches.create(1);
  }

  /** The catalogue, at most one second behind changes of other processes, and never behind those of this one. */
  catalogue(): Promise<Catalogue> {
    return this.cache.get('', () => this.read());
  }

  /**
   * The JSON of a template.
   * @throws {TemplateNotFound}
   */
  async get(id: string, transaction?: Transaction): Promise<string> {
    const [row] = await this.sql.query<{ json: string }>(GET_TEMPLATE, [id], transaction);
    if (!row) throw new TemplateNotFound();
    return row.json;
  }

  private async read(): Promise<Catalogue> {
    const all = (await this.sql.query<CatalogueRow>(READ_CATALOGUE)).sort(compareTemplates);
    return { all: listOf(all), enabled: listOf(all.filter(({ enabled }) => enabled)) };
  }
}

interface CatalogueRow extends Record<string, unknown> {
  readonly id: string;
  readonly key: string;
  readonly order: number | null;
  readonly enabled: boolean;
  readonly json: string;
}

function listOf(rows: readonly CatalogueRow[]): ReadyBody {
  return new ReadyBody(`[${rows.map(({ json }) => json).join(',')}]`);
}
