import { TestApp } from '../../support/test-app.js';

describe('the documentation', () => {
  let app: TestApp;

  beforeAll(async () => {
    app = await TestApp.start();
  });
  afterAll(() => app.stop());

  it('is where the bare address leads', async () => {
    const answer = await fetch(`${app.baseUrl}/`, { redirect: 'manual' });
    expect([answer.status, answer.headers.get('location')]).toEqual([302, '/docs']);
    expect(await (await fetch(`${app.baseUrl}/`)).text()).toContain('swagger-ui');
  });
});
