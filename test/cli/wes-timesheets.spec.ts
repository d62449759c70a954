import { newId } from '../../src/shared-kernel/id.js';
import { freshDatabase, runSql } from '../support/databases.js';
import { runWes, type WesResult } from '../support/run-wes.js';

const FILL = `
  INSERT INTO timesheet_entry (id, company_id, email, start_time, breaks, change_history)
  SELECT $2 || lpad(to_hex(n), 23, '0'), $1, 'Jo@example.com', now() + n * interval '1 minute', '[]', '[]'
  FROM generate_series(1, 30) n`;

describe('wes timesheets', () => {
  let url: string;
  const [one, other] = [newId(), newId()];
  const run = (...words: string[]): Promise<WesResult> =>
    runWes(['timesheets', ...words], { DATABASE_URL: url });

  beforeEach(async () => {
    url = await freshDatabase('cli_timesheets');
    for (const [index, company] of [one, other].entries()) {
      await runSql(url, `INSERT INTO company (id, name, time_zone) VALUES ($1, 'Company', 'UTC')`, [company]);
      await runSql(url, FILL, [company, String(index)]);
    }
  });

  it('check ends with 0 where the counters are right', async () => {
    const right = { exitCode: 0, stdout: 'The counters are right.\n', stderr: '' };
    expect(await run('check', '--company', one)).toEqual(right);
    expect(await run('check', '--all')).toEqual(right);
    expect(await run('check', '--all', '--json')).toEqual({
      ...right,
      stdout: '{"companies":2,"wrong":[]}\n',
    });
  });

  it('check names every list that is counted wrong and ends with 1, until rebuild counts anew', async () => {
    await runSql(
      url,
      `UPDATE timesheet_block SET entries = entries + 2 WHERE company_id = $1 AND email_key = ''`,
      [one],
    );
    await runSql(url, `DELETE FROM timesheet_block WHERE company_id = $1 AND email_key <> ''`, [one]);
    const lines = [
      `company ${one}, live entries of everybody: counted 32, there are 30; 1 block wrong\n`,
      `company ${one}, live entries of jo@example.com: counted 0, there are 30; 1 block wrong\n`,
    ].join('');
    const wrong = {
      exitCode: 1,
      stdout: lines,
      stderr: expect.stringMatching(/^2 lists are counted wrong; .+\n$/),
    };
    expect(await run('check', '--company', one)).toEqual(wrong);
    expect(await run('check', '--all')).toEqual(wrong);
    expect(await run('check', '--company', other)).toMatchObject({ exitCode: 0 });

    const { exitCode, stdout, stderr } = await run('check', '--all', '--json');
    expect([exitCode, JSON.parse(stdout), JSON.parse(stderr)]).toEqual([
      1,
      {
        companies: 2,
        wrong: [
          { companyId: one, list: 'live', email: null, counted: 32, actual: 30, wrongBlocks: 1 },
          { companyId: one, list: 'live', email: 'jo@example.com', counted: 0, actual: 30, wrongBlocks: 1 },
        ],
      },
      { error: { code: 'TIMESHEET_COUNTERS_WRONG', message: expect.any(String) } },
    ]);

    expect(await run('rebuild', '--company', one)).toEqual({
      ...{ exitCode: 0, stdout: 'Counted the timesheets of 1 company.\n', stderr: '' },
    });
    expect(await run('check', '--all')).toMatchObject({ exitCode: 0 });
  });

  it('rebuild counts those of all companies', async () => {
    await runSql(url, 'DELETE FROM timesheet_block');
    expect(await run('check', '--all')).toMatchObject({ exitCode: 1 });
    expect(await run('rebuild', '--all', '--json')).toEqual({
      ...{ exitCode: 0, stdout: `${JSON.stringify({ companies: [one, other].sort() })}\n`, stderr: '' },
    });
    expect(await run('check', '--all')).toMatchObject({ exitCode: 0 });
  });

  it('is refused for a company that does not exist', async () => {
    const unknown = 'f'.repeat(24);
    const refused = { exitCode: 1, stdout: '', stderr: `There is no company ${unknown}.\n` };
    expect(await run('check', '--company', unknown)).toEqual(refused);
    expect(await run('rebuild', '--company', unknown)).toEqual(refused);
  });

  it.each([
    [[], "one of the options '--company <id>' and '--all' is required"],
    [['--company', one, '--all'], "option '--all' cannot be used with option '--company <id>'"],
    [['--company', 'x'], 'must have 24 lower-case hexadecimal characters'],
  ])('with %j is wrong usage', async (words, reason) => {
    for (const command of ['check', 'rebuild']) {
      const { exitCode, stdout, stderr } = await run(command, ...words);
      expect([exitCode, stdout]).toEqual([2, '']);
      expect(stderr).toContain(reason);
    }
  });
});
