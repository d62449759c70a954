import { Injectable } from '@nestjs/common';
import { assigned, inserted, selected } from '../../platform/database/columns.js';
import { isUniqueViolation } from '../../platform/database/sql-errors.js';
import { named, Sql, type Statement } from '../../platform/database/sql.js';
import type { Transaction } from '../../shared-kernel/transaction.js';
import { SignInClientTaken } from '../domain/sign-in.errors.js';
import { DEFAULT_SIGN_IN_SETTINGS, type SignInSettings } from '../domain/sign-in-settings.js';

const COLUMNS: Readonly<Record<keyof SignInSettings, string>> = {
  issuer: 'issuer',
  clientIds: 'client_ids',
  trustEmail: 'trust_email',
  codes: 'codes',
  rolesFrom: 'roles_from',
  sessionS: 'session_s',
};

const FIND: Statement = {
  name: 'sign-in.find-settings',
  text: `SELECT ${selected(COLUMNS)} FROM sign_in_setting WHERE company_id = $1`,
};

/** The update, which changes nothing, locks the row of a company that has one. */
const LOCK = named(
  'sign-in.lock-settings',
  `
    INSERT INTO sign_in_setting ${inserted({ companyId: 'company_id', ...COLUMNS })}
    ON CONFLICT (company_id) DO UPDATE SET company_id = EXCLUDED.company_id
    RETURNING ${selected(COLUMNS)}`,
);

const UPDATE = named(
  'sign-in.update-settings',
  `UPDATE sign_in_setting SET ${assigned(COLUMNS)} WHERE company_id = :companyId`,
);

const REMOVE_CLIENTS: Statement = {
  name: 'sign-in.remove-clients',
  text: 'DELETE FROM sign_in_client WHERE company_id = $1',
};

/** `$1` company, `$2` issuer, `$3` client. */
const ADD_CLIENT: Statement = {
  name: 'sign-in.add-client',
  text: 'INSERT INTO sign_in_client (company_id, issuer, client_id) VALUES ($1, $2, $3)',
};

/** `$1` issuer, `$2` clients. Of all companies: a token has nothing but these. */
const COMPANIES_OF_CLIENTS: Statement = {
  name: 'sign-in.companies-of-clients',
  text: `
    SELECT company_id AS "companyId", client_id AS "clientId" FROM sign_in_client
    WHERE issuer = $1 AND client_id = ANY ($2)`,
};

type Row = Record<string, unknown> &
  Omit<SignInSettings, 'issuer' | 'sessionS'> & {
    readonly issuer: string | null;
    readonly sessionS: number | null;
  };

/** How the users of companies sign in. */
@Injectable()
export class SignInSettingsStore {
  constructor(private readonly sql: Sql) {}

  /** Undefined for a company that has set nothing. */
  async find(companyId: string, transaction?: Transaction): Promise<SignInSettings | undefined> {
    const [row] = await this.sql.query<Row>(FIND, [companyId], transaction);
    return row && settingsOf(row);
  }

  /**
   * Locks the settings of a company until the transaction ends.
   * @returns the defaults, which it stores, for a company that has set nothing
   */
  async lock(companyId: string, transaction: Transaction): Promise<SignInSettings> {
    const values = { companyId, ...NONE, ...DEFAULT_SIGN_IN_SETTINGS };
    const [row] = await this.sql.query<Row>(LOCK, values, transaction);
    return settingsOf(row as Row);
  }

  /**
   * Updates locked settings.
   * @throws {SignInClientTaken}
   */
  async update(companyId: string, settings: SignInSettings, transaction: Transaction): Promise<void> {
    await this.sql.query(UPDATE, { companyId, ...NONE, ...settings }, transaction);
    await this.sql.query(REMOVE_CLIENTS, [companyId], transaction);
    for (const clientId of settings.clientIds) {
      try {
        await this.sql.query(ADD_CLIENT, [companyId, settings.issuer, clientId], transaction);
      } catch (error) {
        throw isUniqueViolation(error, 'sign_in_client_pkey') ? new SignInClientTaken(clientId) : error;
      }
    }
  }

  /** The company that has all of the clients of an issuer; undefined where one is unknown or of another company. */
  async companyOf(issuer: string, clientIds: readonly string[]): Promise<string | undefined> {
    const found = await this.sql.query<{ companyId: string; clientId: string }>(COMPANIES_OF_CLIENTS, [
      issuer,
      clientIds,
    ]);
    const [first] = found;
    const isOne =
      found.length === clientIds.length && found.every((each) => each.companyId === first?.companyId);
    return isOne ? first?.companyId : undefined;
  }
}

const NONE = { issuer: null, sessionS: null };

function settingsOf({ issuer, clientIds, trustEmail, codes, rolesFrom, sessionS }: Row): SignInSettings {
  return {
    ...(issuer !== null && { issuer }),
    ...{ clientIds, trustEmail, codes, rolesFrom },
    ...(sessionS !== null && { sessionS }),
  };
}
