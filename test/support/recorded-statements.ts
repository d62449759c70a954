import { Sql } from '../../src/platform/database/sql.js';
import type { TestApp } from './test-app.js';

/** The names of the statements that an application executes from now on. */
export function recordStatements(app: TestApp): string[] {
  const names: string[] = [];
  const sql = app.app.get(Sql);
  const query = sql.query.bind(sql);
  sql.query = (statement, ...rest) => {
    names.push(statement.name ?? '');
    return query(statement, ...rest);
  };
  return names;
}
