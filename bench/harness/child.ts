import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';

export interface ToChild {
  readonly content: unknown;
}

export type FromChild = { readonly content: unknown } | { readonly failure: string };

/** Longer than the service takes to stop. */
const END_LIMIT_MS = 120_000;

/** A process of the harness; `becomeChild` is its other side. */
export class Child {
  /** Rejects when the process ends unexpectedly; never resolves. */
  readonly lost: Promise<never>;
  private readonly gone: Promise<void>;
  private isEnding = false;

  private constructor(
    private readonly name: string,
    private readonly process: ChildProcess,
  ) {
    this.gone = new Promise((resolve) => {
      process.once('exit', () => resolve());
      process.once('error', () => resolve());
    });
    this.lost = this.gone.then(() => {
      if (this.isEnding) return new Promise<never>(() => undefined);
      throw new Error(`${name} ended unexpectedly`);
    });
    this.lost.catch(() => undefined);
  }

  /** Starts the program in `file`; send its input by the first {@link ask}. */
  static start(name: string, file: URL): Child {
    const child = fork(file, [], {
      execArgv: ['--import', import.meta.resolve('tsx')],
      // A developer's settings for the service must not change what is measured.
      env: { PATH: process.env['PATH'] },
      // Ctrl-C must reach the harness only, which ends its children in order.
      detached: true,
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    return new Child(name, child);
  }

  get pid(): number {
    if (this.process.pid === undefined) throw new Error(`${this.name} has not started`);
    return this.process.pid;
  }

  /** Sends the input or a question, and waits for the answer. One at a time. */
  async ask<Answer>(content: unknown): Promise<Answer> {
    const answered = once(this.process, 'message') as Promise<[FromChild]>;
    this.process.send({ content } satisfies ToChild, () => undefined);
    const [answer] = await Promise.race([answered, this.lost]);
    if ('failure' in answer) throw new Error(`${this.name}: ${answer.failure}`);
    return answer.content as Answer;
  }

  async end(): Promise<void> {
    this.isEnding = true;
    if (this.process.connected) this.process.disconnect();
    const deadline = setTimeout(() => this.process.kill('SIGKILL'), END_LIMIT_MS);
    await this.gone;
    clearTimeout(deadline);
  }
}
