import { Presets, SingleBar } from 'cli-progress';

/** On standard error, and only if that is a terminal. */
export class ProgressBar {
  private readonly bar = new SingleBar(
    {
      stream: process.stderr,
      format: '{bar} {percentage} % | {duration_formatted}',
      hideCursor: true,
      clearOnComplete: true,
      stopOnComplete: false,
      gracefulExit: false,
    },
    Presets.shades_classic,
  );

  /** The first call shows the bar. @param progress - from 0 to 1 */
  readonly move = (progress: number): void => {
    if (!process.stderr.isTTY) return;
    if (!this.bar.isActive) this.bar.start(1, 0);
    this.bar.update(progress);
  };

  remove(): void {
    this.bar.stop();
  }
}
