import fc from 'fast-check';
import { AreaImporter, GroupImporter } from '../../../src/segmentation/index.js';
import { newId } from '../../../src/shared-kernel/id.js';
import { area, group, GROUPS, HIERARCHY } from '../../support/builders/segmentation.js';
import { SegmentationFixture } from '../../support/segmentation-fixture.js';

describe('the import of groups', () => {
  let fixture: SegmentationFixture;

  beforeAll(async () => {
    fixture = await SegmentationFixture.open(GroupImporter, 'company_group');
  });
  afterAll(() => fixture.close());
  beforeEach(() => fixture.newCompany());

  const names = async () => (await fixture.client.get(GROUPS)).body.map(({ name }: { name: string }) => name);

  it('creates, and changes nothing at all the second time', async () => {
    const groups = [group('Nights'), group('Newcomers')];
    expect(await fixture.put(groups)).toEqual({ created: 2, updated: 0, unchanged: 0 });
    const before = await fixture.everything();
    expect(await fixture.put(groups)).toEqual({ created: 0, updated: 0, unchanged: 2 });
    expect(await fixture.put((await fixture.client.get(GROUPS)).body)).toEqual({
      created: 0,
      updated: 0,
      unchanged: 2,
    });
    expect(await fixture.everything()).toEqual(before);
  });

  it('renames, reorders and appends, and leaves what it does not mention', async () => {
    const [a, b, c] = [group('A'), group('B'), group('C')];
    await fixture.put([a, b, c]);
    expect(await fixture.put([{ ...b, name: 'New' }, c])).toEqual({ created: 0, updated: 1, unchanged: 1 });
    expect(await fixture.put([c, { name: 'D' }, a])).toEqual({ created: 1, updated: 2, unchanged: 0 });
    expect(await names()).toEqual(['C', 'New', 'D', 'A']);
  });

  it('may remove what is not given, and names it', async () => {
    const [a, b, c, d] = ['A', 'B', 'C', 'D'].map(group);
    await fixture.put([a, b, c]);
    expect(await fixture.replace([c, d])).toEqual({ created: 1, updated: 0, unchanged: 1, removed: [a, b] });
    expect(await names()).toEqual(['C', 'D']);
    const before = await fixture.everything();
    expect(await fixture.replace([c, d])).toEqual({ created: 0, updated: 0, unchanged: 2, removed: [] });
    expect(await fixture.everything()).toEqual(before);
    await expect(fixture.replace([c, c])).rejects.toMatchObject({ issues: [{ path: '[1].id' }] });
    expect(await fixture.replace([])).toMatchObject({ removed: [c, d] });
    expect(await names()).toEqual([]);
  });

  it('refuses an id twice or of another company, and writes nothing', async () => {
    const foreign = group('Foreign');
    await fixture.put([foreign], await fixture.app.company());
    await fixture.put([group('Own')]);
    const before = await fixture.everything();
    expect(await fixture.issues(group('A'), foreign)).toEqual([['[1].id', 'ID_TAKEN']]);
    const twice = group('Twice');
    expect(await fixture.issues(twice, group('A'), twice)).toEqual([['[2].id', 'NOT_UNIQUE']]);
    expect(await fixture.everything()).toEqual(before);
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
    expect(await fixture.issues(record)).toEqual([[path, code]]);
    expect(await names()).toEqual([]);
  });

  it('writes nothing when the company is not there', async () => {
    await expect(fixture.put([group('A')], newId())).rejects.toMatchObject({ code: 'COMPANY_NOT_FOUND' });
  });

  it('shows any name unchanged, here and as an area', async () => {
    const name = fc
      .string({ unit: 'grapheme', minLength: 1, maxLength: 40 })
      .filter((text) => text.trim() !== '' && !/\p{Cc}/u.test(text));
    await fc.assert(
      fc.asyncProperty(fc.array(name, { minLength: 1, maxLength: 20 }), async (texts) => {
        await fixture.app.sql('DELETE FROM company_group');
        await fixture.app.sql('DELETE FROM area');
        await fixture.put(texts.map(group));
        await fixture.app.app
          .get(AreaImporter)
          .import(fixture.companyId, [area('All', ...texts.map((text) => area(text)))]);
        expect(await names()).toEqual(texts);
        const [all] = (await fixture.client.get(HIERARCHY)).body.slice(-1);
        expect(all.children.map((child: { name: string }) => child.name)).toEqual(texts);
      }),
      { numRuns: 30 },
    );
  });
});
