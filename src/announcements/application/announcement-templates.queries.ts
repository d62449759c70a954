import { Injectable } from '@nestjs/common';
import { RevisionCached, type Revised } from '../../platform/database/revision-cached.js';
import { Revisions } from '../../platform/database/revisions.js';
import { Sql } from '../../platform/database/sql.js';
import type { AnnouncementTemplate } from '../domain/announcement-template.js';

/** The catalogue in display order. Each list is one object for as long as the catalogue does not change. */
export interface Catalogue {
  readonly all: readonly AnnouncementTemplate[];
  readonly enabled: readonly AnnouncementTemplate[];
}

/** The whole catalogue and its revision, seen by one statement. */
export const READ_CATALOGUE = {
  name: 'announcement-templates.catalogue',
  text: `
    SELECT r.value::float8 AS revision, coalesce(c.templates, '[]') AS templates
    FROM revision r
    LEFT JOIN LATERAL (
      SELECT json_agg(json_build_object(
        'id', id, 'key', key, 'title', title, 'body', body, 'resume', resume, 'category', category,
        'coverImageURL', cover_image_url, 'order', sort_order, 'enabled', enabled, 'placeholders', placeholders
      ) ORDER BY sort_order NULLS LAST, key, id) AS templates
      FROM announcement_template
    ) c ON true
    WHERE r.topic = 'announcement-templates'`,
};

/** Reads the catalogue. It lies in memory; the database is asked only after a change (ADR 0005). */
@Injectable()
export class AnnouncementTemplatesQueries {
  private readonly cached: RevisionCached<Catalogue>;

  constructor(
    private readonly sql: Sql,
    revisions: Revisions,
  ) {
    this.cached = new RevisionCached(revisions, 'announcement-templates', () => this.read());
  }

  /** The catalogue, at most one second behind the last change of any process, never behind one of this process. */
  catalogue(): Promise<Catalogue> {
    return this.cached.get();
  }

  private async read(): Promise<Revised<Catalogue>> {
    const [row] = await this.sql.query<{ revision: number; templates: AnnouncementTemplate[] }>(
      READ_CATALOGUE,
    );
    if (!row) throw new Error('The database has no revision for announcement-templates: is it migrated?');
    const { revision, templates: all } = row;
    return { revision, value: { all, enabled: all.filter(({ enabled }) => enabled) } };
  }
}
