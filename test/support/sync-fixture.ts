import { SCOPES } from '../../src/shared-kernel/actor.js';
import type { Answer, ApiClient, RequestOptions } from './api-client.js';
import { EMPLOYEES, type Body } from './builders/employee.js';
import { eventually } from './eventually.js';
import type { TestApp } from './test-app.js';
import { WorkforceFixture } from './workforce-fixture.js';

export const SYNCS = `${EMPLOYEES}/syncs`;

/** An issue of a list; line and column of a file. */
export interface SyncIssue {
  readonly path: string;
  readonly code: string;
  readonly line?: number;
  readonly column?: string;
  readonly value?: string;
  readonly message?: string;
}

/** A sync as it is answered. */
export interface Sync {
  readonly id: string;
  readonly status: string;
  readonly reason?: string;
  readonly issues?: readonly SyncIssue[];
  readonly counts?: Readonly<Record<string, number>>;
  readonly endsHeldBack?: boolean;
  readonly undoneAt?: string;
}

const WORKING = ['QUEUED', 'PREVIEWING', 'APPLYING'];

/** Syncs of a company. */
export class SyncFixture {
  private constructor(
    readonly workforce: WorkforceFixture,
    /** Has every scope. */
    readonly hr: ApiClient,
  ) {}

  static async open(app: TestApp): Promise<SyncFixture> {
    return SyncFixture.of(await WorkforceFixture.open(app));
  }

  static async of(workforce: WorkforceFixture): Promise<SyncFixture> {
    const { app } = workforce;
    return new SyncFixture(workforce, await app.integration(SCOPES, workforce.companyId));
  }

  get companyId(): string {
    return this.workforce.companyId;
  }

  /** Takes over people of no source, unless the query says otherwise. */
  post(people: unknown, query = '?source=hr', options?: RequestOptions): Promise<Answer> {
    const adopting = query === '' || query.includes('adopt=') ? query : `${query}&adopt=true`;
    return this.hr.post(SYNCS + adopting, people, options);
  }

  /** Sends a list. @returns its sync, when its changes are known or, with `apply=true`, made */
  async sync(people: readonly Body[], query?: string): Promise<Sync> {
    return this.settled(await this.post(people, query));
  }

  /** The sync of an answer to a request, when nothing is done with it any more. */
  async settled({ status, headers, body }: Answer): Promise<Sync> {
    if (status !== 202) throw new Error(`The list was not taken: ${status} ${JSON.stringify(body)}`);
    return this.finished(headers.get('location')!.split('/').at(-1)!);
  }

  finished(id: string): Promise<Sync> {
    return eventually(async () => {
      const { body } = await this.hr.get(`${SYNCS}/${id}`);
      if (WORKING.includes(body.status)) throw new Error(`The sync is ${body.status}.`);
      return body as Sync;
    }, 30_000);
  }

  /** Sends a list, and applies its changes. */
  async applied(people: readonly Body[], query = '?source=hr'): Promise<Sync> {
    const sync = await this.sync(people, `${query}&apply=true`);
    if (sync.status !== 'APPLIED') throw new Error(`The sync was not applied: ${JSON.stringify(sync)}`);
    return sync;
  }

  apply(id: string, body?: unknown): Promise<Answer> {
    return this.hr.post(`${SYNCS}/${id}/apply`, body);
  }

  /** Applies a preview. */
  async applyNow(id: string, body?: unknown): Promise<Sync> {
    return this.settled(await this.apply(id, body));
  }

  async rows(id: string, list: string, window = '?to=100'): Promise<Body[]> {
    const { status, body } = await this.hr.get(`${SYNCS}/${id}/${list}${window}`);
    if (status !== 200) throw new Error(`The list was not answered: ${status}`);
    return body.result;
  }

  /** The people of the company, without what the service writes. */
  async people(query = ''): Promise<Body[]> {
    const { body } = await this.workforce.list(query);
    return (body as Body[]).map(
      ({ id: _, createdAt: __, updatedAt: ___, deletedAt: ____, turnoverDate: _____, ...person }) => person,
    );
  }
}
