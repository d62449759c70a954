import { TEMPLATES, templateBody } from '../support/builders/template.js';
import { freshDatabase, runSql } from '../support/databases.js';
import { eventually } from '../support/eventually.js';
import { addPerson, endServices, ServiceProcess } from '../support/service-process.js';

afterEach(endServices);

const CANARY = 'canary-7f3a';

describe('the log', () => {
  it('has one JSON line per request with its id, and nothing of credentials, addresses or bodies', async () => {
    const databaseUrl = await freshDatabase('log');
    const { sessionId } = await addPerson(databaseUrl, 'ADMIN');
    const service = await ServiceProcess.start({ databaseUrl, env: { LOG_LEVEL: 'debug' } });
    const admin = service.as(sessionId);
    const named = (id: string) => ({ headers: { 'X-Request-Id': id } });

    await admin.get(`${TEMPLATES}?email=${CANARY}@example.com`, named('query'));
    await admin.post(TEMPLATES, templateBody({ key: CANARY }), named('created'));
    await admin.post(TEMPLATES, templateBody({ key: `${CANARY} with a blank` }), named('refused'));
    await admin.delete(`${TEMPLATES}/${CANARY}`, named('unknown'));
    await service
      .anonymous()
      .get(`/api/v1/public/company/employees/email/${CANARY}@example.com`, named('nowhere'));
    const stranger = { SessionId: `${CANARY}${'x'.repeat(32)}`, serviceAPIKey: CANARY };
    await service.anonymous().get(TEMPLATES, { headers: { ...stranger, 'X-Request-Id': 'stranger' } });
    await runSql(databaseUrl, 'ALTER TABLE announcement_template DROP COLUMN category');
    const failed = await admin.post(TEMPLATES, templateBody({ key: `${CANARY}-2` }), named('failed'));
    expect(failed.status).toBe(500);
    await runSql(databaseUrl, `ALTER TABLE announcement_template ADD category integer`);
    await admin.post(TEMPLATES, templateBody({ key: `${CANARY}-3`, category: CANARY }), named('failed-too'));

    await eventually(() =>
      expect(service.log.some(({ requestId }) => requestId === 'failed-too')).toBe(true),
    );
    await service.stop();
    const requests = service.log.filter(({ msg }) => msg === 'request');
    const facts = requests.map(({ requestId, method, route, status }) => [requestId, method, route, status]);
    expect(facts.filter(([, , route]) => !String(route).startsWith('/health'))).toEqual([
      ['query', 'GET', TEMPLATES, 200],
      ['created', 'POST', TEMPLATES, 200],
      ['refused', 'POST', TEMPLATES, 412],
      ['unknown', 'DELETE', `${TEMPLATES}/:templateId`, 412],
      ['nowhere', 'GET', 'unmatched', 404],
      ['stranger', 'GET', TEMPLATES, 401],
      ['failed', 'POST', TEMPLATES, 500],
      ['failed-too', 'POST', TEMPLATES, 500],
    ]);
    expect(service.log.filter(({ msg }) => msg === 'failure').map(({ requestId }) => requestId)).toEqual([
      'failed',
      'failed-too',
    ]);
    const printed = service.stdout + service.stderr;
    expect(printed.split('\n').filter((line) => line !== '' && !line.startsWith('{'))).toEqual([]);
    for (const secret of [CANARY, sessionId, new URL(databaseUrl).password])
      expect(printed).not.toContain(secret);
  });
});
