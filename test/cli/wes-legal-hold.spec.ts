import { employeeBody, INVITE } from '../support/builders/employee.js';
import { HOLDS } from '../support/builders/privacy.js';
import { runWes } from '../support/loaded-program.js';
import type { WesResult } from '../support/run-wes.js';
import { TestApp } from '../support/test-app.js';

let app: TestApp;
let company: string;

beforeAll(async () => {
  app = await TestApp.start();
});
afterAll(() => app.stop());
beforeEach(async () => {
  company = await app.company();
});

const run = (verb: string, ...options: string[]): Promise<WesResult> =>
  runWes(['legal-hold', verb, '--company', company, ...options], { DATABASE_URL: app.databaseUrl });

async function json(verb: string, ...options: string[]): Promise<Record<string, unknown>> {
  const { exitCode, stdout, stderr } = await run(verb, ...options, '--json');
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
  return JSON.parse(stdout) as Record<string, unknown>;
}

describe('wes legal-hold', () => {
  it('holds the company, once, which a key neither sees nor lifts', async () => {
    const placed = await json('place', '--reason', 'Audit of 2026');
    expect(placed).toMatchObject({ holds: 'company', reason: 'Audit of 2026', employeeIds: [] });
    const again = await json('place', '--reason', 'Audit of 2027');
    expect(again).toMatchObject({ id: placed['id'], reason: 'Audit of 2027' });
    expect(await json('list')).toEqual([again]);
    const key = await app.integration(['people:erase'], company);
    expect((await key.get(HOLDS)).body).toEqual([]);
    expect((await key.delete(`${HOLDS}/${String(placed['id'])}`)).body.errorCode).toBe('HOLD_NOT_FOUND');
    expect(await json('lift', '--id', String(placed['id']))).toEqual(again);
    expect(await json('list')).toEqual([]);
  });

  it('holds a person, and shows it as a table', async () => {
    const hr = await app.integration(undefined, company);
    const { body } = await hr.post(INVITE, employeeBody({ externalId: 'HR-1' }));
    const placed = await json('place', '--external-id', 'HR-1', '--reason', 'Lawsuit');
    expect(placed).toMatchObject({ holds: 'person', employeeIds: [body.id] });
    const { stdout } = await run('list');
    expect(stdout).toMatch(new RegExp(`person +${body.id} .*Lawsuit`));
  });

  it.each([
    [['place'], "required option '--reason <text>' not specified"],
    [['place', '--reason', ' '], 'It must contain a character that is not white space.'],
    [['place', '--reason', 'x', '--email', 'jo'], 'It must be an e-mail address.'],
    [['lift', '--id', 'x'], 'It must have 24 lower-case hexadecimal characters.'],
  ])('refuses %j', async ([verb, ...options], rule) => {
    const { exitCode, stderr } = await run(verb!, ...options);
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining(rule)]);
  });

  it('refuses unknown people and holds', async () => {
    const person = await run('place', '--email', 'no@example.com', '--reason', 'x');
    expect([person.exitCode, person.stderr]).toEqual([1, expect.stringContaining('no employee, user')]);
    const hold = await run('lift', '--id', '0123456789abcdef01234567');
    expect([hold.exitCode, hold.stderr]).toEqual([1, expect.stringContaining('no legal hold')]);
  });
});
