import { Presets, SingleBar } from 'cli-progress';

/** An import writes some kinds of records while it reads the file, and the others after that. */
type Phase = 'reading' | 'writing';

export interface ProgressBar {
  /** @param progress - from 0 to 1, in this phase */
  update(phase: Phase, progress: number): void;
  stop(): void;
}

/** A running bar on standard error. A pipe gets nothing. */
export function startProgressBar(): ProgressBar {
  const bar = new SingleBar(
    {
      stream: process.stderr,
      format: '{phase} {bar} {percentage} % | {duration_formatted}',
      hideCursor: true,
      clearOnComplete: true,
      stopOnComplete: false,
      gracefulExit: false,
    },
    Presets.shades_classic,
  );
  bar.start(1, 0, { phase: 'reading' });
  return {
    update: (phase, progress) => bar.update(progress, { phase }),
    stop: () => bar.stop(),
  };
}
