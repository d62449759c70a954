/** The part of busboy that is used; the package has no types. */
declare module 'busboy' {
  import type { Writable } from 'node:stream';

  interface Parser extends Writable {
    on(event: 'field', listener: (name: string, value: string) => void): this;
    on(event: 'close', listener: () => void): this;
    on(event: 'error', listener: (error: Error) => void): this;
  }

  /** @throws {Error} when the content type has no boundary */
  export default function busboy(options: {
    readonly headers: { readonly 'content-type': string };
    readonly limits: { readonly files: number };
  }): Parser;
}
