/** The parts of Swagger UI that the plugin uses: collections of Immutable.js, and React. */
export interface Collection {
  get(key: string): unknown;
  set(key: string, value: unknown): Collection;
  getIn(path: readonly string[]): unknown;
  filter(keep: (each: Collection) => boolean): Collection;
  map(change: (each: Collection, key: string) => Collection): Collection;
  readonly size: number;
}

export interface ReactLibrary {
  readonly createElement: (type: unknown, props: object | null, ...children: unknown[]) => unknown;
  readonly useState: <T>(initial: T) => [T, (value: T | ((before: T) => T)) => void];
  readonly useRef: <T>(initial: T) => { readonly current: T };
  readonly useEffect: (effect: () => void, dependencies: readonly unknown[]) => void;
}

interface System {
  readonly React: ReactLibrary;
  /** True before anything was typed into the filter box. */
  readonly layoutSelectors: { readonly currentFilter: () => unknown };
}

interface ResponseProps {
  readonly code: string;
  readonly response: Collection;
  readonly getComponent: (name: string, isContainer?: boolean) => unknown;
}

/**
 * A plugin of Swagger UI. Its text is sent to the browser, so it uses nothing from outside of itself.
 *
 * - The filter box finds the operations with all of its words in their tag, path, summary, method or id, in any case.
 *   The box of Swagger UI compares tags only, with case.
 * - The answers with errors are one line each until they are unfolded: they have one schema.
 * - Messages of webhooks are left out while operations are filtered by other words.
 */
export function docsPlugin(): object {
  return {
    fn: {
      opsFilter(tags: Collection, phrase: string): Collection {
        const words = phrase.toLowerCase().split(/\s+/);
        const isFound = (operation: Collection, tag: string): boolean => {
          const described = ['summary', 'operationId'].map((name) => operation.getIn(['operation', name]));
          const parts = [tag, operation.get('method'), operation.get('path'), ...described];
          const text = parts.join(' ').toLowerCase();
          return words.every((word) => text.includes(word));
        };
        return tags
          .map((group, tag) =>
            group.set(
              'operations',
              (group.get('operations') as Collection).filter((each) => isFound(each, tag)),
            ),
          )
          .filter((group) => (group.get('operations') as Collection).size > 0);
      },
    },
    wrapComponents: {
      Webhooks:
        (Original: unknown, { React, layoutSelectors }: System) =>
        (props: object): unknown => {
          const phrase = layoutSelectors.currentFilter();
          const isHidden = typeof phrase === 'string' && !'webhooks'.includes(phrase.toLowerCase().trim());
          return isHidden ? null : React.createElement(Original, props);
        },
      response:
        (Original: unknown, { React }: System) =>
        (props: ResponseProps): unknown => {
          const [isOpen, setOpen] = React.useState(false);
          const { code, response, getComponent } = props;
          const element = React.createElement;
          if (isOpen || code < '400' || !response.get('content')) return element(Original, props);
          const description = element(getComponent('Markdown', true), {
            source: response.get('description'),
          });
          const unfold = { type: 'button', className: 'btn', onClick: () => setOpen(true) };
          return element(
            'tr',
            { className: 'response', 'data-code': code },
            element('td', { className: 'response-col_status' }, code),
            element('td', { className: 'response-col_description' }, description),
            element('td', { className: 'response-col_links' }, element('button', unfold, 'Unfold')),
          );
        },
    },
  };
}
