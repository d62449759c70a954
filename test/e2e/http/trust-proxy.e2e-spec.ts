import { TEMPLATES, templateBody } from '../../support/builders/template.js';
import { TestApp } from '../../support/test-app.js';

describe('TRUST_PROXY', () => {
  /** The recorded address of a client that sends the header. */
  async function recorded(TRUST_PROXY: string, forwardedFor: string): Promise<string> {
    const app = await TestApp.start({ TRUST_PROXY }, undefined, { isWorker: false });
    try {
      const admin = await app.user('ADMIN');
      const headers = { 'X-Forwarded-For': forwardedFor };
      const { status } = await admin.post(TEMPLATES, templateBody(), { headers });
      expect(status).toBe(200);
      const [row] = await app.sql<{ address: string }>(
        `SELECT address FROM audit_record WHERE operation = 'template.create'`,
      );
      return row!.address;
    } finally {
      await app.stop();
    }
  }

  it.each([
    ['off', '127.0.0.1'],
    ['10.0.0.0/8, 192.0.2.1', '127.0.0.1'],
    ['loopback', '203.0.113.2'],
    ['1', '203.0.113.2'],
  ])('%s makes the address of the client %s', async (setting, address) => {
    expect(await recorded(setting, '203.0.113.1, 203.0.113.2')).toBe(address);
  });
});
