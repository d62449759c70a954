/** By what a request names a person: exactly one of both. */
export interface PersonKey {
  readonly externalId?: string | undefined;
  readonly email?: string | undefined;
}
