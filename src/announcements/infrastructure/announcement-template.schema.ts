import { EntitySchema } from 'typeorm';
import { CHANGED_SCHEMA } from '../../platform/database/change-sets.js';
import { TemplateResponse } from '../application/announcement-template.response.js';
import { AnnouncementTemplate } from '../domain/announcement-template.js';

/** A row of `announcement_template`: the document, its size, and the key, which is unique. */
export class AnnouncementTemplateRow {
  id!: string;
  key!: string;
  bytes!: number;
  document!: TemplateResponse;
  changeSet?: string;
}

export const announcementTemplateSchema = new EntitySchema<AnnouncementTemplateRow>({
  name: 'AnnouncementTemplateRow',
  target: AnnouncementTemplateRow,
  tableName: 'announcement_template',
  columns: {
    id: {
      type: 'text',
      primary: true,
      primaryKeyConstraintName: 'announcement_template_pkey',
      collation: 'C',
    },
    key: { type: 'text', collation: 'C' },
    bytes: { type: 'integer', default: 0 },
    document: { type: 'json' },
    ...CHANGED_SCHEMA,
  },
  indices: [{ name: 'announcement_template_change_idx', columns: ['changeSet', 'id'] }],
  uniques: [{ name: 'announcement_template_key_key', columns: ['key'] }],
});

export function toRow({ state }: AnnouncementTemplate): AnnouncementTemplateRow {
  const document = TemplateResponse.from(state);
  return {
    id: state.id,
    key: state.key,
    bytes: Buffer.byteLength(JSON.stringify(document)),
    document,
  };
}

export function fromRow({ document }: AnnouncementTemplateRow): AnnouncementTemplate {
  return AnnouncementTemplate.restore(TemplateResponse.stateOf(document));
}
