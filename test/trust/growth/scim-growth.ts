import { GROUPS as LIST_OF_GROUPS } from '../../support/builders/segmentation.js';
import { ENTERPRISE, GROUPS, PATCH_OP, USERS, WORKFORCE } from '../../support/scim-fixture.js';
import { isDone, type CallResult } from '../harness/calls.js';
import { counted, type Failures } from '../harness/failures.js';
import type { LargeCompany } from '../harness/large-company.js';
import { Random } from '../harness/random.js';
import type { Stage } from '../harness/stage.js';
import { MAX_MS, type GrowthClient } from './growth-client.js';
import type { StoredBytes } from './stored-bytes.js';

/** The longest text of SCIM has 255 characters. */
const LONGEST = 255;
/** Letters of three bytes each, which do not compress. */
const LETTERS = { first: 0x4e00, count: 20_000 };
const EMAILS = 10;

/** Bounds of what writes store, and of their time. */
export interface GrowthBounds {
  readonly repetitions: number;
  readonly factor: number;
  readonly bytesPerWrite: number;
  readonly maxWriteMs: number;
  readonly maxLagMs: number;
}

/** A write, with the people that it changes. */
interface Write {
  readonly method: 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly json?: object;
  readonly people: readonly string[];
}

/** Repeats the writes of SCIM with bodies at their limits, like those of `openapi.json`. */
export class ScimGrowth {
  writes = 0;
  private readonly users: string[] = [];
  private readonly groups: string[] = [];

  constructor(
    private readonly bounds: GrowthBounds,
    private readonly stage: Stage,
    private readonly company: LargeCompany,
    private readonly client: GrowthClient,
    private readonly stored: StoredBytes,
    private readonly failures: Failures,
  ) {}

  async run(): Promise<void> {
    const numbers = Array.from({ length: this.bounds.repetitions }, (_, number) => number);
    const user = (number: number): string => `${USERS}/${this.users[number]!}`;
    const group = (number: number): string => `${GROUPS}/${this.groups[number]!}`;
    const everyone = (): string[] => this.users;
    const one = (number: number): string[] => [this.users[number]!];
    const all = (make: (number: number) => Write): Write[] => numbers.map(make);
    await this.repeat(
      'create users',
      all((number) => {
        return { method: 'POST', path: USERS, json: this.user(number, 0), people: [] };
      }),
      this.users,
    );
    await this.twice(
      'replace users',
      all((number) => {
        return { method: 'PUT', path: user(number), json: this.user(number, 1), people: one(number) };
      }),
    );
    await this.twice(
      'patch users',
      all((number) => {
        return {
          method: 'PATCH',
          path: user(number),
          json: patchOf(this.user(number, 2)),
          people: one(number),
        };
      }),
    );
    await this.repeat(
      'create groups',
      all((number) => {
        return { method: 'POST', path: GROUPS, json: { displayName: textOf(number, 0) }, people: [] };
      }),
      this.groups,
    );
    const members = this.users.map((value) => ({ value }));
    const few = numbers.slice(0, 2); // each changes everyone
    await this.twice(
      'fill groups',
      few.map((number) => {
        return { method: 'PATCH', path: group(number), json: patchOf({ members }), people: everyone() };
      }),
    );
    await this.readAll();
    await this.repeat(
      'delete groups',
      all((number) => {
        return { method: 'DELETE', path: group(number), people: few.includes(number) ? everyone() : [] };
      }),
    );
    await this.repeat(
      'delete users',
      all((number) => {
        return { method: 'DELETE', path: user(number), people: one(number) };
      }),
    );
  }

  /** Sends the same bodies once more: nothing changes. */
  private async twice(name: string, writes: readonly Write[]): Promise<void> {
    await this.repeat(name, writes);
    const before = await this.stored.byTable();
    for (const write of writes) await this.send(name, write);
    const each = this.stored.since(before, await this.stored.byTable()).total / writes.length;
    if (each > this.bounds.bytesPerWrite)
      this.failures.add(`SCIM, ${name}: stores what does not change`, `${counted(Math.round(each))} bytes`);
  }

