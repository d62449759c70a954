/** Causes of refusals that clients tell apart (RFC 7644, 3.12; RFC 9865, 2). */
export type ScimType =
  | 'invalidCursor'
  | 'invalidFilter'
  | 'invalidPath'
  | 'invalidSyntax'
  | 'invalidValue'
  | 'mutability'
  | 'noTarget'
  | 'tooMany'
  | 'uniqueness';

/** Refuses a request in the words of SCIM. */
export class ScimError extends Error {
  /**
   * @param status - HTTP status
   * @param detail - for the person who looks at the log of the identity provider
   */
  constructor(
    readonly status: 400 | 403 | 404 | 409 | 412 | 501,
    detail: string,
    readonly scimType?: ScimType,
  ) {
    super(detail);
    this.name = 'ScimError';
  }
}

/** The resource is unknown in the company, or was removed by DELETE. */
export function notFound(): ScimError {
  return new ScimError(404, 'There is no such resource.');
}

export function invalidValue(path: string, rule: string): ScimError {
  return new ScimError(400, `${path} ${rule}.`, 'invalidValue');
}

/** Another user has the value of an attribute. */
export function notUnique(attribute: string): ScimError {
  return new ScimError(409, `${attribute} belongs to another person.`, 'uniqueness');
}
