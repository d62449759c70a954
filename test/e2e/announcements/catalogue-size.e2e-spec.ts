import { MAX_CATALOGUE_BYTES } from '../../../src/announcements/domain/announcement-template.rules.js';
import type { ApiClient } from '../../support/api-client.js';
import { minimalTemplate, TEMPLATES, templateBody } from '../../support/builders/template.js';
import { TestApp } from '../../support/test-app.js';

const FULL = { status: 412, body: expect.objectContaining({ errorCode: 'CATALOGUE_TOO_LARGE' }) };

describe('the size of the catalogue', () => {
  let app: TestApp;
  let admin: ApiClient;
  let known: Record<string, unknown> & { id: string };

  beforeAll(async () => {
    app = await TestApp.start();
    admin = await app.user('ADMIN');
    ({ body: known } = await admin.post(TEMPLATES, templateBody()));
    const filler = minimalTemplate();
    await admin.post(TEMPLATES, filler);
    await app.sql(
      `UPDATE announcement_template SET bytes = $2 - (
        SELECT sum(bytes) FROM announcement_template WHERE key <> $1
      ) WHERE key = $1`,
      [filler['key'], MAX_CATALOGUE_BYTES],
    );
  });
  afterAll(async () => {
    await app.sql('TRUNCATE announcement_template');
    await app.stop();
  });

  const everything = () => app.sql('SELECT * FROM announcement_template ORDER BY id');

  it('has a limit for what adds to it', async () => {
    const before = await everything();
    expect(await admin.post(TEMPLATES, minimalTemplate())).toMatchObject(FULL);
    const longer = { ...known, resume: { defaultValue: 'x'.repeat(1_000) } };
    expect(await admin.put(`${TEMPLATES}/${known.id}`, longer)).toMatchObject(FULL);
    expect(await everything()).toEqual(before);
  });

  it('lets templates shrink and go', async () => {
    const { body: _removed, ...shorter } = known;
    expect((await admin.put(`${TEMPLATES}/${known.id}`, shorter)).status).toBe(200);
    expect((await admin.delete(`${TEMPLATES}/${known.id}`)).status).toBe(200);
    expect((await admin.post(TEMPLATES, minimalTemplate())).status).toBe(200);
  });
});
