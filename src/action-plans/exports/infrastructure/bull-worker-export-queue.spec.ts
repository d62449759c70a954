import { EventEmitter } from 'node:events';
import type { Queue } from 'bull';
import { memoryLog } from '../../../../test/support/memory-log.js';
import { newId } from '../../../shared-kernel/id.js';
import type { ExportJob } from '../application/export-queue.js';
import type { ExportRunner } from '../application/export-runner.js';
import type { ExportKey } from '../domain/plan-export.js';
import { BullWorkerExportQueue } from './bull-worker-export-queue.js';
import type { InProcessExportQueue } from './in-process-export-queue.js';

const { jest } = import.meta;
const key: ExportKey = { companyId: newId(), exportId: newId() };

/** A queue that takes every job and hands out those that a test announces. */
class SilentQueue extends EventEmitter {
  added = 0;

  add(): Promise<void> {
    this.added++;
    return Promise.resolve();
  }
}

describe('BullWorkerExportQueue', () => {
  let now: number;
  let bull: SilentQueue;
  let runner: { isBusy: boolean };
  let local: { offered: number; cleared: number };
  let log: ReturnType<typeof memoryLog>;
  let queue: BullWorkerExportQueue;

  beforeEach(() => {
    now = 0;
    jest.spyOn(performance, 'now').mockImplementation(() => now);
    bull = new SilentQueue();
    runner = { isBusy: false };
    local = { offered: 0, cleared: 0 };
    log = memoryLog();
    queue = new BullWorkerExportQueue(
      bull as unknown as Queue<ExportJob>,
      log.logger,
      runner as ExportRunner,
      {
        offer: () => local.offered++,
        clear: () => local.cleared++,
      } as unknown as InProcessExportQueue,
    );
  });
  afterEach(() => jest.restoreAllMocks());

  /** Offers the export every second, as the scheduler does. */
  const offerFor = (seconds: number): void => {
    for (let second = 0; second < seconds; second++) {
      queue.offer([key]);
      now += 1_000;
    }
  };
  const messages = () => log.lines.map(({ level, msg }) => [level, msg]);

  it('dispatches to itself after 30 s without a job, and goes on with adding jobs', () => {
    offerFor(30);
    expect([bull.added, local.offered]).toEqual([30, 0]);
    offerFor(2);
    expect([bull.added, local.offered]).toEqual([32, 2]);
    expect(messages()).toEqual([
      ['warn', 'no jobs come from the export queue; exports are taken from the database'],
    ]);
  });

  it('leaves exports to Bull again when a job comes, for another 30 s', () => {
    offerFor(31);
    bull.emit('active');
    expect(local.cleared).toBe(1);
    expect(messages().at(-1)).toEqual(['info', 'jobs come from the export queue again']);
    local.offered = 0;
    offerFor(30);
    expect(local.offered).toBe(0);
    offerFor(1);
    expect(local.offered).toBe(1);
  });

  it('does not count time in which nothing is due', () => {
    offerFor(29);
    now += 3_600_000;
    offerFor(30);
    expect(local.offered).toBe(0);
  });

  it('does not count time in which it is busy with jobs', () => {
    runner.isBusy = true;
    offerFor(60);
    runner.isBusy = false;
    offerFor(29);
    expect(local.offered).toBe(0);
    offerFor(1);
    expect(local.offered).toBe(1);
  });
});
