import { becomeFloor, type FloorInput } from '../harness/become-floor.js';

/** What the floors that find a person are started with. */
export interface EmployeesFloorInput extends FloorInput {
  readonly by: 'e-mail' | 'external id';
  readonly companyId: string;
}

/** By the same index as the service, and with the same column; one statement per request. */
const CONDITIONS: Readonly<Record<EmployeesFloorInput['by'], string>> = {
  'e-mail': 'email_key = lower($2)',
  'external id': 'external_id = $2',
};

becomeFloor<EmployeesFloorInput>((pool, { by, companyId }) => {
  const statement = {
    name: 'employee',
    text: `SELECT document::text AS json FROM employee WHERE company_id = $1 AND deleted_at IS NULL AND ${CONDITIONS[by]}`,
  };
  return async (path) => {
    const name = decodeURIComponent(path.slice(path.lastIndexOf('/') + 1));
    const { rows } = await pool.query<{ json: string }>({ ...statement, values: [companyId, name] });
    return rows[0]!.json;
  };
});
