import busboy from 'busboy';
import type { Request } from 'express';
import { ValidationFailed } from '../../shared-kernel/validation-failed.js';
import { MAX_FORM_BYTES } from './limits.js';
import { checkMediaType, readBytes } from './request-body.js';

type Form = ReadonlyMap<string, string>;

const URL_ENCODED = 'application/x-www-form-urlencoded';
const FORM_TYPES = {
  pattern: /^(?:application\/x-www-form-urlencoded|multipart\/form-data)\s*(?:;|$)/i,
  names: 'application/x-www-form-urlencoded or multipart/form-data',
};

/**
 * Reads the texts of a form, for a handler with `@StreamedBody()`. One without a content type counts as URL-encoded;
 * files are left out. It is parsed when it is read, because the parser does not bound what is around the parts.
 * @throws {HttpProblem}
 * @throws {ValidationFailed}
 */
export async function readForm(request: Request): Promise<Form> {
  checkMediaType(request, FORM_TYPES);
  const bytes = await readBytes(request, { bytes: MAX_FORM_BYTES });
  try {
    return await parse(bytes, request.headers['content-type'] || URL_ENCODED);
  } catch {
    const message = 'must be a form in the named encoding';
    throw new ValidationFailed([{ path: '', code: 'MALFORMED', message }]);
  }
}

function parse(bytes: Buffer, contentType: string): Promise<Form> {
  return new Promise((resolve, reject) => {
    const fields = new Map<string, string>();
    busboy({ headers: { 'content-type': contentType }, limits: { files: 0 } })
      .on('field', (name, value) => void fields.set(name, value))
      .on('close', () => resolve(fields))
      .on('error', reject)
      .end(bytes);
  });
}
