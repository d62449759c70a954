import { AuthenticationError, GoneError, SyncError } from './errors.js';
import {
  Operations,
  type Change,
  type ChangeKind,
  type CompanyChange,
  type CompanyChangeKind,
  type CompanyChoice,
  type EmployeeInput,
  type EmployeeSync,
  type NewSession,
} from './generated.js';
import { pause, type Answer, type RequestOptions } from './http.js';

/** The part of a list that a page has: from the first entry, counted from 0, to before the last. */
export interface PageWindow {
  readonly from: number;
  readonly to: number;
}

/** An entry of a list. */
export type Entry<T> = T extends readonly (infer E)[]
  ? E
  : T extends { result: readonly (infer E)[] } | { results: readonly (infer E)[] }
    ? E
    : never;

/** Options for following the change feed. */
export interface ChangesOptions<Kind> {
  /** The cursor that was saved last; undefined at the first time. */
  readonly load: () => string | undefined | Promise<string | undefined>;
  /** Stores a cursor, after the loop has taken the changes before it. */
  readonly save: (cursor: string) => void | Promise<void>;
  /**
   * Reads everything, when there is no cursor yet or the saved one is too old. The new cursor is older than what it
   * reads, and saved when it has succeeded. Without it, a cursor that is too old is a {@link GoneError}.
   */
  readonly begin?: () => void | Promise<void>;
  /** Only these kinds. A cursor belongs to its kinds. */
  readonly kinds?: Kind[];
  /** Waits for further changes instead of ending. */
  readonly follow?: boolean;
  readonly signal?: AbortSignal;
}

/** Proof of who a user is: an ID token of the company's provider, or the code of a mail. */
export type SignIn =
  | { readonly idToken: string; readonly nonce: string }
  | { readonly email: string; readonly code: string; readonly companyId?: string };

/** Options of a sync. */
export interface SyncOptions {
  /** Ends when the changes are known, without applying them. */
  readonly preview?: boolean;
  /** Allows to end exactly so many people, where that blocks the sync. */
  readonly allowEnd?: number;
  /** Allows to bring back exactly so many people who were deleted, where that blocks the sync. */
  readonly allowRevive?: number;
  /** Allows to change the external id or e-mail address of exactly so many people, where that blocks the sync. */
  readonly allowKeyChanges?: number;
  /** Allows to add exactly so many people, where that blocks the sync. */
  readonly allowAdd?: number;
  /** Takes over people of no source whom the list names; they are left alone otherwise. */
  readonly adopt?: boolean;
  /** `skip` leaves bad rows out; a list with one is refused otherwise. */
  readonly badRows?: 'refuse' | 'skip';
  /** Allows to leave out exactly so many bad rows, where that blocks the sync. */
  readonly allowBad?: number;
  /** Milliseconds until a {@link SyncError} for each of preview and apply; 600,000 unless set. */
  readonly waitMs?: number;
  readonly signal?: AbortSignal;
}

interface FeedPage<C> {
  readonly cursor: string;
  readonly more: boolean;
  readonly changes: readonly C[];
}

const WORKING: readonly string[] = ['QUEUED', 'PREVIEWING', 'APPLYING'];
const LONGEST_POLL_MS = 5000;

/** A client of the service: each operation by its id, and ways through several of them. */
export class Client extends Operations {
  /**
   * Signs a user in. The client sends the session with its requests from then on.
   * @returns the session; or, for a code, the companies to choose from: send it again with `companyId`
   * @throws {AuthenticationError} if the token or the code is not valid
   * @throws {PermissionError} if the provider knows the person, and the company does not
   */
  override async signIn(
    proof: SignIn,
    options: RequestOptions = {},
  ): Promise<Answer<NewSession | CompanyChoice>> {
    const answer = await super.signIn(proof, options);
    if ('sessionId' in answer.data) this.sessionId = answer.data.sessionId;
    return answer;
  }

  /** Ends the session, which the client forgets, also when it had ended before. */
  override async signOut(options: RequestOptions = {}): Promise<Answer<void>> {
    try {
      const answer = await super.signOut(options);
      this.sessionId = undefined;
      return answer;
    } catch (error) {
      if (error instanceof AuthenticationError) this.sessionId = undefined;
      throw error;
    }
  }

  /**
   * The pages of a list, until there is no next one.
   * @param list - reads a page, like `(page) => client.listPeople({ q: 'ana', ...page })`
   */
  async *pages<T>(list: (page: PageWindow) => Promise<Answer<T>>, size = 100): AsyncGenerator<T, void> {
    let page: PageWindow | undefined = { from: 0, to: size };
    while (page) {
      const { data, headers }: Answer<T> = await list(page);
      yield data;
      page = nextPage({ headers });
    }
  }

  /** The entries of all pages of a list, as {@link pages} reads them. */
  async *entries<T>(
    list: (page: PageWindow) => Promise<Answer<T>>,
    size?: number,
  ): AsyncGenerator<Entry<T>, void> {
    for await (const page of this.pages(list, size)) yield* entriesOf(page) as Entry<T>[];
  }

