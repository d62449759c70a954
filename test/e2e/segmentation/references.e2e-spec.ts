import type { Transaction } from '../../../src/shared-kernel/transaction.js';
import { UnitOfWork } from '../../../src/shared-kernel/unit-of-work.js';
import {
  AreaImporter,
  areasAndBelow,
  CharacteristicImporter,
  GroupImporter,
  SegmentationQueries,
} from '../../../src/segmentation/index.js';
import { newId } from '../../../src/shared-kernel/id.js';
import { area, characteristic, group, HIERARCHY } from '../../support/builders/segmentation.js';
import { sessionsWaitingForALock } from '../../support/databases.js';
import { TestApp } from '../../support/test-app.js';

let app: TestApp;

beforeAll(async () => {
  app = await TestApp.start();
});
afterAll(() => app.stop());

describe('references to segmentation', () => {
  let companyId: string;

  const below = area('Kitchen');
  const root = area('Hotel', below, area('Reception'));
  const nights = group('Nights');
  const kinds = [
    characteristic('DATE', 'First day'),
    characteristic('LIST', 'Contract', 'Permanent', 'Temporary'),
    characteristic('BOOLEAN', 'Works shifts', 'Yes', 'No'),
    characteristic('TREE', 'Skill', 'Cook', 'Baker'),
  ];

  beforeEach(async () => {
    await app.sql('DELETE FROM company');
    companyId = await app.company();
    await areas().import(companyId, [root]);
    await app.app.get(GroupImporter).import(companyId, [nights]);
    await app.app.get(CharacteristicImporter).import(companyId, kinds);
  });

  const areas = () => app.app.get(AreaImporter);
  const removeBelowRoot = (transaction?: Transaction) =>
    areas().replaceAll(companyId, areas().read(companyId, [{ ...root, children: [] }]), transaction);
  const queries = () => app.app.get(SegmentationQueries);
  const transactions = () => app.app.get(UnitOfWork);
  const wanted = {
    areaIds: [below.id, root.id, newId(), below.id, 'nonsense'],
    groupIds: [nights.id, newId()],
    characteristicIds: [...kinds.map(({ id }) => id), newId()],
  };
  const found = {
    areaIds: new Set([below.id, root.id]),
    groupIds: new Set([nights.id]),
    characteristics: new Map(
      kinds.map(({ id, type, allowedValues, nodes }) => [
        id,
        { type, valueIds: new Set([...allowedValues, ...nodes].map((value) => value.id)) },
      ]),
    ),
  };
  const nothing = { areaIds: new Set(), groupIds: new Set(), characteristics: new Map() };

  it('are known with their values, within and without a transaction', async () => {
    expect(await queries().known(companyId, wanted)).toEqual(found);
    const within = transactions().run((transaction) => queries().known(companyId, wanted, transaction));
    expect(await within).toEqual(found);
  });

  it('are unknown in another company, and where there is nothing', async () => {
    const otherId = await app.company();
    expect(await queries().known(otherId, wanted)).toEqual(nothing);
    await areas().import(otherId, [area('Other')]);
    expect(await queries().known(otherId, wanted)).toEqual(nothing);
    expect(await queries().known(companyId, { areaIds: [], groupIds: [], characteristicIds: [] })).toEqual(
      nothing,
    );
  });

  it('have names', async () => {
    const value = kinds[1]!.allowedValues[0]!;
    const node = kinds[3]!.nodes[1]!;
    const ids = [below.id, nights.id, kinds[0]!.id, value.id, node.id, newId()];
    expect(await queries().namesOf(companyId, ids)).toEqual({
      [below.id]: 'Kitchen',
      [nights.id]: 'Nights',
      [kinds[0]!.id]: 'First day',
      [value.id]: 'Permanent',
      [node.id]: 'Baker',
    });
    expect(await queries().namesOf(await app.company(), ids)).toEqual({});
  });

  it('have names while an import removes them', async () => {
    await transactions().run(async (transaction) => {
      await removeBelowRoot(transaction);
      const { areaIds } = await queries().known(companyId, wanted, transaction);
      expect(areaIds).toEqual(new Set([root.id]));
      expect(await queries().namesOf(companyId, [below.id])).toEqual({ [below.id]: 'Kitchen' });
    });
  });

  it('find areas and all below them in SQL, each once', async () => {
    const find = async (company: string, ...ids: string[]) =>
      (await app.sql<{ id: string }>(areasAndBelow('$1', '$2'), [company, ids])).map(({ id }) => id).sort();
    const all = [root, ...root.children].map(({ id }) => id).sort();
    expect(await find(companyId, root.id)).toEqual(all);
    expect(await find(companyId, below.id)).toEqual([below.id]);
    expect(await find(companyId, below.id, root.id, newId())).toEqual(all);
    expect(await find(companyId, newId())).toEqual([]);
    expect(await find(companyId)).toEqual([]);
    expect(await find(await app.company(), root.id)).toEqual([]);
  });

  /** Resolves once a session waits for a lock; rejects if the work ends without waiting. */
  const waits = async (work: Promise<unknown>): Promise<void> => {
    const isDone = work.then(() => true);
    for (;;) {
      if ((await sessionsWaitingForALock(app.databaseUrl)) > 0) return;
      if (await Promise.race([isDone, new Promise((resolve) => setTimeout(resolve, 10, false))])) {
        throw new Error('The work did not wait.');
      }
    }
  };

  it('keep an import waiting that may remove what is being referred to', async () => {
    const removal = await transactions().run(async (transaction) => {
      await queries().known(companyId, wanted, transaction);
      const removing = removeBelowRoot();
      await waits(removing);
      expect(await queries().known(companyId, wanted)).toEqual(found);
      return { removing };
    });
    expect((await removal.removing).removed).toHaveLength(2);
  });

  it('wait for an import, and then see what it has left', async () => {
    const { asking } = await transactions().run(async (transaction) => {
      await removeBelowRoot(transaction);
      const known = transactions().run((other) => queries().known(companyId, wanted, other));
      await waits(known);
      return { asking: known };
    });
    expect((await asking).areaIds).toEqual(new Set([root.id]));
  });

  it('do not wait for each other', async () => {
    await transactions().run(async (one) => {
      await queries().known(companyId, wanted, one);
      const other = transactions().run((second) => queries().known(companyId, wanted, second));
      expect(await other).toEqual(found);
    });
  });
});

