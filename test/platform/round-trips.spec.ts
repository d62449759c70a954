import { DataSource } from 'typeorm';
import { AnnouncementTemplate } from '../../src/announcements/domain/announcement-template.js';
import { TestApp } from '../support/test-app.js';

/** A mapping and its class can drift apart in silence: what is saved must come back, as an instance of the class. */
describe('a round trip through the database', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await TestApp.start();
  });
  afterAll(() => app.stop());

  const roundTrip = async <T extends { readonly id: string }>(
    saved: T,
    type: abstract new () => T,
  ): Promise<void> => {
    const repository = app.app.get(DataSource).getRepository<T>(type);
    const expected = { ...saved };
    await repository.insert(saved as never);
    const loaded = await repository.findOneByOrFail({ id: saved.id } as never);
    expect(loaded).toBeInstanceOf(type);
    expect(loaded).toMatchObject(expected);
  };

  it('keeps a template with everything and one with nothing', async () => {
    const text = { defaultValue: 'x\n', langValues: { de: 'ä' } };
    const most = {
      key: 'most',
      body: text,
      resume: text,
      category: 'c',
      coverImageURL: 'https://h/x',
      order: -1,
    };
    const title = { defaultValue: 'x' };
    await roundTrip(
      AnnouncementTemplate.create({ ...most, title, enabled: false, placeholders: ['{a}'] }),
      AnnouncementTemplate as never,
    );
    await roundTrip(AnnouncementTemplate.create({ key: 'least', title }), AnnouncementTemplate as never);
  });
});
