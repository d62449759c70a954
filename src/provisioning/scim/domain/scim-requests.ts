/** A request of an identity provider, without names and addresses of people. */
export interface ScimRequest {
  /** In the order of the requests. */
  readonly id: string;
  /** RFC 3339. */
  readonly at: string;
  readonly apiKeyId: string;
  /** Method and path, with the attributes of a filter. */
  readonly request: string;
  readonly objectId?: string;
  readonly status: number;
  /** Why it was refused. */
  readonly detail?: string;
  readonly durationMs: number;
}

/** Keeps the last requests of each company. */
export abstract class ScimRequests {
  /** Does no input or output. */
  abstract note(companyId: string, request: ScimRequest): void;
}
