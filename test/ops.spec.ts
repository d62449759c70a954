import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { OPS, promtool } from './support/prometheus.js';
import { ensureInstalled, INSTALLATION_LIMIT_MS, SYSTEM_PACKAGES } from './support/system-packages.js';

beforeAll(() => ensureInstalled(SYSTEM_PACKAGES.prometheus), INSTALLATION_LIMIT_MS);

const read = (file: string): string => readFileSync(join(OPS, file), 'utf8');
const alerts = [...read('alerts.yml').matchAll(/- alert: (\w+)/g)].map(([, name]) => name!);

describe('the files for Prometheus', () => {
  it.each([
    [['check', 'config', 'prometheus.yml']],
    [['check', 'rules', 'alerts.yml']],
    [['test', 'rules', 'alerts.test.yml']],
  ])('pass "promtool %p"', async (args) => {
    const { exitCode, output } = await promtool(args);
    expect([exitCode, output]).toEqual([0, expect.stringContaining('SUCCESS')]);
  });

  it('test that each alert fires, and that it is silent', () => {
    const tests = read('alerts.test.yml');
    for (const alert of alerts) {
      expect(tests).toContain(`name: ${alert} fires`);
      expect(tests).toContain(`name: ${alert} is silent`);
    }
    expect(alerts.length).toBeGreaterThan(10);
  });

  it('name a recipe for each alert', () => {
    const recipes = [...readFileSync('docs/observability.md', 'utf8').matchAll(/^### (\w+)$/gm)];
    expect(recipes.map(([, name]) => name)).toEqual(alerts);
    for (const alert of alerts)
      expect(read('alerts.yml')).toContain(`docs/observability.md#${alert.toLowerCase()}\n`);
  });
});
