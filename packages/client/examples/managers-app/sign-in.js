import { element, place } from './page.js';

/** A sign-in that has failed before the service was asked. */
export class SignInError extends Error {}

/** Kept by the browser while the user is at the provider; tokens are in memory only. */
const PENDING = 'sign-in';

/**
 * The view for users who are not signed in.
 * @param provider - issuer and client id, where the company has one; codes are sent by mail otherwise
 * @param enter - goes on with the session of the client
 */
export function signInView(client, provider, attempt, enter) {
  if (provider) {
    const onclick = () => attempt('Sign in', () => goToProvider(provider));
    return [element('button', { type: 'button', onclick }, 'Sign in')];
  }
  const show = (...children) => place('sign-in').replaceChildren(...children);
  const email = element('input', { type: 'email', required: true, autocomplete: 'email' });
  const code = element('input', { required: true, autocomplete: 'one-time-code' });

  const signIn = async (companyId) => {
    const proof = { email: email.value, code: code.value, ...(companyId && { companyId }) };
    const { data } = await client.signIn(proof);
    if (!('companies' in data)) return enter();
    return show(...data.companies.map(({ id, name }) => form(name, [], () => signIn(id))));
  };
  const askForCode = async () => {
    await client.requestSignInCode({ email: email.value });
    show(form('Sign in', [element('label', {}, 'Code of the mail ', code)], () => signIn()));
    code.focus();
  };
  const form = (label, fields, act) => {
    const onsubmit = (event) => {
      event.preventDefault();
      void attempt(label, act);
    };
    return element('form', { onsubmit }, ...fields, element('button', {}, label));
  };
  return [form('Send a code', [element('label', {}, 'E-mail address ', email)], askForCode)];
}

/** The page itself, without a query: it is registered at the provider. */
const redirectAddress = () => new URL('.', location.href).href;

/** Begins the authorization code flow with PKCE (RFC 7636, RFC 9700). */
async function goToProvider({ issuer, clientId }) {
  const { authorization_endpoint: endpoint } = await metadataOf(issuer);
  const [verifier, state, nonce] = [random(), random(), random()];
  sessionStorage.setItem(PENDING, JSON.stringify({ verifier, state, nonce }));
  const url = new URL(endpoint);
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier));
  const parameters = {
    ...{ response_type: 'code', client_id: clientId, redirect_uri: redirectAddress(), scope: 'openid email' },
    ...{ state, nonce, code_challenge: base64url(digest), code_challenge_method: 'S256' },
  };
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  location.assign(url);
}

/** The ID token of the user who comes back from the provider, with its nonce. */
export async function tokenOfProvider({ issuer, clientId }) {
  const answer = new URLSearchParams(location.search);
  history.replaceState(null, '', redirectAddress()); // a code works once
  const pending = JSON.parse(sessionStorage.getItem(PENDING) ?? '{}');
  sessionStorage.removeItem(PENDING);
  const isOurs = answer.get('state') === pending.state && (answer.get('iss') ?? issuer) === issuer;
  if (!isOurs) throw new SignInError('This is not the answer to a sign-in of this page. Sign in again.');
  const code = answer.get('code');
  if (code === null)
    throw new SignInError(`The provider says: ${answer.get('error_description') ?? answer.get('error')}`);
  const { token_endpoint: endpoint } = await metadataOf(issuer);
  const tokens = await jsonOf(endpoint, {
    method: 'POST',
    body: new URLSearchParams({
      ...{ grant_type: 'authorization_code', code, redirect_uri: redirectAddress() },
      ...{ client_id: clientId, code_verifier: pending.verifier },
    }),
  });
  return { idToken: tokens.id_token, nonce: pending.nonce };
}

async function metadataOf(issuer) {
  const metadata = await jsonOf(`${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`);
  if (metadata.issuer !== issuer) throw new SignInError('The provider has another issuer.');
  return metadata;
}

async function jsonOf(url, options) {
  const response = await fetch(url, options).catch(() => undefined);
  if (!response?.ok) throw new SignInError('The provider does not answer as it should. Sign in again.');
  return response.json();
}

const random = () => base64url(crypto.getRandomValues(new Uint8Array(32)));

function base64url(bytes) {
  const text = btoa(String.fromCharCode(...new Uint8Array(bytes)));
  return text.replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '');
}
