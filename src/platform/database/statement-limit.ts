import { AsyncLocalStorage } from 'node:async_hooks';

const limits = new AsyncLocalStorage<number>();

/** Does work whose statements may take so long. */
export function withStatementLimit<T>(limitMs: number, work: () => Promise<T>): Promise<T> {
  return limits.run(limitMs, work);
}

/** Longest time of a statement of the current work; undefined where the limit of requests applies. */
export function statementLimit(): number | undefined {
  return limits.getStore();
}
