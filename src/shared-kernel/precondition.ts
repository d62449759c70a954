import { DomainError } from './domain-error.js';

/** The resource is not, or no longer, what the caller of a write has seen. */
export class PreconditionFailed extends DomainError {
  constructor() {
    super(
      'precondition',
      'PRECONDITION_FAILED',
      'The resource has changed: If-Match names none of its current entity tags.',
    );
  }
}

/** A condition of the caller on the resource (ADR 23). A write without one does no further work. */
export interface Precondition {
  /**
   * To be called when the resource is locked, and before it changes.
   * @param read - gives the JSON of the resource as the caller reads it, in the transaction of the write
   * @throws {PreconditionFailed}
   */
  check(read: () => Promise<string>): Promise<void>;
}
