import fc from 'fast-check';
import { AreaImporter, GroupImporter } from '../../../src/segmentation/index.js';
import { newId } from '../../../src/shared-kernel/id.js';
import { area, group, GROUPS, HIERARCHY } from '../../support/builders/segmentation.js';
import { SegmentationDesk } from '../../support/segmentation-desk.js';

describe('the import of groups', () => {
  let desk: SegmentationDesk;

  beforeAll(async () => {
    desk = await SegmentationDesk.open(GroupImporter, 'company_group');
  });
  afterAll(() => desk.close());
  beforeEach(() => desk.newCompany());

  const names = async () => (await desk.client.get(GROUPS)).body.map(({ name }: { name: string }) => name);

  it('creates, and changes nothing at all the second time', async () => {
    const groups = [group('Nights'), group('Newcomers')];
    expect(await desk.put(groups)).toEqual({ created: 2, updated: 0, unchanged: 0 });
    const before = await desk.everything();
    expect(await desk.put(groups)).toEqual({ created: 0, updated: 0, unchanged: 2 });
    expect(await desk.put((await desk.client.get(GROUPS)).body)).toEqual({
      created: 0,
      updated: 0,
      unchanged: 2,
    });
    expect(await desk.everything()).toEqual(before);
  });

  it('renames, reorders and appends, and leaves what it does not mention', async () => {
    const [a, b, c] = [group('A'), group('B'), group('C')];
    await desk.put([a, b, c]);
    expect(await desk.put([{ ...b, name: 'New' }, c])).toEqual({ created: 0, updated: 1, unchanged: 1 });
    expect(await desk.put([c, { name: 'D' }, a])).toEqual({ created: 1, updated: 2, unchanged: 0 });
    expect(await names()).toEqual(['C', 'New', 'D', 'A']);
  });

  it('refuses an id twice or of another company, and writes nothing', async () => {
    const foreign = group('Foreign');
    await desk.put([foreign], await desk.app.company());
    await desk.put([group('Own')]);
    const before = await desk.everything();
    expect(await desk.issues(group('A'), foreign)).toEqual([['[1].id', 'ID_TAKEN']]);
    const twice = group('Twice');
    expect(await desk.issues(twice, group('A'), twice)).toEqual([['[2].id', 'NOT_UNIQUE']]);
    expect(await desk.everything()).toEqual(before);
  });

  it.each([
    [null, '[0]', 'WRONG_TYPE'],
    [['A'], '[0]', 'WRONG_TYPE'],
    [{}, '[0].name', 'REQUIRED'],
    [{ name: [] }, '[0].name', 'WRONG_TYPE'],
    [{ name: '\t' }, '[0].name', 'CONTROL_CHARACTER'],
    [{ name: ' ' }, '[0].name', 'BLANK'],
    [{ name: 'x'.repeat(256) }, '[0].name', 'TOO_LONG'],
    [{ name: 'A', id: '' }, '[0].id', 'ID'],
    [{ name: 'A', children: [] }, '[0].children', 'UNKNOWN_MEMBER'],
  ])('refuses %j', async (record, path, code) => {
    expect(await desk.issues(record)).toEqual([[path, code]]);
    expect(await names()).toEqual([]);
  });

  it('writes nothing when the company is not there', async () => {
    await expect(desk.put([group('A')], newId())).rejects.toMatchObject({ code: 'COMPANY_NOT_FOUND' });
  });

  it('shows any name unchanged, here and as an area', async () => {
    const name = fc
      .string({ unit: 'grapheme', minLength: 1, maxLength: 40 })
      .filter((text) => text.trim() !== '' && !/\p{Cc}/u.test(text));
    await fc.assert(
      fc.asyncProperty(fc.array(name, { minLength: 1, maxLength: 20 }), async (texts) => {
        await desk.app.sql('DELETE FROM company_group');
        await desk.app.sql('DELETE FROM area');
        await desk.put(texts.map(group));
        await desk.app.app
          .get(AreaImporter)
          .import(desk.companyId, [area('All', ...texts.map((text) => area(text)))]);
        expect(await names()).toEqual(texts);
        const [all] = (await desk.client.get(HIERARCHY)).body.slice(-1);
        expect(all.children.map((child: { name: string }) => child.name)).toEqual(texts);
      }),
      { numRuns: 30 },
    );
  });
});
