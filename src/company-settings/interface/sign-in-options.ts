import { Option, type Command } from 'commander';
import { acceptedBy, duration } from '../../platform/cli/arguments.js';
import {
  checkSignIn,
  CODE_MODES,
  DEFAULT_SESSION_S,
  DEFAULT_SIGN_IN_SETTINGS,
  ROLE_SOURCES,
  type CodeMode,
  type RolesFrom,
  type SignInSettings,
} from '../../sign-in/index.js';

/** Removes a setting. */
const OFF = 'off';

/** The options of `wes company set` about sign-in. */
export interface SignInOptions {
  readonly signInIssuer?: string;
  readonly signInClients?: readonly string[] | typeof OFF;
  readonly signInTrustEmail?: boolean;
  readonly signInCodes?: CodeMode;
  readonly signInRolesFrom?: RolesFrom;
  /** In seconds. */
  readonly sessionTtl?: number | typeof OFF;
}

/** A rule of the domain about one of the settings, beside others that are valid. */
const accepted = (change: Partial<SignInSettings>): void => {
  const others = { ...DEFAULT_SIGN_IN_SETTINGS, issuer: 'https://login.example.com', clientIds: ['app'] };
  acceptedBy(checkSignIn)({ ...others, ...change });
};

export function addSignInOptions(
  command: Command,
  switchOption: (name: string, text: string) => Option,
): void {
  command
    .addOption(
      new Option(
        '--sign-in-issuer <url|off>',
        'issuer of the identity provider whose users sign in, exactly as its tokens have it',
      ).argParser((text) => {
        if (text !== OFF) accepted({ issuer: text });
        return text;
      }),
    )
    .addOption(
      new Option(
        '--sign-in-clients <list|off>',
        'client ids of the apps there, separated by commas',
      ).argParser((text) => {
        if (text === OFF) return OFF;
        const clientIds = [...new Set(text.split(',').map((each) => each.trim()))];
        accepted({ clientIds });
        return clientIds;
      }),
    )
    .addOption(
      switchOption(
        '--sign-in-trust-email',
        'the provider issues no addresses of others, so that it need not say that one is verified',
      ),
    )
    .addOption(
      new Option(
        '--sign-in-codes <on|off|auto>',
        'sign-in by a code in a mail; auto: where there is no provider',
      ).choices(CODE_MODES),
    )
    .addOption(
      new Option(
        '--sign-in-roles-from <users|employees>',
        'employees: managers of the staff get a user when they sign in, with the role that HR gives them',
      ).choices(ROLE_SOURCES),
    )
    .addOption(
      new Option(
        '--session-ttl <duration|off>',
        'length of a session by sign-in, in s, m, h or d; off: 12h',
      ).argParser((text) => {
        if (text === OFF) return OFF;
        const sessionS = duration(text) / 1_000;
        accepted({ sessionS });
        return sessionS;
      }),
    );
}

/** The settings after a change. Without an issuer there are no clients, and the other way round. */
export function signInAfter(before: SignInSettings, options: SignInOptions): SignInSettings {
  const { signInIssuer, signInClients, signInTrustEmail, signInCodes, signInRolesFrom, sessionTtl } = options;
  const isOff = signInIssuer === OFF || signInClients === OFF;
  const issuer = isOff ? undefined : (signInIssuer ?? before.issuer);
  const sessionS = sessionTtl === OFF ? undefined : (sessionTtl ?? before.sessionS);
  return {
    ...(issuer !== undefined && { issuer }),
    clientIds: isOff ? [] : (signInClients ?? before.clientIds),
    trustEmail: signInTrustEmail ?? before.trustEmail,
    codes: signInCodes ?? before.codes,
    rolesFrom: signInRolesFrom ?? before.rolesFrom,
    ...(sessionS !== undefined && { sessionS }),
  };
}

export const SIGN_IN_COLUMNS: Readonly<Record<string, (settings: SignInSettings) => string>> = {
  'SIGN-IN ISSUER': ({ issuer }) => issuer ?? OFF,
  'SIGN-IN CLIENTS': ({ clientIds }) => (clientIds.length === 0 ? OFF : clientIds.join(', ')),
  'SIGN-IN TRUST E-MAIL': ({ trustEmail }) => (trustEmail ? 'on' : 'off'),
  'SIGN-IN CODES': ({ codes }) => codes,
  'SIGN-IN ROLES FROM': ({ rolesFrom }) => rolesFrom,
  'SESSION TTL': ({ sessionS = DEFAULT_SESSION_S }) => shownDuration(sessionS),
};

function shownDuration(seconds: number): string {
  const units = [
    [86_400, 'd'],
    [3_600, 'h'],
    [60, 'm'],
  ] as const;
  const [size, unit] = units.find(([each]) => seconds % each === 0) ?? [1, 's'];
  return `${seconds / size}${unit}`;
}
