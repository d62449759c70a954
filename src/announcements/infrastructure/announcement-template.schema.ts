import { EntitySchema } from 'typeorm';
import { AnnouncementTemplate } from '../domain/announcement-template.js';

interface AnnouncementTemplateRow extends AnnouncementTemplate {
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** How templates lie in the table `announcement_template`. */
export const announcementTemplateSchema = new EntitySchema<AnnouncementTemplateRow>({
  name: 'AnnouncementTemplate',
  target: AnnouncementTemplate,
  tableName: 'announcement_template',
  columns: {
    id: {
      type: 'text',
      primary: true,
      primaryKeyConstraintName: 'announcement_template_pkey',
      collation: 'C',
    },
    key: { type: 'text', collation: 'C' },
    title: { type: 'jsonb' },
    body: { type: 'jsonb', nullable: true },
    resume: { type: 'jsonb', nullable: true },
    category: { type: 'text', nullable: true },
    coverImageURL: { name: 'cover_image_url', type: 'text', nullable: true },
    order: { name: 'sort_order', type: 'integer', nullable: true },
    enabled: { type: 'boolean' },
    placeholders: { type: 'text', array: true },
    createdAt: { name: 'created_at', type: 'timestamptz', createDate: true },
    updatedAt: { name: 'updated_at', type: 'timestamptz', updateDate: true },
  },
  uniques: [{ name: 'announcement_template_key_key', columns: ['key'] }],
});
