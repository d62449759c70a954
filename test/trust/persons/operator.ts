import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import type { SessionsService, UsersService } from '../../../src/identity/index.js';

const PROGRAM = resolve(import.meta.dirname, 'operator-process.js');

type Update = UsersService['update'];
type Issue = SessionsService['issue'];

export type UserChange = Parameters<Update>[2];

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
  updateUser(...args: Parameters<Update>): Promise<Awaited<ReturnType<Update>> | undefined> {
    return this.call('users', 'update', args);
  }

  /** @returns undefined where the service refuses it */
  issueSession(...args: Parameters<Issue>): Promise<Awaited<ReturnType<Issue>> | undefined> {
    return this.call('sessions', 'issue', args);
  }

  private async call<T>(service: string, method: string, args: readonly unknown[]): Promise<T | undefined> {
    const id = ++this.calls;
    const answer = await new Promise<Answer>((done) => {
      this.waiting.set(id, done);
      this.child.send({ id, service, method, args });
    });
    if (answer.refusal?.includes('\n')) throw new Error(answer.refusal);
    return answer.refusal === undefined ? (answer.result as T) : undefined;
  }

  async close(): Promise<void> {
    const ended = once(this.child, 'exit');
    this.child.disconnect();
    await ended;
  }
}
