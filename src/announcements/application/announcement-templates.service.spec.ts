import { closeDatabase } from '../../../test/support/databases.js';
import { TestApp } from '../../../test/support/test-app.js';
import { newId } from '../../shared-kernel/id.js';
import { TemplateKeyConflict } from '../domain/announcement-template.errors.js';
import { AnnouncementTemplatesQueries } from './announcement-templates.queries.js';
import { AnnouncementTemplatesService } from './announcement-templates.service.js';

const actor = { kind: 'user', userId: newId(), companyId: newId(), role: 'ADMIN', language: 'en' } as const;
const content = (key: string, text: string) => ({ key, title: { defaultValue: text }, order: 1 });

describe('AnnouncementTemplatesService', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await TestApp.start();
  });
  afterAll(() => app.stop());

  it('upserts templates by their keys', async () => {
    const service = app.app.get(AnnouncementTemplatesService);
    const { state: a } = await service.create(actor, content('a', 'Old'));
    const { state: b } = await service.create(actor, content('b', 'Stays'));
    const [free, id] = [newId(), newId()];
    await service.upsertByKey([
      { ...content('a', 'New'), id },
      { ...content('c', 'Added'), id: free },
      { ...content('d', 'Its id is taken'), id: b.id },
    ]);

    const { all } = await app.app.get(AnnouncementTemplatesQueries).catalogue();
    const templates = JSON.parse(all.parts.join('')) as { id: string; key: string; title: object }[];
    expect(templates.map(({ key, title }) => [key, title])).toMatchObject([
      ['a', { defaultValue: 'New' }],
      ['b', { defaultValue: 'Stays' }],
      ['c', { defaultValue: 'Added' }],
      ['d', { defaultValue: 'Its id is taken' }],
    ]);
    expect(templates.map((template) => template.id)).toEqual([a.id, b.id, free, expect.any(String)]);
  });

  it('reports no conflict when the database refuses for another reason', async () => {
    const open = await closeDatabase(app.databaseUrl);
    try {
      const refused = app.app.get(AnnouncementTemplatesService).create(actor, content('d', 'Refused'));
      await expect(refused).rejects.not.toBeInstanceOf(TemplateKeyConflict);
    } finally {
      await open();
    }
  });
});
