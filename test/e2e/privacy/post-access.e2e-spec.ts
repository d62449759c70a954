import { unzipSync } from 'fflate';
import { read, utils } from 'xlsx';
import { AccessFiles } from '../../../src/privacy/access/application/access-files.store.js';
import { AccessWork } from '../../../src/privacy/access/application/access-work.js';
import type { AccessKey } from '../../../src/privacy/access/domain/access.js';
import { AccessEraser } from '../../../src/privacy/access/index.js';
import { newId } from '../../../src/shared-kernel/id.js';
import type { Answer, ApiClient } from '../../support/api-client.js';
import { EMPLOYEES, INVITE } from '../../support/builders/employee.js';
import { actionPath, PLANS, type Body } from '../../support/builders/plan.js';
import { deletedTimesheetRecord, timesheetRecord } from '../../support/builders/timesheet.js';
import { eventually } from '../../support/eventually.js';
import { MailServer } from '../../support/mail-server.js';
import { TestApp } from '../../support/test-app.js';
import { putDeleted, putLive } from '../../support/timesheets.js';
import { WorkforceFixture } from '../../support/workforce-fixture.js';

const ACCESS = '/api/v1/public/company/people/access';
const BY_ADMIN = '/api/v1/company/people/access';
const UNKNOWN = '0123456789abcdef01234567';

let app: TestApp;
let mail: MailServer;
let fixture: WorkforceFixture;
let officer: ApiClient;
let admin: ApiClient & { userId: string };

beforeAll(async () => {
  mail = await MailServer.start();
  app = await TestApp.start({ SMTP_URL: mail.url });
  fixture = await WorkforceFixture.open(app);
  officer = await app.integration(['people:access'], fixture.companyId);
  admin = await app.user('ADMIN', fixture.companyId);
});
afterAll(async () => {
  await app.stop();
  await mail.close();
});

async function ready(caller: ApiClient, path: string): Promise<Body & { link: string }> {
  return eventually(async () => {
    const { body } = await caller.get(path);
    expect(body).toMatchObject({ state: 'READY' });
    return body as Body & { link: string };
  }, 15_000);
}

interface Archive {
  readonly files: Readonly<Record<string, string>>;
  readonly sheets: Readonly<Record<string, string[][]>>;
  records(kind: string): Body[];
}

async function fetched(link: string): Promise<Archive> {
  const response = await fetch(link);
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe('application/zip');
  const entries = unzipSync(new Uint8Array(await response.arrayBuffer()));
  const files = Object.fromEntries(
    Object.entries(entries).map(([name, bytes]) => [name, Buffer.from(bytes).toString('utf8')]),
  );
  const { Sheets } = read(entries['person.xlsx']);
  const sheets = Object.fromEntries(
    Object.entries(Sheets).map(([name, sheet]) => [
      name,
      utils.sheet_to_json<string[]>(sheet, { header: 1 }),
    ]),
  );
  return { files, sheets, records: (kind) => JSON.parse(files[`data/${kind}.json`] ?? '[]') as Body[] };
}

async function archiveOf(body: Body): Promise<Archive> {
  const answer = await officer.post(ACCESS, body);
  expect(answer.status).toBe(202);
  return fetched((await ready(officer, answer.headers.get('location')!)).link);
}

/** A user who is the employee with an address. */
async function userOf(email: string, language = 'de'): Promise<ApiClient & { userId: string }> {
  const user = await app.user('MANAGER', fixture.companyId);
  await app.sql(
    `
      UPDATE user_account SET email = $3, email_key = lower($3), name = $4, language = $5, link_firm_at = now(),
        employee_id = (SELECT e.id FROM employee e WHERE e.company_id = $1 AND e.email_key = lower($3))
      WHERE company_id = $1 AND id = $2`,
    [fixture.companyId, user.userId, email, 'Quendolin Zarathustra', language],
  );
  return user;
}

