import { setImmediate as nextTurn } from 'node:timers/promises';
import { Settings } from '../../../platform/config/settings.js';
import { newId } from '../../../shared-kernel/id.js';
import type { ExportOutcome } from '../application/export-outcome.js';
import type { ExportRunner } from '../application/export-runner.js';
import type { ExportKey } from '../domain/plan-export.js';
import { InProcessExportQueue, NoExportQueue } from './in-process-export-queue.js';

const keys = (count: number): ExportKey[] =>
  Array.from({ length: count }, () => ({ companyId: newId(), exportId: newId() }));

/** A runner whose attempts last until a test ends them. */
class HeldRunner {
  readonly begun: ExportKey[] = [];
  isStopped = false;
  private readonly ends: (() => void)[] = [];

  run(key: ExportKey): Promise<ExportOutcome> {
    this.begun.push(key);
    return new Promise((resolve) => this.ends.push(() => resolve({ result: 'sent' })));
  }

  /** Ends the longest running attempt. */
  async endOne(): Promise<void> {
    this.ends.shift()?.();
    await nextTurn();
  }

  stop(): Promise<void> {
    this.isStopped = true;
    return Promise.resolve();
  }
}

describe('InProcessExportQueue', () => {
  let runner: HeldRunner;
  let queue: InProcessExportQueue;

  beforeEach(() => {
    runner = new HeldRunner();
    const settings = Settings.from({ NODE_ENV: 'test', EXPORT_CONCURRENCY: '2' });
    queue = new InProcessExportQueue(runner as unknown as ExportRunner, settings);
  });

  const offer = async (offered: readonly ExportKey[]): Promise<void> => {
    queue.offer(offered);
    await nextTurn();
  };

  it('begins the work after the offer, not during it', async () => {
    const [key] = keys(1);
    queue.offer([key!]);
    expect(runner.begun).toEqual([]);
    await nextTurn();
    expect(runner.begun).toEqual([key]);
  });

  it('works on a limited number of exports at a time, in the order of their offers', async () => {
    const offered = keys(4);
    await offer(offered);
    expect(runner.begun).toEqual(offered.slice(0, 2));
    await runner.endOne();
    expect(runner.begun).toEqual(offered.slice(0, 3));
    await runner.endOne();
    await runner.endOne();
    await runner.endOne();
    expect(runner.begun).toEqual(offered);
    const later = keys(3);
    await offer(later);
    expect(runner.begun).toEqual([...offered, ...later.slice(0, 2)]);
  });

  it('remembers an export once that is offered again while it waits', async () => {
    const offered = keys(3);
    await offer(offered);
    await offer([offered[2]!, offered[2]!]);
    for (const _ of offered) await runner.endOne();
    expect(runner.begun).toEqual(offered);
  });

  it('remembers at most 1,000 exports', async () => {
    await offer(keys(1_001));
    for (let ended = 0; ended < 1_001; ended++) await runner.endOne();
    expect(runner.begun).toHaveLength(1_000);
  });

  it('begins nothing more and stops the runner at the end', async () => {
    await offer(keys(3));
    await queue.onModuleDestroy();
    expect(runner.isStopped).toBe(true);
    await runner.endOne();
    expect(runner.begun).toHaveLength(2);
  });
});

describe('NoExportQueue', () => {
  it('leaves exports to the workers, which find them in the database', () => {
    expect(() => new NoExportQueue().offer()).not.toThrow();
  });
});
