import { becomeBaseline, type BaselineInput } from './become-baseline.js';

/** One prepared statement per request. */
export interface SqlBaselineInput extends BaselineInput {
  readonly statement: string;
  readonly values: readonly unknown[];
  /** The last segment of the path is one more value. */
  readonly takesPath?: boolean;
  /** `text`: the only row has the answer in `answer`. `documents`: the answer is the array of all `document`s. */
  readonly answer: 'text' | 'documents';
}

becomeBaseline<SqlBaselineInput>((pool, { statement, values, takesPath = false, answer }) => async (path) => {
  const { rows } = await pool.query<{ answer: string; document: unknown }>({
    name: 'baseline',
    text: statement,
    values: takesPath ? [...values, decodeURIComponent(path.slice(path.lastIndexOf('/') + 1))] : [...values],
  });
  return answer === 'text' ? rows[0]!.answer : JSON.stringify(rows.map(({ document }) => document));
});
