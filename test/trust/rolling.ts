import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { PLANS } from '../support/builders/plan.js';
import { TEMPLATES } from '../support/builders/template.js';
import { eventually } from '../support/eventually.js';
import type { Member } from '../support/fleet.js';
import { freePorts } from '../support/free-ports.js';
import { ensureInstalled, SYSTEM_PACKAGES } from '../support/system-packages.js';
import { Caller, isDone, repeat, type Call } from './harness/calls.js';
import { deploy } from './harness/deployment.js';
import type { TrustProgram } from './harness/program.js';
import type { Stage } from './harness/stage.js';

/** Interval of haproxy's checks; a single failed one counts. */
const CHECK_INTERVAL_MS = 250;

/** A balancer notices within {@link CHECK_INTERVAL_MS} and its time-out; the rest is for a busy machine. */
const SHUTDOWN_DELAY = '2s';

/** Two API processes behind a balancer are restarted one after the other while requests go on. */
export const rolling: TrustProgram = {
  summary: 'no request fails while two API processes behind haproxy are restarted in turn',
  limit: { short: 240, whole: 600 },

  async run(stage) {
    const scale = stage.short ? { restarts: 1, requests: 2_000 } : { restarts: 4, requests: 40_000 };
    const haproxy = await ensureInstalled(SYSTEM_PACKAGES.haproxy);
    const { fleet, people } = await deploy(stage, { people: 8 });
    const ports = await freePorts(3);
    const [front, ...back] = ports as [number, number, number];
    const start = (port: number): Promise<Member> =>
      fleet.start('api', { PORT: String(port), SHUTDOWN_DELAY, DATABASE_POOL_SIZE: '10' });
    const members = await Promise.all(back.map(start));
    await balance(stage, haproxy, { front, back });

    const caller = await stage.use(Promise.resolve(new Caller()), (opened) => opened.close());
    const over = new AbortController();
    const failures = new Map<string, number>();
    let count = 0;
    let slowestMs = 0;
    const load = repeat(16, over.signal, async (index) => {
      const { sessionId } = people[index % people.length]!;
      const result = await caller.send(`http://127.0.0.1:${front}`, sessionId, nextCall(count++));
      slowestMs = Math.max(slowestMs, result.tookMs);
      if (isDone(result)) return;
      const kind = result.failure ?? `${result.status} ${result.body.slice(0, 80)}`;
      failures.set(kind, (failures.get(kind) ?? 0) + 1);
    });
    const exits: (number | null)[] = [];
    for (let restart = 1; restart <= scale.restarts; restart++) {
      for (const [index, port] of back.entries()) {
        exits.push((await members[index]!.stop()).code);
        members[index] = await start(port);
        await sleep(8 * CHECK_INTERVAL_MS); // until the balancer uses it
      }
      stage.note(`restart ${restart} of ${scale.restarts} done, ${count} requests so far`);
    }
    while (count < scale.requests) await sleep(100);
    over.abort();
    await load;

    const failed = [...failures.values()].reduce((sum, number) => sum + number, 0);
    const kinds = [...failures].map(([kind, number]) => `${number} × ${kind}`).join(', ');
    return [
      {
        promise: `rolling restarts of two processes, ${scale.restarts} of each, fail no request`,
        seen: `${count} requests, ${failed} failed${kinds && ` (${kinds})`}, slowest ${Math.round(slowestMs)} ms`,
        holds: failed === 0 && count >= scale.requests,
      },
      {
        promise: 'every process exits with status 0',
        seen: `${exits.filter((code) => code === 0).length} of ${exits.length}`,
        holds: exits.every((code) => code === 0),
      },
    ];
  },
};

/** Two reads and a write. */
function nextCall(index: number): Call {
  const json = { title: { defaultValue: `Plan ${index}` }, visibility: 'PUBLIC' };
  const calls: readonly Call[] = [
    { method: 'GET', path: TEMPLATES },
    { method: 'GET', path: `${PLANS}?to=10` },
    { method: 'POST', path: PLANS, json },
  ];
  return calls[index % calls.length]!;
}

/** Runs haproxy, which never sends a request twice, until both processes are in use. */
async function balance(
  stage: Stage,
  program: string,
  { front, back }: { readonly front: number; readonly back: readonly number[] },
): Promise<void> {
  const folder = await stage.use(mkdtemp(join(tmpdir(), 'wes-haproxy-')), (path) =>
    rm(path, { recursive: true, force: true }),
  );
  const file = join(folder, 'haproxy.cfg');
  const servers = back.map((port) => `  server api-${port} 127.0.0.1:${port} check`).join('\n');
  await writeFile(
    file,
    `defaults
  mode http
  retries 0
  timeout connect 2s
  timeout client 60s
  timeout server 60s
  timeout check 2s
  option httpchk GET /health/ready
  http-check expect status 200
  default-server inter ${CHECK_INTERVAL_MS}ms fall 1 rise 1
frontend front
  bind 127.0.0.1:${front}
  default_backend back
backend back
  balance roundrobin
${servers}
`,
  );
  const child = spawn(program, ['-f', file], { cwd: folder, stdio: 'ignore' });
  const ended = once(child, 'close');
  await stage.use(Promise.resolve(child), async () => {
    child.kill('SIGKILL');
    await ended;
  });
  await eventually(async () => {
    if (child.exitCode !== null) throw new Error(`haproxy ended (${child.exitCode}).`);
    const { status } = await fetch(`http://127.0.0.1:${front}/health/ready`);
    if (status !== 200) throw new Error(`haproxy answers ${status}.`);
  });
}
