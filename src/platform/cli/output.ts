import type { DomainError } from '../../shared-kernel/domain-error.js';
import { explainFailure, type Failure } from './failure.js';

/** The result of a command. */
export interface Outcome {
  /** The one document that `--json` prints. */
  readonly json: object;
  /** Printed without `--json`: where a command makes something, its id or secret and nothing else, for `$(…)`. */
  readonly text: string;
  /** For people, on standard error; not printed with `--json`, whose document contains it. */
  readonly note?: string;
  /** Makes the command exit as refused after its result is printed. */
  readonly refusal?: DomainError;
}

/** Prints the result of a command on standard output, and everything else on standard error. */
export class Output {
  constructor(private readonly asJson: boolean) {
    // A closed pipe (`wes … | head`) is not an error; other errors reach the callback of the write.
    for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
  }

  /** @throws the system's error when the result cannot be written, for instance to a full disk */
  async show({ json, text, note }: Outcome): Promise<void> {
    await write(process.stdout, `${this.asJson ? JSON.stringify(json) : text}\n`);
    if (!this.asJson && note !== undefined) await write(process.stderr, `${note}\n`);
  }

  /** Lines for people, on standard error; not printed with `--json`. */
  async warn(lines: readonly string[]): Promise<void> {
    if (!this.asJson) for (const line of lines) await write(process.stderr, `Warning: ${line}\n`);
  }

  /** Never throws: there is no other place to report to. */
  async explain(failure: Failure): Promise<void> {
    const { code, message, issues = [] } = failure;
    const error = { code, message, ...(issues.length > 0 && { errors: issues }) };
    const text = this.asJson ? JSON.stringify({ error }) : explainFailure(failure);
    await write(process.stderr, `${text}\n`).catch(() => undefined);
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
