import { EntitySchema } from 'typeorm';
import { ApiKey } from '../domain/api-key.js';
import { Company } from '../domain/company.js';
import { Session } from '../domain/session.js';
import { User } from '../domain/user.js';

const ID = { type: 'text', collation: 'C' } as const;
const CREATED_AT = { name: 'created_at', type: 'timestamptz', createDate: true } as const;

/** What every credential has besides what the domain decides about it. */
interface CredentialRow {
  readonly revokedAt: Date | null;
  readonly lastUsedAt: Date | null;
  readonly createdAt: Date;
}

const CREDENTIAL_COLUMNS = {
  expiresAt: { name: 'expires_at', type: 'timestamptz' },
  revokedAt: { name: 'revoked_at', type: 'timestamptz', nullable: true },
  lastUsedAt: { name: 'last_used_at', type: 'timestamptz', nullable: true },
  createdAt: CREATED_AT,
} as const;

export const companySchema = new EntitySchema<Company & { readonly createdAt: Date }>({
  name: 'Company',
  target: Company,
  tableName: 'company',
  columns: {
    id: { ...ID, primary: true, primaryKeyConstraintName: 'company_pkey' },
    name: { type: 'text' },
    timeZone: { name: 'time_zone', type: 'text' },
    isDemo: { name: 'is_demo', type: 'boolean', default: false },
    createdAt: CREATED_AT,
  },
});

export const userSchema = new EntitySchema<User & { readonly createdAt: Date }>({
  name: 'User',
  target: User,
  tableName: 'user_account',
  columns: {
    id: { ...ID, primary: true, primaryKeyConstraintName: 'user_account_pkey' },
    companyId: {
      ...ID,
      name: 'company_id',
      foreignKey: { target: () => Company, name: 'user_account_company_fkey', onDelete: 'CASCADE' },
    },
    email: { type: 'text' },
    name: { type: 'text' },
    role: { type: 'text' },
    language: { type: 'text' },
    deactivatedAt: { name: 'deactivated_at', type: 'timestamptz', nullable: true },
    createdAt: CREATED_AT,
  },
  // Over an expression, which TypeORM cannot describe; without its name here it would take it for a stray one.
  indices: [{ name: 'user_account_active_email_key', synchronize: false }],
});

export const sessionSchema = new EntitySchema<Session & CredentialRow>({
  name: 'Session',
  target: Session,
  tableName: 'session',
  columns: {
    id: { ...ID, primary: true, primaryKeyConstraintName: 'session_pkey' },
    digest: { type: 'bytea' },
    userId: {
      ...ID,
      name: 'user_id',
      foreignKey: { target: () => User, name: 'session_user_fkey', onDelete: 'CASCADE' },
    },
    ...CREDENTIAL_COLUMNS,
  },
  uniques: [{ name: 'session_digest_key', columns: ['digest'] }],
  indices: [{ name: 'session_user_idx', columns: ['userId'] }],
});

export const apiKeySchema = new EntitySchema<ApiKey & CredentialRow>({
  name: 'ApiKey',
  target: ApiKey,
  tableName: 'api_key',
  columns: {
    id: { ...ID, primary: true, primaryKeyConstraintName: 'api_key_pkey' },
    digest: { type: 'bytea' },
    companyId: {
      ...ID,
      name: 'company_id',
      foreignKey: { target: () => Company, name: 'api_key_company_fkey', onDelete: 'CASCADE' },
    },
    name: { type: 'text' },
    scopes: { type: 'text', array: true },
    ...CREDENTIAL_COLUMNS,
  },
  uniques: [{ name: 'api_key_digest_key', columns: ['digest'] }],
  indices: [{ name: 'api_key_company_idx', columns: ['companyId', 'id'] }],
});
