import { emailIssues } from '../../shared-kernel/email.js';
import { foldEmail } from '../../shared-kernel/folding.js';
import { MAX_SUBJECT_LENGTH } from './sign-in.limits.js';

/** The claims of a token. Nothing is known of their types. */
export type Claims = Readonly<Record<string, unknown>>;

/** A person, as a provider names one. */
export interface ProviderPerson {
  readonly issuer: string;
  /** Stays when the address changes. */
  readonly subject: string;
  /** The address of the person, folded; undefined where there is none that the provider vouches for. */
  readonly emailKey?: string;
}

/** Codes of the reasons for which a token is refused, for the log. */
export type TokenFault =
  | 'MALFORMED'
  | 'ALGORITHM'
  | 'TYPE'
  | 'UNKNOWN_CLIENT'
  | 'SIGNATURE'
  | 'CLAIM'
  | 'NONCE'
  | 'AUTHORIZED_PARTY'
  | 'SUBJECT'
  | 'USED';

/** A token is not accepted. */
export class TokenRefused extends Error {
  constructor(readonly fault: TokenFault) {
    super(`The token is refused: ${fault}.`);
  }
}

/** A token that names a provider and apps; nothing of it is proved. */
export interface UnverifiedToken {
  readonly issuer: string;
  readonly audiences: readonly string[];
}

/** Audiences of a token; undefined where there are none, or they are no texts. */
export function audiencesOf({ aud }: Claims): string[] | undefined {
  const audiences = (Array.isArray(aud) ? aud : [aud]) as unknown[];
  const isList = audiences.length > 0 && audiences.length <= 100;
  return isList && audiences.every((each) => typeof each === 'string') ? [...new Set(audiences)] : undefined;
}

/**
 * The violated rule of OpenID Connect Core 3.1.3.7, of those that a library does not know.
 * @param clientIds - the apps of the company
 */
export function faultOf(claims: Claims, nonce: string, clientIds: readonly string[]): TokenFault | undefined {
  const { azp, typ, events } = claims;
  // Tokens of Keycloak say in a claim what they are: its access tokens have no type in their header.
  if ((typ !== undefined && typ !== 'ID') || events !== undefined) return 'TYPE';
  if (typeof claims['nonce'] !== 'string' || claims['nonce'] !== nonce) return 'NONCE';
  const audiences = audiencesOf(claims);
  if (!audiences?.every((each) => clientIds.includes(each))) return 'UNKNOWN_CLIENT';
  if (azp === undefined ? audiences.length > 1 : !clientIds.includes(azp as string))
    return 'AUTHORIZED_PARTY';
  return undefined;
}

/**
 * The person of a proved token; undefined without a usable subject.
 * @param trustEmail - an address counts that the provider does not call verified
 */
export function personOf(
  claims: Claims,
  { trustEmail }: { readonly trustEmail: boolean },
): ProviderPerson | undefined {
  const { iss, email, email_verified: isVerified } = claims;
  const subject = entraId(claims) ?? claims['sub'];
  if (typeof iss !== 'string' || typeof subject !== 'string') return undefined;
  if (subject === '' || subject.length > MAX_SUBJECT_LENGTH || /\p{Cc}/u.test(subject)) return undefined;
  const isProved = isVerified === true || trustEmail;
  const isAddress = emailIssues(email).length === 0;
  return { issuer: iss, subject, ...(isProved && isAddress && { emailKey: foldEmail(email as string) }) };
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The id of a person of Entra. Its `sub` is another one for each app. The issuer has the id of the tenant. */
function entraId({ iss, tid, oid }: Claims): string | undefined {
  if (typeof iss !== 'string' || typeof tid !== 'string' || typeof oid !== 'string') return undefined;
  return UUID.test(tid) && UUID.test(oid) && iss.split('/').includes(tid) ? oid : undefined;
}
