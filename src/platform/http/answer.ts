/** A return value of a handler whose status or headers depend on the request; other handlers return the body alone. */
export class Answer {
  /**
   * @param body - see {@link sendAnswer}
   * @param extra - `status` in place of the one of the handler, and further headers
   */
  constructor(
    readonly body: unknown,
    readonly extra: {
      readonly status?: number;
      readonly headers?: Readonly<Record<string, string>>;
    } = {},
  ) {}
}
