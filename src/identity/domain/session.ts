/** The right of a user to act until it expires or is revoked. Of the session id only the digest is stored. */
export interface Session {
  readonly id: string;
  readonly companyId: string;
  readonly userId: string;
  readonly digest: Buffer;
  readonly expiresAt: Date;
}

/** A session that has been revoked. */
export type RevokedSession = Pick<Session, 'id' | 'companyId' | 'userId'>;
