import { Presets, SingleBar } from 'cli-progress';

/** A running bar on standard error. A pipe gets nothing. */
export function startProgressBar(): SingleBar {
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
  return bar;
}
