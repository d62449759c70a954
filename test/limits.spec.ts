import { readFileSync } from 'node:fs';
import { format, resolveConfig } from 'prettier';
import { limitsPage } from '../scripts/limits-page.js';
import * as requestLimits from '../src/platform/http/limits.js';

const PAGE = 'docs/limits.md';

describe('the page of limits', () => {
  const rows = limitsPage()
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .map((line) => line.split('|').map((cell) => cell.trim()));

  it(`is ${PAGE}, which "npm run limits" writes`, async () => {
    const config = await resolveConfig(PAGE);
    expect(readFileSync(PAGE, 'utf8')).toBe(await format(limitsPage(), { ...config, filepath: PAGE }));
  });

  it('has the settings that limit something, with their defaults', () => {
    const values = Object.fromEntries(rows.map(([, name = '', value]) => [name, value]));
    expect(values).toMatchObject({
      '`RATE_LIMIT`': '`1000/10s`',
      '`EXPORT_LIMIT`': '`60/1h`',
      '`REQUEST_TIMEOUT`': '`30s`',
      '`MAX_PAGE_SIZE`': '`500`',
    });
    for (const setting of ['PORT', 'HOST', 'LOG_LEVEL', 'DATABASE_URL'])
      expect(values).not.toHaveProperty(`\`${setting}\``);
  });

  it('has every limit of requests, and those of the domain', () => {
    const values = Object.fromEntries(rows.map(([, name = '', value]) => [name.split('`')[1], value]));
    for (const [name, limit] of Object.entries(requestLimits))
      expect([name, values[name]]).toEqual([name, limit.toLocaleString('en')]);
    expect(values).toMatchObject({
      MAX_ACTIONS: '1,000',
      EMAIL_LIMITS: '254',
      TIMESHEET_LIMITS: 'periodType 100, reason 1,000',
    });
  });

  it('says what each limit means', () => {
    expect(rows.length).toBeGreaterThan(30);
    for (const [, name, , meaning] of rows.slice(2))
      expect([name, meaning]).toEqual([name, expect.stringMatching(/\.$/)]);
  });
});
