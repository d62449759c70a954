import { setImmediate } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { Sql } from '../../platform/database/sql.js';
import { ReadyBody } from '../../platform/dto/ready-body.js';
import { ShortCaches, type ShortCache } from '../../platform/database/short-caches.js';
import type { Transaction } from '../../shared-kernel/transaction.js';
import { TemplateNotFound } from '../domain/announcement-template.errors.js';
import { compareTemplates, type TemplateState } from '../domain/announcement-template.js';
import { FilterableTemplate, type TemplateFilter } from '../domain/template-filter.js';
import { previewTemplate, type PreviewRequest } from '../domain/template-preview.js';
import { TemplateResponse } from './announcement-template.response.js';
import type { TemplatePreviewResponse } from './template-preview.response.js';

/** Characters of templates that are compared with a filter before other requests are served in between. */
const CHARACTERS_AT_ONCE = 262_144;

/** The catalogue in display order; its lists are made when they are first sent. */
export class Catalogue {
  private allOfThem: ReadyBody | undefined;
  private enabledOnes: ReadyBody | undefined;
  /** By the place of the template; absent until it is compared for the first time. */
  private readonly filterable: FilterableTemplate[] = [];

  constructor(private readonly rows: readonly CatalogueRow[]) {}

  get all(): ReadyBody {
    return (this.allOfThem ??= listOf(this.rows));
  }

  get enabled(): ReadyBody {
    return (this.enabledOnes ??= listOf(this.rows.filter(({ enabled }) => enabled)));
  }

  /** The templates that satisfy a filter. Their documents are parsed for the first filter only. */
  async matching(filter: TemplateFilter): Promise<ReadyBody> {
    if (Object.values(filter).every((condition) => condition === undefined)) return this.all;
    const found: CatalogueRow[] = [];
    let characters = 0;
    for (const [index, row] of this.rows.entries()) {
      const template = (this.filterable[index] ??= new FilterableTemplate(stateOf(row)));
      if (template.matches(filter)) found.push(row);
      characters += row.json.length;
      if (characters < CHARACTERS_AT_ONCE) continue;
      characters = 0;
      await setImmediate();
    }
    return listOf(found);
  }

  /** The templates themselves. */
  states(): TemplateState[] {
    return this.rows.map(stateOf);
  }
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

  /**
   * The texts of a template with values in the place of tokens.
   * @throws {TemplateNotFound}
   * @throws {ValidationFailed} when the values take too many bytes in the texts
   */
  async preview(id: string, request: PreviewRequest): Promise<TemplatePreviewResponse> {
    return previewTemplate(stateOf({ json: await this.get(id) }), request);
  }

  private async read(): Promise<Catalogue> {
    return new Catalogue((await this.sql.query<CatalogueRow>(READ_CATALOGUE)).sort(compareTemplates));
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

function stateOf({ json }: { readonly json: string }): TemplateState {
  return TemplateResponse.stateOf(JSON.parse(json) as TemplateResponse);
}
