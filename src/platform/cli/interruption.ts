import { constants } from 'node:os';

const STOP_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

type StopSignal = (typeof STOP_SIGNALS)[number];

/** A signal ended the command early. */
export class Interrupted extends Error {
  /** Exit code by which a shell knows a process that a signal has ended. */
  readonly exitCode: number;

  constructor(signal: StopSignal) {
    super(`Interrupted by ${signal}.`);
    this.name = 'Interrupted';
    this.exitCode = 128 + constants.signals[signal];
  }
}

/** Ends a command early: a signal, or the loss of the embedded database. */
export class Interruption {
  /** Rejects when the command has to end. */
  readonly happened: Promise<never>;
  /** Ends the command for a reason. */
  readonly because: (reason: unknown) => void;

  constructor() {
    let reject: (reason: unknown) => void = () => undefined;
    this.happened = new Promise<never>((_resolve, rejectPromise) => (reject = rejectPromise));
    this.happened.catch(() => undefined); // it may reject before it is awaited
    this.because = reject;
  }

  /** Listens for the first signal to stop; another one of its kind ends the process at once. */
  listen(): void {
    const stop = (signal: StopSignal): void => {
      const interrupted = new Interrupted(signal);
      this.because(interrupted);
      process.once(signal, () => process.exit(interrupted.exitCode));
    };
    for (const signal of STOP_SIGNALS) process.once(signal, stop);
  }
}
