import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { demoDataDir } from '../support/demo-folder.js';
import { endServices, ServiceProcess } from '../support/service-process.js';
import { ShellFolder, SHELLS } from '../support/shells.js';
import { INSTALLATION_LIMIT_MS } from '../support/system-packages.js';
import { layoutOf } from '../support/workbook-reader.js';

const ROOT = resolve(import.meta.dirname, '../..');

const blocks = [...readFileSync(join(ROOT, 'README.md'), 'utf8').matchAll(/^```sh\n([^]*?)^```/gm)].map(
  ([, block]) => block!,
);
const isOfNpm = (block: string): boolean => /^(?:\w+=\S+ )?npm /.test(block);
const tour = blocks.filter((block) => !isOfNpm(block)).join('\n');

describe.each(SHELLS)('the blocks of README.md in %s', (name) => {
  let service: ServiceProcess;
  let shell: ShellFolder;

  beforeAll(async () => {
    shell = await ShellFolder.create(name);
  }, INSTALLATION_LIMIT_MS);

  afterAll(async () => {
    await endServices();
    await shell.remove();
  }, 60_000);

  it('of the tour do what the text says', async () => {
    service = await ServiceProcess.start({ dataDir: await demoDataDir() });
    const { admin, manager } = service.demo()[0]!;
    const sessions = [admin, manager];
    const script = tour
      .replaceAll("SESSION='…'", () => `SESSION='${sessions.shift()}'`)
      .replaceAll('http://localhost:3000', service.baseUrl);
    expect(script).not.toContain('…');
    const { stdout, stderr } = await shell.run(script, { DATA_DIR: service.dataDir });
    expect(stderr).toBe('');
    for (const shown of [
      ...['"key":"summer-party"', '"errorCode":"TEMPLATE_KEY_CONFLICT"', '"Late breakfast until noon"'],
      ...['"content":"The kitchen agrees."', '"status":"SENT"'],
    ])
      expect(stdout).toContain(shown);
    // Of docs/workbook.png; `npm run workbook-picture` makes both files again.
    const pictured: unknown = JSON.parse(readFileSync(join(ROOT, 'docs/workbook.json'), 'utf8'));
    expect(await layoutOf(join(service.dataDir, 'workbook.xlsx'))).toEqual(pictured);
  }, 180_000);

  it('of the tour end with an error where the session is wrong', async () => {
    const script = tour
      .replaceAll("SESSION='…'", "SESSION='wrong'")
      .replaceAll('http://localhost:3000', service.baseUrl);
    const { stdout, stderr } = await shell.run(script, { DATA_DIR: service.dataDir });
    expect(stdout + stderr).toContain('returned error: 401');
  }, 40_000);

  it('of npm call scripts that exist, and wes with options that it has', async () => {
    const { stderr } = await shell.run(blocks.filter(isOfNpm).join('\n'));
    expect(stderr).toBe('');
    const called = (await shell.calls()).map(([, ...args]) => args);
    const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { scripts: object };
    const known = ['ci', ...Object.keys(scripts)];
    for (const [script] of called) if (!script!.startsWith('run')) expect(known).toContain(script);
    const wes = called.filter(([, , script]) => script === 'wes').map(([, , , , ...args]) => args);
    expect(wes.length).toBeGreaterThan(5);
    for (const args of wes) await shell.expectUsage(args);
  }, 120_000);
});
