import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Areas, groups and characteristics of companies (ADR 12).
 *
 * - An area is an interval: `place` is its number in a walk through the tree, parents before children, `last_place`
 *   that of the last area below it, or its own. Orphans and cycles cannot be written down, and what lies below an
 *   area is a range of an index. `area_and_below` is for the SQL of other contexts.
 * - `segmentation` has a row for each company that has ever had any of them: the three answers as they are sent, a
 *   revision that moves with each change, and the lock between imports and those who refer to what they may remove.
 */
export class CreateSegmentation1763690400005 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of [...TABLES, ...FUNCTIONS]) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      `DROP FUNCTION json_of_areas(text), json_of_groups(text), json_of_characteristics(text),
        area_and_below(text, text[])`,
    );
    await runner.query('DROP TABLE characteristic, company_group, area, segmentation');
  }
}

/** The part that all tables of records share. Places are exchanged within a statement, so it is judged at its end. */
const recordOf = (table: string): string => `
    id text COLLATE "C" CONSTRAINT ${table}_pkey PRIMARY KEY,
    company_id text COLLATE "C" NOT NULL
      CONSTRAINT ${table}_company_fkey REFERENCES company ON DELETE CASCADE,
    name text NOT NULL,
    place integer NOT NULL,
    CONSTRAINT ${table}_place_key UNIQUE (company_id, place) DEFERRABLE INITIALLY IMMEDIATE`;

const TABLES = [
  `
  CREATE TABLE segmentation (
    company_id text COLLATE "C" CONSTRAINT segmentation_pkey PRIMARY KEY
      CONSTRAINT segmentation_company_fkey REFERENCES company ON DELETE CASCADE,
    revision bigint NOT NULL DEFAULT 0,
    areas text NOT NULL DEFAULT '[]',
    groups text NOT NULL DEFAULT '[]',
    characteristics text NOT NULL DEFAULT '[]'
  )`,
  `CREATE TABLE area (${recordOf('area')},
    last_place integer NOT NULL
  )`,
  `CREATE TABLE company_group (${recordOf('company_group')})`,
  `CREATE TABLE characteristic (${recordOf('characteristic')},
    type text NOT NULL,
    allowed_values jsonb NOT NULL,
    nodes jsonb NOT NULL
  )`,
];

/** Texts are put together once and in order, so that the deepest of trees takes as long as the flattest. */
const FUNCTIONS = [
  // Every area opens its array of children; the last area of an interval closes it, for all that end with it.
  `
  CREATE FUNCTION json_of_areas(company text) RETURNS text LANGUAGE sql STABLE PARALLEL SAFE AS $$
    SELECT '[' || coalesce(string_agg(
      CASE WHEN ends_before > 0 THEN ',' ELSE '' END
        || '{"id":' || to_json(id)::text || ',"name":' || to_json(name)::text || ',"children":[' || repeat(']}', ends),
      '' ORDER BY place), '') || ']'
    FROM (
      SELECT a.id, a.name, a.place, e.ends, lag(e.ends, 1, 0) OVER (ORDER BY a.place) AS ends_before
      FROM area a
      LEFT JOIN (
        SELECT last_place, count(*)::integer AS ends FROM area WHERE company_id = company GROUP BY last_place
      ) c ON c.last_place = a.place
      CROSS JOIN LATERAL (SELECT coalesce(c.ends, 0) AS ends) e
      WHERE a.company_id = company
    ) walked
  $$`,
  `
  CREATE FUNCTION json_of_groups(company text) RETURNS text LANGUAGE sql STABLE PARALLEL SAFE AS $$
    SELECT '[' || coalesce(
      string_agg('{"id":' || to_json(id)::text || ',"name":' || to_json(name)::text || '}', ',' ORDER BY place), '') || ']'
    FROM company_group
    WHERE company_id = company
  $$`,
  `
  CREATE FUNCTION json_of_characteristics(company text) RETURNS text LANGUAGE sql STABLE PARALLEL SAFE AS $$
    SELECT '[' || coalesce(string_agg(
      '{"id":' || to_json(id)::text || ',"type":' || to_json(type)::text || ',"name":' || to_json(name)::text
        || ',"allowedValues":' || allowed_values::text || ',"nodes":' || nodes::text || '}',
      ',' ORDER BY place), '') || ']'
    FROM characteristic
    WHERE company_id = company
  $$`,
  `
  CREATE FUNCTION area_and_below(company text, ids text[]) RETURNS SETOF text LANGUAGE sql STABLE PARALLEL SAFE AS $$
    SELECT DISTINCT b.id
    FROM area a JOIN area b ON b.company_id = a.company_id AND b.place BETWEEN a.place AND a.last_place
    WHERE a.company_id = company AND a.id = ANY (ids)
  $$`,
];
