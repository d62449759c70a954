import { ValidationFailed } from '../../shared-kernel/validation-failed.js';
import type { ValidationIssue } from '../../shared-kernel/validation-issue.js';
import { MAX_SIGN_IN_CLIENTS, PROVIDER_LIMITS } from './sign-in.limits.js';

/** `auto`: on where the company has no provider. */
export const CODE_MODES = ['on', 'off', 'auto'] as const;
export type CodeMode = (typeof CODE_MODES)[number];

/** `employees`: a manager of the staff gets a user at the first sign-in, whose role follows that of the employee. */
export const ROLE_SOURCES = ['users', 'employees'] as const;
export type RolesFrom = (typeof ROLE_SOURCES)[number];

/** How the users of a company sign in. */
export interface SignInSettings {
  /** The identity provider: its issuer, exactly as tokens have it. */
  readonly issuer?: string | undefined;
  /** Ids of the apps of the company at the provider; none without an issuer. */
  readonly clientIds: readonly string[];
  /** The provider issues no addresses of others, so that it need not say that one is verified. */
  readonly trustEmail: boolean;
  /** Codes by e-mail. */
  readonly codes: CodeMode;
  /** Who has a user: those whom admins and the operator have made, or also the managers of the staff. */
  readonly rolesFrom: RolesFrom;
  /** Length of a session, in seconds; {@link DEFAULT_SESSION_S} if absent. */
  readonly sessionS?: number | undefined;
}

/** 12 hours. */
export const DEFAULT_SESSION_S = 43_200;

const SESSION_S = { least: 60, most: 30 * 86_400 } as const;

/** Those of a company that has set nothing. */
export const DEFAULT_SIGN_IN_SETTINGS: SignInSettings = {
  clientIds: [],
  trustEmail: false,
  codes: 'auto',
  rolesFrom: 'users',
};

/** True if users of a company may sign in by a code. */
export function allowsCodes({ issuer, codes }: Pick<SignInSettings, 'issuer' | 'codes'>): boolean {
  return codes === 'on' || (codes === 'auto' && issuer === undefined);
}

/** @throws {ValidationFailed} naming each violated rule, below `signIn` */
export function checkSignIn({ issuer, clientIds, sessionS }: SignInSettings): void {
  const issue = (path: string, code: string, message: string): ValidationIssue => ({ path, code, message });
  const issues = [
    ...(issuer === undefined ? [] : issuerIssues(issuer)).map((each) => ({ ...each, path: 'issuer' })),
    ...(clientIds.every(isClientId) ? [] : [issue('clientIds', 'CLIENT_ID', CLIENT_ID_RULE)]),
    ...(clientIds.length > MAX_SIGN_IN_CLIENTS
      ? [issue('clientIds', 'TOO_MANY', `must have at most ${MAX_SIGN_IN_CLIENTS} client ids`)]
      : []),
    ...((issuer === undefined) === (clientIds.length === 0)
      ? []
      : [issue('clientIds', 'REQUIRED', 'and the issuer must be set together')]),
    ...(sessionS === undefined || (sessionS >= SESSION_S.least && sessionS <= SESSION_S.most)
      ? []
      : [issue('sessionS', 'OUT_OF_RANGE', 'must be from 1 minute to 30 days')]),
  ];
  if (issues.length > 0)
    throw new ValidationFailed(issues.map((each) => ({ ...each, path: `signIn.${each.path}` })));
}

const CLIENT_ID_RULE = `must be 1 to ${PROVIDER_LIMITS.clientId.maxLength} printable characters of ASCII each`;

function isClientId(text: string): boolean {
  return text.length <= PROVIDER_LIMITS.clientId.maxLength && /^[!-~]+$/.test(text);
}

/** Tenants of Entra whose tokens have the issuer of the tenant of the user, and that of all private accounts. */
const OF_EVERYBODY = ['common', 'organizations', 'consumers', '9188040d-6c67-4c5b-b112-36a304b66dad'];

const ENTRA_HOSTS: readonly string[] = [
  'login.microsoftonline.com',
  'login.microsoftonline.us',
  'login.partner.microsoftonline.cn',
  'sts.windows.net',
];

/** The rules that a text violates as the issuer of a provider. Its host is checked when a connection is made. */
export function issuerIssues(text: string): ValidationIssue[] {
  const issue = (code: string, message: string): ValidationIssue[] => [{ path: '', code, message }];
  if (text.length > PROVIDER_LIMITS.issuer.maxLength)
    return issue('TOO_LONG', `must be at most ${PROVIDER_LIMITS.issuer.maxLength} characters long`);
  if (!/^https?:\/\/[!-~]+$/.test(text) || !URL.canParse(text))
    return issue('URL', 'must be a URL that begins with https://');
  const { username, password, hostname, pathname } = new URL(text);
  if (/[?#]/.test(text)) return issue('URL', 'must not have a query or a fragment');
  if (username !== '' || password !== '') return issue('URL', 'must not have credentials');
  const [, tenant = ''] = pathname.toLowerCase().split('/');
  if (ENTRA_HOSTS.includes(hostname) && OF_EVERYBODY.includes(tenant))
    return issue(
      'ISSUER_OF_EVERYBODY',
      `must be that of one tenant: accounts of every organisation sign in at /${tenant}/`,
    );
  return [];
}
