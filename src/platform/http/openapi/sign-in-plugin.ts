import type { Collection, ReactLibrary } from './docs-plugin.js';

/** The parts of Swagger UI that the plugin uses. */
interface System {
  readonly React: ReactLibrary;
  readonly authSelectors: { readonly authorized: () => Collection };
  readonly specSelectors: { readonly securityDefinitions: () => Collection };
  readonly authActions: {
    readonly authorizeWithPersistOption: (credentials: object) => void;
    readonly logoutWithPersistOption: (schemes: readonly string[]) => void;
  };
}

interface DialogElement {
  readonly open: boolean;
  showModal(): void;
  close(): void;
  querySelector(selector: string): { focus(): void } | null;
}

interface SubmitEvent {
  preventDefault(): void;
  readonly target: { readonly elements: { namedItem(name: string): { value: string } | null } };
}

interface Company {
  readonly id: string;
  readonly name: string;
}

/** The answers to a sign-in: a session, or companies to choose from. */
interface SignInAnswer {
  readonly sessionId: string;
  readonly user: { readonly name: string };
  readonly companies?: readonly Company[];
}

/** The place in the dialog, with what was given before. */
interface Place {
  readonly step: 'closed' | 'address' | 'code' | 'company';
  readonly email: string;
  readonly code: string;
  readonly companies: readonly Company[];
  /** The reason why the last request was refused; shown as an alert. */
  readonly refusal: string;
  /** Shown beside the button while the dialog is closed. */
  readonly note: string;
  readonly isBusy: boolean;
}

/** Styles of the dialog, light and dark as those of Swagger UI. */
export const SIGN_IN_STYLES = `
.swagger-ui .sign-in-area { display: flex; flex-wrap: wrap; align-items: center; justify-content: flex-end; flex: 1; gap: 8px 10px }
.swagger-ui .sign-in-area .auth-wrapper { flex: none }
.swagger-ui .sign-in-area .sign-in-note { margin: 0 10px; font-family: sans-serif; font-size: 14px }
.swagger-ui .sign-in-area > .btn { padding: 5px 23px; line-height: 22px }
.swagger-ui .sign-in { box-sizing: border-box; width: 420px; max-width: calc(100vw - 32px); padding: 20px; border: 1px solid #d8dde7; border-radius: 4px; background: #fff; color: #3b4151; font-family: sans-serif }
.swagger-ui .sign-in::backdrop { background: rgba(0, 0, 0, .8) }
.swagger-ui .sign-in h2 { margin: 0 0 12px; font-size: 20px; color: inherit }
.swagger-ui .sign-in p { margin: 0 0 12px; font-size: 14px; line-height: 1.5; color: inherit }
.swagger-ui .sign-in label { display: block; margin: 0 0 4px; font-size: 14px; color: inherit }
.swagger-ui .sign-in input { box-sizing: border-box; width: 100%; max-width: none; min-width: 0; margin: 0 0 12px; font-size: 16px }
.swagger-ui .sign-in ul { list-style: none; margin: 0 0 12px; padding: 0 }
.swagger-ui .sign-in li .btn { width: 100%; margin: 0 0 8px }
.swagger-ui .sign-in .sign-in-buttons { display: flex; flex-wrap: wrap; gap: 8px }
.swagger-ui .sign-in .sign-in-refusal { color: #b00020 }
html.dark-mode .swagger-ui .sign-in { background: #2a2e30; border-color: #545d61; color: #e4e6e6 }
html.dark-mode .swagger-ui .sign-in .btn { border-color: #b7bcbf; color: #e4e6e6 }
html.dark-mode .swagger-ui .sign-in .sign-in-refusal { color: #ff8f8f }
`;

/**
 * A plugin of Swagger UI with "Sign in" and "Sign out" beside "Authorize". A code in a mail gives the session, which
 * requests carry from then on. Its text is sent to the browser, so it uses nothing from outside of itself.
 */
