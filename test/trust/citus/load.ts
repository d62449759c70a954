import type { FeedCompany } from '../feed/company.js';
import { longTransaction, WRITERS, type Target } from '../feed/writers.js';
import { baseUrlOf, type Follower } from '../feed/follower.js';
import { repeat, type Caller } from '../harness/calls.js';
import { Ledger, type Entry } from '../harness/ledger.js';
import { counted } from '../harness/failures.js';
import type { Finding } from '../harness/program.js';

const WRITING = 16;
/** Of the writers; they write seconds later than they begin, and in the companies that are followed. */
const LONG_TRANSACTIONS = 2;

interface KeptLedger {
  readonly ledger: Ledger;
  readonly entries: Entry[];
}

/** Writers of all kinds in all companies, and clients that follow the feeds of some. */
export class Load {
  /** A client for each of the companies that are followed: with a key, as an admin, or as one of two managers. */
  readonly followers: readonly Follower[];
  private readonly ledgers: readonly KeptLedger[];

  constructor(
    private readonly target: Target,
    private readonly followed: readonly FeedCompany[],
    caller: Caller,
  ) {
    this.followers = followed.map(({ followers }, index) => followers[index % followers.length]!);
    this.ledgers = target.companies.map(({ people, name }) => {
      const send: ConstructorParameters<typeof Ledger>[0] = (call) =>
        caller.send(baseUrlOf(target.fleet.running('api')), people[0]!.sessionId, call);
      return { ledger: new Ledger(send, `${name}: `), entries: [] };
    });
  }

  /** Writes and follows while something is done. */
  async during(work: () => Promise<unknown>): Promise<void> {
    const over = new AbortController();
    const { target, followers } = this;
    const running = [
      repeat(WRITING - LONG_TRANSACTIONS, over.signal, (writer) => this.write(writer)),
      repeat(LONG_TRANSACTIONS, over.signal, () => longTransaction({ ...target, companies: this.followed })),
      repeat(followers.length, over.signal, (index) => followers[index]!.step(target)),
    ];
    try {
      await work();
    } finally {
      over.abort();
      await Promise.all(running);
    }
  }

  /** Reads everything that was acknowledged. */
  async findings(): Promise<Finding[]> {
    const missing: string[] = [];
    for (const { ledger } of this.ledgers) missing.push(...(await ledger.missing()));
    const sum = (count: (ledger: Ledger) => number): number =>
      this.ledgers.reduce((total, { ledger }) => total + count(ledger), 0);
    const { acknowledged, refused } = this.target;
    const all = acknowledged + sum((ledger) => ledger.acknowledged);
    const none = refused + sum((ledger) => ledger.unanswered);
    return [
      {
        promise: 'no acknowledged write is missing',
        seen:
          `${counted(sum((ledger) => ledger.acknowledged))} writes of ` +
          `${counted(sum(({ objects }) => objects))} objects in ${this.ledgers.length} companies looked ` +
          `up, ${missing.length} missing${missing.length > 0 ? ` (${missing[0]})` : ''}`,
        holds: missing.length === 0,
      },
      {
        promise: 'writes go on',
        seen: `${counted(all)} acknowledged, ${counted(none)} refused or unanswered`,
        holds: all > none,
      },
    ];
  }

  /** In turn an object that is looked up at the end, and something of any kind. */
  private async write(writer: number): Promise<void> {
    const { companies } = this.target;
    // An object has one writer, so that its last acknowledged state is known.
    const own = this.ledgers.filter((_, index) => index % (WRITING - LONG_TRANSACTIONS) === writer);
    const { ledger, entries } = anyOf(own);
    await ledger.write(entries);
    await anyOf(WRITERS)(this.target, anyOf(Math.random() < 0.5 ? this.followed : companies));
  }
}

const anyOf = <T>(list: readonly T[]): T => list[Math.floor(Math.random() * list.length)]!;
