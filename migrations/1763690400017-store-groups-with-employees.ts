import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Keeps the groups of an employee in the row of the employee (ADR 17). A row of `employee_group` took, with its two
 * index entries, 375 bytes for each group.
 */
export class StoreGroupsWithEmployees1763690400017 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const statement of DOWN) await runner.query(statement);
  }
}

const UP = [
  `ALTER TABLE employee ADD group_ids text[] COLLATE "C" NOT NULL DEFAULT '{}'`,
  `
  UPDATE employee e SET group_ids = g.ids
  FROM (
    SELECT company_id, employee_id, array_agg(group_id ORDER BY group_id) AS ids
    FROM employee_group GROUP BY company_id, employee_id
  ) g
  WHERE e.company_id = g.company_id AND e.id = g.employee_id`,
  'DROP TABLE employee_group',
  // Every search reads the list of new entries from end to end.
  'CREATE INDEX employee_group_idx ON employee USING gin (group_ids) WITH (gin_pending_list_limit = 256)',
];

/** Deleted employees may have ids of groups that were removed. */
const DOWN = [
  `
  CREATE TABLE employee_group (
    company_id text COLLATE "C" NOT NULL,
    employee_id text COLLATE "C" NOT NULL,
    group_id text COLLATE "C" NOT NULL,
    CONSTRAINT employee_group_pkey PRIMARY KEY (company_id, employee_id, group_id),
    CONSTRAINT employee_group_employee_fkey FOREIGN KEY (company_id, employee_id)
      REFERENCES employee (company_id, id) ON DELETE CASCADE,
    CONSTRAINT employee_group_group_fkey FOREIGN KEY (company_id, group_id)
      REFERENCES company_group (company_id, id) ON DELETE CASCADE
  )`,
  `
  INSERT INTO employee_group (company_id, employee_id, group_id)
  SELECT e.company_id, e.id, g.id
  FROM employee e
    CROSS JOIN LATERAL unnest(e.group_ids) AS m (group_id)
    JOIN company_group g ON g.company_id = e.company_id AND g.id = m.group_id`,
  // Drops employee_group_idx, too.
  'ALTER TABLE employee DROP group_ids',
  'CREATE INDEX employee_group_idx ON employee_group (company_id, group_id, employee_id)',
];
