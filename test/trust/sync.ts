import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { newId } from '../../src/shared-kernel/id.js';
import type { Answer } from '../support/api-client.js';
import { byExternalId, EMPLOYEES, INVITE } from '../support/builders/employee.js';
import { minimalTimesheet, TIMESHEETS } from '../support/builders/timesheet.js';
import { Service } from './harness/service.js';
import { WireClient, type WireRequest } from './harness/wire-client.js';
import { counted, Failures } from './harness/failures.js';
import type { Finding, TrustProgram } from './harness/program.js';
import type { Stage } from './harness/stage.js';

/** Half of the companies are written by imports, half by single calls; two read each of them. */
const COMPANIES = 8;
/** Generations of single calls: they are invited and then changed. */
const CALLED_GENERATIONS = 2;
const SHORT = { employees: 2_000, imports: 3, pauseMs: 200 };
const WHOLE = { employees: 100_000, imports: 10, pauseMs: 2_000 };
/** Of single calls for one company, each of which writes people of its own in their order. */
const WRITERS = 4;
const ENTRIES_PER_IMPORT = 300;
/** A stream takes one of half of the connections. */
const READERS_AND_WRITERS = 40;
const PAGE = 100;
const MOST_TRIES = 20;
const FIRST_DAY = Date.UTC(2026, 0, 1);
const DAY_MS = 86_400_000;

interface Person {
  readonly name: string;
  readonly externalId: string;
}

interface Counts {
  people: number;
  streams: number;
  streamed: number;
  pagings: number;
  /** Streams that saw a company while it was being written. */
  between: number;
  refused: number;
}

/**
 * Writes the employees of several companies by imports and single calls, in generations, while readers read them.
 * Every streamed list is what the company was at one moment, and no page repeats or leaves out an entry.
 */
export const sync: TrustProgram = {
  summary: 'employees written by imports and single calls while 16 readers stream and page',
  limit: { short: 600, whole: 3_600 },

  async run(stage) {
    const poolSize = { DATABASE_POOL_SIZE: String(READERS_AND_WRITERS) };
    const service = await stage.use(Service.start(poolSize), (started) => started.close());
    const client = new WireClient(service.baseUrl);
    const startedAt = performance.now();
    const { employees, imports, pauseMs } = stage.short ? SHORT : WHOLE;
    const size = employees / COMPANIES;
    const failures = new Failures();
    const counts: Counts = { people: 0, streams: 0, streamed: 0, pagings: 0, between: 0, refused: 0 };
    const companies: Company[] = [];
    for (let number = 0; number < COMPANIES; number++) {
      const id = await service.addCompany(`Company ${number + 1}`);
      const headers = { serviceAPIKey: await service.addApiKey(id) };
      const at = { stage, service, client, id, headers, size, failures, counts, pauseMs };
      companies.push(number % 2 === 0 ? new ImportedCompany(at, imports) : new CalledCompany(at));
    }
    await Promise.all(companies.map((company) => company.run()));
    client.close();
    failures.expectNone();
    const seconds = ((performance.now() - startedAt) / 1_000).toFixed(0);
    return findings(employees, imports, counts, seconds);
  },
};

function findings(employees: number, imports: number, counts: Counts, seconds: string): Finding[] {
  const promises = {
    'a streamed list is what its company was at one moment, and has nobody twice':
      `${counted(counts.streams)} lists with ${counted(counts.streamed)} employees, ` +
      `${counted(counts.between)} of the lists in the middle of single calls`,
    'pages repeat and leave out no entry': `read to the end ${counted(counts.pagings)} times`,
    'writes go on meanwhile':
      `${counted(employees)} employees in ${COMPANIES} companies, half in ${imports} imports each, half ` +
      `invited and changed by single calls: ${counted(counts.people)} writes in ${seconds} s; ` +
      `${counted(counts.refused)} requests answered 503 and repeated`,
  };
  return Object.entries(promises).map(([promise, seen]) => ({ promise, seen, holds: true }));
}

interface SyncContext {
  readonly stage: Stage;
  readonly service: Service;
  readonly client: WireClient;
  readonly id: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly size: number;
  readonly failures: Failures;
  readonly counts: Counts;
  /** Of a reader between two lists, so that writers get their turn. */
  readonly pauseMs: number;
}

abstract class Company {
  protected isWritten = false;

  constructor(
    protected readonly at: SyncContext,
    private readonly generations: number,
  ) {}

  /** Writes all generations while two readers read, and once more at the end. */
  async run(): Promise<void> {
    const read = async (work: () => Promise<boolean>): Promise<void> => {
      while (!this.isWritten) {
        await work();
        await sleep(this.at.pauseMs * Math.random());
      }
      while (!(await work()));
    };
    const written = (async () => {
      for (let generation = 1; generation <= this.generations; generation++) {
        await this.write(generation);
        this.at.stage.note(`A company has its generation ${generation}.`);
      }
    })().finally(() => (this.isWritten = true));
    await Promise.all([written, ...this.readers().map(read)]);
  }

  protected abstract write(generation: number): Promise<void>;
  protected abstract readers(): (() => Promise<boolean>)[];
  /** Adds a failure when a list is not the company at one moment. */
  protected abstract check(people: readonly Person[]): void;

  /** @returns whether there was an answer */
  protected readonly stream = async (): Promise<boolean> => {
    const isLast = this.isWritten;
    const people = (await this.get(EMPLOYEES)) as Person[] | undefined;
    if (!people) return false;
    const { counts, failures, size } = this.at;
    counts.streams++;
    counts.streamed += people.length;
    if (new Set(people.map(({ externalId }) => externalId)).size < people.length)
      failures.add('A list has an employee twice');
    if (
      isLast &&
      (people.length !== size || people.some((person) => generationOf(person) !== this.generations))
    )
      failures.add('The last list is not the last generation of everybody', `${people.length} people`);
    this.check(people);
    return true;
  };

