import type { QueryConfig } from 'pg';
import type { PlanPagesQueries } from '../../src/action-plans/application/plan-pages.queries.js';
import { becomeBaseline, type BaselineInput } from './become-baseline.js';

/** The built queries class of the service without the rest of it. */
export interface PlansBaselineInput extends BaselineInput {
  readonly actor: Parameters<PlanPagesQueries['list']>[0];
  readonly page: Parameters<PlanPagesQueries['list']>[1];
}

const QUERIES = new URL(
  '../../dist/modules/src/action-plans/application/plan-pages.queries.js',
  import.meta.url,
);

const built = (await import(QUERIES.href)) as {
  PlanPagesQueries: new (sql: object) => Pick<PlanPagesQueries, 'list'>;
};

becomeBaseline<PlansBaselineInput>((pool, { actor, page }) => {
  const queries = new built.PlanPagesQueries({
    query: async (statement: QueryConfig, values: unknown[]) =>
      (await pool.query<Record<string, unknown>>({ ...statement, values })).rows,
  });
  return async () => (await queries.list(actor, page, {})).content as string;
});
