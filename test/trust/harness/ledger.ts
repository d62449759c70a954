import { newId } from '../../../src/shared-kernel/id.js';
import { PLANS } from '../../support/builders/plan.js';
import { TEMPLATES } from '../../support/builders/template.js';
import { isDone, type Call, type CallResult } from './calls.js';

/** Sends a request to one of the processes. */
export type Send = (call: Call) => Promise<CallResult>;

/** A state that may be stored: the title of an object, or `undefined` for a deleted one. */
type Version = string | undefined;

interface Entry {
  readonly kind: 'plan' | 'action' | 'template';
  readonly path: string;
  /** The version acknowledged last, and those of later writes that were not acknowledged. */
  possible: Version[];
}

/** Writes plans, actions and templates, and remembers what the service has acknowledged. */
export class Ledger {
  acknowledged = 0;
  unanswered = 0;
  /** Statuses that are neither success nor 503. */
  readonly unexpected = new Map<number, number>();
  private readonly entries: Entry[] = [];
  private sequence = 0;

  /** @param label - in the titles of plans and actions; templates belong to all companies */
  constructor(
    private readonly send: Send,
    private readonly label = '',
  ) {}

  /** One write of a writer, on an object of its own or a new one. */
  async write(own: Entry[]): Promise<void> {
    const known = own.filter(({ possible }) => possible.length === 1 && possible[0] !== undefined);
    const entry = known[Math.floor(Math.random() * known.length)];
    const chance = Math.random();
    if (!entry || chance < 0.35) return this.create(own, entry);
    if (chance < 0.9) return this.change(entry);
    return this.remove(entry, own);
  }

  /** The objects that are not stored as acknowledged. */
  async missing(): Promise<string[]> {
    const missing: string[] = [];
    const templates = await this.templateTitles();
    for (const { kind, path, possible } of this.entries) {
      const stored = kind === 'template' ? templates.get(path) : await this.titleAt(path);
      if (!possible.includes(stored))
        missing.push(`${path}: ${stored ?? 'gone'}, not ${possible.join(' or ')}`);
    }
    return missing;
  }

  get objects(): number {
    return this.entries.length;
  }

  private async create(own: Entry[], parent: Entry | undefined): Promise<void> {
    const kind = parent?.kind === 'plan' ? 'action' : this.sequence % 4 === 3 ? 'template' : 'plan';
    const title = this.nextTitle(kind);
    const text = { title: { defaultValue: title } };
    const call = {
      plan: { path: PLANS, json: { ...text, visibility: 'PUBLIC' } },
      action: {
        path: `${parent?.path}/actions`,
        json: { ...text, status: 'PENDING', actionType: 'MANAGER', source: 'MANUAL' },
      },
      template: { path: TEMPLATES, json: { ...text, key: newId() } },
    }[kind];
    const result = await this.send({ method: 'POST', ...call });
    if (!this.count(result)) return;
    const { id } = JSON.parse(result.body) as { id: string };
    const entry: Entry = { kind, path: `${call.path}/${id}`, possible: [title] };
    this.entries.push(entry);
    own.push(entry);
  }

  private async change(entry: Entry): Promise<void> {
    const title = this.nextTitle(entry.kind);
    const json = { title: { defaultValue: title } };
    const key = entry.path.split('/').at(-1);
    const call: Call =
      entry.kind === 'template'
        ? { method: 'PUT', path: entry.path, json: { ...json, key } }
        : { method: 'PATCH', path: entry.path, json };
    entry.possible.push(title);
    if (this.count(await this.send(call))) entry.possible = [title];
  }

  /** The actions of a plan go with it. */
  private async remove(entry: Entry, own: readonly Entry[]): Promise<void> {
    const gone = own.filter(({ path }) => path === entry.path || path.startsWith(`${entry.path}/`));
    for (const each of gone) each.possible.push(undefined);
    if (!this.count(await this.send({ method: 'DELETE', path: entry.path }))) return;
    for (const each of gone) each.possible = [undefined];
  }

  private count(result: CallResult): boolean {
    const { status } = result;
    if (isDone(result)) this.acknowledged++;
    else if (status === 0 || status === 503) this.unanswered++;
    else this.unexpected.set(status, (this.unexpected.get(status) ?? 0) + 1);
    return isDone(result);
  }

  private nextTitle(kind: Entry['kind']): string {
    return `${kind === 'template' ? '' : this.label}Version ${++this.sequence}`;
  }

  private async titleAt(path: string): Promise<Version> {
    const result = await this.send({ method: 'GET', path });
    if (result.status === 404) return undefined;
    if (!isDone(result)) throw new Error(`GET ${path} answers ${result.status}.`);
    return titleOf(JSON.parse(result.body));
  }

  private async templateTitles(): Promise<Map<string, string>> {
    const { body } = await this.send({ method: 'GET', path: `${TEMPLATES}/all` });
    const templates = JSON.parse(body) as { id: string }[];
    return new Map(templates.map((template) => [`${TEMPLATES}/${template.id}`, titleOf(template)]));
  }
}

export type { Entry };

function titleOf(body: unknown): string {
  return (body as { title: { defaultValue: string } }).title.defaultValue;
}