describe('who may ask', () => {
  it.each([
    [
      ACCESS,
      (): Promise<ApiClient> => app.integration(['people:erase', 'employees:read'], fixture.companyId),
    ],
    [BY_ADMIN, (): Promise<ApiClient> => app.user('MANAGER', fixture.companyId)],
  ])('%s needs a credential and its permission', async (path, other) => {
    const body = { email: 'jo@example.com' };
    const caller = await other();
    for (const request of [
      (client: ApiClient): Promise<Answer> => client.post(path, body),
      (client: ApiClient): Promise<Answer> => client.get(`${path}/${UNKNOWN}`),
      (client: ApiClient): Promise<Answer> => client.delete(`${path}/${UNKNOWN}`),
    ]) {
      expect((await request(app.anonymous())).status).toBe(401);
      expect((await request(caller)).status).toBe(403);
    }
  });

  it('no key has the scope unless it is named', async () => {
    const key = await app.integration(undefined, fixture.companyId);
    expect((await key.post(ACCESS, { email: 'jo@example.com' })).status).toBe(403);
  });

  it('another company does not find the person, nor the request', async () => {
    const { email, externalId } = await fixture.invited();
    const stranger = await app.integration(['people:access']);
    expect((await stranger.post(ACCESS, { email })).body).toMatchObject({ errorCode: 'PERSON_NOT_FOUND' });
    const { body } = await officer.post(ACCESS, { externalId });
    for (const answer of [
      await stranger.get(`${ACCESS}/${body.id}`),
      await stranger.delete(`${ACCESS}/${body.id}`),
    ]) {
      expect(answer.status).toBe(404);
      expect(answer.body).toMatchObject({ errorCode: 'ACCESS_NOT_FOUND' });
    }
  });
});

describe('bad input', () => {
  it.each([
    [{}, 'externalId', 'REQUIRED'],
    [{ email: 'jo@example.com', externalId: 'HR-1' }, 'externalId', 'NOT_ALONE'],
    [{ email: 'jo' }, 'email', 'EMAIL'],
    [{ externalId: 'HR-1', mailTo: 'jo' }, 'mailTo', 'EMAIL'],
  ])('%j is refused', async (body, path, code) => {
    const answer = await officer.post(ACCESS, body);
    expect(answer.status).toBe(400);
    expect(answer.body.errors).toContainEqual(expect.objectContaining({ path, code }));
  });

  it('a person whom the company does not have is not found', async () => {
    expect((await officer.post(ACCESS, { externalId: 'nobody' })).body).toMatchObject({
      errorCode: 'PERSON_NOT_FOUND',
    });
  });

  it('refuses more than fifty in a day', async () => {
    const companyId = await app.company();
    const busy = await app.integration(['people:access'], companyId);
    await app.sql(
      `INSERT INTO person_access (company_id, id, state, language, requested_by)
      SELECT $1, lpad(to_hex(n), 24, '0'), 'EXPIRED', 'en', 'key' FROM generate_series(1, 50) n`,
      [companyId],
    );
    const answer = await busy.post(ACCESS, { email: 'jo@example.com' });
    expect(answer.status).toBe(409);
    expect(answer.body).toMatchObject({ errorCode: 'TOO_MANY_ACCESSES' });
  });

  it('refuses more than fifty in a day that come at once', async () => {
    const companyId = await app.company();
    const busy = await app.integration(['people:access', 'employees:write'], companyId);
    await busy.post(INVITE, { externalId: 'jo' });
    await app.sql(
      `INSERT INTO person_access (company_id, id, state, language, requested_by)
      SELECT $1, lpad(to_hex(n), 24, '0'), 'EXPIRED', 'en', 'key' FROM generate_series(1, 47) n`,
      [companyId],
    );
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => busy.post(ACCESS, { externalId: 'jo' })),
    );
    const statuses = answers.map(({ status }) => status);
    expect(statuses).toContain(409);
    // One may have waited too long for the others, and be 503.
    expect(statuses.filter((status) => status === 202).length).toBeLessThanOrEqual(3);
  });
});

/** Properties in the headers of sheets, whose names begin with a capital letter. */
function unnamedColumns({ sheets }: Archive): string[] {
  const headers = Object.values(sheets).flatMap(([header = []]) => header);
  return [...new Set(headers.flatMap((name) => name.split(': ')))].filter((name) => /^[a-z]\w*$/.test(name));
}

