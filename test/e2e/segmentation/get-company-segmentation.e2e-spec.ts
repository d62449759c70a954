import { COMPANY_MANAGERS } from '../../../src/shared-kernel/actor.js';
import {
  COMPANY_CHARACTERISTICS,
  COMPANY_GROUPS,
  COMPANY_HIERARCHY,
} from '../../support/builders/look-ups.js';
import { CHARACTERISTICS, GROUPS, HIERARCHY } from '../../support/builders/segmentation.js';
import { TestApp } from '../../support/test-app.js';
import { WorkforceFixture } from '../../support/workforce-fixture.js';

const PATHS = [
  { path: COMPANY_HIERARCHY, publicPath: HIERARCHY },
  { path: COMPANY_GROUPS, publicPath: GROUPS },
  { path: COMPANY_CHARACTERISTICS, publicPath: CHARACTERISTICS },
];

describe.each(PATHS)('GET $path', ({ path, publicPath }) => {
  let app: TestApp;
  let fixture: WorkforceFixture;

  beforeAll(async () => {
    app = await TestApp.start();
    fixture = await WorkforceFixture.open(app);
  });
  afterAll(() => app.stop());

  it('answers 401 without a session, 403 to those who are no company managers', async () => {
    expect((await app.anonymous().get(path)).status).toBe(401);
    expect((await fixture.hr.get(path)).status).toBe(401);
    for (const role of ['EMPLOYEE', 'PUBLIC'] as const)
      expect((await (await app.user(role, fixture.companyId)).get(path)).status).toBe(403);
  });

  it.each(COMPANY_MANAGERS)(
    'answers as the public area does, with the same tag, to the role %s',
    async (role) => {
      const user = await app.user(role, fixture.companyId);
      const expected = await fixture.hr.get(publicPath);
      const { status, text, headers } = await user.get(path);
      expect([status, text]).toEqual([200, expected.text]);
      expect(text.length).toBeGreaterThan(50);
      for (const name of ['etag', 'cache-control', 'content-type'])
        expect(headers.get(name)).toBe(expected.headers.get(name));
      const again = await user.get(path, { headers: { 'If-None-Match': headers.get('etag')! } });
      expect([again.status, again.text]).toEqual([304, '']);
    },
  );

  it('shows nothing of another company', async () => {
    const stranger = await app.user('ADMIN');
    expect((await stranger.get(path)).text).toBe('[]');
  });
});
