import { TestApp } from '../../../../test/support/test-app.js';
import { CredentialSecrets } from '../../../identity/index.js';
import { ExportLinks } from '../application/export.ports.js';

describe('DeploymentExportLinks', () => {
  let app: TestApp;
  let links: ExportLinks;

  beforeAll(async () => {
    app = await TestApp.start({ BASE_URL: 'https://wes.example.com/', EXPORT_LINK_TTL: '2h' });
    links = app.app.get(ExportLinks, { strict: false });
  });
  afterAll(() => app.stop());

  it('begin with the address of the deployment, and end with a token that proves itself', async () => {
    const { link, digest } = await links.newLink();
    const [, token] = /^https:\/\/wes\.example\.com\/exports\/([\w-]{59})$/.exec(link) ?? [];
    expect(await app.app.get(CredentialSecrets).digestOfGenuine('exportLink', token!)).toEqual(digest);
  });

  it('last as long as the settings say', () => {
    expect(links.ttlMs).toBe(2 * 3_600_000);
  });
});
