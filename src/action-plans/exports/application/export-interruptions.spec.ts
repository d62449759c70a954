import { setTimeout as sleep } from 'node:timers/promises';
import { closeDatabase } from '../../../../test/support/databases.js';
import { ExportAttempts } from '../../../../test/support/export-attempts.js';
import type { PlanExportRepository } from '../domain/plan-export.repository.js';

let attempts: ExportAttempts;

beforeAll(async () => {
  attempts = await ExportAttempts.open();
});
afterAll(() => attempts.close());
beforeEach(() => attempts.prepare());

describe('an attempt that another one overtakes', () => {
  const takeOver = (): Promise<void> => attempts.service.alter(attempts.location, `lease_id = 'another'`);

  it.each([
    ['goes well', () => undefined],
    ['fails', () => Promise.reject(new Error('out of memory'))],
    ['is interrupted by a shutdown', () => void attempts.runner.stop()],
  ])('leaves everything to it when its own work %s', async (_, end) => {
    const { runner, key, writer, mail } = attempts;
    writer.during = async () => {
      await takeOver();
      await end();
    };
    expect(await runner.run(key)).toEqual({ result: 'lost', attempt: 1 });
    expect(mail.mails).toEqual([]);
    expect(await attempts.record()).toMatchObject({ lease_id: 'another', last_error: null });
  });

  it('leaves the workbook to it', async () => {
    const { runner, key, writer } = attempts;
    writer.during = takeOver;
    await runner.run(key);
    expect(await attempts.sizeOfWorkbook()).toBeDefined();
  });
});

describe('an attempt whose plan is deleted', () => {
  it('removes the workbook and mails nothing', async () => {
    const { runner, key, writer, mail } = attempts;
    writer.during = () => attempts.deletePlan();
    expect(await runner.run(key)).toEqual({ result: 'lost', attempt: 1 });
    expect(await attempts.sizeOfWorkbook()).toBeUndefined();
    expect(mail.mails).toEqual([]);
  });

  it('removes the workbook and mails nothing at the last moment', async () => {
    const { repository: exports, key, mail } = attempts;
    const late = Object.assign(Object.create(exports) as PlanExportRepository, {
      addLink: async (...link: Parameters<PlanExportRepository['addLink']>) => {
        await attempts.deletePlan();
        return exports.addLink(...link);
      },
    });
    expect(await attempts.newRunner(late).run(key)).toEqual({ result: 'lost', attempt: 1 });
    expect(await attempts.sizeOfWorkbook()).toBeUndefined();
    expect(mail.mails).toEqual([]);
  });

  it('ends when the mail is sent already', async () => {
    const { runner, key, mail } = attempts;
    mail.during = () => attempts.deletePlan();
    expect(await runner.run(key)).toEqual({ result: 'lost', attempt: 1 });
  });
});

describe('a shutdown', () => {
  it('gives an export back whose mail has not begun, and another process may begin at once', async () => {
    const { runner, key, writer, mail } = attempts;
    let signal: AbortSignal | undefined;
    writer.during = (cancel) => {
      signal = cancel;
      void runner.stop();
    };
    expect(await runner.run(key)).toEqual({ result: 'released', attempt: 1 });
    expect(signal?.aborted).toBe(true);
    expect(mail.mails).toEqual([]);
    const released = { attempts: 0, lease_id: null, leased_until: null, last_error: null };
    expect(await attempts.record()).toMatchObject(released);
    writer.during = () => undefined;
    expect(await attempts.newRunner().run(key)).toEqual({ result: 'sent', attempt: 1 });
  });

  it('gives an export back too when it made the work fail', async () => {
    const { runner, key, writer } = attempts;
    writer.during = () => {
      void runner.stop();
      throw new Error('The connection is closed.');
    };
    expect(await runner.run(key)).toEqual({ result: 'released', attempt: 1 });
    expect(await attempts.record()).toMatchObject({ attempts: 0, last_error: null });
  });

  it('does not give back an export that is not allowed', async () => {
    const { runner, key } = attempts;
    await attempts.whileDeactivated(async () => {
      const running = runner.run(key);
      void runner.stop();
      expect(await running).toMatchObject({ result: 'refused' });
    });
  });

  it('waits for a mail that has begun', async () => {
    const { runner, key, mail } = attempts;
    const order: string[] = [];
    let stopped: Promise<unknown> | undefined;
    mail.during = async () => {
      stopped = runner.stop().then(() => order.push('stopped'));
      await sleep(20);
      order.push('accepted');
    };
    expect(await runner.run(key)).toEqual({ result: 'sent', attempt: 1 });
    await stopped;
    expect(order).toEqual(['accepted', 'stopped']);
  });

  it('lets no more attempts begin', async () => {
    const { runner, key } = attempts;
    await runner.stop();
    expect(await runner.run(key)).toEqual({ result: 'released' });
    expect(await attempts.record()).toMatchObject({ status: 'QUEUED', attempts: 0 });
  });
});

describe('a database that does not answer while a mail is accepted', () => {
  it('gets the record of the mail when it is back', async () => {
    const { runner, key, mail, service } = attempts;
    let opened: Promise<void> | undefined;
    mail.during = async () => {
      const open = await closeDatabase(service.app.databaseUrl);
      opened = sleep(300).then(open);
    };
    expect(await runner.run(key)).toEqual({ result: 'sent', attempt: 1 });
    await opened;
    expect(mail.mails).toHaveLength(1);
    expect(await attempts.record()).toMatchObject({ status: 'SENT' });
  });

  it('leaves the export to another attempt when that may have sent the mail again', async () => {
    const { runner, key, mail, service } = attempts;
    let open: (() => Promise<void>) | undefined;
    mail.during = async () => {
      open = await closeDatabase(service.app.databaseUrl);
    };
    let minutes = 0;
    const clock = import.meta.jest.spyOn(performance, 'now').mockImplementation(() => ++minutes * 60_000);
    try {
      expect(await runner.run(key)).toEqual({ result: 'unrecorded', error: expect.any(Error) });
    } finally {
      clock.mockRestore();
      await open?.();
    }
    expect(await attempts.record()).toMatchObject({ status: 'RUNNING' });
  });
});
