import { readFileSync } from 'node:fs';
import { columnName } from '../../../src/privacy/access/infrastructure/archive-columns.words.js';
import { COLUMN_NAMES } from '../../../src/staff-files/domain/employee-columns.js';
import { READER_LANGUAGES } from '../../../src/shared-kernel/reader-language.js';
import { EmployeeRequest, EmployeeResponse, type EmployeeState } from '../../../src/workforce/index.js';
import { EMPLOYEES, employeeBody } from '../../support/builders/employee.js';
import { allPropertiesOf } from '../../support/dto-properties.js';
import { bodiesWith, type Body, type Writable } from '../../support/property-walk.js';
import { scimClient, USERS } from '../../support/scim-fixture.js';
import { SyncFixture } from '../../support/sync-fixture.js';
import { TestApp } from '../../support/test-app.js';
import { employeeReferences } from '../../support/writable/employees.js';

/** Reasons by the path of a property. */
type Exceptions = Readonly<Record<string, string>>;

const WRITTEN_BY_SERVICE = 'Only the service writes it, and a file has only properties that a sync reads.';
const OF_LEAVERS = 'A file has those who work for the company.';
const OF_ENTRY = 'It identifies an entry of the profile, which is tried with and without one.';

/** Properties that files of HR systems have no column for. */
const NOT_IN_FILES: Exceptions = {
  id: 'A file has the keys of the company: externalId and email.',
  activated: WRITTEN_BY_SERVICE,
  turnoverDate: OF_LEAVERS,
  turnoverType: OF_LEAVERS,
  deletedAt: OF_LEAVERS,
  createdAt: WRITTEN_BY_SERVICE,
  updatedAt: WRITTEN_BY_SERVICE,
  'profile[].id': OF_ENTRY,
};

/** Properties that no attribute of SCIM has by a write of the API. */
const NOT_IN_SCIM: Exceptions = {
  id: 'The service gives it: it is the id of the user.',
  activated: 'Says who has logged in here, which is not managed by identity providers.',
  turnoverDate: 'SCIM knows no day of leaving.',
  turnoverType: 'SCIM knows no reason of leaving.',
  deletedAt: 'A user is active or not; scim-users.e2e-spec.ts tests it.',
  createdAt: 'The service gives it: meta.created.',
  updatedAt: 'The service gives it: meta.lastModified.',
  'profile[].id': OF_ENTRY,
};

/** Properties of the stored state that no answer has, and so neither files nor SCIM nor archives. */
const NOT_ANSWERED: Readonly<Record<Exclude<keyof EmployeeState, keyof EmployeeResponse>, string>> = {
  companyId: 'A caller has one company.',
  mustChooseProfile: 'Means something to the service only: the next login asks for it.',
  source: 'The name of a list, which syncs answer.',
};

const writable = allPropertiesOf(EmployeeRequest).filter(({ isIgnored }) => !isIgnored);
const paths = [...new Set([...writable, ...allPropertiesOf(EmployeeResponse)].map(({ path }) => path))];

describe('a property of an employee', () => {
  let app: TestApp;

  beforeAll(async () => {
    app = await TestApp.start();
  });
  afterAll(() => app.stop());

  /** A company, and the bodies of a person of it that differ in a property only. */
  async function withBodies(path: string): Promise<{ syncs: SyncFixture; body: Body; other: Body }> {
    const property = writable.find((each) => each.path === path);
    if (!property) throw new Error(`No request has ${path}: say why files or SCIM do not have it, either.`);
    const syncs = await SyncFixture.open(app);
    const employees: Writable = {
      dto: EmployeeRequest,
      base: employeeBody,
      create: async (created) => ({ answers: { applied: { ...(await syncs.applied([created])) } } }),
      given: employeeReferences(syncs.workforce),
    };
    const [body, other] = bodiesWith(employees, property);
    return { syncs, body, other };
  }

  const fileOf = async ({ hr }: SyncFixture): Promise<string> =>
    (await hr.request('GET', EMPLOYEES, { headers: { Accept: 'text/csv' } })).text;

  const without = (exceptions: Exceptions): string[] => paths.filter((path) => !(path in exceptions));

  it.each(without(NOT_IN_FILES))('has a column of files that is read again: %s', async (path) => {
    const { syncs, body, other } = await withBodies(path);
    await syncs.applied([other]);
    const before = await fileOf(syncs);
    await syncs.applied([body]);
    const file = await fileOf(syncs);
    expect(file).not.toBe(before);
    const options = { raw: file, headers: { 'Content-Type': 'text/csv' } };
    const sync = await syncs.settled(await syncs.post(undefined, '?source=hr', options));
    expect(sync).toMatchObject({
      status: 'READY',
      counts: { added: 0, changed: 0, ended: 0, unchanged: 1, skipped: 0 },
    });
    // The file of before, which has no value or another one, writes the value back.
    const back = { ...options, raw: before };
    const written = await syncs.settled(await syncs.post(undefined, '?source=hr&apply=true', back));
    expect(written.status).toBe('APPLIED');
    expect(await fileOf(syncs)).toBe(before);
  });

  it.each(without(NOT_IN_SCIM))('is an attribute of SCIM: %s', async (path) => {
    const { syncs, body, other } = await withBodies(path);
    const provider = await scimClient(app, syncs.companyId);
    const user = async (): Promise<unknown> => {
      const [{ meta: _, ...attributes }] = (await provider.get(USERS)).body.Resources;
      return attributes;
    };
    await syncs.applied([other]);
    const before = await user();
    await syncs.applied([body]);
    expect(await user()).not.toEqual(before);
  });

  it.each(paths.filter((path) => !path.includes('[]')))('has a name in archives: %s', (path) => {
    for (const language of READER_LANGUAGES) {
      const names = columnName(path, language).split(': ');
      expect([language, path.split('.').filter((property) => names.includes(property))]).toEqual([
        language,
        [],
      ]);
    }
  });

  it('that has no column or attribute is one of an employee', () => {
    for (const exceptions of [NOT_IN_FILES, NOT_IN_SCIM])
      expect(paths).toEqual(expect.arrayContaining(Object.keys(exceptions)));
    expect(paths.filter((path) => path in NOT_ANSWERED)).toEqual([]);
  });

  it('that an integration writes is in the guide for HR systems', () => {
    const guide = readFileSync('docs/guide/hr-system.md', 'utf8');
    const section = /^## The properties of a person$(.+?)^Ids come from/ms.exec(guide)?.[1] ?? '';
    const rows = [...section.matchAll(/^\| `(\w+)` +\|/gm)].map(([, name]) => name);
    const properties = writable.map(({ path }) => path).filter((path) => !/[.[]/.test(path));
    expect(new Set(rows)).toEqual(new Set(properties));
  });

  it('with a column is documented in the contract', () => {
    const names = COLUMN_NAMES.map((name) => `\`${name}\``).join(', ');
    expect(readFileSync('docs/contract.md', 'utf8')).toContain(`has which property: ${names}, \`profile.\``);
  });
});
