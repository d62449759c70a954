import { setTimeout as sleep } from 'node:timers/promises';
import { PLANS } from '../../../../test/support/builders/plan.js';
import { closeDatabase } from '../../../../test/support/databases.js';
import { KeptMail, QuickWriter } from '../../../../test/support/export-ports.js';
import { ExportFixture, idIn, type Caller } from '../../../../test/support/exports.js';
import { CredentialSecrets, IdentityQueries } from '../../../identity/index.js';
import { FileStorage } from '../../../platform/storage/file-storage.js';
import { LeaseLost, type JobAttempt } from '../../../shared-kernel/jobs.js';
import { ExportablePlans } from '../../index.js';
import type { ExportKey } from '../domain/plan-export.js';
import { PlanExportWork } from './plan-export-work.js';
import { PlanExportStore } from './plan-export.store.js';
import { PlanExportsQueries } from './plan-exports.queries.js';
import { PlanWorkbooks } from './plan-workbooks.js';

let service: ExportFixture;
let owner: Caller;
let planId: string;
let location: string;
let key: ExportKey;
let writer: QuickWriter;
let mail: KeptMail;
let work: PlanExportWork;

beforeAll(async () => {
  service = await ExportFixture.open({ isWorker: false });
  owner = await service.caller();
});
afterAll(() => service.close());

beforeEach(async () => {
  planId = await service.plan(owner);
  location = await service.request(owner, planId);
  key = { companyId: service.companyId, exportId: idIn(location) };
  [writer, mail] = [new QuickWriter(), new KeptMail()];
  const { app } = service.app;
  const [files, plans, exports, secrets] = [
    FileStorage,
    ExportablePlans,
    PlanExportStore,
    CredentialSecrets,
  ].map((token) => app.get<unknown>(token, { strict: false })) as [
    FileStorage,
    ExportablePlans,
    PlanExportStore,
    CredentialSecrets,
  ];
  const workbooks = new PlanWorkbooks(plans, app.get(IdentityQueries), writer, files);
  work = new PlanExportWork(exports, workbooks, mail, secrets);
});

const attempt = (changes: Partial<JobAttempt> = {}): JobAttempt => ({
  ...{ companyId: service.companyId, id: 'job', attempt: 1, progress: {} },
  ...{ signal: new AbortController().signal, step: () => Promise.resolve() },
  ...changes,
});
const record = () => service.record(location);
const deletePlan = async (): Promise<void> => {
  expect((await owner.delete(`${PLANS}/${planId}`)).status).toBe(204);
};

describe('the work on an export', () => {
  it('stores the workbook, mails a link to it and records that', async () => {
    await work.run(key, attempt());
    expect(await service.sizeOfWorkbook(location)).toBe(QuickWriter.CONTENT.length);
    const row = await record();
    expect(row).toMatchObject({
      status: 'SENT',
      file_name: expect.stringMatching(/^Team spirit .*\.xlsx$/),
    });
    expect(mail.mails).toEqual([
      {
        exportId: key.exportId,
        to: { name: expect.stringMatching(/^User/), address: expect.stringContaining('@example.com') },
        language: 'en',
        timeZone: expect.any(String),
        planTitle: expect.objectContaining({ defaultValue: 'Team spirit' }),
        token: expect.stringMatching(/^[\w-]{59}$/),
        expiresAt: row['expires_at'],
      },
    ]);
    const queries = service.app.app.get(PlanExportsQueries, { strict: false });
    expect(await queries.followLink(mail.mails[0]!.token)).toMatchObject({ exportId: key.exportId });
  });

  it('is not done again when it is done', async () => {
    await work.run(key, attempt());
    await work.run(key, attempt());
    expect([writer.written.length, mail.mails.length]).toEqual([1, 1]);
  });

  it('mails nothing when it has lost its lease', async () => {
    const step = () => Promise.reject(new LeaseLost());
    await expect(work.run(key, attempt({ step }))).rejects.toThrow(LeaseLost);
    expect(mail.mails).toEqual([]);
    expect(await record()).toMatchObject({ status: 'RUNNING', expires_at: null });
  });

  it('mails nothing when another attempt has sent the mail meanwhile', async () => {
    writer.during = () => service.alter(location, `status = 'SENT'`);
    await work.run(key, attempt());
    expect(mail.mails).toEqual([]);
  });

  it('mails nothing when it is aborted before the mail, and cancels the workbook', async () => {
    const stopping = new AbortController();
    writer.during = (signal) => {
      stopping.abort(new Error('stopping'));
      expect(signal?.aborted).toBe(true);
    };
    await expect(work.run(key, attempt({ signal: stopping.signal }))).rejects.toThrow('stopping');
    expect(mail.mails).toEqual([]);
  });

  it('finishes a mail that has begun', async () => {
    const stopping = new AbortController();
    mail.during = () => stopping.abort();
    await work.run(key, attempt({ signal: stopping.signal }));
    expect(await record()).toMatchObject({ status: 'SENT' });
  });

  it('mails nothing when the plan is deleted, and leaves its workbook to be removed', async () => {
    writer.during = deletePlan;
    await work.run(key, attempt());
    expect(mail.mails).toEqual([]);
    await service.removeFiles();
    expect(await service.sizeOfWorkbook(location)).toBeUndefined();
  });

  it('ends when the plan is deleted while its mail is sent', async () => {
    mail.during = deletePlan;
    await work.run(key, attempt());
    expect(mail.mails).toHaveLength(1);
  });
});

describe('a database that does not answer while a mail is accepted', () => {
  it('gets the record of the mail when it is back', async () => {
    let opened: Promise<void> | undefined;
    mail.during = async () => {
      const open = await closeDatabase(service.app.databaseUrl);
      opened = sleep(300).then(open);
    };
    await work.run(key, attempt());
    await opened;
    expect(await record()).toMatchObject({ status: 'SENT' });
  });

  it('leaves the export to another attempt when that may have sent the mail again', async () => {
    let open: (() => Promise<void>) | undefined;
    mail.during = async () => {
      open = await closeDatabase(service.app.databaseUrl);
    };
    let minutes = 0;
    const clock = jest.spyOn(performance, 'now').mockImplementation(() => ++minutes * 60_000);
    try {
      await expect(work.run(key, attempt())).rejects.toThrow();
    } finally {
      clock.mockRestore();
      await open?.();
    }
    expect(await record()).toMatchObject({ status: 'RUNNING' });
  });
});
