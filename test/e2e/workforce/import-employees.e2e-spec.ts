import { CharacteristicImporter } from '../../../src/segmentation/index.js';
import { managerOf } from '../../../src/platform/database/typeorm-unit-of-work.js';
import { UnitOfWork } from '../../../src/shared-kernel/unit-of-work.js';
import { newId } from '../../../src/shared-kernel/id.js';
import { EmployeeImporter, EmployeesQueries } from '../../../src/workforce/index.js';
import { byEmail, employeeRecord, type Body } from '../../support/builders/employee.js';
import { characteristic } from '../../support/builders/segmentation.js';
import { issuesOf } from '../../support/issues.js';
import { TestApp } from '../../support/test-app.js';
import { WorkforceFixture } from '../../support/workforce-fixture.js';

const TEMPLATES = '/api/v1/company/announcements/templates';

describe('the import of employees', () => {
  let app: TestApp;
  let fixture: WorkforceFixture;

  beforeAll(async () => {
    app = await TestApp.start();
  });
  afterAll(() => app.stop());
  beforeEach(async () => {
    fixture = await WorkforceFixture.open(app);
  });

  const list = async (query = '') => (await fixture.list(query)).body as (Body & { id: string })[];
  const refusal = (records: readonly Body[]) => issuesOf(fixture.import(records));
  const counts = (created: number, updated: number, unchanged: number) => ({ created, updated, unchanged });
  const left = (overrides: Body = {}) =>
    employeeRecord({ deleted: true, turnoverDate: '31122025', turnoverType: 'OTHER', ...overrides });

  it('creates, and changes nothing the second time', async () => {
    const people = [
      employeeRecord(fixture.full()),
      employeeRecord({ activated: undefined }),
      left(fixture.full()),
    ];
    expect(await fixture.import(people)).toEqual(counts(3, 0, 0));
    const before = await fixture.everything();
    expect(await fixture.import(people)).toEqual(counts(0, 0, 3));
    expect(await fixture.everything()).toEqual(before);
    const [first, second, third] = people;
    expect(await fixture.row(first!.id)).toMatchObject({ activated: true, deleted_at: null });
    expect(await fixture.row(second!.id)).toMatchObject({ activated: false });
    const row = await fixture.row(third!.id);
    expect([row.turnover_date.toISOString(), row.turnover_type]).toEqual([
      '2025-12-31T00:00:00.000Z',
      'OTHER',
    ]);
    expect(row.deleted_at).not.toBeNull();
  });

  it('changes nothing the second time without ids either, those who left twice included', async () => {
    const named = (overrides: Body) => ({ ...employeeRecord(), ...overrides, id: undefined });
    const people = [
      named({ externalId: '1', email: 'a@example.com', deleted: true, turnoverDate: '2020-01-01' }),
      named({ externalId: '1', email: 'a@example.com', deleted: true, turnoverDate: '2021-01-01' }),
      named({ externalId: '1', email: 'A@example.com' }),
      named({ externalId: undefined, email: 'b@example.com' }),
      named({ externalId: '2', email: undefined }),
    ];
    expect(await fixture.import(people)).toEqual(counts(5, 0, 0));
    const before = await fixture.everything();
    expect(await fixture.import(people)).toEqual(counts(0, 0, 5));
    expect(await fixture.everything()).toEqual(before);
  });

  it('takes back what the API has answered, and changes nothing', async () => {
    await fixture.import([employeeRecord(fixture.full()), employeeRecord({ name: undefined }), left()]);
    const before = await fixture.everything();
    expect(await fixture.import(await list())).toEqual(counts(0, 0, 2));
    const gone = (await list('?deleted=true')).map((person) => ({ ...person, deleted: true }));
    expect(await fixture.import(gone)).toEqual(counts(0, 0, 1));
    expect(await fixture.everything()).toEqual(before);
  });

  it('updates known people by id, external id or e-mail, and leaves others', async () => {
    const [a, b, c, d] = [1, 2, 3, 4].map(() => employeeRecord(fixture.full()));
    await fixture.import([a!, b!, c!, d!]);
    const told = await fixture.import([
      { ...a, email: 'new@example.com' },
      { ...b, id: undefined, name: 'By external id' },
      { email: c!['email'].toUpperCase(), name: 'By e-mail' },
      employeeRecord(),
    ]);
    expect(told).toEqual(counts(1, 3, 0));
    expect(await fixture.row(a!.id)).toMatchObject({ email: 'new@example.com' });
    expect(await fixture.row(b!.id)).toMatchObject({ name: 'By external id', email: b!.email });
    // A record is complete: a property that it leaves out has no value.
    expect(await fixture.row(c!.id)).toMatchObject({
      name: 'By e-mail',
      external_id: null,
      profile: [],
      activated: true,
    });
    expect(await fixture.row(d!.id)).toMatchObject({ name: 'Jo Doe' });
  });

  it('does not take the e-mail for a person whose external id is another', async () => {
    const person = employeeRecord();
    await fixture.import([person]);
    expect(await refusal([{ ...person, id: undefined, externalId: 'another' }])).toEqual([
      ['[0].email', 'TAKEN'],
    ]);
  });

  it.each(['lower', 'higher'] as const)(
    'updates the person who left last of two with the same e-mail (the other has the %s id)',
    async (order) => {
      const { email, last } = await fixture.leftOneAfterTheOther(order);
      expect(await fixture.import([{ email, name: 'Back' }])).toEqual(counts(0, 1, 0));
      expect((await fixture.hr.get(byEmail(email))).body).toMatchObject({ id: last.id, name: 'Back' });
    },
  );

  it('lets people exchange e-mails and external ids', async () => {
    const [a, b, c] = [1, 2, 3].map(() => employeeRecord());
    await fixture.import([a!, b!, c!]);
    const exchanged = [
      { ...a, email: b!.email, externalId: c!.externalId },
      { ...b, email: c!.email, externalId: a!.externalId },
      { ...c, email: a!.email, externalId: b!.externalId },
    ];
    expect(await fixture.import(exchanged)).toEqual(counts(0, 3, 0));
    expect((await fixture.hr.get(byEmail(b!.email))).body).toMatchObject({
      id: a!.id,
      externalId: c!.externalId,
    });
    expect(await fixture.import(exchanged)).toEqual(counts(0, 0, 3));
  });

  it('lets a person have the e-mail of one who leaves in the same file', async () => {
    const [a, b] = [employeeRecord(), employeeRecord()];
    await fixture.import([a, b]);
    expect(
      await fixture.import([
        { ...b, email: a.email },
        { ...a, deleted: true },
      ]),
    ).toEqual(counts(0, 2, 0));
    expect((await fixture.hr.get(byEmail(a.email))).body.id).toBe(b.id);
    expect((await fixture.row(a.id)).email).toBe(a.email);
  });

  it('ends employments, and with them sessions, and takes people back', async () => {
    const user = await app.user('MANAGER', fixture.companyId);
    const [{ email } = { email: '' }] = await app.sql<{ email: string }>(
      'SELECT email FROM user_account WHERE id = $1',
      [user.userId],
    );
    const person = employeeRecord({ email: email.toUpperCase() });
    await fixture.import([person]);
    expect((await user.get(TEMPLATES)).status).toBe(200);
    expect(await fixture.import([{ ...person, deleted: true }])).toEqual(counts(0, 1, 0));
    expect((await user.get(TEMPLATES)).status).toBe(401);
    const today = `${new Date().toISOString().slice(0, 10)}T00:00:00.000Z`;
    expect((await fixture.row(person.id)).turnover_date.toISOString()).toBe(today);
    expect(await fixture.import([{ ...person, activated: undefined }])).toEqual(counts(0, 1, 0));
    expect(await fixture.row(person.id)).toMatchObject({
      deleted_at: null,
      turnover_date: null,
      activated: false,
    });
  });

  it('keeps the sessions of employees who stay, also with the address of an employee who left before', async () => {
    const user = await app.user('ADMIN', fixture.companyId);
    const [{ email } = { email: '' }] = await app.sql<{ email: string }>(
      'SELECT email FROM user_account WHERE id = $1',
      [user.userId],
    );
    const gone = left({ email });
    await fixture.import([gone]);
    const person = employeeRecord({ email });
    await fixture.import([person]);
    await fixture.import([{ ...person, name: 'Another name' }]);
    await fixture.import([{ ...gone, name: 'A late correction' }]);
    expect((await user.get(TEMPLATES)).status).toBe(200);
  });

  it('does not look at turnover of those who are there', async () => {
    const person = employeeRecord({ turnoverDate: '2020-01-01', turnoverType: 'OTHER' });
    await fixture.import([person]);
    expect(await fixture.row(person.id)).toMatchObject({ turnover_date: null, turnover_type: null });
    const { turnoverDate: _, turnoverType: __, ...same } = person;
    expect(await fixture.import([same])).toEqual(counts(0, 0, 1));
  });

  it('names every broken rule, and writes nothing', async () => {
    const before = await fixture.everything();
    const issues = await refusal([
      employeeRecord(),
      employeeRecord({ email: 'x', role: 'BOSS', foo: 1 }),
      [] as never,
      { name: 'Nobody' },
      employeeRecord({ id: 'x' }),
      employeeRecord({ activated: 'true', deleted: 1, turnoverDate: '31022026', turnoverType: 'X' }),
    ]);
    expect(issues).toEqual([
      ['[1].foo', 'UNKNOWN_MEMBER'],
      ['[1].email', 'EMAIL'],
      ['[1].role', 'NOT_ALLOWED'],
      ['[2]', 'WRONG_TYPE'],
      ['[3].id', 'REQUIRED'],
      ['[4].id', 'ID'],
      ['[5].activated', 'WRONG_TYPE'],
      ['[5].deleted', 'WRONG_TYPE'],
      ['[5].turnoverDate', 'DATE_TIME'],
      ['[5].turnoverType', 'NOT_ALLOWED'],
    ]);
    expect(await fixture.everything()).toEqual(before);
  });

  it('refuses unknown references, and knows those that the same change has put in', async () => {
    const added = characteristic('LIST', 'New', 'Value');
    const person = employeeRecord({ profile: [{ id: added.id, valueId: added.allowedValues[0]!.id }] });
    expect(await refusal([person, employeeRecord({ hierarchyId: 'x', groupIds: ['y'] })])).toEqual([
      ['[0].profile[0].id', 'UNKNOWN_REFERENCE'],
      ['[1].hierarchyId', 'UNKNOWN_REFERENCE'],
      ['[1].groupIds[0]', 'UNKNOWN_REFERENCE'],
    ]);
    await app.app.get(UnitOfWork).run(async (transaction) => {
      await app.app.get(CharacteristicImporter).import(fixture.companyId, [added], transaction);
      await app.app.get(EmployeeImporter).import(fixture.companyId, [person], transaction);
    });
    expect(await list()).toHaveLength(1);
  });

  it('is a part of the change that it is given', async () => {
    const change = app.app.get(UnitOfWork).run(async (transaction) => {
      await app.app.get(EmployeeImporter).import(fixture.companyId, [employeeRecord()], transaction);
      throw new Error('taken back');
    });
    await expect(change).rejects.toThrow('taken back');
    expect(await list()).toEqual([]);
  });

  it('refuses an id twice or of another company, and one e-mail or external id of two', async () => {
    const foreign = employeeRecord();
    const other = await WorkforceFixture.open(app);
    await other.import([foreign]);
    const stored = employeeRecord();
    await fixture.import([stored]);
    const before = await fixture.everything();
    const person = employeeRecord();
    expect(await refusal([foreign])).toEqual([['[0].id', 'ID_TAKEN']]);
    expect(await refusal([person, { ...employeeRecord(), id: person.id }])).toEqual([
      ['[1].id', 'NOT_UNIQUE'],
    ]);
    expect(
      await refusal([
        person,
        employeeRecord({ email: person.email.toUpperCase(), externalId: person.externalId }),
      ]),
    ).toEqual([
      ['[1].email', 'NOT_UNIQUE'],
      ['[1].externalId', 'NOT_UNIQUE'],
    ]);
    expect(await refusal([employeeRecord({ email: stored.email.toUpperCase() })])).toEqual([
      ['[0].email', 'TAKEN'],
    ]);
    expect(await refusal([employeeRecord({ externalId: stored.externalId })])).toEqual([
      ['[0].externalId', 'TAKEN'],
    ]);
    expect(
      await refusal([
        { ...person, id: undefined },
        { ...person, id: undefined },
      ]),
    ).toEqual([
      ['[1].email', 'NOT_UNIQUE'],
      ['[1].externalId', 'NOT_UNIQUE'],
    ]);
    expect(await fixture.everything()).toEqual(before);
  });

  it('lets those who have left share e-mail and external id with others', async () => {
    const person = employeeRecord();
    const { email, externalId } = person;
    expect(await fixture.import([person, left({ email, externalId }), left({ email, externalId })])).toEqual(
      counts(3, 0, 0),
    );
  });

  it('answers that a company is not there', async () => {
    await expect(fixture.import([employeeRecord()], newId())).rejects.toMatchObject({
      code: 'COMPANY_NOT_FOUND',
    });
  });

  it('puts more people in than one statement takes, and concurrent imports wait for each other', async () => {
    const people = Array.from({ length: 2_500 }, () => employeeRecord({ groupIds: [fixture.groups[0].id] }));
    const told = await Promise.all([fixture.import(people), fixture.import([...people].reverse())]);
    expect(told.map(({ created, unchanged }) => [created, unchanged]).sort()).toEqual([
      [0, 2_500],
      [2_500, 0],
    ]);
    expect(await list(`?groupId=${fixture.groups[0].id}`)).toHaveLength(2_500);
  });

  describe('EmployeesQueries', () => {
    const verify = () =>
      app.app
        .get(UnitOfWork)
        .run((transaction) => app.app.get(EmployeesQueries).verifyReferences(fixture.companyId, transaction));

    it('finds nothing to complain about while everything is there', async () => {
      await fixture.import([employeeRecord(fixture.full()), employeeRecord(), left(fixture.full())]);
      expect(await verify()).toEqual([]);
    });

    it('names what is gone, how it was called, and how many people use it', async () => {
      const managed = [fixture.team.id];
      await fixture.import([
        employeeRecord(fixture.full({ managedHierarchies: managed })),
        employeeRecord({ managedHierarchies: managed, profile: fixture.profile().slice(0, 2) }),
        left(fixture.full()),
      ]);
      const { team, groups, start, shift, skill } = fixture;
      const issues = await app.app.get(UnitOfWork).run(async (transaction) => {
        const manager = managerOf(transaction);
        await manager.query('DELETE FROM area WHERE id = $1', [team.id]);
        await manager.query('DELETE FROM company_group WHERE id = $1', [groups[0].id]);
        await manager.query('DELETE FROM characteristic WHERE id = $1', [start.id]);
        const empty = `UPDATE characteristic SET document = (document::jsonb || $2)::json WHERE id = $1`;
        await manager.query(empty, [shift.id, { allowedValues: shift.allowedValues.slice(1) }]);
        await manager.query(empty, [skill.id, { nodes: [] }]);
        return app.app.get(EmployeesQueries).verifyReferences(fixture.companyId, transaction);
      });
      expect(issues.map(({ path, code, message }) => [path, code, message])).toEqual([
        ['areas', 'STILL_IN_USE', expect.stringContaining(`(${team.id}): 2 employees use it`)],
        [
          'groups',
          'STILL_IN_USE',
          expect.stringContaining(`"Night shift" (${groups[0].id}): 1 employee uses it`),
        ],
        ['characteristics', 'STILL_IN_USE', expect.stringContaining(`(${start.id}): 2 employees use it`)],
        ['characteristics', 'STILL_IN_USE', expect.stringContaining('"Early"')],
        ['characteristics', 'STILL_IN_USE', expect.stringContaining('"Baking"')],
      ]);
    });

    it('names people by name, else e-mail, else external id', async () => {
      const people = [
        employeeRecord({ name: 'Jo' }),
        employeeRecord({ name: undefined }),
        employeeRecord({ name: undefined, email: undefined }),
        left({ name: 'Left' }),
      ];
      await fixture.import(people);
      const other = await WorkforceFixture.open(app);
      const foreign = employeeRecord();
      await other.import([foreign]);
      const ids = [...people, foreign].map(({ id }) => id);
      expect(await app.app.get(EmployeesQueries).namesOf(fixture.companyId, [...ids, 'nobody'])).toEqual({
        [ids[0]!]: 'Jo',
        [ids[1]!]: people[1]!.email,
        [ids[2]!]: people[2]!.externalId,
        [ids[3]!]: 'Left',
      });
    });
  });
});
