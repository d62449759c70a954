import type { ValidationIssue } from './validation-issue.js';

/** The cause in the terms of the caller; the transport chooses the status. */
export type DomainErrorKind =
  | 'invalid'
  /** It is not known who the caller is. */
  | 'unauthenticated'
  | 'not-found'
  | 'forbidden'
  | 'conflict'
  | 'gone'
  | 'precondition'
  | 'too-large'
  /** As much is being done as may be: answered with the time after which there may be room. */
  | 'busy'
  /** Another system is needed that does not answer. */
  | 'unavailable';

/** A rule of the domain refused what was asked. Its message is safe to show to the caller. */
export class DomainError extends Error {
  /**
   * @param kind - how the caller can react
   * @param code - stable UPPER_SNAKE code of the rule
   * @param message - the rule in words, without personal data
   * @param issues - the properties that violate the rule, where it concerns single properties
   */
  constructor(
    readonly kind: DomainErrorKind,
    readonly code: string,
    message: string,
    readonly issues: readonly ValidationIssue[] = [],
  ) {
    super(message);
    this.name = new.target.name;
  }
}

/** An error of the API, for callers, `docs/errors.md` and the answers of OpenAPI. */
export interface ErrorDefinition {
  readonly kind: DomainErrorKind;
  /** The kind of a refused write, where a context answers its writes in a way of its own. */
  readonly kindOfWrites?: DomainErrorKind;
  readonly meaning: string;
  /** For the caller. */
  readonly remedy: string;
  /** The message of an error that says nothing more exact; the meaning where it is left out. */
  readonly detail?: string;
  /** The issues of an example. */
  readonly errors?: readonly ValidationIssue[];
}

/** A class that {@link defineError} makes. */
interface ErrorBase {
  readonly code: string;
  new (message?: string, issues?: readonly ValidationIssue[]): DomainError;
}

/** A class that extends one of {@link defineError}. */
export interface DefinedError {
  readonly code: string;
  new (...values: never[]): DomainError;
}

const definitions = new Map<string, ErrorDefinition>();

/** All errors of the API that contexts define, by code. Those of a context are there once it is loaded. */
export const DEFINED_ERRORS: ReadonlyMap<string, ErrorDefinition> = definitions;

/**
 * The base class of an error of the API, which thereby is in the document and in `docs/errors.md`.
 * @param code - stable UPPER_SNAKE code; several errors that callers need not tell apart extend one class
 */
export function defineError(code: string, definition: ErrorDefinition): ErrorBase {
  if (definitions.has(code)) throw new Error(`The error ${code} is defined twice.`);
  definitions.set(code, definition);
  const { kind, meaning, detail = meaning } = definition;
  return class extends DomainError {
    static readonly code = code;

    constructor(message = detail, issues?: readonly ValidationIssue[]) {
      super(kind, code, message, issues);
    }
  };
}
