/** A process cannot start, for a reason that an operator can remove. The message has one line per issue. */
export class StartupError extends Error {
  override readonly name: string = 'StartupError';
}
