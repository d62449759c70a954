import { readFileSync } from 'node:fs';
import { request } from 'node:http';
import { INVITE, RESET } from '../support/builders/employee.js';
import { actionPath, PLANS } from '../support/builders/plan.js';
import { TEMPLATES } from '../support/builders/template.js';
import { NASTY_BODIES, type NastyBody, type NastyTarget } from '../support/nasty-bodies.js';
import { endServices, ServiceProcess } from '../support/service-process.js';
import { TestApp } from '../support/test-app.js';

const MAX_CPU_MS = 100;
const MAX_REFUSAL_BYTES = 262_144;
const ATTEMPTS = 3;
/** Linux counts in hundredths of a second. */
const MS_PER_TICK = 10;

interface Sent {
  readonly status: number;
  readonly text: string;
  /** Of the service, with all its threads. */
  readonly cpuMs: number;
}

describe('a nasty body', () => {
  let app: TestApp;
  let service: ServiceProcess;
  let targets: Record<NastyTarget, { method: string; path: string; headers: Record<string, string> }>;

  beforeAll(async () => {
    app = await TestApp.start({}, undefined, { isWorker: false });
    const admin = await app.user('ADMIN');
    const { key } = await app.integration();
    const session = { SessionId: admin.sessionId };
    const { body: plan } = await admin.post(PLANS, { title: { defaultValue: 'Plan' } });
    const actions = actionPath(plan.id);
    const { body: action } = await admin.post(actions, { title: { defaultValue: 'Action' } });
    const employees = { serviceAPIKey: key };
    targets = {
      template: { method: 'POST', path: TEMPLATES, headers: session },
      plan: { method: 'POST', path: PLANS, headers: session },
      action: { method: 'POST', path: actions, headers: session },
      note: { method: 'POST', path: `${actions}/${action.id}/notes`, headers: session },
      assignee: { method: 'PUT', path: `${actions}/${action.id}/assignees/x`, headers: session },
      employee: { method: 'POST', path: INVITE, headers: employees },
      reset: { method: 'PUT', path: RESET, headers: employees },
    };
    service = await ServiceProcess.start({ databaseUrl: app.databaseUrl });
    const lists = NASTY_BODIES.filter(({ name }) => name.endsWith(': objects'));
    for (let round = 0; round < 4; round++) for (const nasty of lists) await send(nasty); // compiles the code
  }, 60_000);
  afterAll(async () => {
    await endServices();
    await app.stop();
  });

  const cpuMs = (): number => {
    const fields = readFileSync(`/proc/${service.pid}/stat`, 'utf8').split(') ')[1]!.split(' ');
    return (Number(fields[11]) + Number(fields[12])) * MS_PER_TICK;
  };

  async function send(nasty: NastyBody): Promise<Sent> {
    const { target, body } = nasty;
    const { method, path, headers } = targets[target];
    const before = cpuMs();
    const [status, text] = await new Promise<[number, string]>((resolve, reject) => {
      const options = { method, headers: { ...headers, 'Content-Type': 'application/json' }, agent: false };
      const sent = request(`${service.baseUrl}${path}`, options, (response) => {
        const parts: Buffer[] = [];
        response.on('data', (part: Buffer) => parts.push(part));
        response.on('end', () => resolve([response.statusCode ?? 0, Buffer.concat(parts).toString()]));
      });
      sent.on('error', reject).end(body);
    });
    return { status, text, cpuMs: cpuMs() - before };
  }

  it('is one of many, and not larger than what is read', () => {
    expect(NASTY_BODIES.length).toBeGreaterThanOrEqual(150);
    expect(NASTY_BODIES.filter(({ body }) => body.length > 1_048_576)).toEqual([]);
  });

  it.each(NASTY_BODIES.map((nasty) => [nasty.target, nasty.name, nasty] as const))(
    'for a %s (%s) is answered in short and soon',
    async (_target, _name, nasty) => {
      let fastest = Infinity;
      for (let attempt = 0; attempt < ATTEMPTS && fastest > MAX_CPU_MS; attempt++) {
        const { status, text, ...cost } = await send(nasty);
        fastest = Math.min(fastest, cost.cpuMs);
        expect(status).toBeLessThan(500);
        if (status < 400) continue;
        expect(Buffer.byteLength(text)).toBeLessThanOrEqual(MAX_REFUSAL_BYTES);
        const { errors = [] } = JSON.parse(text) as { errors?: unknown[] };
        expect(errors.length).toBeLessThanOrEqual(100);
      }
      expect(fastest).toBeLessThanOrEqual(MAX_CPU_MS);
    },
  );
});
