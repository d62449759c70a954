import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { INVITE } from '../../support/builders/employee.js';
import { eventually } from '../../support/eventually.js';
import { SyncFixture } from '../../support/sync-fixture.js';
import { TestApp } from '../../support/test-app.js';

const ERASURES = '/api/v1/public/company/people/erasures';

describe('an erasure without a mail server', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await TestApp.start();
  });
  afterAll(() => app.stop());

  it('removes the mails to the person, and no mail to an address that ends or begins alike', async () => {
    const { hr } = await SyncFixture.open(app);
    await hr.post(INVITE, { externalId: 'jo', email: 'jo@example.com' });
    const outbox = join(app.dataDir, 'outbox');
    await mkdir(outbox, { recursive: true });
    const mails = {
      'bare.eml': 'jo@example.com',
      'named.eml': '"Jo, Doe" <Jo@Example.com>',
      'folded.eml': 'Mary <mary@example.com>,\r\n Jo <jo@example.com>',
      'longer.eml': 'mary-jo@example.com',
      'other-host.eml': 'Jo <jo@example.com.test>',
      'name.eml': '"jo@example.com" <mary@example.com>',
    };
    for (const [name, to] of Object.entries(mails))
      await writeFile(
        join(outbox, name),
        `From: wes@example.com\r\nTo: ${to}\r\nSubject: Hello\r\n\r\nTo: jo@example.com`,
      );

    const { body } = await hr.post(ERASURES, { externalId: 'jo', reason: 'Request of the person' });
    await eventually(async () => {
      expect((await hr.get(`${ERASURES}/${String(body.id)}`)).body.state).toBe('DONE');
    }, 20_000);
    expect((await readdir(outbox)).sort()).toEqual(['longer.eml', 'name.eml', 'other-host.eml']);
  });
});
