import { property, sqlErrorFacts, type SqlErrorFacts } from './sql-error-facts.js';

interface ErrorDescription extends SqlErrorFacts {
  readonly type: string;
  readonly message?: string;
  readonly code?: string;
  readonly stack?: string;
  readonly cause?: ErrorDescription;
}

/**
 * The parts of an error that may be logged. Message and detail of a database error contain data, so its SQLSTATE,
 * constraint and table are used instead; the message is also removed from the stack.
 */
export function describeError(error: unknown): ErrorDescription {
  if (!(error instanceof Error)) return { type: typeof error };
  const facts = sqlErrorFacts(error);
  const frames = error.stack?.split('\n').filter((line) => /^\s+at /.test(line));
  const code = property(error, 'code');
  return {
    type: error.name,
    ...(facts ?? { message: error.message }),
    ...(code !== undefined && !facts && { code }),
    ...(frames && { stack: frames.join('\n') }),
    ...(error.cause !== undefined && { cause: describeError(error.cause) }),
  };
}
