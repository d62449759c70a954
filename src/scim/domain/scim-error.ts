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
   * @param logged - the detail without texts of the request, which may name people
   */
  constructor(
    readonly status: 400 | 403 | 404 | 409 | 412 | 501,
    detail: string,
    readonly scimType?: ScimType,
    readonly logged = detail,
  ) {
    super(detail);
    this.name = 'ScimError';
  }
}

/** The resource is unknown in the company, or was removed by DELETE. */
export function notFound(): ScimError {
  return new ScimError(404, 'There is no such resource.');
}

/** The path names nothing that is known. */
export function unknownPath(path: string, rule: string): ScimError {
  return new ScimError(400, `${path} ${rule}.`, 'invalidPath', `${maskedPath(path)} ${rule}.`);
}

export function readOnlyPath(path: string): ScimError {
  const rule = 'is written by the service only';
  return new ScimError(400, `${path} ${rule}.`, 'mutability', `${maskedPath(path)} ${rule}.`);
}

/** Names of attributes without the filter between them, or nothing of a path that has another form. */
function maskedPath(path: string): string {
  const [, first, filter = '', last = ''] = /^([\w$.:-]{1,150})(\[.*\])?(\.[\w$-]{1,50})?$/s.exec(path) ?? [];
  return first === undefined ? 'A path' : `${first}${filter && '[…]'}${last}`;
}

/** @param path - of the schema */
export function invalidValue(path: string, rule: string): ScimError {
  return new ScimError(400, `${path} ${rule}.`, 'invalidValue');
}

/** A person who does not work for the company any more, and whom SCIM shows, has the name. */
export function disabledHolder(): ScimError {
  const rule =
    'userName belongs to a person with active false: set active to true in place of creating a user.';
  return new ScimError(409, rule, 'uniqueness');
}

/** A required attribute is not removed (RFC 7644, 3.5.2.2). */
export function requiredPath(name: string): ScimError {
  return new ScimError(400, `${name} is required, and cannot be removed.`, 'mutability');
}

/** Another user has the value of an attribute. */
export function notUnique(attribute: string): ScimError {
  return new ScimError(409, `${attribute} belongs to another person.`, 'uniqueness');
}

/** Another group has the name, and the client wants names to be unique. */
export function takenGroupName(): ScimError {
  return new ScimError(409, 'displayName is that of another group.', 'uniqueness');
}
