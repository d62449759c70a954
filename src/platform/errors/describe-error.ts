import { sqlErrorFacts, type SqlErrorFacts } from './sql-error-facts.js';

interface ErrorDescription extends SqlErrorFacts {
  readonly type: string;
  readonly message?: string;
  readonly code?: string;
  readonly stack?: string;
  readonly cause?: ErrorDescription;
}

/**
 * What a log may know of an error. The message and detail of a database error repeat values of the data, so they
 * are left out in favour of its state, constraint and table; so is the message at the head of its stack.
 */
export function describeError(error: unknown): ErrorDescription {
  if (!(error instanceof Error)) return { type: typeof error };
  const facts = sqlErrorFacts(error);
  const frames = error.stack?.split('\n').filter((line) => /^\s+at /.test(line));
  const code = (error as { code?: unknown }).code;
  return {
    type: error.name,
    ...(facts ?? { message: error.message }),
    ...(typeof code === 'string' && !facts && { code }),
    ...(frames && { stack: frames.join('\n') }),
    ...(error.cause !== undefined && { cause: describeError(error.cause) }),
  };
}
