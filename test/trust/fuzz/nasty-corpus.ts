import { readFileSync } from 'node:fs';
import { INVITE, RESET } from '../../support/builders/employee.js';
import { actionPath, PLANS } from '../../support/builders/plan.js';
import { TEMPLATES } from '../../support/builders/template.js';
import { NASTY_BODIES, NASTY_PATHS, type NastyTarget } from '../../support/nasty-bodies.js';
import type { WireClient, WireRequest } from '../harness/wire-client.js';
import type { Failures } from '../harness/failures.js';
import type { Caller } from './request-maker.js';

const MAX_CPU_MS = 100;
/** Garbage of the body before is collected at the cost of the next one. */
const ATTEMPTS = 3;
/** Linux counts in hundredths of a second. */
const MS_PER_TICK = 10;

/**
 * Sends each body and path of the corpus alone. @returns how many there are, and the processor time of the most
 * expensive one
 */
export async function sendNastyBodies(
  client: WireClient,
  caller: Caller,
  pid: number,
  failures: Failures,
): Promise<{ count: number; mostMs: number }> {
  const targets = await targetsFor(client, caller);
  const requests: (() => { name: string; request: WireRequest })[] = [
    ...NASTY_BODIES.map((nasty) => () => ({
      name: `${nasty.target}: ${nasty.name}`,
      request: { ...targets[nasty.target], body: nasty.body },
    })),
    ...NASTY_PATHS.map(({ name, method, path }) => () => {
      const headers = path.startsWith('/api/v1/public/') ? caller.apiKey : caller.session;
      return { name, request: { method, path, headers } };
    }),
  ];
  let mostMs = 0;
  for (const make of requests) {
    const { name, request } = make();
    let leastMs = Infinity;
    for (let attempt = 0; attempt < ATTEMPTS && leastMs > MAX_CPU_MS; attempt++) {
      const before = cpuMs(pid);
      const { status } = await client.send(request);
      leastMs = Math.min(leastMs, cpuMs(pid) - before);
      if (status >= 500) failures.add(`A nasty body or path was answered ${status}`, name);
    }
    if (leastMs > MAX_CPU_MS) failures.add('A nasty body or path takes too long', `${name}, ${leastMs} ms`);
    mostMs = Math.max(mostMs, leastMs);
  }
  return { count: requests.length, mostMs };
}

async function targetsFor(
  client: WireClient,
  caller: Caller,
): Promise<Record<NastyTarget, Omit<WireRequest, 'body'>>> {
  const json = { 'Content-Type': 'application/json' };
  const [session, apiKey] = [
    { ...caller.session, ...json },
    { ...caller.apiKey, ...json },
  ];
  const created = async (path: string): Promise<string> => {
    const body = JSON.stringify({ title: { defaultValue: 'Nasty' } });
    const answer = await client.send({ method: 'POST', path, headers: session, body });
    return answer.body.id as string;
  };
  const actions = actionPath(await created(PLANS));
  const action = `${actions}/${await created(actions)}`;
  return {
    template: { method: 'POST', path: TEMPLATES, headers: session },
    plan: { method: 'POST', path: PLANS, headers: session },
    action: { method: 'POST', path: actions, headers: session },
    note: { method: 'POST', path: `${action}/notes`, headers: session },
    assignee: { method: 'PUT', path: `${action}/assignees/x`, headers: session },
    employee: { method: 'POST', path: INVITE, headers: apiKey },
    reset: { method: 'PUT', path: RESET, headers: apiKey },
  };
}

/** Processor time of a process with all its threads. */
function cpuMs(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ');
  return (Number(fields[11]) + Number(fields[12])) * MS_PER_TICK;
}
