import { readFileSync } from 'node:fs';
import { endpoints, resolve, sampleOf, type Parameter } from '../../scripts/site/document.js';
import { resourcePages } from '../../scripts/site/resources.js';
import { loadDemo } from '../../src/demo/demo.module.js';
import { blocksOf } from '../support/guides.js';
import { ShellFolder } from '../support/shells.js';
import { INSTALLATION_LIMIT_MS } from '../support/system-packages.js';
import { TestApp } from '../support/test-app.js';

/** Operations on a webhook, of which demo companies have none. */
const ON_WEBHOOKS = ['get', 'update', 'delete', 'test', 'replay'].flatMap((verb) =>
  ['', 'Company'].map((area) => `${verb}${area}Webhook`),
);

/**
 * They need a value from another request: the id of an export or its token from a mail, the id of an audit record, of
 * a user, a key, a sync or a webhook, a code or a token; or they end the session of the page. A key has the scopes of syncs, webhooks, the structure, changes of timesheets and holds
 * only if they are asked for.
 */
const AFTER_ANOTHER = [
  ...['getPlanExport', 'downloadExport', 'showReminderWishes', 'getAuditRecord', 'updateUser'],
  ...['signIn', 'signOut', 'getUser', 'endUserSessions', 'revokeApiKey', 'rotateApiKey'],
  ...['createEmployeeSync', 'getEmployeeSync', 'listEmployeeSyncRows', 'applyEmployeeSync'],
  ...['listEmployeeSyncColumns', 'getEmployeeSource', 'setEmployeeSource', 'deleteEmployeeSource'],
  ...[
    'createAccess',
    'getAccess',
    'endAccess',
    'createAccessAsAdmin',
    'getAccessAsAdmin',
    'endAccessAsAdmin',
  ],
  'downloadPersonalData',
  ...['createErasure', 'getErasure', 'allowPersonAgain'],
  ...['changeTimesheets', 'createWebhook', 'listWebhooks', 'listWebhookDeliveries'],
  ...['listCompanyWebhookDeliveries', 'rotateWebhookSecret', 'rotateCompanyWebhookSecret'],
  ...['retryWebhookDelivery', 'retryCompanyWebhookDelivery'],
  ...['replaceAreas', 'replaceGroups', 'replaceCharacteristics', 'createArea', 'updateArea', 'deleteArea'],
  ...['createGroup', 'updateGroup', 'deleteGroup', 'createCharacteristic', 'updateCharacteristic'],
  ...['deleteCharacteristic', 'createCharacteristicValue', 'updateCharacteristicValue'],
  'deleteCharacteristicValue',
  ...['listLegalHolds', 'placeLegalHold', 'getLegalHold', 'liftLegalHold'],
  ...ON_WEBHOOKS,
];

const demoTemplates = JSON.parse(readFileSync('demo/templates.json', 'utf8')) as {
  id: string;
  order?: number;
}[];

let app: TestApp;
let shell: ShellFolder;
let env: Record<string, string>;

beforeAll(async () => {
  shell = await ShellFolder.create('bash');
  app = await TestApp.start();
  const demo = await loadDemo(app.app);
  await demo.recreate();
  const [aurora] = await demo.issueCredentials();
  env = { BASE_URL: app.baseUrl, SESSION_ID: aurora!.adminSessionId, API_KEY: aurora!.apiKey };
}, INSTALLATION_LIMIT_MS);

afterAll(async () => {
  await app.stop();
  await shell.remove();
});

/** Lines of a shell with the variables of the page: ids of the demo data, which the operation has as examples. */
function variables(operationId: string): string {
  const { operation } = endpoints.find((each) => each.operation.operationId === operationId)!;
  return (operation.parameters ?? [])
    .map((each) => resolve<Parameter>(each))
    .filter((each) => each.in === 'path')
    .map(({ name, schema }) => {
      const variable = name.replaceAll(/[A-Z]/g, '_$&').toUpperCase();
      return `${variable}='${encodeURIComponent(String(sampleOf(schema)))}'\n`;
    })
    .join('');
}

/** The demo templates that the list shows first, as they are now. */
function firstTemplates(): Promise<{ document: unknown }[]> {
  const ids = demoTemplates
    .filter(({ order }) => order !== undefined)
    .sort((a, b) => a.order! - b.order!)
    .slice(0, 10)
    .map(({ id }) => id);
  return app.sql('SELECT document FROM announcement_template WHERE id = ANY($1) ORDER BY id', [ids]);
}

it('every request of the reference succeeds on demo data, in the order of the pages', async () => {
  const requests = resourcePages().flatMap(({ content }) => {
    const operations = [...content().matchAll(/^Operation `(\w+)`/gm)].map(([, name]) => name!);
    const blocks = blocksOf(content()).filter(({ language }) => language === 'sh');
    expect(blocks).toHaveLength(operations.length);
    return operations.map((operationId, index) => ({ operationId, request: blocks[index]!.text }));
  });
  expect(requests).toHaveLength(endpoints.length);
  const sent = requests.filter(({ operationId }) => !AFTER_ANOTHER.includes(operationId));
  const script = sent
    .map(({ operationId, request }) => {
      const command = request.trimEnd().replace(/^curl/, "curl -s -o /dev/null -w '%{http_code}\\n'");
      return `${variables(operationId)}echo -n '${operationId} '\n${command}\n`;
    })
    .join('');
  const before = await firstTemplates();
  expect(before).toHaveLength(10);
  const { stdout, stderr } = await shell.run(script, env);
  expect(stderr).toBe('');
  const statuses = stdout.trimEnd().split('\n');
  expect(statuses).toHaveLength(sent.length);
  expect(statuses.filter((line) => !/ 2\d\d$/.test(line))).toEqual([]);
  expect(await firstTemplates()).toEqual(before);
}, 120_000);
