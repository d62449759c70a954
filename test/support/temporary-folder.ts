import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { freemem, tmpdir } from 'node:os';
import { join } from 'node:path';

/** A file system in memory, which most Linux machines have. */
const MEMORY = '/dev/shm';

/** The tests use less than half of it at a time. */
const NEEDED_BYTES = 8 * 1024 ** 3;

/**
 * The folder for temporary files of a test run: in memory if there is room. A database has 700 files, which take up to
 * half a second to create on a disk, and 30 ms in memory.
 */
export function temporaryFolder(): string {
  if (process.env['TMPDIR'] !== undefined || !existsSync(MEMORY)) return tmpdir();
  const { bavail, bsize } = statfsSync(MEMORY);
  const isRoomy = Math.min(bavail * bsize, freemem()) > NEEDED_BYTES;
  return isRoomy && runsPrograms(MEMORY) ? MEMORY : tmpdir();
}

/** False if the folder is mounted with `noexec`, or cannot be written. */
function runsPrograms(folder: string): boolean {
  try {
    const own = mkdtempSync(join(folder, 'wes-probe-'));
    try {
      const program = join(own, 'program');
      writeFileSync(program, '#!/bin/sh\n', { mode: 0o700 });
      return spawnSync(program).status === 0;
    } finally {
      rmSync(own, { recursive: true });
    }
  } catch {
    return false;
  }
}
