/** A pattern that may take too long, and that may stay because of what bounds the texts that reach it. */
export interface Exception {
  /** A file of the service, or the name of a package. */
  readonly where: string;
  readonly pattern: string;
  /** The bound, or the reason why no text of a stranger reaches the pattern. */
  readonly because: string;
}

export interface Finding {
  readonly where: string;
  readonly pattern: string;
  readonly why: string;
}

/** The findings without an exception, and the exceptions without a finding. */
export function decide(
  findings: readonly Finding[],
  exceptions: readonly Exception[],
): { open: readonly Finding[]; unused: readonly Exception[] } {
  const key = ({ where, pattern }: Finding | Exception): string => `${where}\n${pattern}`;
  const found = new Set(findings.map(key));
  const accepted = new Set(exceptions.map(key));
  return {
    open: findings.filter((each) => !accepted.has(key(each))),
    unused: exceptions.filter((each) => !found.has(key(each))),
  };
}
