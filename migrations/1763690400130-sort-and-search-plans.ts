import type { MigrationInterface, QueryRunner } from 'typeorm';
import { foldText } from '../src/shared-kernel/folding.js';
import { textsOf, type MultiLanguage } from '../src/shared-kernel/multi-language.js';

/** Plans whose texts are in memory at a time. */
const BATCH = 200;

/**
 * Orders of the list of plans by change and by title, and the texts of plans that a search reads, in a table of their
 * own like those of actions. The index of the actions of a plan also has what the numbers of actions need.
 */
export class SortAndSearchPlans1763690400130 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of TABLES) await runner.query(statement);
    await fillTexts(runner);
    for (const statement of INDEXES) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX plan_action_plan_idx');
    await runner.query(
      'CREATE INDEX plan_action_plan_idx ON plan_action (company_id, plan_id, created_at, id)',
    );
    await runner.query('DROP TABLE plan_text');
    await runner.query('DROP INDEX action_plan_changed_idx');
    // Drops action_plan_title_idx, too.
    await runner.query('ALTER TABLE action_plan DROP title');
  }
}

const TABLES = [
  // The order of the names of employees.
  `ALTER TABLE action_plan ADD title text COLLATE "und-x-icu" NOT NULL DEFAULT ''`,
  `UPDATE action_plan SET title = document -> 'title' ->> 'defaultValue'`,
  `
  CREATE TABLE plan_text (
    company_id text COLLATE "C" NOT NULL,
    plan_id text COLLATE "C" NOT NULL,
    search_text text COLLATE "C" NOT NULL,
    CONSTRAINT plan_text_pkey PRIMARY KEY (company_id, plan_id),
    CONSTRAINT plan_text_plan_fkey FOREIGN KEY (company_id, plan_id)
      REFERENCES action_plan (company_id, id) ON DELETE CASCADE
  )`,
];

/** The included columns are those of the reading rule, so that pages are found in the index. */
const INDEXES = [
  `
  CREATE INDEX action_plan_changed_idx ON action_plan (company_id, updated_at DESC, id DESC)
    INCLUDE (visibility, created_by)`,
  'CREATE INDEX action_plan_title_idx ON action_plan (company_id, title, id) INCLUDE (visibility, created_by)',
  'DROP INDEX plan_action_plan_idx',
  `
  CREATE INDEX plan_action_plan_idx ON plan_action (company_id, plan_id, created_at, id)
    INCLUDE (status, overdue_after)`,
];

interface StoredPlan {
  readonly companyId: string;
  readonly id: string;
  readonly document: { readonly title: MultiLanguage; readonly description?: MultiLanguage };
}

/** Only TypeScript folds texts. A copy, so that a later form of the texts does not change what this migration does. */
function searchTextOf({ title, description }: StoredPlan['document']): string {
  return [title, ...(description ? [description] : [])].flatMap(textsOf).map(foldText).join('\n');
}

async function fillTexts(runner: QueryRunner): Promise<void> {
  let last = { companyId: '', id: '' };
  for (;;) {
    const plans = (await runner.query(
      `SELECT company_id AS "companyId", id, document FROM action_plan WHERE (company_id, id) > ($1, $2)
       ORDER BY company_id, id LIMIT ${BATCH}`,
      [last.companyId, last.id],
    )) as StoredPlan[];
    const end = plans.at(-1);
    if (!end) return;
    last = end;
    await runner.query(
      `INSERT INTO plan_text (company_id, plan_id, search_text)
       SELECT * FROM unnest($1::text[], $2::text[], $3::text[])`,
      [
        plans.map(({ companyId }) => companyId),
        plans.map(({ id }) => id),
        plans.map(({ document }) => searchTextOf(document)),
      ],
    );
  }
}