  /** @param made - gets the ids of what the writes create */
  private async repeat(name: string, writes: readonly Write[], made: string[] = []): Promise<void> {
    const before = await this.stored.byTable();
    let [allowed, slowestMs] = [0, 0];
    for (const write of writes) {
      for (const id of write.people) allowed += this.bounds.bytesPerWrite + (await this.bytesOf(id));
      allowed += await this.bytesOfList(write);
      const { body, tookMs } = await this.send(name, write);
      allowed += this.bounds.bytesPerWrite + Buffer.byteLength(write.path + JSON.stringify(write.json ?? ''));
      slowestMs = Math.max(slowestMs, tookMs);
      if (write.method === 'POST') made.push((JSON.parse(body) as { id: string }).id);
    }
    const growth = this.stored.since(before, await this.stored.byTable());
    const count = writes.length;
    const line =
      `SCIM, ${name}: ${counted(count)} × ${counted(Math.round(allowed / count))} bytes sent or changed, ` +
      `${counted(Math.round(growth.total / count))} stored, slowest ${slowestMs.toFixed(0)} ms`;
    this.stage.note(line);
    if (growth.total > this.bounds.factor * allowed)
      this.failures.add(`SCIM, ${name}: stores too much`, `${line}; in all ${growth.largest}`);
    if (slowestMs > this.bounds.maxWriteMs) this.failures.add(`SCIM, ${name}: takes too long`, line);
    this.writes += count;
  }

  private async send(name: string, { method, path, json }: Write): Promise<CallResult> {
    const result = await this.client.request({ method, path, ...(json && { json }) });
    if (!isDone(result))
      this.failures.add(
        `SCIM, ${name}: answered ${result.status}`,
        result.failure ?? result.body.slice(0, 500),
      );
    return result;
  }

  private async bytesOf(id: string): Promise<number> {
    return Buffer.byteLength((await this.client.read(`${USERS}/${id}`)).body);
  }

  /** A group that comes or goes is written in the list of all groups, too. */
  private async bytesOfList({ method, path }: Write): Promise<number> {
    if (!path.startsWith(GROUPS) || method === 'PATCH') return 0;
    return Buffer.byteLength((await this.client.read(LIST_OF_GROUPS)).body);
  }

  private async readAll(): Promise<void> {
    const [user = ''] = this.users;
    const [group = ''] = this.groups;
    for (const path of [
      `${USERS}?count=500`,
      `${USERS}?cursor=&count=500`,
      `${USERS}?filter=${encodeURIComponent(`id eq "${user}"`)}`,
      `${USERS}/${user}`,
      `${GROUPS}?count=500&excludedAttributes=members`,
      `${GROUPS}/${group}`,
    ]) {
      const { result, tookMs, lagMs } = await this.client.timed(path);
      const seen =
        `${counted(Buffer.byteLength(result.body))} bytes in ${tookMs.toFixed(0)} ms, the event loop was ` +
        `blocked for at most ${lagMs.toFixed(0)} ms`;
      this.stage.note(`GET ${path}: ${seen}`);
      if (!isDone(result)) this.failures.add(`SCIM answered ${result.status}`, path);
      if (tookMs > MAX_MS) this.failures.add('An answer of SCIM takes too long', `${path}: ${seen}`);
      if (lagMs > this.bounds.maxLagMs)
        this.failures.add('An answer of SCIM blocks the event loop', `${path}: ${seen}`);
    }
  }

  /** Everything that SCIM keeps of a person, as long as it may be. */
  private user(number: number, version: 0 | 1 | 2): object {
    const { areas } = this.company.references;
    const text = textOf(number, version);
    return {
      ...{ userName: text, externalId: text, displayName: text, active: true },
      name: { formatted: text, givenName: text, familyName: text },
      emails: Array.from({ length: EMAILS }, (_, place) => ({
        ...{ value: `${place}${text.slice(1)}`, display: text, type: text, primary: place === 0 },
      })),
      [ENTERPRISE]: { employeeNumber: text, department: text, manager: { value: text } },
      [WORKFORCE]: { area: areas[version], managedAreas: version === 1 ? [...areas].reverse() : areas },
    };
  }
}

/** A text that no other person has in this version. */
function textOf(number: number, version: 0 | 1 | 2): string {
  const random = new Random(3 * number + version);
  const letters = Array.from({ length: LONGEST - 1 }, () => LETTERS.first + random.below(LETTERS.count));
  return `0${String.fromCodePoint(...letters)}`;
}

function patchOf(value: object): object {
  return { schemas: [PATCH_OP], Operations: [{ op: 'replace', value }] };
}
