import { setTimeout as sleep } from 'node:timers/promises';
import type { Finding, TrustProgram } from './program.js';

export interface StageOptions {
  /** A few faults instead of all of them, for `npm test`. */
  readonly short: boolean;
  /** Repeats the random choices of another run. */
  readonly seed?: number | undefined;
  /** Addresses of running servers, in place of those that the program starts. */
  readonly servers?: readonly string[];
  /** A folder with files that are not a part of the repository. */
  readonly files?: string | undefined;
  /** Names of the parts of the program that run; all without them. */
  readonly only?: readonly string[];
  /** Prints a line about the progress. */
  readonly note: (line: string) => void;
  /** Rejects when the program has to end early. */
  readonly interrupted?: Promise<never>;
}

/** The servers and processes of a program. They are closed at its end, the last one first. */
export class Stage {
  private readonly closers: (() => Promise<unknown>)[] = [];

  private constructor(
    readonly short: boolean,
    readonly note: (line: string) => void,
    readonly seed: number | undefined,
    readonly servers: readonly string[],
    readonly files: string | undefined,
    private readonly only: readonly string[],
  ) {}

  /** True of a part of the program that is to run. */
  runs(part: string): boolean {
    return this.only.length === 0 || this.only.includes(part);
  }

  /**
   * Runs a program within its time.
   * @throws when it takes longer, or when it is interrupted
   */
  static async run(
    { limit, run }: TrustProgram,
    { short, note, seed, servers = [], files, only = [], interrupted }: StageOptions,
  ): Promise<readonly Finding[]> {
    const stage = new Stage(short, note, seed, servers, files, only);
    const seconds = short ? limit.short : limit.whole;
    const ended = new AbortController();
    const late = sleep(seconds * 1_000, undefined, { signal: ended.signal }).then(() => {
      throw new Error(`The program did not end within ${seconds} s.`);
    });
    late.catch(() => undefined);
    try {
      return await Promise.race([run(stage), late, ...(interrupted ? [interrupted] : [])]);
    } finally {
      ended.abort();
      await stage.close();
    }
  }

  /** Starts something, and closes it at the end of the program. */
  async use<T>(starting: Promise<T>, close: (started: T) => Promise<unknown>): Promise<T> {
    const started = await starting;
    this.closers.push(() => close(started));
    return started;
  }

  private async close(): Promise<void> {
    for (const close of this.closers.reverse()) await close();
  }
}
