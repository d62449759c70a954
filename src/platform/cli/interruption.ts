import { constants } from 'node:os';

const STOP_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** A signal ended the command early. */
export class Interrupted extends Error {
  /** Exit code by which a shell knows a process that a signal has ended. */
  readonly exitCode: number;

  constructor(signal: (typeof STOP_SIGNALS)[number]) {
    super(`Interrupted by ${signal}.`);
    this.name = 'Interrupted';
    this.exitCode = 128 + constants.signals[signal];
  }
}

/** Ends a command early: the first signal to stop, or the loss of the embedded database. */
export class Interruption {
  /** Rejects when the command has to end. */
  readonly happened: Promise<never>;
  /** Ends the command for a reason. */
  because: (reason: unknown) => void = () => undefined;

  /** Listens for signals; a second one of the same kind ends the process at once. */
  constructor() {
    this.happened = new Promise<never>((_resolve, reject) => (this.because = reject));
    this.happened.catch(() => undefined); // it may reject before it is awaited
    for (const signal of STOP_SIGNALS)
      process.once(signal, () => {
        const interrupted = new Interrupted(signal);
        this.because(interrupted);
        process.once(signal, () => process.exit(interrupted.exitCode));
      });
  }
}
