import type { FromChild, ToChild } from './child.js';

/** The work of a child process. */
export interface ChildTask {
  /** Sent to the harness when the child is ready. */
  readonly ready: unknown;
  answer?(question: unknown): Promise<unknown>;
  end?(): Promise<void>;
}

/**
 * Makes this process a child of the harness. The first message starts the task, later ones are questions. The channel
 * breaks when the harness ends in any way, even by SIGKILL; then the child cleans up and ends too.
 */
export function becomeChild<Input>(start: (input: Input) => Promise<ChildTask>): void {
  let task: Promise<ChildTask> | undefined;
  let ending: Promise<void> | undefined;

  async function respond(content: unknown): Promise<unknown> {
    if (!task) return (await (task = start(content as Input))).ready;
    return (await task).answer?.(content);
  }

  function end(): void {
    ending ??= (async () => {
      const started = await task?.catch(() => undefined);
      await started?.end?.();
    })().then(
      () => process.exit(0),
      (error: unknown) => {
        process.stderr.write(`${String(error)}\n`);
        process.exit(1);
      },
    );
  }

  function send(message: FromChild): void {
    if (process.connected) process.send?.(message);
  }

  process.on('message', ({ content }: ToChild) => {
    respond(content).then(
      (answer) => send({ content: answer }),
      (error: unknown) => send({ failure: error instanceof Error ? error.message : String(error) }),
    );
  });
  process.once('disconnect', end);
  process.on('SIGTERM', end);
}
