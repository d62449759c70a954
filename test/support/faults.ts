import type { DomainError } from '../../src/shared-kernel/domain-error.js';

/** Path and code of each fault for which work is refused; none when it succeeds. */
export function faultsOf(work: Promise<unknown>): Promise<string[][]> {
  return work.then(
    () => [],
    (error: unknown) => (error as DomainError).faults.map(({ path, code }) => [path, code]),
  );
}
