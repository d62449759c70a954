import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ImportService } from '../../../src/imports/import.service.js';
import { RecordLists } from '../../../src/imports/record-lists.js';
import { newId } from '../../../src/shared-kernel/id.js';
import { ERASURES } from '../../support/builders/employee.js';
import { actionRecord, minimalAction, noteRecord, planRecord } from '../../support/builders/plan.js';
import { eventually } from '../../support/eventually.js';
import { ExportFixture, type Caller } from '../../support/exports.js';
import { readWorkbook, type SheetReading } from '../../support/workbook-reader.js';

describe('the exported workbook', () => {
  let fixture: ExportFixture;
  let owner: Caller;

  beforeAll(async () => {
    fixture = await ExportFixture.open();
    owner = await fixture.caller();
  });
  afterAll(() => fixture.close());

  const put = (companyId: string, lists: Record<string, object[]>) =>
    fixture.app.app.get(ImportService, { strict: false }).run(companyId, new RecordLists(lists));

  async function exported(planId: string, caller = owner): Promise<SheetReading[]> {
    const { link } = await fixture.deliver(caller, planId);
    const path = join(fixture.app.dataDir, 'workbook.xlsx');
    const response = await fixture.download(link);
    await writeFile(path, new Uint8Array(await response.arrayBuffer()));
    return readWorkbook(path);
  }

  const targets = () => {
    const [area, below, group, characteristic, value, person] = Array.from({ length: 6 }, newId);
    return {
      area: area!,
      below: below!,
      group: group!,
      characteristic: characteristic!,
      value: value!,
      person: person!,
    };
  };
  const recordsOf = ({ area, below, group, characteristic, value, person }: ReturnType<typeof targets>) => ({
    areas: [{ id: area, name: 'North', children: [{ id: below, name: 'Night crew', children: [] }] }],
    groups: [{ id: group, name: 'Newcomers' }],
    characteristics: [
      {
        id: characteristic,
        type: 'LIST',
        name: 'Contract',
        allowedValues: [{ id: value, label: 'Part time' }],
      },
    ],
    employees: [{ id: person, name: 'Ana Núñez', externalId: person }],
  });
  const planFor = ({ area, below, group, characteristic, value, person }: ReturnType<typeof targets>) =>
    planRecord({
      createdBy: owner.userId,
      actions: [
        actionRecord({
          createdBy: owner.userId,
          assigneeStatuses: [{ assigneeId: person, status: 'PENDING' }],
          focusItems: [{ focusType: 'SCORE', focusId: area }],
          hierarchyIds: [below],
          groupIds: [group],
          characteristics: [{ characteristicId: characteristic, id: value, questionType: 'LIST' }],
          notes: [noteRecord({ authorId: person })],
        }),
      ],
    });

  it('calls people, areas, groups, characteristics and values by their names', async () => {
    const known = targets();
    const plan = planFor(known);
    await put(fixture.companyId, { ...recordsOf(known), plans: [plan] });
    const [summary, sheet] = await exported(plan.id);
    expect(summary!.cellBeside('Created by', { down: 1 }).text).toMatch(/^User \d+$/);
    expect(sheet!.table('Target areas')).toEqual([expect.arrayContaining(['Night crew'])]);
    expect(sheet!.table('Target groups')).toEqual([expect.arrayContaining(['Newcomers'])]);
    expect(sheet!.table('Target characteristics')).toEqual([
      expect.arrayContaining(['Contract', 'Part time']),
    ]);
    expect(sheet!.table('Focus')[0]).toEqual(expect.arrayContaining(['Score', 'North']));
    expect(sheet!.table('Assignees')[0]).toEqual(expect.arrayContaining(['Ana Núñez']));
    const texts = [...summary!.cells(), ...sheet!.cells()].map(({ text }) => text);
    for (const id of Object.values(known)) expect(texts.filter((text) => text.includes(id))).toEqual([]);
  });

  it('does not know the names of another company', async () => {
    const foreign = targets();
    await put(await fixture.app.company(), recordsOf(foreign));
    const plan = planFor(foreign);
    await put(fixture.companyId, { plans: [plan] });
    const [, sheet] = await exported(plan.id);
    const { below, group, characteristic, value } = foreign;
    expect(sheet!.table('Target areas')).toEqual([expect.arrayContaining([below])]);
    expect(sheet!.table('Target groups')).toEqual([expect.arrayContaining([group])]);
    expect(sheet!.table('Target characteristics')).toEqual([expect.arrayContaining([characteristic, value])]);
    expect(sheet!.table('Assignees')[0]).toEqual(expect.arrayContaining(['A former colleague']));
  });

  it('does not name users of another company', async () => {
    const stranger = await fixture.app.user('MANAGER');
    const { userId } = stranger;
    const action = actionRecord({
      createdBy: userId,
      assigneeStatuses: [{ assigneeId: userId, status: 'PENDING' }],
      notes: [noteRecord({ authorId: userId })],
    });
    const plan = planRecord({ createdBy: userId, actions: [action] });
    await put(fixture.companyId, { plans: [plan] });
    const [summary, sheet] = await exported(plan.id);
    expect(sheet!.table('Assignees')[0]).toEqual(expect.arrayContaining(['A former colleague']));
    const texts = [...summary!.cells(), ...sheet!.cells()].map(({ text }) => text);
    expect(texts.filter((text) => /^User \d+$/.test(text))).toEqual([]);
  });

  it('calls an assignee who was erased a former colleague, in the language of the reader', async () => {
    const known = targets();
    const plan = planFor(known);
    await put(fixture.companyId, { ...recordsOf(known), plans: [plan] });
    const hr = await fixture.app.integration(['people:erase'], fixture.companyId);
    const { status, headers } = await hr.post(ERASURES, { externalId: known.person, reason: 'Asked for' });
    expect(status).toBe(202);
    await eventually(async () => expect((await hr.get(headers.get('location')!)).body.state).toBe('DONE'));
    const reader = await fixture.caller();
    await fixture.app.sql(`UPDATE user_account SET language = 'it' WHERE id = $1`, [reader.userId]);
    const [, sheet] = await exported(plan.id, reader);
    const texts = sheet!.cells().map(({ text }) => text);
    expect(texts).toContain('Una persona che non lavora più qui');
  });

  it('names users who have been deactivated', async () => {
    const author = await fixture.caller();
    const plan = planRecord({ createdBy: author.userId, actions: [minimalAction()] });
    await put(fixture.companyId, { plans: [plan] });
    const nameOfAuthor = async () => (await exported(plan.id))[0]!.cellBeside('Created by', { down: 1 }).text;
    const name = await nameOfAuthor();
    expect(name).toMatch(/^User \d+$/);
    await fixture.app.identity.deactivateUser(author.userId);
    expect(await nameOfAuthor()).toBe(name);
  });

  it('shows a private note to its author only', async () => {
    const other = await fixture.caller();
    const note = (content: string, authorId: string, visibility: string) =>
      noteRecord({ content, authorId, visibility });
    const notes = [
      note('a shared note', owner.userId, 'SHARED'),
      note('a private note of the owner', owner.userId, 'PRIVATE'),
      note('a private note of the other', other.userId, 'PRIVATE'),
    ];
    const plan = planRecord({ createdBy: owner.userId, actions: [actionRecord({ notes })] });
    await put(fixture.companyId, { plans: [plan] });
    const notesShownTo = async (caller: Caller) => {
      const sheets = await exported(plan.id, caller);
      const texts = sheets.flatMap((sheet) => sheet.cells()).map(({ text }) => text);
      return notes.map(({ content }) => content).filter((content) => texts.includes(content as string));
    };
    expect(await notesShownTo(owner)).toEqual(['a shared note', 'a private note of the owner']);
    expect(await notesShownTo(other)).toEqual(['a shared note', 'a private note of the other']);
    expect(await notesShownTo(await fixture.caller())).toEqual(['a shared note']);
  });

  it('shows times in the time zone of the company, by name', async () => {
    const [{ time_zone: zone } = {}] = await fixture.app.sql('SELECT time_zone FROM company WHERE id = $1', [
      fixture.companyId,
    ]);
    const change = (to: unknown) =>
      fixture.app.sql('UPDATE company SET time_zone = $2 WHERE id = $1', [fixture.companyId, to]);
    const plan = planRecord({ createdAt: '2026-03-01T20:00:00.000Z', createdBy: owner.userId });
    await put(fixture.companyId, { plans: [plan] });
    await change('Asia/Kathmandu');
    try {
      const [summary] = await exported(plan.id);
      expect(summary!.cellBeside('Created (Asia/Kathmandu)', { down: 1 }).value).toEqual(
        new Date('2026-03-02T01:45:00Z'), // exceljs reads clocks as UTC
      );
    } finally {
      await change(zone);
    }
  });

  it('rounds completion down', async () => {
    const actions = ['COMPLETED', 'COMPLETED', 'PENDING'].map((status) => minimalAction({ status }));
    const plan = planRecord({ createdBy: owner.userId, actions });
    await put(fixture.companyId, { plans: [plan] });
    const [summary] = await exported(plan.id);
    expect(summary!.cellBeside('Completion', { down: 1 }).value).toBe(0.66);
  });
});
