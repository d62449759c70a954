import { ExportablePlans } from '../../../src/action-plans/index.js';
import { PlanImportRecord } from '../../../src/action-plans/interface/action-plan.records.js';
import { allPropertiesOf } from '../../support/dto-properties.js';
import { bodiesWith, type Body, type Writable } from '../../support/property-walk.js';
import { TestApp } from '../../support/test-app.js';
import { WorkbookFixture } from '../../support/workbook-fixture.js';
import { planRecord } from '../../support/writable/plans.js';

/** Properties that the workbook of a plan does not have, with the reason. */
const NOT_SHOWN: Readonly<Record<string, string>> = {
  companyId: 'Its reader has one company.',
  'actions[].companyId': 'Its reader has one company.',
  'actions[].planId': 'The summary has it.',
  'actions[].notes[].id': 'Nothing refers to a note by its id.',
};

/** Language of the expected values of translated properties. */
const LANGUAGE = 'pt-BR';

describe('the workbook of a plan', () => {
  let app: TestApp;
  let workbooks: WorkbookFixture;
  let plans: Writable;

  beforeAll(async () => {
    [app, workbooks] = await Promise.all([TestApp.start(), WorkbookFixture.open()]);
    plans = await planRecord.open(app);
  });
  afterAll(() => Promise.all([app.stop(), workbooks.close()]));

  /** The texts of all cells of the workbook of a plan, after its import. */
  async function cellsAfter(record: Body): Promise<string[]> {
    const { answers } = await plans.create(record);
    const { companyId } = answers['GET'] as { companyId: string };
    const userId = plans.given?.['createdBy']?.values?.({})[0] as string;
    const actor = { kind: 'user', companyId, userId, role: 'MANAGER', language: LANGUAGE } as const;
    const plan = await app.app
      .get(ExportablePlans, { strict: false })
      .workbookPlan(record['id'] as string, actor, 'UTC');
    const sheets = await workbooks.read(plan!, { language: LANGUAGE });
    return sheets.flatMap((sheet) => sheet.cells().map(({ text }) => text));
  }

  const properties = allPropertiesOf(PlanImportRecord).filter(({ isIgnored }) => !isIgnored);

  it.each(properties.filter(({ path }) => !(path in NOT_SHOWN)).map((property) => [property.path, property]))(
    'shows %s',
    async (_path, property) => {
      const [body, other] = bodiesWith(plans, property);
      // An import keeps some properties that a record leaves out, so the other one comes first.
      const before = await cellsAfter(other);
      expect(await cellsAfter(body)).not.toEqual(before);
    },
  );

  it('has every other property of a plan', () => {
    expect(properties.map(({ path }) => path)).toEqual(expect.arrayContaining(Object.keys(NOT_SHOWN)));
  });
});
