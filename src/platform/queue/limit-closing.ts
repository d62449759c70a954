import type { Queue } from 'bull';

/** Longest time that Redis gets to answer when a queue is closed. */
const CLOSE_LIMIT_MS = 2_000;

/** The connections of a queue, which its types do not show. */
interface Connections {
  readonly clients: readonly { disconnect(): void }[];
}

/**
 * Changes `close()`, which `@nestjs/bull` calls as well, so that it does not wait for Redis for long, and not for jobs:
 * the processor has finished them before. Bull's own way waits for a frozen Redis without limit and, when Redis is down
 * while a job runs, leaves a rejection unhandled, which ends the process in the middle of the job.
 */
export function limitClosing(queue: Queue): void {
  const close = queue.close.bind(queue);
  let closing: Promise<void> | undefined;
  queue.close = () => (closing ??= limited(close(true), queue));
}

async function limited(closing: Promise<void>, queue: Queue): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => (timer = setTimeout(resolve, CLOSE_LIMIT_MS)));
  await Promise.race([closing.catch(() => undefined), late]);
  clearTimeout(timer);
  for (const client of (queue as unknown as Connections).clients) client.disconnect();
}
