const MAX_LENGTH = 500;

/** Name, code and message of an error, in one line that PostgreSQL can store, of at most 500 characters. */
export function failureReason(error: unknown): string {
  const line = describe(error)
    .replace(/[\p{Cc}\p{Cs}\s]+/gu, ' ')
    .trim();
  return line.length <= MAX_LENGTH ? line : `${line.slice(0, MAX_LENGTH - 1).toWellFormed()}…`;
}

function describe(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return describe(error.errors[0]);
  if (!(error instanceof Error)) return String(error);
  const { code } = error as { code?: unknown };
  const isCodeNamed = typeof code !== 'string' || error.message.includes(code);
  return [error.name, isCodeNamed ? undefined : code, error.message].filter(Boolean).join(': ');
}
