import type { Request } from 'express';
import { ValidationFailed } from '../../shared-kernel/validation-failed.js';
import { MAX_FORM_BYTES } from './limits.js';
import { checkMediaType, readBytes } from './request-body.js';

const URL_ENCODED = 'application/x-www-form-urlencoded';
const FORM_TYPE = /^(?:application\/x-www-form-urlencoded|multipart\/form-data)\s*(?:;|$)/i;

/**
 * Reads a form without files, for a handler with `@StreamedBody()`. One without a content type counts as URL-encoded.
 * The platform parses both encodings, and the size is known before: multer, which streams files, would bound neither
 * what comes before the first part nor what comes behind the last.
 * @throws {HttpProblem}
 * @throws {ValidationFailed}
 */
export async function readForm(request: Request): Promise<ReadonlyMap<string, string>> {
  checkMediaType(request, FORM_TYPE);
  const bytes = await readBytes(request, { bytes: MAX_FORM_BYTES });
  const headers = { 'Content-Type': request.headers['content-type'] ?? URL_ENCODED };
  try {
    const fields = await new Response(new Uint8Array(bytes), { headers }).formData();
    return new Map([...fields].filter((field): field is [string, string] => typeof field[1] === 'string'));
  } catch {
    throw new ValidationFailed([
      { path: '', code: 'MALFORMED', message: 'must be a form in the named encoding' },
    ]);
  }
}
