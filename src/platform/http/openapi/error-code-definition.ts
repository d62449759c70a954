/** What an `errorCode` says, for `docs/errors.md` and for the answers of OpenAPI. */
export interface ErrorCodeDefinition {
  /** The statuses with which it is answered. */
  readonly statuses: readonly number[];
  readonly meaning: string;
  /** What the caller can do. */
  readonly remedy: string;
  /** The `detail` of an example. */
  readonly detail: string;
  readonly errors?: readonly { readonly path: string; readonly code: string; readonly message: string }[];
  readonly header?: { readonly name: string; readonly description: string; readonly example: string };
}
