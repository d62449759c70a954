import {
  AreaImporter,
  areasAndBelow,
  CharacteristicImporter,
  GroupImporter,
} from '../../../src/segmentation/index.js';
import type { RecordImporter } from '../../../src/shared-kernel/record-importer.js';
import type { ApiClient } from '../../support/api-client.js';
import {
  area,
  chain,
  characteristic,
  CHARACTERISTICS,
  group,
  GROUPS,
  HIERARCHY,
} from '../../support/builders/segmentation.js';
import { settle } from '../../support/query-plan.js';
import { TestApp } from '../../support/test-app.js';

const hotel = area(
  'Aurora "Hotels" & Söhne 旅館',
  area('North', area('Kitchen'), area('Reception')),
  area('South'),
);

const ANSWERS = [
  { path: HIERARCHY, importer: AreaImporter, records: [hotel, area('Head office')] },
  { path: GROUPS, importer: GroupImporter, records: [group('Nights'), group('Änderungen "neu" \\ 😀')] },
  {
    path: CHARACTERISTICS,
    importer: CharacteristicImporter,
    records: [
      characteristic('DATE', 'First day'),
      characteristic('LIST', 'Contract', 'Permanent', 'Zeitlich "befristet"'),
      characteristic('TREE', 'Skill', 'Kitchen', 'Kitchen / Pastry'),
      characteristic('BOOLEAN', 'Works shifts', 'Yes', 'No'),
    ],
  },
];

let app: TestApp;

beforeAll(async () => {
  app = await TestApp.start();
});
afterAll(() => app.stop());

describe.each(ANSWERS)('GET $path', ({ path, importer, records }) => {
  let companyId: string;
  let client: ApiClient;

  beforeEach(async () => {
    await app.sql('DELETE FROM company'); // ids are unique among all companies
    companyId = await app.company();
    client = await app.integration(['segmentation:read'], companyId);
  });

  const put = (given: readonly unknown[], into = companyId) =>
    app.app.get<RecordImporter>(importer).import(into, given);

  it('answers 401 without a credential and to a session', async () => {
    expect((await app.anonymous().get(path)).status).toBe(401);
    expect((await (await app.user('ADMIN', companyId)).get(path)).status).toBe(401);
  });

  it('answers 403 to a key without the scope', async () => {
    const other = await app.integration(['employees:read', 'employees:write', 'timesheets:read'], companyId);
    expect((await other.get(path)).status).toBe(403);
  });

  it('answers an empty array when there is nothing', async () => {
    const { status, text } = await client.get(path);
    expect([status, text]).toEqual([200, '[]']);
  });

  it('answers exactly what was put in, in its order', async () => {
    await put(records);
    expect((await client.get(path)).body).toEqual(records);
  });

  it('shows nothing of another company', async () => {
    const otherId = await app.company();
    const other = await app.integration(undefined, otherId);
    await put(records, otherId);
    expect((await client.get(path)).body).toEqual([]);
    expect((await other.get(path)).body).toEqual(records);
    await app.sql('DELETE FROM company WHERE id = $1', [otherId]);
    const tables = ['segmentation', 'area', 'company_group', 'characteristic'];
    const left = tables.map((table) => app.sql(`SELECT FROM ${table} WHERE company_id = $1`, [otherId]));
    expect(await Promise.all(left)).toEqual([[], [], [], []]);
  });

  it('names its bytes with a strong ETag and answers 304 to it', async () => {
    await put(records);
    const first = await client.get(path);
    const etag = first.headers.get('etag')!;
    expect(etag).toMatch(/^"[\w-]{43}"$/);
    for (const tags of [etag, `"other", ${etag}`, `W/${etag}`, '*']) {
      const again = await client.get(path, { headers: { 'If-None-Match': tags } });
      expect([again.status, again.text, again.headers.get('etag')]).toEqual([304, '', etag]);
    }
    expect((await client.get(path, { headers: { 'If-None-Match': '"other"' } })).body).toEqual(records);
    await put([{ ...records[0], name: 'Another name' }]);
    const changed = await client.get(path, { headers: { 'If-None-Match': etag } });
    expect([changed.status, changed.body[0].name]).toEqual([200, 'Another name']);
    expect(changed.headers.get('etag')).not.toBe(etag);
  });

  it('takes no query parameters', async () => {
    const { status, body } = await client.get(`${path}?from=-1&__proto__=1`);
    expect([status, body.errorCode, body.errors.length]).toEqual([400, 'UNKNOWN_PARAMETER', 2]);
  });

  it('answers HEAD like GET without a body', async () => {
    await put(records);
    const get = await client.get(path);
    const head = await client.request('HEAD', path);
    expect([get.status, head.status, head.text]).toEqual([200, 200, '']);
    expect(head.headers.get('etag')).toBe(get.headers.get('etag'));
  });

  it('answers 405 to every other method', async () => {
    const { status, headers } = await client.delete(path);
    const methods = path === HIERARCHY ? 'GET, HEAD, PUT' : 'GET, HEAD, POST, PUT';
    expect([status, headers.get('allow')?.split(', ').sort().join(', ')]).toEqual([405, methods]);
  });
});

describe('a hierarchy of 10,000 areas', () => {
  const DEPTH = 10_000;
  /** The JSON text; JSON.stringify would recurse too deeply. */
  const chainText = (ids: readonly string[]): string =>
    '[' +
    ids.map((id, at) => `{"id":"${id}","name":"Level ${at + 1}","children":[`).join('') +
    ']}'.repeat(ids.length) +
    ']';

  it('may be one below the other', async () => {
    const companyId = await app.company();
    const { key } = await app.integration(['segmentation:read'], companyId);
    const root = chain(DEPTH);
    const ids: string[] = [];
    for (let at: typeof root | undefined = root; at; at = at.children[0]) ids.push(at.id);
    const importer = app.app.get(AreaImporter);
    expect(await importer.import(companyId, [root])).toEqual({ created: DEPTH, updated: 0, unchanged: 0 });
    expect(await importer.import(companyId, [root])).toEqual({ created: 0, updated: 0, unchanged: DEPTH });
    const response = await fetch(app.baseUrl + HIERARCHY, { headers: { serviceAPIKey: key } });
    expect((await response.text()) === chainText(ids)).toBe(true);
    const below = await app.sql(areasAndBelow('$1', '$2'), [companyId, [ids[4_000]]]);
    expect(below).toHaveLength(6_000);
    const only = [{ ...root, children: [] }];
    expect(await importer.import(companyId, only)).toEqual({ created: 0, updated: 0, unchanged: 1 });
    const { removed } = await importer.replaceAll(companyId, importer.read(companyId, only));
    expect(removed).toHaveLength(DEPTH - 1);
    expect(await app.sql('SELECT id FROM area WHERE company_id = $1', [companyId])).toEqual([
      { id: root.id },
    ]);
  });

  it('may be side by side, also when statistics show a table that is almost empty', async () => {
    const companyId = await app.company();
    const client = await app.integration(['segmentation:read'], companyId);
    const areas = Array.from({ length: 100 }, (_, at) =>
      area(`Area ${at}`, ...Array.from({ length: 99 }, (__, of) => area(`Area ${at}.${of}`))),
    );
    await settle(app, ['area']);
    await app.app.get(AreaImporter).import(companyId, areas);
    expect((await client.get(HIERARCHY)).body).toEqual(areas);
  });
});