describe('the archive', () => {
  it('has everything about the person, and nothing that others wrote', async () => {
    const { companyId } = fixture;
    const email = 'Quendolin@zarathustra.example';
    const employee = await fixture.invited(
      fixture.full({ email, externalId: 'Q-4711', name: 'Quendolin Zarathustra' }),
    );
    const other = await fixture.invited();
    const user = await userOf(email);
    const title = (text: string): Body => ({ title: { defaultValue: text } });
    const plan = (await user.post(PLANS, { ...title('OwnPlan'), visibility: 'PRIVATE' })).body;
    const action = (await user.post(actionPath(plan.id), title('OwnAction'))).body;
    await user.post(`${actionPath(plan.id, action.id)}/notes`, { content: 'OwnNote', visibility: 'PRIVATE' });
    const theirs = (await admin.post(PLANS, { ...title('TheirPlan'), visibility: 'PUBLIC' })).body;
    const assigned = (await admin.post(actionPath(theirs.id), title('TheirAction'))).body;
    await admin.put(`${actionPath(theirs.id, assigned.id)}/assignees/${employee.id}`, { status: 'PENDING' });
    await admin.post(`${actionPath(theirs.id, assigned.id)}/notes`, {
      content: 'Ask QUENDOLIN zarathustra!',
    });
    const gone = (await user.post(PLANS, { ...title('GonePlan'), visibility: 'PUBLIC' })).body;
    await user.delete(`${PLANS}/${gone.id}`);
    await user.post(`${PLANS}/${theirs.id}/excel`);
    const own = { email: email.toUpperCase(), externalId: 'Q-4711' };
    await putLive(app, companyId, [timesheetRecord(own), timesheetRecord({ ...own, email: undefined })]);
    await putDeleted(app, companyId, [deletedTimesheetRecord(own)]);
    await storedByOthers(employee.id, email);

    const archive = await archiveOf({ externalId: 'Q-4711' });

    const about = JSON.parse(archive.files['about.json']!) as Body;
    expect(about).toMatchObject({
      company: { id: companyId },
      person: { employeeIds: [employee.id], userIds: [user.userId], externalIds: ['Q-4711'] },
    });
    const [shown] = archive.records('employees');
    const stored = await fixture.hr.get(`${EMPLOYEES}/externalid/Q-4711`);
    expect(shown).toEqual(stored.body);
    expect(archive.records('users')).toMatchObject([
      { id: user.userId, email, name: 'Quendolin Zarathustra' },
    ]);
    expect(archive.records('sessions')).toHaveLength(1);
    expect(archive.records('timesheets')).toHaveLength(2);
    expect(archive.records('deletedTimesheets')).toHaveLength(1);
    expect(archive.records('actionPlans')).toMatchObject([{ id: plan.id, ...title('OwnPlan') }]);
    expect(archive.records('actions')).toMatchObject([{ planId: plan.id, action: title('OwnAction') }]);
    expect(archive.records('notes')).toMatchObject([{ planId: plan.id, note: { content: 'OwnNote' } }]);
    expect(archive.records('deletedActionPlans')).toMatchObject([
      { planId: gone.id, plan: title('GonePlan') },
    ]);
    expect(archive.records('assignments')).toMatchObject([
      { planId: theirs.id, actionId: assigned.id, employeeId: employee.id, status: 'PENDING' },
    ]);
    expect(archive.records('mentions')).toEqual([{ planId: theirs.id }]);
    expect(archive.records('exports')).toMatchObject([{ planId: theirs.id }]);
    for (const kind of [
      'mailWishes',
      'employeeSyncs',
      'scimUsers',
      'scimRequests',
      'webhookMessages',
      'accesses',
    ])
      expect([kind, archive.records(kind)]).toEqual([kind, [expect.any(Object)]]);
    expect(archive.records('employeeSyncs')).toMatchObject([{ changes: { name: ['Before', 'SyncedName'] } }]);
    expect(archive.records('scimUsers')).toMatchObject([
      { userName: 'ScimName', details: { title: 'ScimTitle' } },
    ]);
    expect(archive.records('changesOfPerson')).toContainEqual(
      expect.objectContaining({ operation: 'employee.invite', objectId: employee.id }),
    );
    expect(archive.records('changesByPerson')).toContainEqual(
      expect.objectContaining({
        operation: 'note.create',
        after: expect.objectContaining({ content: 'OwnNote' }),
      }),
    );
    expect(unnamedColumns(archive)).toEqual([]);
    const everything = Object.values(archive.files).join('\n');
    for (const text of ['TheirPlan', 'TheirAction', 'Ask QUENDOLIN', other.email, 'AnswerOfReceiver'])
      expect(everything).not.toContain(text);
  });

  /** Rows that other systems cause. */
  async function storedByOthers(employeeId: string, email: string): Promise<void> {
    const { companyId } = fixture;
    const syncId = newId();
    const webhookId = newId();
    for (const [text, ...values] of [
      [
        'INSERT INTO reminder_recipient (company_id, id, email_key) VALUES ($1, $2, lower($3))',
        ...[newId(), email],
      ],
      [
        `INSERT INTO employee_sync (company_id, id, source, status, applies_when_ready, created_by)
        VALUES ($1, $2, 'hr', 'APPLIED', true, $3)`,
        ...[syncId, newId()],
      ],
      [
        `INSERT INTO employee_sync_row (company_id, sync_id, kind, position, employee_id, changes, is_move)
        VALUES ($1, $2, 'CHANGE', 0, $3, '{"name":["Before","SyncedName"]}', false)`,
        ...[syncId, employeeId],
      ],
      [
        `INSERT INTO scim_user (company_id, employee_id, user_name, email_keys, details, updated_at)
        VALUES ($1, $2, 'ScimName', '{}', '{"title":"ScimTitle"}', now())`,
        employeeId,
      ],
      [
        `INSERT INTO scim_request (company_id, id, at, api_key_id, request, object_id, status, duration_ms)
        VALUES ($1, $2, now(), 'key', 'GET /Users/{id}', $3, 200, 1)`,
        ...[newId(), employeeId],
      ],
      [
        `INSERT INTO webhook (company_id, id, url, types, scopes, secret, place, company_position, created_at,
          updated_at)
        VALUES ($1, $2, 'https://hr.example.com', '{}', '{}', '', '', 0, now(), now())`,
        webhookId,
      ],
      [
        `INSERT INTO webhook_message (company_id, webhook_id, id, type, object_id, status, log, created_at)
        VALUES ($1, $2, $3, 'employee.changed', $4, 'SENT', '[{"answer":"AnswerOfReceiver"}]', now())`,
        ...[webhookId, newId(), employeeId],
      ],
    ] as [string, ...string[]][])
      await app.sql(text, [companyId, ...values]);
  }

  it('has the working times of an address that no employee and no user has', async () => {
    await putLive(app, fixture.companyId, [
      timesheetRecord({ email: 'Gone@example.com', externalId: undefined }),
    ]);
    const archive = await archiveOf({ email: 'gone@example.com' });
    expect(archive.records('timesheets')).toMatchObject([{ email: 'Gone@example.com' }]);
    expect(archive.records('employees')).toEqual([]);
  });

  it('has a workbook in the language of the person, with a sheet for each kind', async () => {
    const { email } = await fixture.invited();
    await userOf(email);
    const records = Array.from({ length: 1_200 }, (_, index) =>
      timesheetRecord({ email, ...(index < 1_100 && { periodType: undefined }) }),
    );
    await putLive(app, fixture.companyId, records);

    const { sheets, records: recordsOf } = await archiveOf({ email });

    expect(Object.keys(sheets)).toEqual(
      expect.arrayContaining(['Über diese Datei', 'Mitarbeiter', 'Benutzer', 'Arbeitszeiten']),
    );
    expect(recordsOf('timesheets')).toHaveLength(1_200);
    const [header, ...rows] = sheets['Arbeitszeiten']!;
    expect(rows).toHaveLength(1_200);
    expect(header).toEqual(expect.arrayContaining(['ID', 'E-Mail', 'Beginn', 'Pausen', '…']));
    const rest = header!.indexOf('…');
    expect(rows.filter((row) => row[rest] === '{"periodType":"ACTIVE"}')).toHaveLength(100);
  });

  it('has the person who has left, too', async () => {
    const { email, id } = await fixture.invited();
    await fixture.hr.delete(`${EMPLOYEES}/email/${encodeURIComponent(email)}?turnoverType=VOLUNTARY`);
    expect((await archiveOf({ email })).records('employees')).toMatchObject([
      { id, turnoverType: 'VOLUNTARY' },
    ]);
  });
});

