import type { DomainError } from '../../shared-kernel/domain-error.js';
import { explainFailure, type Failure } from './failure.js';

/** What a command that was done has to tell. */
export interface Outcome {
  /** The one document that `--json` prints. */
  readonly json: object;
  /** Printed without `--json`: where a command makes something, its id or secret and nothing else, for `$(…)`. */
  readonly text: string;
  /** More for a person, on standard error; the document of `--json` has it anyway. */
  readonly note?: string;
  /** Why the command ends as refused although it has told what it found. */
  readonly refusal?: DomainError;
}

/** Where the result of a command goes: standard output; all that is not the result goes to standard error. */
export class Output {
  constructor(private readonly asJson: boolean) {
    // A reader that goes away (`wes … | head`) is no failure of ours; other issues reach the writer's callback.
    for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
  }

  /** @throws the system's error when the result cannot be written, for instance to a full disk */
  async show({ json, text, note }: Outcome): Promise<void> {
    await write(process.stdout, `${this.asJson ? JSON.stringify(json) : text}\n`);
    if (!this.asJson && note !== undefined) await write(process.stderr, `${note}\n`);
  }

  /** Never fails: there is nobody left to tell. */
  async explain(failure: Failure): Promise<void> {
    const { code, message, issues = [] } = failure;
    const error = { code, message, ...(issues.length > 0 && { errors: issues }) };
    const text = this.asJson ? JSON.stringify({ error }) : explainFailure(failure);
    await write(process.stderr, `${text}\n`).catch(() => undefined);
  }

  /** Waits until everything written has left the process. */
  async flush(): Promise<void> {
    await Promise.allSettled([write(process.stdout, ''), write(process.stderr, '')]);
  }
}

function write(stream: NodeJS.WriteStream, text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    stream.write(text, (error?: NodeJS.ErrnoException | null) => {
      if (!error || error.code === 'EPIPE') resolve();
      else reject(error);
    });
  });
}