  /** Changes of employees, timesheets, areas, groups and characteristics since the saved cursor, for an API key. */
  changes(options: ChangesOptions<ChangeKind>): AsyncGenerator<Change, void> {
    return follow(options, (query, given) => this.listChanges(query, given));
  }

  /** Changes of plans and templates since the saved cursor, for a session. */
  companyChanges(options: ChangesOptions<CompanyChangeKind>): AsyncGenerator<CompanyChange, void> {
    return follow(options, (query, given) => this.listCompanyChanges(query, given));
  }

  /**
   * Sends the whole staff of a source, waits for its changes and applies them: people whom the list does not name are
   * ended.
   * @returns the sync as applied, or as previewed
   * @throws {SyncError} if it is blocked or fails
   */
  async syncEmployees(
    source: string,
    people: EmployeeInput[],
    options: SyncOptions = {},
  ): Promise<EmployeeSync> {
    const { adopt, badRows, signal } = options;
    const query = { source, ...(adopt && { adopt }), ...(badRows && { badRows }) };
    const { data } = await this.createEmployeeSync(query, people, { signal });
    const sync = await this.settledSync(data.id, options);
    if (options.preview) return sync;
    const isAllowed =
      (sync.reason === 'TOO_MANY_ENDS' && options.allowEnd === sync.counts?.ended) ||
      (sync.reason === 'TOO_MANY_REVIVALS' && options.allowRevive === sync.counts?.revived) ||
      (sync.reason === 'TOO_MANY_KEY_CHANGES' && options.allowKeyChanges === sync.counts?.keyChanges) ||
      (sync.reason === 'TOO_MANY_ADDED' && options.allowAdd === sync.counts?.added) ||
      (sync.reason === 'TOO_MANY_BAD_ROWS' && options.allowBad === sync.counts?.bad);
    if (sync.status !== 'READY' && !isAllowed) throw new SyncError(sync);
    return this.applySync(sync.id, options);
  }

  /** Applies a sync that was previewed. @throws {SyncError} if it fails */
  async applySync(syncId: string, options: Omit<SyncOptions, 'preview'> = {}): Promise<EmployeeSync> {
    const { allowEnd, allowRevive, allowKeyChanges, allowAdd, allowBad, signal } = options;
    const allowed = {
      ...(allowEnd !== undefined && { allowEnd }),
      ...(allowRevive !== undefined && { allowRevive }),
      ...(allowKeyChanges !== undefined && { allowKeyChanges }),
      ...(allowAdd !== undefined && { allowAdd }),
      ...(allowBad !== undefined && { allowBad }),
    };
    await this.applyEmployeeSync(syncId, allowed, { signal });
    const sync = await this.settledSync(syncId, options);
    if (sync.status !== 'APPLIED') throw new SyncError(sync);
    return sync;
  }

  /** The sync when nothing is done with it any more. */
  private async settledSync(id: string, { waitMs = 600_000, signal }: SyncOptions): Promise<EmployeeSync> {
    const end = Date.now() + waitMs;
    for (let wait = 100; ; wait = Math.min(LONGEST_POLL_MS, wait * 1.5)) {
      const { data: sync } = await this.getEmployeeSync(id, { signal });
      if (!WORKING.includes(sync.status)) return sync;
      if (Date.now() + wait > end) throw new SyncError(sync);
      await pause(wait, signal);
    }
  }
}

async function* follow<C, Kind>(
  { load, save, begin, kinds, follow: isEndless = false, signal }: ChangesOptions<Kind>,
  read: (
    query: { after?: string; wait?: number; kinds?: Kind[] },
    options: RequestOptions,
  ) => Promise<Answer<FeedPage<C>>>,
): AsyncGenerator<C, void> {
  const filter = kinds ? { kinds } : {};
  const restart = async (): Promise<string> => {
    const { cursor } = (await read(filter, { signal })).data;
    await begin?.();
    await save(cursor);
    return cursor;
  };
  let after = (await load()) ?? (await restart());
  for (;;) {
    let page: FeedPage<C>;
    try {
      page = (await read({ ...filter, after, ...(isEndless && { wait: 25 }) }, { signal })).data;
    } catch (error) {
      if (!begin || !(error instanceof GoneError)) throw error;
      after = await restart();
      continue;
    }
    yield* page.changes;
    if (page.cursor !== after) await save(page.cursor);
    after = page.cursor;
    if (!page.more && !isEndless) return;
  }
}

function entriesOf(page: unknown): readonly unknown[] {
  if (Array.isArray(page)) return page;
  const { result, results } = page as { result?: unknown[]; results?: unknown[] };
  return result ?? results ?? [];
}

/** The window of the page after that of an answer, from its header `Link`; undefined for the last page. */
export function nextPage({ headers }: Pick<Answer<unknown>, 'headers'>): PageWindow | undefined {
  const address = /<([^<>]*)>; rel="next"/.exec(headers.get('Link') ?? '')?.[1];
  if (address === undefined) return undefined;
  const { searchParams } = new URL(address, 'http://localhost');
  return { from: Number(searchParams.get('from')), to: Number(searchParams.get('to')) };
}
