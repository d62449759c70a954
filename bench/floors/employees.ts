import { becomeFloor, type FloorInput } from '../harness/become-floor.js';

/** What the floors that find a person are started with. */
export interface EmployeesFloorInput extends FloorInput {
  /** The statement of the service. */
  readonly statement: { readonly name: string; readonly text: string };
  readonly companyId: string;
}

becomeFloor<EmployeesFloorInput>((pool, { statement, companyId }) => async (path) => {
  const name = decodeURIComponent(path.slice(path.lastIndexOf('/') + 1));
  const { rows } = await pool.query<{ json: string }>({ ...statement, values: [companyId, name] });
  return rows[0]!.json;
});
