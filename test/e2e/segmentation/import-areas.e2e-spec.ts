import fc from 'fast-check';
import { AreaImporter } from '../../../src/segmentation/index.js';
import { newId } from '../../../src/shared-kernel/id.js';
import { anyAreaImport, modelWith, prunedModelWith, type Tree } from '../../support/builders/area-model.js';
import { area, chain, HIERARCHY, type AreaRecord } from '../../support/builders/segmentation.js';
import { issuesOf } from '../../support/issues.js';
import { SegmentationFixture } from '../../support/segmentation-fixture.js';

describe('the import of areas', () => {
  let fixture: SegmentationFixture;

  beforeAll(async () => {
    fixture = await SegmentationFixture.open(AreaImporter, 'area');
  });
  afterAll(() => fixture.close());
  beforeEach(() => fixture.newCompany());

  const stored = async () => (await fixture.client.get(HIERARCHY)).body as AreaRecord[];
  /** The tree in one line: `A(B,C(D))`. */
  const line = (areas: readonly AreaRecord[]): string =>
    areas.map(({ name, children }) => name + (children.length > 0 ? `(${line(children)})` : '')).join();
  const shown = async () => line(await stored());
  /** The record of an area without its children. */
  const mention = ({ id, name }: AreaRecord) => ({ id, name });

  /** A(B(C,D),E) and F. */
  const forest = () => {
    const [c, d, e, f] = ['C', 'D', 'E', 'F'].map((name) => area(name));
    const b = area('B', c!, d!);
    return { a: area('A', b, e!), b, c: c!, d: d!, e: e!, f: f! };
  };
  const putForest = async () => {
    const all = forest();
    await fixture.put([all.a, all.f]);
    return all;
  };

  it('creates, and changes nothing at all the second time', async () => {
    const { a, f } = forest();
    expect(await fixture.put([a, f])).toEqual({ created: 6, updated: 0, unchanged: 0 });
    const before = await fixture.everything();
    expect(await fixture.put([a, f])).toEqual({ created: 0, updated: 0, unchanged: 6 });
    expect(await fixture.put([])).toEqual({ created: 0, updated: 0, unchanged: 0 });
    expect(await fixture.everything()).toEqual(before);
  });

  it('takes back what the API has answered', async () => {
    await putForest();
    const before = await fixture.everything();
    expect(await fixture.put(await stored())).toEqual({ created: 0, updated: 0, unchanged: 6 });
    expect(await fixture.everything()).toEqual(before);
  });

  it('gives an id to an area that has none', async () => {
    await fixture.put([{ name: 'Shop', children: [{ id: null, name: 'Till' }] }]);
    const [shop] = await stored();
    expect([shop!.id, shop!.children[0]!.id]).toEqual([
      expect.stringMatching(/^[0-9a-f]{24}$/),
      expect.stringMatching(/^[0-9a-f]{24}$/),
    ]);
  });

  it('leaves what it does not mention', async () => {
    const { b, f } = await putForest();
    expect(await fixture.put([area('G')])).toEqual({ created: 1, updated: 0, unchanged: 0 });
    expect(await fixture.put([{ ...mention(b), name: 'New' }])).toEqual({
      created: 0,
      updated: 1,
      unchanged: 0,
    });
    expect(await fixture.put([{ ...mention(f), children: null }])).toEqual({
      created: 0,
      updated: 0,
      unchanged: 1,
    });
    expect(await shown()).toBe('A(New(C,D),E),F,G');
  });

  it('puts given roots in their order, known ones in their places and new ones at the end', async () => {
    const [a, b, c, d] = ['A', 'B', 'C', 'D'].map((name) => area(name));
    await fixture.put([a, b, c]);
    expect(await fixture.put([c, a, d])).toEqual({ created: 1, updated: 2, unchanged: 0 });
    expect(await shown()).toBe('C,B,A,D');
    await fixture.put([d, a]);
    expect(await shown()).toBe('C,B,D,A');
  });

  it('keeps children that are left out as the last ones, in their order', async () => {
    const { a, d, e } = await putForest();
    const records = [{ ...mention(a), children: [e, area('G')] }];
    expect(await fixture.put(records)).toEqual({ created: 1, updated: 1, unchanged: 1 });
    expect(await shown()).toBe('A(E,G,B(C,D)),F');
    const before = await fixture.everything();
    expect(await fixture.put(records)).toEqual({ created: 0, updated: 0, unchanged: 3 });
    expect(await fixture.put([{ ...mention(a), children: [] }])).toMatchObject({ unchanged: 1 });
    expect(await fixture.everything()).toEqual(before);
    await fixture.put([{ ...mention(a), children: [mention(d)] }]);
    expect(await shown()).toBe('A(D,E,G,B(C)),F');
  });

  it('moves areas that are left out and given elsewhere', async () => {
    const { a, b, c, e, f } = await putForest();
    expect(
      await fixture.put([
        { ...mention(a), children: [] },
        { ...mention(f), children: [mention(e)] },
      ]),
    ).toEqual({ created: 0, updated: 3, unchanged: 0 });
    expect(await shown()).toBe('A(B(C,D)),F(E)');
    await fixture.put([{ ...mention(a), children: [] }, mention(c)]);
    expect(await shown()).toBe('A(B(D)),F(E),C');
    await fixture.put([{ ...mention(a), children: [] }, mention(b)]);
    expect(await shown()).toBe('A,F(E),C,B(D)');
  });

  describe('that replaces', () => {
    const names = (removed: readonly { readonly name: string }[]) => removed.map(({ name }) => name).join();

    it('removes what is not given, with all below, and names it', async () => {
      const { a, b, c, d, e } = await putForest();
      const { removed, ...counts } = await fixture.replace([{ ...mention(a), children: [e, area('G')] }]);
      expect(counts).toEqual({ created: 1, updated: 1, unchanged: 1 });
      expect(names(removed)).toBe('B,C,D,F');
      expect(removed[0]).toEqual({ id: b.id, name: 'B' });
      expect(await shown()).toBe('A(E,G)');
      const ids = [b, c, d].map(({ id }) => id);
      expect(await fixture.app.sql('SELECT FROM area WHERE id = ANY ($1)', [ids])).toEqual([]);
    });

    it('removes children of an area that is given without any', async () => {
      const { a } = await putForest();
      const { removed, ...counts } = await fixture.replace([mention(a)]);
      expect([names(removed), counts]).toEqual(['B,C,D,E,F', { created: 0, updated: 0, unchanged: 1 }]);
      expect(await shown()).toBe('A');
    });

    it('removes all, and nothing where all is given', async () => {
      await putForest();
      const before = await fixture.everything();
      expect(await fixture.replace(await stored())).toEqual({
        created: 0,
        updated: 0,
        unchanged: 6,
        removed: [],
      });
      expect(await fixture.everything()).toEqual(before);
      expect(names((await fixture.replace([])).removed)).toBe('A,B,C,D,E,F');
      expect(await shown()).toBe('');
    });

    it('moves what is given out of a removed area', async () => {
      const { a, c, d, f } = await putForest();
      const { removed, ...counts } = await fixture.replace([
        { ...mention(f), children: [mention(d)] },
        mention(c),
        mention(a),
      ]);
      expect([names(removed), counts]).toEqual(['B,E', { created: 0, updated: 4, unchanged: 0 }]);
      expect(await shown()).toBe('F(D),C,A');
    });

    it('turns a branch upside down', async () => {
      const { a, c } = await putForest();
      const { removed } = await fixture.replace([{ ...mention(c), children: [mention(a)] }]);
      expect([names(removed), await shown()]).toEqual(['B,D,E,F', 'C(A)']);
    });
  });

  it('reorders children', async () => {
    const { a, b, e } = await putForest();
    expect(await fixture.put([{ ...mention(a), children: [mention(e), mention(b)] }])).toEqual({
      created: 0,
      updated: 1,
      unchanged: 2,
    });
    expect(await shown()).toBe('A(E,B(C,D)),F');
  });

  it('moves areas with what lies below them', async () => {
    const { a, b, f } = await putForest();
    expect(await fixture.put([{ ...mention(f), children: [mention(b)] }])).toEqual({
      created: 0,
      updated: 2,
      unchanged: 0,
    });
    expect(await shown()).toBe('A(E),F(B(C,D))');
    await fixture.put([{ ...mention(f), children: [mention(a)] }, mention(b)]);
    expect(await shown()).toBe('F(A(E)),B(C,D)');
  });

  it('exchanges areas between parents, and turns a branch upside down', async () => {
    const { a, b, c, d, e, f } = await putForest();
    await fixture.put([
      { ...mention(a), children: [mention(d), mention(c)] },
      { ...mention(f), children: [{ ...mention(e), children: [mention(b)] }] },
    ]);
    expect(await shown()).toBe('A(D,C),F(E(B))');
    await fixture.put([
      { ...mention(b), children: [{ ...mention(e), children: [{ ...mention(f), children: [] }] }] },
    ]);
    expect(await shown()).toBe('A(D,C),B(E(F))');
  });

  it('refuses to put an area below itself, and names its path', async () => {
    const { a, b, d } = await putForest();
    const before = await fixture.everything();
    expect(await fixture.issues(area('G'), { ...mention(d), children: [mention(a)] })).toEqual([
      ['[1].children[0]', 'AREA_CYCLE'],
    ]);
    const below = { id: newId(), name: 'H', children: [mention(a)] };
    expect(await fixture.issues({ ...mention(b), children: [below] })).toEqual([
      ['[0].children[0].children[0]', 'AREA_CYCLE'],
    ]);
    expect(await fixture.everything()).toEqual(before);
  });

  it('refuses an area that comes twice, at any depth', async () => {
    const twice = area('T');
    expect(await fixture.issues(twice, area('A', area('B', twice)))).toEqual([
      ['[1].children[0].children[0].id', 'NOT_UNIQUE'],
    ]);
    expect(await fixture.issues({ ...twice, children: [twice] })).toEqual([
      ['[0].children[0].id', 'NOT_UNIQUE'],
    ]);
  });

  it('refuses ids of another company, and writes nothing', async () => {
    const foreign = area('Foreign', area('Below'));
    await fixture.put([foreign], await fixture.app.company());
    await putForest();
    const before = await fixture.everything();
    expect(await fixture.issues(area('A', area('B')), area('C', foreign))).toEqual([
      ['[1].children[0].id', 'ID_TAKEN'],
      ['[1].children[0].children[0].id', 'ID_TAKEN'],
    ]);
    expect(await fixture.everything()).toEqual(before);
  });

  it.each([
    [null, '[0]', 'WRONG_TYPE'],
    [[], '[0]', 'WRONG_TYPE'],
    ['A', '[0]', 'WRONG_TYPE'],
    [{}, '[0].name', 'REQUIRED'],
    [{ name: null }, '[0].name', 'REQUIRED'],
    [{ name: 7 }, '[0].name', 'WRONG_TYPE'],
    [{ name: '' }, '[0].name', 'BLANK'],
    [{ name: ' \u00a0' }, '[0].name', 'BLANK'],
    [{ name: 'a\0' }, '[0].name', 'NUL_CHARACTER'],
    [{ name: 'a\ud800' }, '[0].name', 'UNPAIRED_SURROGATE'],
    [{ name: 'a\nb' }, '[0].name', 'CONTROL_CHARACTER'],
    [{ name: '😀'.repeat(256) }, '[0].name', 'TOO_LONG'],
    [{ name: 'A', id: 'x' }, '[0].id', 'ID'],
    [{ name: 'A', id: 'A'.repeat(24) }, '[0].id', 'ID'],
    [{ name: 'A', id: 1 }, '[0].id', 'ID'],
    [{ name: 'A', parentId: newId() }, '[0].parentId', 'UNKNOWN_MEMBER'],
    [JSON.parse('{"name":"A","__proto__":{}}'), '[0].__proto__', 'UNKNOWN_MEMBER'],
    [{ name: 'A', children: {} }, '[0].children', 'WRONG_TYPE'],
    [{ name: 'A', children: [{ name: 'B', children: ['C'] }] }, '[0].children[0].children[0]', 'WRONG_TYPE'],
  ])('refuses %j', async (record, path, code) => {
    expect(await fixture.issues(record)).toEqual([[path, code]]);
    expect(await shown()).toBe('');
  });

  it('takes the longest of names', async () => {
    const name = '😀'.repeat(255);
    await fixture.put([area(name)]);
    expect(await shown()).toBe(name);
  });

  it('names all that is wrong, but no more than a hundred issues', async () => {
    expect(await fixture.issues(area(''), area('A', area(' ')), area('A'))).toEqual([
      ['[0].name', 'BLANK'],
      ['[1].children[0].name', 'BLANK'],
    ]);
    expect(await fixture.issues(...Array.from({ length: 1_000 }, () => ({})))).toHaveLength(100);
  });

  it('does not overflow where every level of a deep document is wrong', async () => {
    let deep: object = {};
    for (let level = 0; level < 20_000; level++) deep = { children: [deep] };
    expect(await fixture.issues(deep)).toHaveLength(100);
    const foreign = chain(2_000);
    await fixture.put([foreign], await fixture.app.company());
    expect(await fixture.issues(foreign)).toHaveLength(100);
  });

  it('leaves after any imports what the rules say', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(anyAreaImport, fc.boolean()), { minLength: 2, maxLength: 5 }),
        async (imports) => {
          await fixture.app.sql('DELETE FROM area');
          await fixture.app.sql('DELETE FROM segmentation');
          let model: Tree[] = [];
          for (const [records, isPruning] of imports) {
            const expected = (isPruning ? prunedModelWith : modelWith)(model, records);
            const done = isPruning ? fixture.replace(records) : fixture.put(records);
            if (expected === 'cycle') {
              expect((await issuesOf(done)).map(([, code]) => code)).toContain('AREA_CYCLE');
            } else {
              await done;
              model = expected;
            }
            expect(await stored()).toEqual(model);
          }
        },
      ),
      { numRuns: 40 },
    );
  });

  it('writes nothing when the company is not there', async () => {
    await expect(fixture.put([area('A')], newId())).rejects.toMatchObject({ code: 'COMPANY_NOT_FOUND' });
  });
});
