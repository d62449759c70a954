import { readFileSync } from 'node:fs';
import {
  INTERNAL_LIMITS,
  LIMIT_GROUPS,
  type LimitGroup,
  type ReadersLimit,
} from '../scripts/limit-groups.js';
import { limitsPage } from '../scripts/limits-page.js';
import * as requestLimits from '../src/platform/http/limits.js';

const PAGE = 'docs/limits.md';
const ERRORS = readFileSync('docs/errors.md', 'utf8');

describe('the page of limits', () => {
  const [readersPart = '', constantsPart = ''] = limitsPage().split('## Constants of the code');
  const rows = rowsOf(readersPart);
  const constants = rowsOf(constantsPart);

  it(`is ${PAGE}, which "npm run limits" writes`, () => {
    expect(readFileSync(PAGE, 'utf8')).toBe(limitsPage());
  });

  it('has the settings that limit something, with their defaults', () => {
    const values = Object.fromEntries(rows.map(([, value, , setting = '']) => [setting, value]));
    expect(values).toMatchObject({
      '`RATE_LIMIT`': '1,000 in 10 s',
      '`EXPORT_LIMIT`': '60 in 1 h',
      '`REQUEST_TIMEOUT`': '30 s',
      '`MAX_PAGE_SIZE`': '500',
    });
    for (const setting of ['PORT', 'HOST', 'LOG_LEVEL', 'DATABASE_URL'])
      expect(values).not.toHaveProperty(`\`${setting}\``);
  });

  it('has fixed limits with their units', () => {
    expect(rows).toContainEqual(['Body', '1 MiB', '413 `BODY_TOO_LARGE`', 'fixed']);
    expect(rows).toContainEqual(['Actions of a plan', '1,000', '409 `TOO_MANY_ACTIONS`', 'fixed']);
  });

  it('says for each limit what happens beyond it, with codes that exist', () => {
    for (const [what = '', , beyond = ''] of rows) {
      expect([what, beyond]).toEqual([what, expect.stringMatching(/^\d{3} `\w+`|\.$/)]);
      for (const [, code = ''] of beyond.matchAll(/\d{3} `(\w+)`/g))
        expect(ERRORS).toContain(`| \`${code}\` `);
    }
  });

  it('has every constant with its meaning', () => {
    const names = constants.map(([name = '']) => name.split('`')[1]);
    expect(names).toEqual(expect.arrayContaining([...Object.keys(requestLimits), ...INTERNAL_LIMITS]));
    for (const [name, , meaning] of constants)
      expect([name, meaning]).toEqual([name, expect.stringMatching(/\.$/)]);
    expect(constants.find(([name = '']) => name.includes('`TIMESHEET_LIMITS`'))).toContain(
      'periodType 100, reason 1,000, timesheetExternalId 255',
    );
  });

  it('is refused when a limit has no row, or a row has no limit', () => {
    const [first, ...others] = LIMIT_GROUPS as [LimitGroup, ...LimitGroup[]];
    const [row, ...rest] = first.limits as [ReadersLimit, ...ReadersLimit[]];
    expect(() => limitsPage([{ ...first, limits: rest }, ...others])).toThrow(`no row for ${row.limit}`);
    const limits = [...first.limits, { ...row, limit: 'MAX_NOTHING' }];
    expect(() => limitsPage([{ ...first, limits }, ...others])).toThrow('no limit MAX_NOTHING');
  });
});

/** The cells of the rows of all tables, without their titles. */
function rowsOf(text: string): string[][] {
  return text
    .split('\n')
    .filter((line, index, lines) => line.startsWith('| ') && !(lines[index + 1] ?? '').startsWith('| ---'))
    .filter((line) => !line.startsWith('| ---'))
    .map((line) => line.slice(2, -2).split(' | '));
}
