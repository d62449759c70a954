import { constants, openSync, writeSync } from 'node:fs';

/** Most bytes of the log that wait for a reader who does not take them; later lines are dropped. */
export const MAX_UNREAD_LOG_BYTES = 1024 * 1024;

const RETRY_MS = 10;
/** Longest wait of a process that ends for a slow reader. */
const EXIT_WAIT_MS = 500;

interface StandardStream {
  readonly fd: number;
  readonly isTTY: boolean;
  on(event: 'error', listener: () => void): unknown;
}

/**
 * Standard output or standard error of a process that must not depend on them: a write never waits and never fails.
 * Text that cannot be written (stopped reader, closed pipe, full disk) is kept and tried again, up to a limit.
 *
 * Not `process.stdout.write`, whose text is lost at exit if the pipe is full. Not `fs.write` or pino's asynchronous
 * destination either: they write in the thread pool, and a thread that waits for a reader keeps `process.exit` waiting.
 */
export class Output {
  private readonly fd: number;
  /** Lines after {@link unwritten}. */
  private lines: string[] = [];
  private length = 0;
  /** The part that the system has not taken. */
  private unwritten: Buffer = Buffer.alloc(0);
  private timer: NodeJS.Timeout | undefined;

  /** @param stream - of Node, which has made its descriptor non-blocking if it is a pipe or socket */
  constructor(stream: StandardStream) {
    this.fd = stream.isTTY ? openNonBlocking(stream.fd) : stream.fd;
    stream.on('error', () => undefined); // of other writers, such as the warnings of Node
    process.once('exit', () => this.end());
  }

  /** Writes whole lines, at once unless earlier ones still wait for the reader. */
  write(text: string): void {
    if (this.length + this.unwritten.length > MAX_UNREAD_LOG_BYTES) return;
    this.lines.push(text);
    this.length += text.length;
    if (this.timer === undefined) this.flush();
  }

  /** Writes as much as the system takes. @returns the error that kept it from writing everything */
  private flush(): NodeJS.ErrnoException | undefined {
    clearTimeout(this.timer);
    this.timer = undefined;
    try {
      while (this.unwritten.length > 0 || this.lines.length > 0) {
        if (this.unwritten.length === 0) this.takeLines();
        this.unwritten = this.unwritten.subarray(writeSync(this.fd, this.unwritten));
      }
      return undefined;
    } catch (error) {
      this.timer = setTimeout(() => this.flush(), RETRY_MS).unref();
      return error as NodeJS.ErrnoException;
    }
  }

  private takeLines(): void {
    this.unwritten = Buffer.from(this.lines.join(''));
    this.lines = [];
    this.length = 0;
  }

  private end(): void {
    const deadline = performance.now() + EXIT_WAIT_MS;
    while (isFull(this.flush()) && performance.now() < deadline) pause(RETRY_MS);
  }
}

let standardOutput: Output | undefined;
let standardError: Output | undefined;

/** Standard output of the service. Everything that the running service prints goes through it, in order. */
export function stdout(): Output {
  return (standardOutput ??= new Output(process.stdout));
}

/** Standard error of the service. */
export function stderr(): Output {
  return (standardError ??= new Output(process.stderr));
}

/** Opens a terminal again, because Node makes its descriptor blocking. */
function openNonBlocking(fd: number): number {
  try {
    return openSync(`/dev/fd/${fd}`, constants.O_WRONLY | constants.O_NONBLOCK | constants.O_NOCTTY);
  } catch {
    return fd; // a system without /dev/fd
  }
}

/** True for a write that failed because the reader of a pipe or terminal is behind. */
function isFull(error: unknown): boolean {
  return (error as NodeJS.ErrnoException | undefined)?.code === 'EAGAIN';
}

/** Blocks, because nothing asynchronous runs at exit. */
function pause(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}
