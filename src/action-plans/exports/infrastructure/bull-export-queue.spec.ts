import type { Queue } from 'bull';
import { eventually } from '../../../../test/support/eventually.js';
import { memoryLog } from '../../../../test/support/memory-log.js';
import { newId } from '../../../shared-kernel/id.js';
import type { ExportJob } from '../application/export-queue.js';
import type { ExportKey } from '../domain/plan-export.js';
import { BullExportQueue } from './bull-export-queue.js';

const keys = (count: number): ExportKey[] =>
  Array.from({ length: count }, () => ({ companyId: newId(), exportId: newId() }));

describe('BullExportQueue', () => {
  /** The jobs that were added, and how the next ones are answered. */
  let jobs: { data: ExportJob; options: unknown }[];
  let answer: () => Promise<void>;
  let log: ReturnType<typeof memoryLog>;
  let queue: BullExportQueue;

  beforeEach(() => {
    jobs = [];
    answer = () => Promise.resolve();
    log = memoryLog();
    const add = async (data: ExportJob, options: unknown): Promise<void> => {
      jobs.push({ data, options });
      await answer();
    };
    queue = new BullExportQueue({ add } as unknown as Queue<ExportJob>, log.logger);
  });

  it('adds a job for each export, by the id of the export and a period', () => {
    const [one, other] = keys(2) as [ExportKey, ExportKey];
    queue.offer([one, other]);
    expect(jobs).toEqual([
      { data: one, options: { jobId: expect.stringMatching(new RegExp(`^${one.exportId}-\\d+$`)) } },
      { data: other, options: { jobId: expect.stringMatching(new RegExp(`^${other.exportId}-\\d+$`)) } },
    ]);
  });

  it('leaves out what exceeds 1,000 unanswered jobs, until they are answered', async () => {
    let answerAll: () => void = () => undefined;
    const answered = new Promise<void>((resolve) => (answerAll = resolve));
    answer = () => answered;
    queue.offer(keys(999));
    queue.offer(keys(2));
    queue.offer(keys(1));
    expect(jobs).toHaveLength(1_000);
    answerAll();
    await eventually(() => {
      queue.offer(keys(1));
      expect(jobs.length).toBeGreaterThan(1_000);
    });
  });

  it('logs once that the queue does not answer, and once that it is back', async () => {
    answer = () => Promise.reject(new Error('The connection is closed.'));
    queue.offer(keys(3));
    await eventually(() => expect(log.lines).toHaveLength(1));
    answer = () => Promise.resolve();
    queue.offer(keys(3));
    await eventually(() => expect(log.lines).toHaveLength(2));
    queue.offer(keys(3));
    answer = () => Promise.reject(new Error('The connection is closed.'));
    await eventually(() => {
      queue.offer(keys(1));
      expect(log.lines).toHaveLength(3);
    });
    expect(log.lines.map(({ level, msg }) => [level, msg])).toEqual([
      ['warn', 'export queue does not answer; exports wait'],
      ['info', 'export queue is back'],
      ['warn', 'export queue does not answer; exports wait'],
    ]);
    expect(log.lines[0]).toMatchObject({ err: { message: 'The connection is closed.' } });
  });
});
