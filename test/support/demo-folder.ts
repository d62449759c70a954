import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { openClient } from './databases.js';
import { demoFolderOf, testRun } from './environment.js';
import { newDataDir, ServiceProcess } from './service-process.js';

/**
 * A data folder as a first start leaves it, in a copy that `endServices` removes. There is one first start for all
 * files of a run: a copy is there in a tenth of the time.
 */
export async function demoDataDir(): Promise<string> {
  const original = await originalOfRun();
  const copy = await newDataDir();
  await promisify(execFile)('cp', ['-a', original, copy]); // with the owner
  await rm(join(copy, 'postgres', 'data', 'postmaster.opts')); // has the port of the original
  return copy;
}

async function originalOfRun(): Promise<string> {
  const { serverUrl, prefix } = testRun();
  const original = demoFolderOf(prefix);
  const lock = await openClient(serverUrl);
  try {
    await lock.query('SELECT pg_advisory_lock(hashtext($1))', [original]); // the other worker may be making it
    if (!existsSync(original)) {
      const first = await ServiceProcess.start();
      await first.stop();
      await rename(first.dataDir, original);
    }
  } finally {
    await lock.end();
  }
  return original;
}