  /** The body of an answer; undefined when there was none. */
  protected async get(path: string): Promise<unknown> {
    return (await this.send({ method: 'GET', path, headers: this.at.headers }))?.body as unknown;
  }

  /** Sends a request, and again when the answer says so by 503. */
  protected async send(request: WireRequest): Promise<Answer | undefined> {
    const { client, failures, counts } = this.at;
    for (let tries = 0; tries < MOST_TRIES; tries++) {
      const answer = await client.send(request);
      if (answer.status === 200) return answer;
      if (answer.status !== 503) {
        failures.add(`${request.method} answered ${answer.status}`, answer.text.slice(0, 300));
        return undefined;
      }
      counts.refused++;
      await sleep(Number(answer.headers.get('retry-after')) * 1_000);
    }
    failures.add(`${request.method} answered 503 ${MOST_TRIES} times`);
    return undefined;
  }

  protected externalId(number: number): string {
    return `P-${number}`;
  }
}

/** Written by `wes import`: each file has everybody, in the next generation, and later entries of timesheets. */
class ImportedCompany extends Company {
  private readonly ids = Array.from({ length: this.at.size }, () => newId());
  private imported = 0;

  protected async write(generation: number): Promise<void> {
    const { service, id, size, counts } = this.at;
    const file = join(service.process.dataDir, `${id}.ndjson`);
    await pipeline(Readable.from(this.lines(generation)), createWriteStream(file));
    await service.wes('import', '--company', id, file);
    this.imported = generation;
    counts.people += size;
  }

  private *lines(generation: number): Generator<string> {
    for (const [number, id] of this.ids.entries()) {
      const person = {
        id,
        externalId: this.externalId(number),
        name: `G${generation} ${number % 97}`,
        activated: true,
      };
      yield `${JSON.stringify({ type: 'employee', ...person })}\n`;
    }
    for (let number = 0; number < ENTRIES_PER_IMPORT; number++) {
      const startTime = new Date(FIRST_DAY + generation * DAY_MS + number).toISOString();
      yield `${JSON.stringify({ type: 'timesheet', ...minimalTimesheet({ startTime }) })}\n`;
    }
  }

  protected readers(): (() => Promise<boolean>)[] {
    return [this.stream, this.page];
  }

  protected check(people: readonly Person[]): void {
    const { failures, size } = this.at;
    const generations = new Set(people.map(generationOf));
    if (generations.size > 1) failures.add('A list mixes generations of an import', [...generations].join());
    if (people.length !== 0 && people.length !== size)
      failures.add('A list has a part of an import', `${people.length} of ${size}`);
  }

  /** Reads all pages while later entries may arrive. */
  private readonly page = async (): Promise<boolean> => {
    const { failures, counts } = this.at;
    const known = this.imported * ENTRIES_PER_IMPORT;
    const seen: string[] = [];
    for (let from = 0; ; from += PAGE) {
      const page = (await this.get(`${TIMESHEETS}?from=${from}&to=${from + PAGE}`)) as
        { readonly results: readonly { readonly id: string }[]; readonly total: number } | undefined;
      if (!page) return false;
      seen.push(...page.results.map(({ id }) => id));
      if (page.total % ENTRIES_PER_IMPORT !== 0)
        failures.add('A total counts a part of an import', String(page.total));
      if (page.results.length < PAGE) break;
    }
    if (new Set(seen).size < seen.length) failures.add('Pages have an entry twice');
    if (seen.length < known) failures.add('Pages leave out entries', `${seen.length} of ${known}`);
    counts.pagings++;
    return true;
  };
}

/** Written by single calls: each writer invites its people in their order, and then changes them in the same order. */
class CalledCompany extends Company {
  constructor(at: SyncContext) {
    super(at, CALLED_GENERATIONS);
  }

  protected async write(generation: number): Promise<void> {
    await Promise.all(Array.from({ length: WRITERS }, (_, writer) => this.writeAs(writer, generation)));
  }

  private async writeAs(writer: number, generation: number): Promise<void> {
    const { headers, size, counts } = this.at;
    for (let number = writer; number < size; number += WRITERS) {
      const externalId = this.externalId(number);
      const body = { name: `G${generation} ${number % 97}`, ...(generation === 1 && { externalId }) };
      const request: WireRequest = {
        method: generation === 1 ? 'POST' : 'PUT',
        path: generation === 1 ? INVITE : byExternalId(externalId),
        headers: { ...headers, 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
      };
      await this.send(request);
      counts.people++;
    }
  }

  protected readers(): (() => Promise<boolean>)[] {
    return [this.stream, this.stream];
  }

  /** A list has the first people of each writer, and only the first ones of these in the newest generation. */
  protected check(people: readonly Person[]): void {
    const { failures, counts, size } = this.at;
    const generations = new Map(people.map((person) => [person.externalId, generationOf(person)]));
    const all = new Set<number>();
    for (let writer = 0; writer < WRITERS; writer++) {
      let previous = Infinity;
      for (let number = writer; number < size; number += WRITERS) {
        const generation = generations.get(this.externalId(number)) ?? 0;
        if (generation > previous)
          failures.add('A list has a later write without an earlier one', `number ${number}`);
        previous = generation;
        all.add(generation);
      }
      const newest = generations.get(this.externalId(writer)) ?? 0;
      if (newest - previous > 1) failures.add('A list has generations that were never at one time');
    }
    if (all.size > 1) counts.between++;
  }
}

function generationOf({ name }: Person): number {
  return Number(/^G(\d+) /.exec(name)?.[1]);
}
