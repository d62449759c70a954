import type { FromChild, ToChild } from './child-protocol.js';

/** What a child does from its start to its end. */
export interface Part {
  /** Told to the harness when everything is ready. */
  readonly ready: unknown;
  readonly answer?: (question: unknown) => Promise<unknown>;
  /** Leaves nothing behind. */
  end(): Promise<void>;
}

/**
 * Makes this process a child of the harness: it starts with the input that the harness sends, answers its
 * questions, and ends in order when the harness lets go of it. The channel between the two breaks in every case,
 * so nothing survives a harness that is interrupted or killed.
 */
export function becomeChild<Input>(start: (input: Input) => Promise<Part>): void {
  let part: Promise<Part> | undefined;
  let ending: Promise<void> | undefined;

  async function respond(content: unknown): Promise<unknown> {
    if (!part) return (await (part = start(content as Input))).ready;
    const { answer } = await part;
    if (!answer) throw new Error('this child answers no questions');
    return answer(content);
  }

  async function end(): Promise<void> {
    const started = await part?.catch(() => undefined);
    await started?.end();
  }

  function endOnce(): void {
    ending ??= end().then(
      () => process.exit(0),
      (error: unknown) => {
        process.stderr.write(`${String(error)}\n`);
        process.exit(1);
      },
    );
  }

  process.on('message', ({ content }: ToChild) => {
    respond(content).then(
      (answer) => send({ content: answer }),
      (error: unknown) => send({ failure: error instanceof Error ? error.message : String(error) }),
    );
  });
  process.once('disconnect', endOnce);
  process.on('SIGTERM', endOnce);
}

function send(message: FromChild): void {
  // The harness may have gone meanwhile; the process is ending then.
  if (process.connected) process.send?.(message);
}
