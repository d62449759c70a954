const MOST_SHOWN = 20;

/** Counts failures by their text. */
export class Failures {
  private readonly counts = new Map<string, { count: number; example: string }>();

  /** @param example - what shows the first one in full */
  add(text: string, example = ''): void {
    const known = this.counts.get(text);
    if (known) known.count++;
    else this.counts.set(text, { count: 1, example });
  }

  /** The first one, with what shows it. */
  first(): string | undefined {
    for (const [text, { example }] of this.counts) return example ? `${text}: ${example}` : text;
    return undefined;
  }

  /** @throws when there are any */
  expectNone(): void {
    if (this.counts.size === 0) return;
    const lines = [...this.counts].map(
      ([text, { count, example }]) => `${count} × ${text}${example && `\n    ${example}`}`,
    );
    throw new Error([`${this.counts.size} kinds of failures:`, ...lines.slice(0, MOST_SHOWN)].join('\n'));
  }
}

/** A count with separators of thousands. */
export function counted(count: number): string {
  return count.toLocaleString('en');
}
