import { newId } from '../../../src/shared-kernel/id.js';
import type { Answer, ApiClient } from '../../support/api-client.js';
import { byEmail, byExternalId, employeeRecord, INVITE, type Body } from '../../support/builders/employee.js';
import { eventually } from '../../support/eventually.js';
import { CORE, PATCH_OP, scimClient, USERS } from '../../support/scim-fixture.js';
import { SyncFixture } from '../../support/sync-fixture.js';
import { TestApp } from '../../support/test-app.js';

const ERASURES = '/api/v1/public/company/people/erasures';
const BULK = '/api/v1/public/company/employees/bulk';
const UNKNOWN_AREA = '0123456789abcdef01234567';

interface Given {
  readonly externalId: string;
  readonly email: string;
  readonly hierarchyId?: string;
}

/** Gives an address to the person with an external id, who may be new. @returns what is said of a refusal */
type Writer = (given: Given) => Promise<string>;

/** The same rules hold for each way to write employees (ADR 55). */
describe('every writer of employees', () => {
  let app: TestApp;
  let fixture: SyncFixture;
  let hr: ApiClient;
  let companyId: string;
  let provider: ApiClient;
  /** The staff of the source, which ends those whom it does not name. */
  let listed: Body[] = [];
  let sequence = 0;

  beforeAll(async () => {
    app = await TestApp.start();
  });
  afterAll(() => app.stop());
  beforeEach(async () => {
    fixture = await SyncFixture.open(app);
    listed = [];
    ({ hr, companyId } = fixture);
    provider = await scimClient(app, companyId);
  });

  const next = (): string => `w${++sequence}@example.com`;
  const isOther =
    ({ externalId }: Given) =>
    (other: Body): boolean =>
      other['externalId'] !== externalId;
  const said = ({ status, body }: Answer): string => (status < 300 ? '' : JSON.stringify(body));

  async function stored(externalId: string): Promise<Record<string, unknown> | undefined> {
    const [row] = await app.sql(
      'SELECT id, email_key AS email, deleted_at FROM employee WHERE company_id = $1 AND external_id = $2',
      [companyId, externalId],
    );
    return row;
  }

  /** A person of SCIM is found by the id of the employee. */
  async function scimId(externalId: string): Promise<string | undefined> {
    return (await stored(externalId))?.['id'] as string | undefined;
  }

  const scimBody = ({ externalId, email }: Given): object => ({
    schemas: [CORE],
    externalId,
    userName: email,
    active: true,
    emails: [{ primary: true, type: 'work', value: email }],
  });

  const writers: Record<string, Writer> = {
    invitation: async (given) => said(await hr.post(INVITE, given)),
    'invitation with an update': async (given) => {
      const { externalId, ...content } = given;
      if (!(await stored(externalId))) return said(await hr.post(INVITE, given));
      return said(await hr.put(byExternalId(externalId), content));
    },
    'bulk row': async (given) => {
      const { body } = await hr.post(BULK, { rows: [{ operation: 'invite', employee: given }] });
      const [result] = body.results as [{ status: number }];
      return result.status < 300 ? '' : JSON.stringify(result);
    },
    import: async ({ hierarchyId, ...given }) => {
      const known = await stored(given.externalId);
      const record = employeeRecord({ id: known?.['id'] ?? newId(), ...given, hierarchyId });
      return fixture.workforce.import([record]).then(
        ({ suppressed = [] }) => suppressed.map(() => 'erased').join(),
        (error: unknown) => JSON.stringify(error, Object.getOwnPropertyNames(error)),
      );
    },
    list: async (given) => {
      const people = [...listed.filter(isOther(given)), { ...given }];
      const { id, issues = [] } = await fixture.sync(people, '?source=l&apply=true');
      const skipped = (await fixture.rows(id, 'skipped')).map(({ reason }) => String(reason));
      const erased = (await fixture.rows(id, 'suppressed')).map(() => 'erased');
      const refusals = [...issues.map(({ path }) => path), ...skipped, ...erased];
      if (refusals.length === 0) listed = people;
      return refusals.join();
    },
    SCIM: async (given) => {
      const id = await scimId(given.externalId);
      return said(
        id === undefined
          ? await provider.post(USERS, scimBody(given))
          : await provider.put(`${USERS}/${id}`, scimBody(given)),
      );
    },
    'SCIM with PATCH': async (given) => {
      const id = await scimId(given.externalId);
      if (id === undefined) return said(await provider.post(USERS, scimBody(given)));
      const Operations = [
        { op: 'replace', path: 'userName', value: given.email },
        { op: 'replace', path: 'emails', value: [{ primary: true, type: 'work', value: given.email }] },
      ];
      return said(await provider.patch(`${USERS}/${id}`, { schemas: [PATCH_OP], Operations }));
    },
  };
  const names = Object.keys(writers);

  async function erased(): Promise<Given> {
    const person = { externalId: `X${++sequence}`, email: next() };
    await hr.post(INVITE, person);
    const { status, body } = await hr.post(ERASURES, { email: person.email, reason: 'Asked for' });
    expect([status, body.errorCode]).toEqual([202, undefined]);
    await eventually(async () => {
      expect((await hr.get(`${ERASURES}/${String(body.id)}`)).body.state).toBe('DONE');
    });
    return person;
  }

  describe.each(names)('(%s)', (name) => {
    const write: Writer = (given) => writers[name]!(given);

    it('makes a person, and gives another address', async () => {
      const [externalId, email, other] = [`P${++sequence}`, next(), next()];
      expect(await write({ externalId, email })).toBe('');
      expect((await stored(externalId))?.['email']).toBe(email);
      expect(await write({ externalId, email: other })).toBe('');
      expect((await stored(externalId))?.['email']).toBe(other);
    });

    it('brings nobody back who was erased, by the address or the external id', async () => {
      const person = await erased();
      const externalId = `P${++sequence}`;
      expect(await write({ externalId, email: person.email })).toMatch(/erased/i);
      expect(await stored(externalId)).toBeUndefined();
      expect(await write({ externalId: person.externalId, email: next() })).toMatch(/erased/i);
      expect(await stored(person.externalId)).toBeUndefined();
      await hr.post(INVITE, { externalId, email: next() });
      const before = await stored(externalId);
      expect(await write({ externalId, email: person.email })).toMatch(/erased/i);
      expect(await stored(externalId)).toEqual(before);
    });

    it('takes no address from a colleague', async () => {
      const [colleague, externalId] = [`C${++sequence}`, `P${++sequence}`];
      const email = next();
      await hr.post(INVITE, { externalId: colleague, email });
      await hr.post(INVITE, { externalId, email: next() });
      const before = await stored(externalId);
      expect(await write({ externalId, email: email.toUpperCase() })).not.toBe('');
      expect(await stored(externalId)).toEqual(before);
      expect((await stored(colleague))?.['email']).toBe(email);
    });

    it('takes no name by which a colleague signs in', async () => {
      const userName = next();
      const body = { schemas: [CORE], userName, emails: [{ primary: true, value: next() }] };
      expect((await provider.post(USERS, body)).status).toBe(201);
      const externalId = `P${++sequence}`;
      await hr.post(INVITE, { externalId, email: next() });
      const before = await stored(externalId);
      expect(await write({ externalId, email: userName })).not.toBe('');
      expect(await stored(externalId)).toEqual(before);
    });

    it('remembers a lost address, lets the user follow, and leaves a record', async () => {
      const [externalId, email, other] = [`P${++sequence}`, next(), next()];
      await hr.post(INVITE, { externalId, email });
      const { id } = await app.identity.createUser({ companyId, name: 'Ana', email: other, role: 'MANAGER' });
      expect(await write({ externalId, email: other })).toBe('');
      const employeeId = (await stored(externalId))?.['id'];
      expect(
        await app.sql('SELECT key FROM key_period WHERE company_id = $1 AND holder_id = $2', [
          companyId,
          employeeId,
        ]),
      ).toContainEqual({ key: email });
      expect(await app.sql('SELECT employee_id FROM user_account WHERE id = $1', [id])).toEqual([
        { employee_id: employeeId },
      ]);
      const records = await app.sql(
        `SELECT after FROM audit_record
         WHERE company_id = $1 AND object_type <> 'user' ORDER BY at DESC, id DESC LIMIT 1`,
        [companyId],
      );
      // An import has one record of the whole file, which the command makes.
      expect(JSON.stringify(records)).toContain(name === 'import' ? email : other);
    });
  });

  describe.each(names.filter((name) => !name.startsWith('SCIM')))('(%s)', (name) => {
    it('refers to no area that is not there', async () => {
      const externalId = `P${++sequence}`;
      const given = { externalId, email: next(), hierarchyId: UNKNOWN_AREA };
      expect(await writers[name]!(given)).toContain('hierarchyId');
      expect(await stored(externalId)).toBeUndefined();
    });
  });

  it('ends the same, whatever names the person', async () => {
    const person = { externalId: `P${++sequence}`, email: next() };
    await hr.post(INVITE, person);
    expect((await hr.delete(byEmail(person.email))).status).toBe(200);
    expect((await hr.delete(byExternalId(person.externalId))).status).toBe(404);
  });
});
