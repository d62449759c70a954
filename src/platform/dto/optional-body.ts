const OPTIONAL_BODY = Symbol('optional-body');

/** For a request class without required properties: a missing body counts as an empty one. */
export function OptionalBody(): ClassDecorator {
  return (type) => Reflect.defineMetadata(OPTIONAL_BODY, true, type);
}

export function isOptionalBody(type: object): boolean {
  return Reflect.hasMetadata(OPTIONAL_BODY, type);
}
