import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Areas, groups and characteristics of companies, which only imports write (ADR 17). `segmentation` has a row for each
 * company that has ever had any of them: the three answers as they are sent, and the lock between imports and writers
 * that refer to what an import may remove.
 *
 * The answers are `text`, because PostgreSQL parses `json` recursively and refuses areas that nest some thousand
 * levels.
 */
export class CreateSegmentation1763690400005 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of STATEMENTS) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE characteristic, company_group, area, segmentation');
  }
}

const recordOf = (table: string): string => `
    company_id text COLLATE "C" NOT NULL
      CONSTRAINT ${table}_company_fkey REFERENCES company ON DELETE CASCADE,
    id text COLLATE "C" NOT NULL,
    position integer NOT NULL,
    CONSTRAINT ${table}_pkey PRIMARY KEY (company_id, id)`;

const STATEMENTS = [
  `
  CREATE TABLE segmentation (
    company_id text COLLATE "C" CONSTRAINT segmentation_pkey PRIMARY KEY
      CONSTRAINT segmentation_company_fkey REFERENCES company ON DELETE CASCADE,
    areas text NOT NULL DEFAULT '[]',
    groups text NOT NULL DEFAULT '[]',
    characteristics text NOT NULL DEFAULT '[]'
  )`,
  `
  CREATE TABLE area (${recordOf('area')},
    parent_id text COLLATE "C",
    name text NOT NULL,
    CONSTRAINT area_parent_fkey FOREIGN KEY (company_id, parent_id) REFERENCES area (company_id, id)
  )`,
  'CREATE INDEX area_parent_idx ON area (company_id, parent_id)',
  `CREATE TABLE company_group (${recordOf('company_group')}, document json NOT NULL)`,
  `CREATE TABLE characteristic (${recordOf('characteristic')}, document json NOT NULL)`,
];
