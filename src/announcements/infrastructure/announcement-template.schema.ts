import { EntitySchema } from 'typeorm';
import { TemplateResponse } from '../application/announcement-template.response.js';
import { AnnouncementTemplate, type TemplateState } from '../domain/announcement-template.js';

/** A row of `announcement_template`: the document, and the key, which is unique. */
export class AnnouncementTemplateRow {
  id!: string;
  key!: string;
  document!: object;
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
    document: { type: 'json' },
  },
  uniques: [{ name: 'announcement_template_key_key', columns: ['key'] }],
});

export function toRow({ state }: AnnouncementTemplate): AnnouncementTemplateRow {
  return { id: state.id, key: state.key, document: TemplateResponse.from(state) };
}

export function fromRow({ id, document }: AnnouncementTemplateRow): AnnouncementTemplate {
  return AnnouncementTemplate.replacing(id, document as TemplateState);
}
