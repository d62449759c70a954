import { Presets, SingleBar } from 'cli-progress';

/** A bar for people who watch; a pipe gets nothing. */
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

  /** Moves the bar, which appears with its first move. */
  readonly move = (share: number): void => {
    if (!process.stderr.isTTY) return;
    if (!this.bar.isActive) this.bar.start(1, 0);
    this.bar.update(share);
  };

  /** Takes the bar away. */
  remove(): void {
    this.bar.stop();
  }
}