describe('the link', () => {
  it('is mailed without any data, and the address is forgotten', async () => {
    const { email, externalId } = await fixture.invited();
    const to = `dpo-${newId()}@example.com`;
    const { body } = await officer.post(ACCESS, { externalId, mailTo: to });
    const delivery = await eventually(() => {
      const found = mail.deliveries.find(({ recipients }) => recipients.includes(to));
      expect(found).toBeDefined();
      return found!;
    });
    const { text = '' } = delivery.message;
    expect(text).not.toContain(email);
    expect((await fetched(/https?:\S+personal-data\S+/.exec(text)![0])).records('employees')).toMatchObject([
      { email },
    ]);
    await eventually(async () => {
      const rows = await app.sql('SELECT mail_to FROM person_access WHERE company_id = $1 AND id = $2', [
        ...[fixture.companyId, body.id],
      ]);
      expect(rows).toEqual([{ mail_to: null }]);
    });
  });

  it('works no more once the request is ended, by an admin, too', async () => {
    const { externalId } = await fixture.invited();
    const location = (await admin.post(BY_ADMIN, { externalId })).headers.get('location')!;
    const { link, id } = await ready(admin, location);
    expect((await admin.delete(location, { headers: { 'If-Match': '"other"' } })).status).toBe(412);
    expect((await admin.delete(location)).status).toBe(204);
    expect((await admin.delete(location)).status).toBe(204);
    expect((await admin.get(location)).body).toMatchObject({ id, state: 'EXPIRED' });
    const answer = await app.anonymous().get(new URL(link).pathname);
    expect(answer.status).toBe(410);
    expect(answer.body).toMatchObject({ errorCode: 'PERSONAL_DATA_LINK_EXPIRED' });
    const audit = await admin.get(`/api/v1/company/audit?objectId=${String(id)}`);
    expect(audit.body.result).toMatchObject([
      { operation: 'person.end-access' },
      { operation: 'person.access' },
    ]);
  });

  it.each([
    ['en-GB', 'This link no longer works', 'There is nothing behind this link'],
    ['es', 'Este enlace ya no funciona', 'No hay nada en este enlace'],
    ['fr', 'Ce lien ne fonctionne plus', 'Ce lien ne mène à rien'],
    ['de-AT', 'Dieser Link funktioniert nicht mehr', 'Unter diesem Link gibt es nichts'],
    ['pt', 'Esta ligação já não funciona', 'Não há nada nesta ligação'],
    ['it', 'Questo link non funziona più', 'Questo link non porta a nulla'],
  ])('tells people by a page in %s that it works no more, or never did', async (language, ended, unknown) => {
    const { externalId } = await fixture.invited();
    const location = (await admin.post(BY_ADMIN, { externalId })).headers.get('location')!;
    const { link } = await ready(admin, location);
    await admin.delete(location);
    const headers = { Accept: 'text/html,application/xhtml+xml,*/*;q=0.8', 'Accept-Language': language };
    for (const [url, status, title] of [
      [link, 410, ended],
      [`${new URL(link).origin}/personal-data/${'a'.repeat(48)}`, 404, unknown],
    ] as const) {
      const answer = await fetch(url, { headers });
      expect([answer.status, answer.headers.get('content-type')]).toEqual([
        status,
        'text/html; charset=utf-8',
      ]);
      expect(answer.headers.get('vary')).toMatch(/Accept, Accept-Language/);
      const page = await answer.text();
      expect(page).toContain(`<h1>${title}</h1>`);
      expect(page).not.toContain(url.split('/').at(-1));
    }
  });

  it('is refused without a look-up when it is invented', async () => {
    const answer = await app.anonymous().get(`/personal-data/${'a'.repeat(48)}`);
    expect(answer.status).toBe(404);
    expect(answer.body).toMatchObject({ errorCode: 'PERSONAL_DATA_LINK_NOT_FOUND' });
  });

  it('ends with its time, and with the person', async () => {
    const { externalId } = await fixture.invited();
    const first = await ready(officer, (await officer.post(ACCESS, { externalId })).headers.get('location')!);
    await app.sql('UPDATE person_access SET expires_at = now() WHERE company_id = $1 AND id = $2', [
      ...[fixture.companyId, first['id']],
    ]);
    expect((await fetch(first.link)).status).toBe(410);
    await app.sql(`UPDATE job_schedule SET due_at = now() WHERE kind = 'person-access-upkeep'`);
    await eventually(async () => {
      expect((await officer.get(`${ACCESS}/${String(first['id'])}`)).body).toMatchObject({
        state: 'EXPIRED',
      });
    });
    const second = await ready(
      officer,
      (await officer.post(ACCESS, { externalId })).headers.get('location')!,
    );
    const eraser = await app.integration(['people:erase'], fixture.companyId);
    const erasure = await eraser.post('/api/v1/public/company/people/erasures', {
      externalId,
      reason: 'Asked',
    });
    expect(erasure.status).toBe(202);
    await eventually(async () => {
      expect((await eraser.get(erasure.headers.get('location')!)).body).toMatchObject({ state: 'DONE' });
    });
    expect((await fetch(second.link)).status).toBe(410);
    const left = await app.sql('SELECT FROM person_access WHERE company_id = $1 AND person::text LIKE $2', [
      ...[fixture.companyId, `%${externalId}%`],
    ]);
    expect(left).toEqual([]);
  });
});

