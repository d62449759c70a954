import { EntitySchema } from 'typeorm';
import type { Scope } from '../../shared-kernel/actor.js';
import { foldEmail } from '../../shared-kernel/folding.js';
import { ApiKey, type ApiKeyState } from '../domain/api-key.js';
import type { Company } from '../domain/company.js';
import type { Session } from '../domain/session.js';
import { User, type UserState } from '../domain/user.js';

const TEXT_ID = { type: 'text', collation: 'C' } as const;
const CREATED_AT = { name: 'created_at', type: 'timestamptz', createDate: true } as const;

const primaryKey = (table: string) => ({ primary: true, primaryKeyConstraintName: `${table}_pkey` }) as const;

const companyKey = (table: string) => ({
  companyId: { ...TEXT_ID, name: 'company_id', ...primaryKey(table) },
  id: { ...TEXT_ID, ...primaryKey(table) },
});

const companyForeignKey = (table: string) => ({
  target: 'Company',
  name: `${table}_company_fkey`,
  columnNames: ['companyId'],
  referencedColumnNames: ['id'],
  onDelete: 'CASCADE' as const,
});

interface CredentialRow {
  readonly companyId: string;
  readonly id: string;
  readonly digest: Buffer;
  readonly expiresAt: Date;
  readonly revokedAt: Date | null;
  readonly lastUsedAt: Date | null;
  readonly createdAt: Date;
}

const CREDENTIAL_COLUMNS = {
  digest: { type: 'bytea' },
  expiresAt: { name: 'expires_at', type: 'timestamptz' },
  revokedAt: { name: 'revoked_at', type: 'timestamptz', nullable: true },
  lastUsedAt: { name: 'last_used_at', type: 'timestamptz', nullable: true },
  createdAt: CREATED_AT,
} as const;

export type CompanyRow = Omit<Company, 'grantableScopes'> & {
  readonly grantableScopes: readonly Scope[] | null;
  readonly createdAt: Date;
};

export const companySchema = new EntitySchema<CompanyRow>({
  name: 'Company',
  tableName: 'company',
  columns: {
    id: { ...TEXT_ID, ...primaryKey('company') },
    name: { type: 'text' },
    timeZone: { name: 'time_zone', type: 'text' },
    isDemo: { name: 'is_demo', type: 'boolean', default: false },
    grantableScopes: { name: 'grantable_scopes', type: 'text', array: true, nullable: true },
    createdAt: CREATED_AT,
  },
});

export function toCompanyRow(company: Company): Omit<CompanyRow, 'createdAt'> {
  return { ...company, grantableScopes: company.grantableScopes ?? null };
}

export function fromCompanyRow({ createdAt: _, grantableScopes, ...company }: CompanyRow): Company {
  return { ...company, ...(grantableScopes && { grantableScopes }) };
}

export type UserRow = Omit<UserState, 'deactivatedAt' | 'employeeId' | 'linkFirmAt' | 'followsStaff'> & {
  readonly followsStaff: boolean;
  readonly emailKey: string;
  readonly deactivatedAt: Date | null;
  readonly employeeId: string | null;
  readonly linkFirmAt: Date | null;
  readonly createdAt: Date;
};

export const userSchema = new EntitySchema<UserRow>({
  name: 'User',
  tableName: 'user_account',
  columns: {
    ...companyKey('user_account'),
    email: { type: 'text' },
    emailKey: { ...TEXT_ID, name: 'email_key' },
    name: { type: 'text' },
    role: { type: 'text' },
    language: { type: 'text' },
    deactivatedAt: { name: 'deactivated_at', type: 'timestamptz', nullable: true },
    employeeId: { ...TEXT_ID, name: 'employee_id', nullable: true },
    linkFirmAt: { name: 'link_firm_at', type: 'timestamptz', precision: 3, nullable: true },
    followsStaff: { name: 'follows_staff', type: 'boolean', default: false },
    createdAt: CREATED_AT,
  },
  foreignKeys: [companyForeignKey('user_account')],
  indices: [
    { name: 'user_account_email_idx', columns: ['companyId', 'emailKey'] },
    { name: 'user_account_sign_in_idx', columns: ['emailKey'], where: 'deactivated_at IS NULL' },
    {
      name: 'user_account_employee_key',
      columns: ['companyId', 'employeeId'],
      unique: true,
      where: '((employee_id IS NOT NULL) AND (deactivated_at IS NULL))',
    },
    {
      name: 'user_account_active_email_key',
      columns: ['companyId', 'emailKey'],
      unique: true,
      where: 'deactivated_at IS NULL',
    },
  ],
});

