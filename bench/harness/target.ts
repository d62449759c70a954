/** Something that answers a request, driven in turn with the other targets of its bench. */
export interface Target {
  readonly name: string;
  readonly url: string;
  /** Asked for in turn, below {@link url}, which is an origin then. */
  readonly paths?: readonly string[];
  readonly headers?: Readonly<Record<string, string>>;
  /** Every other status counts as a failure. 200 when left out. */
  readonly expectedStatus?: number;
}
