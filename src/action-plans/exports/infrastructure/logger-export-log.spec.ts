import { Registry } from 'prom-client';
import { memoryLog } from '../../../../test/support/memory-log.js';
import { newId } from '../../../shared-kernel/id.js';
import type { ExportOutcome } from '../application/export-outcome.js';
import { LoggerExportLog } from './logger-export-log.js';

describe('LoggerExportLog', () => {
  const exportId = newId();

  function logged(outcome: ExportOutcome): Record<string, unknown>[] {
    const { logger, lines } = memoryLog();
    new LoggerExportLog(logger, new Registry()).attempted({ companyId: newId(), exportId }, outcome, 12.6);
    return lines;
  }

  it('has a line for each attempt, with how long it took', () => {
    expect(logged({ result: 'sent', attempt: 2 })).toEqual([
      { level: 'info', exportId, result: 'sent', attempt: 2, durationMs: 13, msg: 'export' },
    ]);
  });

  it.each<[unknown, object]>([
    [
      Object.assign(new Error('ada@example.com is refused'), { code: 'EENVELOPE' }),
      { cause: 'Error EENVELOPE' },
    ],
    [Object.assign(new Error('ada@example.com is refused'), { code: 550 }), { cause: 'Error' }],
    [new TypeError('ada@example.com'), { cause: 'TypeError' }],
    ['ada@example.com', {}],
  ])('warns of a failure by %p without its message, which may name people', (error, cause) => {
    expect(logged({ result: 'failed', attempt: 1, error })).toEqual([
      { level: 'warn', exportId, result: 'failed', attempt: 1, durationMs: 13, msg: 'export', ...cause },
    ]);
  });

  it('warns of an export that was given up, after its last attempt or because its workers died', () => {
    const line = { level: 'warn', exportId, result: 'given-up', durationMs: 13, msg: 'export' };
    expect(logged({ result: 'given-up', attempt: 110, error: new TypeError() })).toEqual([
      { ...line, attempt: 110, cause: 'TypeError' },
    ]);
    expect(logged({ result: 'given-up' })).toEqual([line]);
  });

  it('has no line when no attempt was begun', () => {
    expect(logged({ result: 'taken' })).toEqual([]);
  });

  it('has an error when the database did not take the result', () => {
    expect(logged({ result: 'unrecorded', error: new Error('terminated') })).toEqual([
      {
        level: 'error',
        exportId,
        err: expect.objectContaining({ message: 'terminated' }),
        msg: 'export attempt could not be recorded',
      },
    ]);
  });
});
