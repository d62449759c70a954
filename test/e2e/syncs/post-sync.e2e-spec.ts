import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { employeeBody, type Body } from '../../support/builders/employee.js';
import { eventually } from '../../support/eventually.js';
import { SyncFixture, SYNCS } from '../../support/sync-fixture.js';
import { TestApp } from '../../support/test-app.js';

describe(`POST ${SYNCS}`, () => {
  let app: TestApp;
  let fixture: SyncFixture;

  beforeAll(async () => {
    app = await TestApp.start();
  });
  afterAll(() => app.stop());
  beforeEach(async () => {
    fixture = await SyncFixture.open(app);
  });

  const raw = (text: string | Buffer, type = 'application/json') =>
    fixture.post(undefined, '?source=hr', { raw: text, headers: { 'Content-Type': type } });

  it('answers 401 without a key and to a session, and 403 without the scope, which must be asked for', async () => {
    const path = `${SYNCS}?source=hr`;
    expect((await app.anonymous().post(path, [])).status).toBe(401);
    expect((await (await app.user('ADMIN')).post(path, [])).status).toBe(401);
    expect((await fixture.workforce.hr.post(path, [])).status).toBe(403);
    const reader = await app.integration(['employees:sync'], fixture.companyId);
    expect((await reader.post(path, [])).status).toBe(202);
  });

  it.each([
    ['', 'source'],
    ['?source=', 'source'],
    [`?source=${'x'.repeat(101)}`, 'source'],
    ['?source=hr&apply=maybe', 'apply'],
  ])('refuses the query %j', async (query, path) => {
    const { status, body } = await fixture.post([], query);
    expect([status, body.errorCode, body.errors[0].path]).toEqual([400, 'VALIDATION_FAILED', path]);
  });

  it.each(['', '{}', 'null', '[', '[{}', '[{}] x', '[,]'])('refuses the list %j', async (text) => {
    const { status, body } = await raw(text);
    expect([status, body.errorCode]).toEqual([400, 'MALFORMED_JSON']);
  });

  it('says that there is no list, or that it is not an array', async () => {
    expect((await raw('')).body.detail).toBe('The list is missing.');
    expect((await raw('{}')).body.detail).toBe('The list must be an array.');
  });

  it.each(['application/vnd.hr+json', '*/*', 'application/json; charset=utf-8'])(
    'reads an array from %s',
    async (type) => expect((await raw('[{"externalId":"a"}]', type)).status).toBe(202),
  );

  it('names the media types that it takes', async () => {
    expect((await raw('[]', 'text/html')).body.detail).toBe(
      'The body must be application/json, application/x-ndjson, text/csv or a workbook (.xlsx).',
    );
  });

  it('refuses other media types, charsets and encodings', async () => {
    for (const [type, code] of [
      ['text/html', 'UNSUPPORTED_MEDIA_TYPE'],
      ['text/csv; charset=utf-7', 'UNSUPPORTED_CHARSET'],
      ['application/json; charset=latin1', 'UNSUPPORTED_CHARSET'],
    ] as const) {
      const { status, body } = await raw('[]', type);
      expect([type, status, body.errorCode]).toEqual([type, 415, code]);
    }
    const headers = { 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' };
    const { body } = await fixture.post(undefined, '?source=hr', { raw: '[]', headers });
    expect(body.errorCode).toBe('UNSUPPORTED_ENCODING');
  });

  it('refuses more than 100,000 people, 64 KiB of a person and 64 MiB, and keeps nothing of it', async () => {
    for (const list of [
      `[${'{},'.repeat(100_000)}{}]`,
      `[{"name":"${'x'.repeat(65_536)}"}]`,
      Buffer.alloc(67_108_865, ' '),
    ]) {
      const { status, body } = await raw(list);
      expect([status, body.errorCode]).toEqual([413, 'LIST_TOO_LARGE']);
    }
    expect(await app.sql('SELECT * FROM employee_sync_upload')).toEqual([]);
    expect(await readdir(join(app.dataDir, 'syncs')).catch(() => [])).toEqual([]);
  });

  it('takes an array or lines, and removes them when the changes are known', async () => {
    const people = [employeeBody(), employeeBody()];
    const lines = people.map((person) => `${JSON.stringify(person)}\n`).join('\n');
    for (const answer of [await fixture.post(people), await raw(lines, 'application/x-ndjson')]) {
      expect([answer.status, answer.body]).toMatchObject([
        202,
        { source: 'hr', status: /QUEUED|PREVIEWING|READY/ },
      ]);
      const { status, counts } = await fixture.settled(answer);
      const planned = { added: 2, changed: 0, ended: 0, unchanged: 0, skipped: 0 };
      expect([status, counts]).toEqual(['READY', planned]);
    }
    await eventually(async () => {
      expect(await app.sql('SELECT * FROM employee_sync_upload')).toEqual([]);
      expect(await readdir(join(app.dataDir, 'syncs'))).toEqual([]);
    });
    expect(await fixture.people()).toEqual([]);
  });

  it('is blocked by an empty list', async () => {
    await fixture.applied([employeeBody()]);
    const { id, status, reason } = await fixture.sync([], '?source=hr&apply=true');
    expect([status, reason]).toEqual(['BLOCKED', 'EMPTY_LIST']);
    expect(await fixture.people()).toHaveLength(1);
    expect((await fixture.apply(id, { allowEnd: 1 })).body.errorCode).toBe('SYNC_BLOCKED');
  });

  it('is blocked by people who are not valid, with all reasons', async () => {
    const { team } = fixture.workforce;
    const people: Body[] = [
      employeeBody({ externalId: 'A', email: 'a@example.com' }),
      { name: 'Nobody' },
      employeeBody({ email: 'no address', hierarchyId: team.id }),
      employeeBody({ hierarchyId: 'elsewhere' }),
      employeeBody({ externalId: 'A' }),
      employeeBody({ email: 'A@example.COM' }),
      employeeBody({ colour: 'red' }),
    ];
    const { status, reason, issues, counts } = await fixture.sync(people, '?source=hr&apply=true');
    expect([status, reason, counts]).toEqual(['BLOCKED', 'BAD_ROWS', undefined]);
    expect(issues!.map(({ path, code }) => `${path} ${code}`).sort()).toEqual([
      '[1].email REQUIRED',
      '[2].email EMAIL',
      '[3].hierarchyId UNKNOWN_REFERENCE',
      '[4].externalId NOT_UNIQUE',
      '[5].email NOT_UNIQUE',
      '[6].colour UNKNOWN_MEMBER',
    ]);
    const { issues: others } = await fixture.settled(
      await raw(
        `{"email":1}\n[]\n"x"\n{"a\n${'['.repeat(9_000)}${']'.repeat(9_000)}`,
        'application/x-ndjson',
      ),
    );
    expect(others!.map(({ code }) => code)).toEqual([
      ...['WRONG_TYPE', 'WRONG_TYPE', 'WRONG_TYPE', 'MALFORMED_JSON', 'TOO_COMPLEX'],
    ]);
    expect(await fixture.people()).toEqual([]);
  });

  it('names at most a hundred reasons', async () => {
    const { issues } = await fixture.sync(Array.from({ length: 300 }, () => ({ name: 'Nobody' })));
    expect(issues).toHaveLength(100);
  });

  it('is done once with an Idempotency-Key, by its list, source and apply', async () => {
    const [people, options] = [[employeeBody()], { headers: { 'Idempotency-Key': 'night' } }];
    const first = await fixture.post(people, '?source=hr', options);
    const again = await fixture.post(people, '?source=hr', options);
    expect(again.headers.get('location')).toBe(first.headers.get('location'));
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    for (const [list, query] of [
      [[employeeBody()], '?source=hr'],
      [people, '?source=other'],
      [people, '?source=hr&apply=true'],
    ] as const)
      expect((await fixture.post(list, query, options)).status).toBe(422);
    await fixture.settled(again);
    await eventually(async () => expect(await app.sql('SELECT * FROM employee_sync_upload')).toEqual([]));
  });
});