export function signInPlugin(): object {
  const scheme = 'companyAPISessionId';
  const sessions = '/api/v1/company/sessions';
  const nowhere: Place = {
    ...{ step: 'closed', email: '', code: '', companies: [], refusal: '', note: '', isBusy: false },
  };

  const reasonOf = (status: number, text: string): string => {
    if (status === 401)
      return 'The code is wrong, or not valid any more. Correct it, or ask for another one.';
    try {
      const { detail } = JSON.parse(text) as { detail?: unknown };
      if (typeof detail === 'string') return detail;
    } catch {
      // It was not the service that has answered.
    }
    return `The service has answered with the status ${status}. Try again later.`;
  };

  /** The text of an answer, with the reason if it is a refusal. */
  const send = async (
    method: string,
    path: string,
    init: object,
  ): Promise<{ status: number; text: string; refusal: string }> => {
    try {
      const response = await fetch(sessions + path, { method, ...init });
      const text = await response.text();
      const { ok, status } = response;
      return { status, text, refusal: ok ? '' : reasonOf(status, text) };
    } catch {
      return { status: 0, text: '', refusal: 'The service cannot be reached. Try again.' };
    }
  };

  const post = (path: string, body: object): ReturnType<typeof send> =>
    send('POST', path, { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) });

  const area =
    (Original: unknown, system: System) =>
    (props: object): unknown => {
      const { createElement: element, useEffect, useRef, useState } = system.React;
      const [place, setPlace] = useState<Place>(nowhere);
      const dialog = useRef<DialogElement | null>(null);
      const { step, email, code, companies, refusal, note, isBusy } = place;
      const sessionId = system.authSelectors.authorized().getIn([scheme, 'value']);
      const isSignedIn = typeof sessionId === 'string' && sessionId !== '';

      useEffect(() => {
        const shown = dialog.current;
        if (!shown) return;
        if (step === 'closed') {
          if (shown.open) shown.close(); // gives the focus back to the button
          return;
        }
        if (!shown.open) shown.showModal();
        shown.querySelector('[data-first]')?.focus();
      }, [step]);

      /** Does nothing if the dialog was closed meanwhile. */
      const change = (changes: Partial<Place>): void =>
        setPlace((before) => (before.step === 'closed' ? before : { ...before, ...changes }));

      const askForCode = async (address: string): Promise<void> => {
        change({ isBusy: true, refusal: '', email: address });
        const answer = await post('/codes', { email: address });
        change({ isBusy: false, refusal: answer.refusal, step: answer.refusal ? 'address' : 'code' });
      };

      const signIn = async (input: { code: string; companyId?: string }): Promise<void> => {
        change({ isBusy: true, refusal: '', code: input.code });
        const answer = await post('', { email, ...input });
        if (answer.refusal) {
          change({ isBusy: false, refusal: answer.refusal, step: 'code' });
          return;
        }
        const { sessionId: value, user, companies: offered } = JSON.parse(answer.text) as SignInAnswer;
        if (offered) {
          change({ isBusy: false, companies: offered, step: 'company' });
          return;
        }
        if (!dialog.current?.open) {
          await send('DELETE', '/current', { headers: { SessionId: value } }); // the user does not want it any more
          return;
        }
        const schema = system.specSelectors.securityDefinitions().get(scheme);
        system.authActions.authorizeWithPersistOption({ [scheme]: { name: scheme, schema, value } });
        setPlace({ ...nowhere, note: `Signed in as ${user.name}.` });
      };

      const signOut = async (): Promise<void> => {
        setPlace({ ...nowhere, isBusy: true });
        const headers = { SessionId: String(sessionId) };
        const answer = await send('DELETE', '/current', { headers });
        const hasEnded = !answer.refusal || answer.status === 401;
        if (hasEnded) system.authActions.logoutWithPersistOption([scheme]);
        setPlace({ ...nowhere, note: hasEnded ? 'Signed out.' : answer.refusal });
      };

      const textButton = (label: string, onClick: () => void): unknown =>
        element('button', { type: 'button', className: 'btn', onClick, 'aria-disabled': isBusy }, label);

      const submit = (label: string): unknown =>
        element('button', { type: 'submit', className: 'btn', 'aria-disabled': isBusy }, label);

      const field = (name: string, label: string, attributes: object): unknown => {
        const id = `sign-in-${name}`;
        const input = { id, name, required: true, 'data-first': true, spellCheck: false, ...attributes };
        return [
          element('label', { key: 'label', htmlFor: id }, label),
          element('input', { key: 'input', ...input }),
        ];
      };

      const form = (act: (value: string) => Promise<void>, ...children: unknown[]): unknown => {
        const onSubmit = (event: SubmitEvent): void => {
          event.preventDefault();
          const { elements } = event.target;
          if (!isBusy)
            void act((elements.namedItem('email') ?? elements.namedItem('code'))?.value.trim() ?? '');
        };
        return element('form', { key: step, onSubmit }, ...children);
      };

      const close = (): void => change(nowhere);
      const buttons = (...children: unknown[]): unknown =>
        element('div', { className: 'sign-in-buttons' }, ...children, textButton('Cancel', close));
      const askAgain = (): void => change({ step: 'address', refusal: '' });

      const content = (): unknown => {
        if (step === 'address')
          return form(
            askForCode,
            field('email', 'E-mail address', { type: 'email', autoComplete: 'email', defaultValue: email }),
            buttons(submit('Send a code')),
          );
        if (step === 'code')
          return form(
            (typed) => signIn({ code: typed }),
            element(
              'p',
              { role: 'status' },
              `If ${email} may sign in by a code, a mail with one is on its way. The code is valid for 10 minutes.`,
            ),
            field('code', 'Code', { autoComplete: 'one-time-code', autoCapitalize: 'characters' }),
            buttons(submit('Sign in'), textButton('Another code', askAgain)),
          );
        if (step === 'company')
          return element(
            'div',
            { key: step },
            element('p', { role: 'status' }, 'The address has users in several companies. Choose one.'),
            element(
              'ul',
              null,
              ...companies.map(({ id, name }, index) => {
                const choose = (): void => void (isBusy || signIn({ code, companyId: id }));
                const button = { type: 'button', className: 'btn', onClick: choose, 'aria-disabled': isBusy };
                return element(
                  'li',
                  { key: id },
                  element('button', { ...button, 'data-first': index === 0 || undefined }, name),
                );
              }),
            ),
            buttons(),
          );
        return null;
      };

      const open = (): void => setPlace({ ...nowhere, step: 'address' });
      const onClick = (): void => {
        if (isBusy) return;
        if (isSignedIn) void signOut();
        else open();
      };
      const button = {
        type: 'button',
        className: 'btn authorize',
        onClick,
      };
      return element(
        'div',
        { className: 'sign-in-area' },
        element('p', { className: 'sign-in-note', role: 'status' }, note),
        element(Original, props),
        element('button', button, isSignedIn ? 'Sign out' : 'Sign in'),
        element(
          'dialog',
          {
            ref: dialog,
            className: 'sign-in',
            'aria-busy': isBusy,
            'aria-labelledby': 'sign-in-title',
            onClose: close,
          },
          element('h2', { id: 'sign-in-title' }, 'Sign in'),
          element('p', { className: 'sign-in-refusal', role: 'alert' }, refusal),
          content(),
        ),
      );
    };

  return { wrapComponents: { authorizeBtn: area } };
}
