import type { QueryRunner } from 'typeorm';
import { migrations } from '../../migrations/index.js';

/**
 * Migrations that remove, rename or require something, with the reason why the code of the previous release works on
 * their schema. Such a step is a release of its own, after one that does not use the column or table any more.
 */
const NARROWING: Readonly<Record<string, string>> = {
  PartitionTimesheets1763690400011:
    'The table is replaced by one with the same names of columns and constraints.',
  AddLanesToPlanRevisions1763690400012: 'No release has the table without lanes.',
  BoundAuditRecords1763690400014: 'No release has the column that restored deleted plans.',
  StoreReferencesForIdempotency1763690400015: 'No release stores answers with its keys.',
  StoreGroupsWithEmployees1763690400017: 'No release has the table of groups of employees.',
  DropRevisions1763690400030: 'No release has revision counters.',
  DropPlanRevisions1763690400020: 'No release has the table.',
  DropExportLeases1763690400050: 'No release finds its work in the table.',
  KeyRowsByCompany1763690400410: 'No statement of a release names the replaced key.',
};

/** Drops of objects that no statement names. They make queries slower or accept more. `ON CONFLICT` needs its key. */
const HARMLESS_DROP = /^DROP (?:INDEX|DEFAULT|NOT NULL|CONSTRAINT (?!\w+_p?key$))/i;

const NARROWING_STATEMENT =
  /\bDROP (?:NOT NULL|CONSTRAINT \w+|\w+)|\bRENAME\b|\bALTER (?:COLUMN )?\S+ (?:SET DATA )?TYPE\b|\bSET NOT NULL\b|\bTRUNCATE(?= TABLE| \w+ *;| \w+$)|\bADD (?:COLUMN )?(?!CONSTRAINT)[^,]*?\bNOT NULL\b(?![^,]*\bDEFAULT\b)/gi;

/** The parts of a statement that may break the code of the previous release. */
function narrowingIn(statement: string): string[] {
  const text = statement.replaceAll(/'[^']*'/g, `''`).replaceAll(/\s+/g, ' ');
  const hasDefault = (found: string): boolean => /^ADD\b/i.test(found) && /\bDEFAULT\b/i.test(found);
  return [...text.matchAll(NARROWING_STATEMENT)]
    .map(([found]) => found)
    .filter((found) => !HARMLESS_DROP.test(found) && !hasDefault(found));
}

async function statementsOf(migration: (typeof migrations)[number]): Promise<string[]> {
  const statements: string[] = [];
  const recorder = {
    query: (statement: string) => {
      statements.push(statement);
      return Promise.resolve([]);
    },
    manager: { query: () => Promise.resolve([]) }, // a database without Citus
  };
  await new migration().up(recorder as unknown as QueryRunner);
  return statements;
}

describe('a migration', () => {
  it.each(migrations)('$name leaves everything that the previous release uses', async (migration) => {
    const narrowing = (await statementsOf(migration)).flatMap(narrowingIn);
    if (migration.name in NARROWING) expect(narrowing).not.toEqual([]);
    else expect(narrowing).toEqual([]);
  });

  it.each([
    'DROP TABLE note',
    'ALTER TABLE note DROP content',
    'ALTER TABLE note\n  DROP COLUMN content',
    'DROP TRIGGER note_moves ON note',
    'ALTER TABLE note DROP CONSTRAINT note_pkey, ADD PRIMARY KEY (company_id, id)',
    'ALTER TABLE note DROP CONSTRAINT note_company_name_key',
    'ALTER TABLE note RENAME TO remark',
    'ALTER INDEX note_idx RENAME TO remark_idx',
    'ALTER TABLE note ALTER COLUMN content TYPE jsonb',
    'ALTER TABLE note ALTER content SET DATA TYPE jsonb',
    'ALTER TABLE note ALTER COLUMN content SET NOT NULL',
    'ALTER TABLE note ADD COLUMN content text NOT NULL',
    "ALTER TABLE note ADD author text DEFAULT 'x', ADD COLUMN content text NOT NULL",
    'TRUNCATE note',
  ])('is refused with %j', (statement) => {
    expect(narrowingIn(statement)).not.toEqual([]);
  });

  it.each([
    'CREATE TABLE note (id text NOT NULL, content text)',
    "ALTER TABLE note ADD COLUMN content text NOT NULL DEFAULT ''",
    "ALTER TABLE note ADD COLUMN content text DEFAULT '' NOT NULL",
    'ALTER TABLE note ADD COLUMN content text, ALTER COLUMN author DROP NOT NULL',
    'DROP INDEX note_idx',
    'ALTER TABLE note DROP CONSTRAINT note_company_fkey, DROP CONSTRAINT note_content_check',
    'ALTER TABLE note ADD CONSTRAINT note_content_check CHECK (content IS NOT NULL) NOT VALID',
    "COMMENT ON TABLE note IS 'DROP TABLE note'",
    'CREATE TRIGGER note_moves AFTER DELETE OR TRUNCATE ON note FOR EACH STATEMENT EXECUTE FUNCTION move()',
  ])('may do %j', (statement) => {
    expect(narrowingIn(statement)).toEqual([]);
  });
});
