import { applyDecorators, Header } from '@nestjs/common';
import { ApiExtension } from '@nestjs/swagger';

/** An operation that clients leave, by `docs/versions.md`. */
export interface Deprecation {
  /** The day, `YYYY-MM-DD`, from which it is deprecated. */
  readonly since: string;
  /** The day from which it may be gone, at least 12 months later. */
  readonly sunset: string;
  /** The id of the operation that replaces it. */
  readonly instead: string;
}

/** A deprecated operation works at least this long. */
const MONTHS = 12;

/**
 * Deprecates a handler: its answers carry `Deprecation` (RFC 9745) and `Sunset` (RFC 8594), and the document says so.
 * @throws for days that are none, or with fewer than 12 months between them
 */
export function Deprecated(deprecation: Deprecation): MethodDecorator {
  const { since, sunset } = deprecation;
  const earliest = new Date(since);
  earliest.setUTCMonth(earliest.getUTCMonth() + MONTHS);
  if (!(new Date(sunset) >= earliest))
    throw new Error(`The sunset ${sunset} is not ${MONTHS} months after ${since}.`);
  const headers = Object.entries(deprecationHeaders(deprecation)).map(([name, value]) => Header(name, value));
  return applyDecorators(...headers, ApiExtension('x-deprecation', deprecation));
}

/** The headers of every answer of a deprecated handler. */
export function deprecationHeaders({ since, sunset }: Deprecation): Readonly<Record<string, string>> {
  return {
    Deprecation: `@${Date.parse(since) / 1_000}`,
    Sunset: new Date(sunset).toUTCString(),
  };
}
