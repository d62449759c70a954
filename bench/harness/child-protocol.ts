/** What the harness tells a child: first its input, then one question after the other. */
export interface ToChild {
  readonly content: unknown;
}

/** What a child tells the harness, once per message. */
export type FromChild = { readonly content: unknown } | { readonly failure: string };
