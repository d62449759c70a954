import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import type { IdentityService } from '../../../src/identity/index.js';

const PROGRAM = resolve(import.meta.dirname, 'operator-process.js');

type Method = 'editUser' | 'linkUser' | 'issueSession';
type Result<M extends Method> = Awaited<ReturnType<IdentityService[M]>>;

interface Answer {
  readonly id: number;
  readonly result?: unknown;
  readonly refusal?: string;
}

/** The services behind the commands of an operator, in one process: a command of its own takes a second. */
export class Operator {
  private readonly waiting = new Map<number, (answer: Answer) => void>();
  private calls = 0;

  private constructor(private readonly child: ChildProcess) {
    child.on('message', (answer: Answer) => {
      this.waiting.get(answer.id)?.(answer);
      this.waiting.delete(answer.id);
    });
  }

  static async start(databaseUrl: string, dataDir: string): Promise<Operator> {
    const child = fork(PROGRAM, [databaseUrl, dataDir], { execArgv: [] });
    const ended = once(child, 'exit').then(() => {
      throw new Error('The process of the operator has ended.');
    });
    ended.catch(() => undefined);
    await Promise.race([once(child, 'message'), ended]);
    return new Operator(child);
  }

  /** @returns undefined where the service refuses it */
  async call<M extends Method>(
    method: M,
    ...args: Parameters<IdentityService[M]>
  ): Promise<Result<M> | undefined> {
    const id = ++this.calls;
    const answer = await new Promise<Answer>((done) => {
      this.waiting.set(id, done);
      this.child.send({ id, method, args });
    });
    if (answer.refusal?.includes('\n')) throw new Error(answer.refusal);
    return answer.refusal === undefined ? (answer.result as Result<M>) : undefined;
  }

  async close(): Promise<void> {
    const ended = once(this.child, 'exit');
    this.child.disconnect();
    await ended;
  }
}
