import type { DomainError } from '../../src/shared-kernel/domain-error.js';

/** Path and code of each issue for which work is refused; none when it succeeds. */
export function issuesOf(work: Promise<unknown>): Promise<string[][]> {
  return work.then(
    () => [],
    (error: unknown) => (error as DomainError).issues.map(({ path, code }) => [path, code]),
  );
}
