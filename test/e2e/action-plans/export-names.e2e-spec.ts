import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ImportService } from '../../../src/imports/import.service.js';
import { RecordLists } from '../../../src/imports/record-lists.js';
import { newId } from '../../../src/shared-kernel/id.js';
import { actionRecord, noteRecord, planRecord } from '../../support/builders/plan.js';
import { ExportScene, type Caller } from '../../support/exports.js';
import { readWorkbook, type SheetReading } from '../../support/workbook-reader.js';

describe('the exported workbook', () => {
  let scene: ExportScene;
  let owner: Caller;

  beforeAll(async () => {
    scene = await ExportScene.open();
    owner = await scene.caller();
  });
  afterAll(() => scene.close());

  const put = (companyId: string, lists: Record<string, object[]>) =>
    scene.app.app.get(ImportService, { strict: false }).run(companyId, new RecordLists(lists));

  async function exported(planId: string): Promise<SheetReading[]> {
    const { link } = await scene.deliver(owner, planId);
    const path = join(scene.app.dataDir, 'workbook.xlsx');
    const response = await scene.download(link);
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
    employees: [{ id: person, name: 'Ana Núñez', externalId: 'A-1' }],
  });
  const planFor = ({ below, group, characteristic, value, person }: ReturnType<typeof targets>) =>
    planRecord({
      createdBy: owner.userId,
      actions: [
        actionRecord({
          createdBy: owner.userId,
          assigneeStatuses: [{ assigneeId: person, status: 'PENDING' }],
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
    await put(scene.companyId, { ...recordsOf(known), plans: [plan] });
    const [summary, sheet] = await exported(plan.id);
    expect(summary!.cellBeside('Created by', { down: 1 }).text).toMatch(/^User \d+$/);
    expect(sheet!.table('Target areas')).toEqual([expect.arrayContaining(['Night crew'])]);
    expect(sheet!.table('Target groups')).toEqual([expect.arrayContaining(['Newcomers'])]);
    expect(sheet!.table('Target characteristics')).toEqual([
      expect.arrayContaining(['Contract', 'Part time']),
    ]);
    expect(sheet!.table('Assignees')[0]).toEqual(expect.arrayContaining(['Ana Núñez']));
    const texts = [...summary!.cells(), ...sheet!.cells()].map(({ text }) => text);
    for (const id of Object.values(known)) expect(texts.filter((text) => text.includes(id))).toEqual([]);
  });

  it('does not know the names of another company', async () => {
    const foreign = targets();
    await put(await scene.app.company(), recordsOf(foreign));
    const plan = planFor(foreign);
    await put(scene.companyId, { plans: [plan] });
    const [, sheet] = await exported(plan.id);
    const { below, group, characteristic, value, person } = foreign;
    expect(sheet!.table('Target areas')).toEqual([expect.arrayContaining([below])]);
    expect(sheet!.table('Target groups')).toEqual([expect.arrayContaining([group])]);
    expect(sheet!.table('Target characteristics')).toEqual([expect.arrayContaining([characteristic, value])]);
    expect(sheet!.table('Assignees')[0]).toEqual(expect.arrayContaining([person]));
  });
});