export function toUserRow({ state }: User): Omit<UserRow, 'createdAt'> {
  return {
    ...state,
    emailKey: foldEmail(state.email),
    deactivatedAt: state.deactivatedAt ?? null,
    employeeId: state.employeeId ?? null,
    linkFirmAt: state.linkFirmAt ?? null,
    followsStaff: state.followsStaff ?? false,
  };
}

export function fromUserRow(row: UserRow): User {
  const { emailKey: _, createdAt: __, deactivatedAt, employeeId, linkFirmAt, followsStaff, ...rest } = row;
  return User.restore({
    ...rest,
    ...(deactivatedAt && { deactivatedAt }),
    ...(employeeId !== null && { employeeId }),
    ...(linkFirmAt && { linkFirmAt }),
    ...(followsStaff && { followsStaff }),
  });
}

export const credentialDigestSchema = new EntitySchema<{
  readonly digest: Buffer;
  readonly companyId: string;
}>({
  name: 'CredentialDigest',
  tableName: 'credential_digest',
  columns: {
    digest: { type: 'bytea', ...primaryKey('credential_digest') },
    companyId: { ...TEXT_ID, name: 'company_id' },
  },
  foreignKeys: [companyForeignKey('credential_digest')],
  indices: [{ name: 'credential_digest_company_idx', columns: ['companyId'] }],
});

export const sessionSchema = new EntitySchema<Session & CredentialRow>({
  name: 'Session',
  tableName: 'session',
  columns: {
    ...companyKey('session'),
    userId: { ...TEXT_ID, name: 'user_id' },
    ...CREDENTIAL_COLUMNS,
  },
  uniques: [{ name: 'session_digest_key', columns: ['companyId', 'digest'] }],
  indices: [{ name: 'session_user_idx', columns: ['companyId', 'userId'] }],
  foreignKeys: [
    {
      target: 'User',
      name: 'session_user_fkey',
      columnNames: ['companyId', 'userId'],
      referencedColumnNames: ['companyId', 'id'],
      onDelete: 'CASCADE',
    },
  ],
});

type ApiKeyRow = Omit<ApiKeyState, 'revokedAt' | 'firstKeyId' | 'createdBy'> &
  CredentialRow & {
    readonly firstKeyId: string | null;
    readonly createdBy: string | null;
    /** Time at which the admins were told that the key will end. */
    readonly expiryToldAt: Date | null;
  };

export const apiKeySchema = new EntitySchema<ApiKeyRow>({
  name: 'ApiKey',
  tableName: 'api_key',
  columns: {
    ...companyKey('api_key'),
    name: { type: 'text' },
    scopes: { type: 'text', array: true },
    firstKeyId: { ...TEXT_ID, name: 'first_key_id', nullable: true },
    createdBy: { ...TEXT_ID, name: 'created_by', nullable: true },
    expiryToldAt: { name: 'expiry_told_at', type: 'timestamptz', nullable: true },
    ...CREDENTIAL_COLUMNS,
  },
  uniques: [{ name: 'api_key_digest_key', columns: ['companyId', 'digest'] }],
  foreignKeys: [companyForeignKey('api_key')],
});

export function toApiKeyRow({ state }: ApiKey): Omit<ApiKeyRow, 'lastUsedAt' | 'createdAt' | 'expiryToldAt'> {
  const { revokedAt = null, firstKeyId = null, createdBy = null, ...rest } = state;
  return { ...rest, revokedAt, firstKeyId, createdBy };
}

export function fromApiKeyRow(row: ApiKeyRow): ApiKey {
  const { lastUsedAt: _, createdAt: __, expiryToldAt: ___, revokedAt, firstKeyId, createdBy, ...rest } = row;
  return ApiKey.restore({
    ...rest,
    ...(revokedAt && { revokedAt }),
    ...(firstKeyId !== null && { firstKeyId }),
    ...(createdBy !== null && { createdBy }),
  });
}
