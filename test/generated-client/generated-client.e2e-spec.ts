import { execFile } from 'node:child_process';
import { copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { generateApi } from 'swagger-typescript-api';
import ts from 'typescript';
import { ImportService } from '../../src/imports/import.service.js';
import { RecordLists } from '../../src/imports/record-lists.js';
import { SCOPES } from '../../src/shared-kernel/actor.js';
import { newId } from '../../src/shared-kernel/id.js';
import { deletedTimesheetRecord, timesheetRecord } from '../support/builders/timesheet.js';
import { TestApp } from '../support/test-app.js';

const ROOT = resolve(import.meta.dirname, '../..');
const OPENAPI = join(ROOT, 'openapi.json');
const PUBLIC = '/api/v1/public/';
const UNCHECKED = '// @ts-nocheck';

/** The operation ids of the public API. */
async function publicOperations(): Promise<string[]> {
  const { paths } = JSON.parse(await readFile(OPENAPI, 'utf8')) as {
    paths: Record<string, Record<string, { operationId?: string }>>;
  };
  return Object.entries(paths)
    .filter(([path]) => path.startsWith(PUBLIC))
    .flatMap(([, operations]) => Object.values(operations).map(({ operationId }) => operationId!));
}

/** Generates the client into a folder and compiles it, with the tour. @returns the errors of the compiler */
async function build(folder: string): Promise<string[]> {
  await generateApi({
    input: OPENAPI,
    output: folder,
    fileName: 'client.ts',
    httpClientType: 'fetch',
    silent: true,
  });
  const client = join(folder, 'client.ts');
  const text = await readFile(client, 'utf8');
  expect(text).toContain(UNCHECKED);
  await writeFile(client, text.replace(UNCHECKED, ''));
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }');
  await copyFile(join(import.meta.dirname, 'tour.ts'), join(folder, 'tour.ts'));
  const program = ts.createProgram([join(folder, 'tour.ts')], {
    strict: true,
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.NodeNext,
    lib: ['lib.es2022.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
    types: [],
    outDir: join(folder, 'compiled'),
  });
  const { diagnostics } = program.emit();
  return [...ts.getPreEmitDiagnostics(program), ...diagnostics].map(({ messageText }) =>
    ts.flattenDiagnosticMessageText(messageText, '\n'),
  );
}

/** Runs the tour in a program of its own, as the caller of an API does. */
async function run(folder: string, ...given: readonly unknown[]): Promise<Record<string, unknown>> {
  const main = join(folder, 'main.js');
  const call = given.map((argument) => JSON.stringify(argument)).join(', ');
  await writeFile(
    main,
    `import { tour } from './compiled/tour.js';\nconsole.log(JSON.stringify(await tour(${call})));\n`,
  );
  const { stdout } = await promisify(execFile)(process.execPath, [main]);
  return JSON.parse(stdout) as Record<string, unknown>;
}

describe('a client that is generated from openapi.json', () => {
  let folder: string;
  let app: TestApp;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'wes-client-'));
    app = await TestApp.start();
  });
  afterAll(() => app.stop());
  afterAll(() => rm(folder, { recursive: true, force: true }));

  it('compiles under strict TypeScript and runs every operation of the public API', async () => {
    expect(await build(folder)).toEqual([]);
    const companyId = await app.company();
    const [areaId, groupId, characteristicId] = [newId(), newId(), newId()];
    const email = 'jo@example.com';
    const records = {
      areas: [{ id: areaId, name: 'North', children: [] }],
      groups: [{ id: groupId, name: 'Nights' }],
      characteristics: [{ id: characteristicId, type: 'DATE', name: 'Joined', allowedValues: [], nodes: [] }],
      timesheets: [timesheetRecord({ email })],
      deletedTimesheets: [deletedTimesheetRecord({ email, deletedReason: 'Recorded twice' })],
    };
    await app.app.get(ImportService, { strict: false }).run(companyId, new RecordLists(records));
    const { key } = await app.integration(SCOPES, companyId);

    const seen = await run(folder, app.baseUrl, key, { areaId, groupId, characteristicId, email });
    expect(seen).toEqual({
      listChanges: [['employee', true]],
      listAreas: [areaId],
      listGroups: [groupId],
      listCharacteristics: [characteristicId],
      inviteEmployee: 'ADVISOR',
      updateEmployeeByExternalId: [{ id: characteristicId, date: '2026-03-01T00:00:00.000Z' }],
      updateEmployeeByEmail: 'Ana Núñez',
      listEmployees: ['ES 0001'],
      getEmployeeByEmail: [areaId],
      getEmployeeByExternalId: true,
      resetEmployee: 'none',
      changeEmployees: [200, 200, 200],
      createEmployeeSync: 202,
      getEmployeeSync: 1,
      listEmployeeSyncRows: ['ES 0001'],
      listEmployeeSyncColumns: [],
      applyEmployeeSync: 202,
      setEmployeeSource: { 'E-Mail': 'email', Note: null },
      getEmployeeSource: 'yyyy-MM-dd',
      deleteEmployeeSource: 'hr',
      deleteEmployeeByEmail: 'Employee deleted',
      deleteEmployeeByExternalId: 'Employee deleted',
      placeLegalHold: 'Lawsuit',
      listLegalHolds: 1,
      getLegalHold: true,
      liftLegalHold: true,
      changeTimesheets: [200, 200],
      listTimesheets: [1, ['ACTIVE']],
      ...{ createAccess: 'QUEUED', getAccess: true, endAccess: 204 },
      ...{ createErasure: 1, getErasure: 'Asked for by the person', listErasures: 1, allowPersonAgain: true },
      createWebhook: 'whsec_',
      listWebhookDeliveries: 'employee.changed',
      retryWebhookDelivery: 'WAITING',
      replayWebhook: true,
      testWebhook: 'not received',
      rotateWebhookSecret: true,
      listWebhooks: [true],
      updateWebhook: 'Payroll',
      getWebhook: true,
      deleteWebhook: true,
      ...{ replaceAreas: 1, createArea: 'D-1', updateArea: true, deleteArea: 1 },
      ...{ replaceGroups: 'Days', createGroup: 'G-1', updateGroup: 'Evenings', deleteGroup: 0 },
      ...{ replaceCharacteristics: 1, createCharacteristic: 'Contract', updateCharacteristic: 'Contracts' },
      ...{ createCharacteristicValue: 'Permanent', updateCharacteristicValue: 'Temporary' },
      ...{ deleteCharacteristicValue: 1, deleteCharacteristic: 1 },
      listDeletedTimesheets: ['Recorded twice'],
    });
    expect(Object.keys(seen).sort()).toEqual((await publicOperations()).sort());
  });
});
