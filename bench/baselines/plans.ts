import type { QueryConfig } from 'pg';
import type { ActionPlansQueries } from '../../src/action-plans/application/action-plans.queries.js';
import { becomeBaseline, type BaselineInput } from './become-baseline.js';

/** The built queries class of the service without the rest of it. */
export interface PlansBaselineInput extends BaselineInput {
  readonly actor: Parameters<ActionPlansQueries['list']>[0];
  readonly page: Parameters<ActionPlansQueries['list']>[1];
}

const QUERIES = new URL('../../dist/src/action-plans/application/action-plans.queries.js', import.meta.url);

const built = (await import(QUERIES.href)) as {
  ActionPlansQueries: new (sql: object) => Pick<ActionPlansQueries, 'list'>;
};

becomeBaseline<PlansBaselineInput>((pool, { actor, page }) => {
  const queries = new built.ActionPlansQueries({
    query: async (statement: QueryConfig, values: unknown[]) =>
      (await pool.query<Record<string, unknown>>({ ...statement, values })).rows,
  });
  return async () => (await queries.list(actor, page, {})).json;
});
