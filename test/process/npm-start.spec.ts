import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { demoDataDir } from '../support/demo-folder.js';
import { eventually } from '../support/eventually.js';
import { endServices, environmentFor, hasPostmasterFile } from '../support/service-process.js';

afterEach(endServices);

const ROOT = resolve(import.meta.dirname, '../..');

describe.each(['SIGTERM', 'SIGINT'] as const)('npm start', (signal) => {
  it(`passes a ${signal} on to the service, which stops in order`, async () => {
    const dataDir = await demoDataDir();
    const npm = spawn('npm', ['start'], {
      cwd: ROOT,
      env: environmentFor(dataDir),
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let printed = '';
    npm.stdout.setEncoding('utf8').on('data', (text: string) => (printed += text));
    const exited = once(npm, 'close');
    await eventually(() => expect(printed).toContain('These credentials are for this run'), 60_000);
    npm.kill(signal);
    await exited;
    expect(printed).toContain('"msg":"stopped"');
    expect(hasPostmasterFile(dataDir)).toBe(false);
  });
});