describe('concurrent imports', () => {
  it('of one company follow each other', async () => {
    const companyId = await app.company();
    const client = await app.integration(undefined, companyId);
    const importer = app.app.get(AreaImporter);
    const roots = Array.from({ length: 8 }, (_, at) => area(`Root ${at}`, area('Below')));
    const counts = await Promise.all(roots.map((root) => importer.import(companyId, [root])));
    expect(counts).toEqual(roots.map(() => ({ created: 2, updated: 0, unchanged: 0 })));
    const stored = (await client.get(HIERARCHY)).body as { id: string }[];
    expect(stored).toHaveLength(8);
    expect(stored).toEqual(expect.arrayContaining(roots));
    const again = await Promise.all([importer.import(companyId, stored), importer.import(companyId, stored)]);
    expect(again.map(({ unchanged }) => unchanged)).toEqual([16, 16]);
  });

  it('of two companies do not get the same id', async () => {
    const companies = [await app.company(), await app.company()];
    const importer = app.app.get(AreaImporter);
    const same = area('Same');
    const results = await Promise.allSettled(companies.map((id) => importer.import(id, [same])));
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(results.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: { issues: [{ path: '[0].id', code: 'ID_TAKEN' }] },
    });
    expect(await app.sql('SELECT FROM area WHERE id = $1', [same.id])).toHaveLength(1);
  });

  it('leave nothing behind when the change that they are a part of fails', async () => {
    const companyId = await app.company();
    const failing = app.app.get(UnitOfWork).run(async (transaction) => {
      await app.app.get(AreaImporter).import(companyId, [area('A')], transaction);
      throw new Error('later');
    });
    await expect(failing).rejects.toThrow('later');
    expect(await app.sql('SELECT FROM area WHERE company_id = $1', [companyId])).toEqual([]);
    expect(await app.sql('SELECT FROM segmentation WHERE company_id = $1', [companyId])).toEqual([]);
  });
});
