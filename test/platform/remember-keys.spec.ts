import { DataSource } from 'typeorm';
import { RememberKeysOfPeople1763690400570 } from '../../migrations/1763690400570-remember-keys-of-people.js';
import { migrate } from '../../src/platform/database/migrate.js';
import { emptyDatabase, runSql } from '../support/databases.js';

const COMPANY = 'c'.repeat(24);

const EMPLOYEE = `
  INSERT INTO employee (company_id, id, email_key, activated, must_choose_profile, created_at, updated_at, document,
    deleted_at)
  VALUES ($1, $2, $3, true, false, '2024-01-01', now(), '{}', $4)`;

const USER = `
  INSERT INTO user_account (company_id, id, email, email_key, name, role, language) VALUES ($1, $2, $3, $3, 'x', $4, 'en')`;

const CHANGE = `
  INSERT INTO audit_record (company_id, id, at, operation, object_type, object_id, actor_kind, before, after)
  VALUES ($1, $2, '2025-01-01', 'employee.update', 'employee', $3, 'operator', $4, $5)`;

describe('the migration that remembers keys', () => {
  it('takes former keys from the audit trail, folds hosts, and links users who are certain', async () => {
    const url = await emptyDatabase('rememberkeys');
    await migrate(url);
    const dataSource = await new DataSource({ type: 'postgres', url }).initialize();
    const runner = dataSource.createQueryRunner();
    const migration = new RememberKeysOfPeople1763690400570();
    await migration.down(runner);
    await runSql(url, 'INSERT INTO company (id, name, time_zone) VALUES ($1, $1, $2)', [COMPANY, 'UTC']);
    for (const [id, email, deletedAt] of [
      ['same', 'same@x.example', null],
      ['boss', 'boss@x.example', null],
      ['left', 'seat@x.example', '2025-02-01'],
      ['next', 'seat@x.example', null],
      ['moved', 'new@bücher.example', null],
      ['heir', 'old@x.example', null],
    ])
      await runSql(url, EMPLOYEE, [COMPANY, id, email, deletedAt]);
    for (const [id, email, role] of [
      ['u-same', 'same@x.example', 'MANAGER'],
      ['u-boss', 'boss@x.example', 'ADMIN'],
      ['u-seat', 'seat@x.example', 'MANAGER'],
      ['u-heir', 'old@x.example', 'MANAGER'],
    ])
      await runSql(url, USER, [COMPANY, id, email, role]);
    for (const [id, holder] of [
      ['1', 'moved'],
      ['2', 'gone'],
    ])
      await runSql(url, CHANGE, [
        COMPANY,
        id,
        holder,
        { email: 'Old@x.example', externalId: 'F1' },
        { email: 'new@bücher.example', externalId: 'F2' },
      ]);
    await migration.up(runner);
    await dataSource.destroy();
    expect(
      await runSql(
        url,
        'SELECT holder_id, kind, key, since::date::text, until::date::text FROM key_period ORDER BY kind, since',
      ),
    ).toEqual([
      { holder_id: 'moved', kind: 'email', key: 'old@x.example', since: '2024-01-01', until: '2025-01-01' },
      {
        ...{ holder_id: 'moved', kind: 'email', key: 'new@xn--bcher-kva.example' },
        ...{ since: '2025-01-01', until: null },
      },
      { holder_id: 'moved', kind: 'externalId', key: 'F1', since: '2024-01-01', until: '2025-01-01' },
    ]);
    expect(await runSql(url, `SELECT email_key FROM employee WHERE id = 'moved'`)).toEqual([
      { email_key: 'new@xn--bcher-kva.example' },
    ]);
    expect(await runSql(url, 'SELECT id, employee_id FROM user_account ORDER BY id')).toEqual([
      { id: 'u-boss', employee_id: null },
      { id: 'u-heir', employee_id: null },
      { id: 'u-same', employee_id: 'same' },
      { id: 'u-seat', employee_id: null },
    ]);
  });
});
