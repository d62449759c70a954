/** A part of a file, both ends inclusive, in bytes. */
export interface Part {
  readonly start: number;
  readonly end: number;
}

const ONE_RANGE = /^bytes=(?:(\d{1,15})-(\d{1,15})?|-(\d{1,15}))$/i;

/**
 * The part that a `Range` header asks for (RFC 9110, 14.2). What is no single range of bytes is ignored, as the
 * standard allows: the whole file is always a right answer.
 * @param size - of the whole file, in bytes
 */
export function requestedPart(range: string | undefined, size: number): Part | 'whole' | 'unsatisfiable' {
  const match = range === undefined ? null : ONE_RANGE.exec(range.trim());
  if (!match) return 'whole';
  const [, first, last, suffix] = match;
  if (first === undefined) {
    const length = Number(suffix);
    if (length === 0 || size === 0) return 'unsatisfiable';
    return { start: Math.max(0, size - length), end: size - 1 };
  }
  const start = Number(first);
  const end = last === undefined ? size - 1 : Math.min(Number(last), size - 1);
  if (last !== undefined && Number(last) < start) return 'whole';
  return start >= size ? 'unsatisfiable' : { start, end };
}
