import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import type { FromChild, ToChild } from './child-protocol.js';

/** More than the process of the service takes to stop what it has started. */
const END_LIMIT_MS = 120_000;

/** A process of the harness, see `becomeChild` for its side. */
export class Child {
  /** Rejects when the process ends without having been asked to; never resolves. */
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
    this.lost.catch(() => undefined); // whoever waits for an answer hears of it
  }

  /** Starts the program in `file`; {@link ask} it for its first answer with its input. */
  static start(name: string, file: URL): Child {
    const child = fork(file, [], {
      execArgv: ['--import', import.meta.resolve('tsx')],
      // What a developer has set for the service must not change what is measured.
      env: { PATH: process.env['PATH'] },
      // Ctrl-C is for the harness, which then ends its children in order.
      detached: true,
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    return new Child(name, child);
  }

  /** Of the process, as the system numbers them. */
  get pid(): number {
    if (this.process.pid === undefined) throw new Error(`${this.name} has not started`);
    return this.process.pid;
  }

  /** Sends the input (the first time) or a question, one at a time, and waits for the answer. */
  async ask<Answer>(content: unknown): Promise<Answer> {
    const answered = once(this.process, 'message') as Promise<[FromChild]>;
    // A channel that is broken already tells nothing new: the process is lost.
    this.process.send({ content } satisfies ToChild, () => undefined);
    const [answer] = await Promise.race([answered, this.lost]);
    if ('failure' in answer) throw new Error(`${this.name}: ${answer.failure}`);
    return answer.content as Answer;
  }

  /** Lets go of the process and waits until it has ended. */
  async end(): Promise<void> {
    this.isEnding = true;
    if (this.process.connected) this.process.disconnect();
    const deadline = setTimeout(() => this.process.kill('SIGKILL'), END_LIMIT_MS);
    await this.gone;
    clearTimeout(deadline);
  }
}