describe('the work', () => {
  const keyOf = (path: string): AccessKey => ({
    companyId: fixture.companyId,
    accessId: path.split('/').at(-1)!,
  });
  const signal = new AbortController().signal;

  it('may be repeated from its beginning, also after the mail', async () => {
    const { externalId } = await fixture.invited();
    const mailTo = `twice-${newId()}@example.com`;
    const path = (await officer.post(ACCESS, { externalId, mailTo })).headers.get('location')!;
    const { link } = await ready(officer, path);
    const mailed = (): string[] =>
      mail.deliveries
        .filter(({ recipients }) => recipients.includes(mailTo))
        .map(({ message }) => message.messageId!);
    const { companyId, accessId } = keyOf(path);
    const isRecorded = 'SELECT FROM person_access WHERE company_id = $1 AND id = $2 AND mail_to IS NULL';
    await eventually(async () => expect(await app.sql(isRecorded, [companyId, accessId])).toHaveLength(1));
    // As a process leaves it that ends between the mail and its record.
    await app.sql('UPDATE person_access SET mail_to = $3 WHERE company_id = $1 AND id = $2', [
      ...[companyId, accessId, mailTo],
    ]);
    await app.app.get(AccessWork, { strict: false }).run({ companyId, accessId }, signal);
    expect(mailed()).toHaveLength(2);
    expect(new Set(mailed()).size).toBe(1);
    expect((await fetched(link)).records('employees')).toHaveLength(1);
  });

  it('leaves no archive of a request that was ended meanwhile, nor of one that is gone', async () => {
    const { externalId, id } = await fixture.invited();
    const path = (await officer.post(ACCESS, { externalId })).headers.get('location')!;
    await ready(officer, path);
    const key = keyOf(path);
    const files = app.app.get(AccessFiles, { strict: false });
    const work = app.app.get(AccessWork, { strict: false });
    const person = {
      ...{ companyId: fixture.companyId, emailKeys: [], externalIds: [] },
      employeeIds: [id],
      userIds: [],
    };
    await app.sql(
      `UPDATE person_access SET state = 'EXPIRED', person = $3 WHERE company_id = $1 AND id = $2`,
      [...[key.companyId, key.accessId, JSON.stringify(person)]],
    );
    await work.run(key, signal);
    expect(await files.sizeOf(key)).toBeUndefined();
    const orphan = { companyId: UNKNOWN, accessId: newId() };
    await files.put(orphan, Buffer.from('x'));
    await work.removeExpired(signal);
    expect(await files.sizeOf(orphan)).toBeUndefined();
  });

  it('waits for an archive that is being made before a person is erased', async () => {
    const { externalId, id } = await fixture.invited();
    const path = (await officer.post(ACCESS, { externalId })).headers.get('location')!;
    await ready(officer, path);
    const { companyId, accessId } = keyOf(path);
    const isLeased = (until: string): Promise<unknown> =>
      app.sql(
        `UPDATE job SET finished_at = NULL, leased_until = ${until} WHERE company_id = $1 AND key = $2`,
        [companyId, accessId],
      );
    await isLeased(`now() + interval '1 hour'`);
    const eraser = app.app.get(AccessEraser, { strict: false });
    const person = { ...{ companyId, emailKeys: [], externalIds: [] }, employeeIds: [id], userIds: [] };
    expect(await eraser.count(person)).toEqual({ accesses: 1 });
    await expect(eraser.erase(person)).rejects.toThrow('still being made');
    expect(await app.app.get(AccessFiles, { strict: false }).sizeOf({ companyId, accessId })).toBeUndefined();
    await app.sql(
      'UPDATE job SET finished_at = now(), leased_until = NULL WHERE company_id = $1 AND key = $2',
      [...[companyId, accessId]],
    );
    await eraser.erase(person);
    expect(await eraser.count(person)).toEqual({ accesses: 0 });
  });
});
