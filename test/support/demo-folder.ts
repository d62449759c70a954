import { execFile } from 'node:child_process';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { newDataDir, ServiceProcess } from './service-process.js';

/** A data folder as a first start leaves it. A copy is there in a tenth of the time of another first start. */
export class DemoFolder {
  private constructor(private readonly folder: string) {}

  static async make(): Promise<DemoFolder> {
    const demo = new DemoFolder(await mkdtemp(join(tmpdir(), 'wes-demo-')));
    await chmod(demo.folder, 0o755); // the account that root lends the database server passes through
    await (await ServiceProcess.start({ dataDir: demo.dataDir })).stop();
    return demo;
  }

  private get dataDir(): string {
    return join(this.folder, 'data');
  }

  /** @returns the path of a copy, which `endServices` removes */
  async copy(): Promise<string> {
    const copy = await newDataDir();
    await promisify(execFile)('cp', ['-a', this.dataDir, copy]); // with the owner
    await rm(join(copy, 'postgres', 'data', 'postmaster.opts')); // has the port of the original
    return copy;
  }

  async remove(): Promise<void> {
    await rm(this.folder, { recursive: true, force: true });
  }
}
