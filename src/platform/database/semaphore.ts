import { isDatabaseUnavailable } from './sql-errors.js';

/** Most requests of one caller that wait in one process for a permit; further ones are refused at once. */
export const MAX_WAITING_PER_CALLER = 100;

/** Most requests of one company that wait in one process for a permit; further ones are refused at once. */
export const MAX_WAITING_PER_COMPANY = 500;

/** Most that may work at the same time. Any number where one is absent. */
export interface Permits {
  readonly inAll?: number;
  readonly perCompany?: number;
  /** For each person or API key, and for each kind of background work. */
  readonly perCaller?: number;
}

/** For whom a permit is taken. */
export interface PermitHolder {
  readonly companyId: string;
  /** Id of a user or an API key; all that have none count as one caller of their company. */
  readonly callerId?: string;
}

/** Limits that a caller may meet: its own, that of its company, or that of the process. */
type LimitOf = 'caller' | 'company' | 'process';

/** No permit became free in time. */
export class NoPermit extends Error {
  constructor(readonly limitOf: LimitOf) {
    super(`All permits of this ${limitOf} are in use.`);
    this.name = 'NoPermit';
  }
}

/**
 * Gives a permit back; to be called once.
 * @param gotOn - false where the database did not answer: that those fail who have a permit is no progress
 */
export type Release = (gotOn?: boolean) => void;

interface Waiter {
  readonly holder: PermitHolder;
  readonly serve: (release: Release) => void;
  /** When one who had a permit that the waiter's limit counts last got on. */
  releasedAt: number;
}

/**
 * Limits how much of some kind of work is done at a time, in all, for each company and for each caller. A permit that
 * becomes free goes to the waiting caller who has the fewest, so that one with many requests holds up no colleague;
 * those with equally many are served in the order of their arrival.
 *
 * The semaphores of async-mutex and the queues of p-limit have neither shares nor waiters that leave; with both added
 * on top this would not be shorter.
 */
export class Semaphore {
  /** Permits of companies, and of callers, that have some. */
  private readonly ofCompanies = new Map<string, number>();
  private readonly ofCallers = new Map<string, number>();
  private taken = 0;
  /** In the order of their arrival. */
  private readonly waiters = new Set<Waiter>();

  constructor(
    private readonly permits: Permits,
    private readonly maxWaitMs: number,
  ) {}

  get inUse(): number {
    return this.taken;
  }

  /** Number of callers that wait for a permit. */
  get waiting(): number {
    return this.waiters.size;
  }

  /**
   * Waits for a permit.
   * @param maxWaitMs - where it differs from that of other callers
   * @throws {NoPermit} when none becomes free in time, too many wait, or the signal is aborted
   */
  async take(holder: PermitHolder, signal: AbortSignal, maxWaitMs = this.maxWaitMs): Promise<Release> {
    const release = signal.aborted ? undefined : this.takeFree(holder);
    if (release) return release;
    if (signal.aborted || this.isQueueFull(holder)) throw this.noPermit(holder);
    return this.wait(holder, signal, maxWaitMs);
  }

  /**
   * Does something with a permit.
   * @throws {NoPermit} as {@link take}
   */
  async run<T>(holder: PermitHolder, work: () => Promise<T>): Promise<T> {
    const release = await this.take(holder, new AbortController().signal);
    let gotOn = true;
    try {
      return await work();
    } catch (error) {
      gotOn = !isDatabaseUnavailable(error);
      throw error;
    } finally {
      release(gotOn);
    }
  }

  /** Takes a permit that is free. @returns undefined if there is none */
  takeFree(holder: PermitHolder): Release | undefined {
    if (this.fullFor(holder)) return undefined;
    this.add(holder, 1);
    return (gotOn = true) => {
      if (gotOn) this.noteRelease(holder);
      this.add(holder, -1);
      this.serveNext();
    };
  }

  private add(holder: PermitHolder, change: 1 | -1): void {
    this.taken += change;
    addTo(this.ofCompanies, holder.companyId, change);
    addTo(this.ofCallers, callerOf(holder), change);
  }

  private heldBy(holder: PermitHolder): number {
    return this.ofCallers.get(callerOf(holder)) ?? 0;
  }

  /** The limit that leaves no permit for a holder, if one does. */
  private fullFor(holder: PermitHolder): LimitOf | undefined {
    const { inAll = Infinity, perCompany = Infinity, perCaller = Infinity } = this.permits;
    if (this.heldBy(holder) >= perCaller) return 'caller';
    if ((this.ofCompanies.get(holder.companyId) ?? 0) >= perCompany) return 'company';
    return this.taken >= inAll ? 'process' : undefined;
  }

  private isQueueFull(holder: PermitHolder): boolean {
    const ofCompany = [...this.waiters].filter((waiter) => waiter.holder.companyId === holder.companyId);
    const ofCaller = ofCompany.filter((waiter) => waiter.holder.callerId === holder.callerId);
    return ofCaller.length >= MAX_WAITING_PER_CALLER || ofCompany.length >= MAX_WAITING_PER_COMPANY;
  }

  /**
   * The error for a caller who has waited in vain.
   * @param _idleMs - for how long none of those who have the permits that its limit counts has got on
   */
  protected refusal(holder: PermitHolder, _idleMs: number): Promise<Error> {
    return Promise.resolve(this.noPermit(holder));
  }

  private noPermit(holder: PermitHolder): NoPermit {
    return new NoPermit(this.fullFor(holder) ?? 'process');
  }

  /** Tells those whom a release brings nearer to a permit: it is no help to others that the company gets on. */
  private noteRelease(holder: PermitHolder): void {
    const now = performance.now();
    for (const waiter of this.waiters) {
      const limit = this.fullFor(waiter.holder);
      const isOfCompany = waiter.holder.companyId === holder.companyId;
      const isOfCaller = isOfCompany && waiter.holder.callerId === holder.callerId;
      if (limit === 'process' || (limit === 'company' ? isOfCompany : isOfCaller)) waiter.releasedAt = now;
    }
  }

  private serveNext(): void {
    let next: Waiter | undefined;
    for (const waiter of this.waiters)
      if (!this.fullFor(waiter.holder) && (!next || this.heldBy(waiter.holder) < this.heldBy(next.holder)))
        next = waiter;
    const release = next && this.takeFree(next.holder);
    if (release) next?.serve(release);
  }

  private wait(holder: PermitHolder, signal: AbortSignal, maxWaitMs: number): Promise<Release> {
    return new Promise((resolve, reject) => {
      const leave = (): void => {
        clearTimeout(timer);
        signal.removeEventListener('abort', giveUp);
        this.waiters.delete(waiter);
      };
      const giveUp = (): void => {
        leave();
        if (signal.aborted) reject(this.noPermit(holder));
        else void this.refusal(holder, performance.now() - waiter.releasedAt).then(reject, reject);
      };
      const serve = (release: Release): void => {
        leave();
        resolve(release);
      };
      const waiter: Waiter = { holder, serve, releasedAt: performance.now() };
      const timer = setTimeout(giveUp, maxWaitMs);
      signal.addEventListener('abort', giveUp);
      this.waiters.add(waiter);
    });
  }
}

function callerOf({ companyId, callerId = '' }: PermitHolder): string {
  return `${companyId} ${callerId}`;
}

function addTo(counts: Map<string, number>, key: string, change: 1 | -1): void {
  const count = (counts.get(key) ?? 0) + change;
  if (count > 0) counts.set(key, count);
  else counts.delete(key);
}
