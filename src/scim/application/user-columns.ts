import { ENTERPRISE_URN, WORKFORCE_URN } from '../domain/scim-urns.js';
import { columnsOf, type Column, type Columns } from './filter-condition.js';

/** The address of the employee. */
const EMAIL = `e.document ->> 'email'`;

/** The list of addresses as they were sent, or the address of the employee. */
const EMAILS = `CASE
  WHEN s.details -> 'emails' IS NOT NULL THEN s.details -> 'emails'
  WHEN e.email_key IS NOT NULL THEN json_build_array(
    json_build_object('value', ${EMAIL}, 'type', 'work', 'primary', true))
END`;

/** Not where another system has changed the address since, because the list has the new one then. */
const EMAILS_KNOWN = `(s.details -> 'emails' IS NULL
  OR coalesce(s.details ->> 'heldEmail' = ${EMAIL}, s.details ->> 'heldEmail' IS NULL))`;

const AREA = `coalesce(
  (SELECT a.name FROM area a WHERE a.company_id = $1 AND a.id = e.hierarchy_id), e.hierarchy_id)`;

const GROUPS = `(SELECT json_agg(json_build_object('value', g.id)) FROM unnest(e.group_ids) AS g (id))`;

/** Place of the last space of the name, from its end; 0 where there is none. */
const LAST_SPACE = `strpos(reverse(e.name), ' ')`;

/** True where `partsOfName` finds two parts. */
const HAS_PARTS = `(${LAST_SPACE} BETWEEN 2 AND length(e.name) - 1)`;

/**
 * Attributes of users that SQL knows, of an employee `e` and a row of SCIM `s` of the company `$1`. They have the
 * values of `documentOf` and `userResource`.
 */
export const USER_COLUMNS: Columns = columnsOf({
  id: exact('e.id'),
  externalId: exact(`coalesce(s.external_id,
    CASE WHEN s.details ->> 'externalIdFrom' IS DISTINCT FROM 'userName' THEN e.external_id END)`),
  userName: text(`coalesce(s.user_name, ${EMAIL}, e.external_id)`),
  active: flag(`CASE WHEN e.deleted_at IS NULL THEN 'true' ELSE 'false' END`),
  displayName: text('e.name'),
  name: { type: 'object', sql: `coalesce(s.details -> 'name', to_json(e.name))` },
  'name.formatted': namePart('formatted', `WHEN NOT ${HAS_PARTS} THEN e.name`),
  'name.givenName': namePart('givenName', `WHEN ${HAS_PARTS} THEN left(e.name, -${LAST_SPACE})`),
  'name.familyName': namePart('familyName', `WHEN ${HAS_PARTS} THEN right(e.name, ${LAST_SPACE} - 1)`),
  emails: { type: 'list', sql: EMAILS, known: EMAILS_KNOWN, item: items(['value', 'display', 'type']) },
  ...texts('', 's.details', ['title', 'userType', 'preferredLanguage', 'locale']),
  phoneNumbers: { type: 'list', sql: `s.details -> 'phoneNumbers'`, item: items(['value', 'type']) },
  addresses: {
    type: 'list',
    sql: `s.details -> 'addresses'`,
    item: items([...['formatted', 'streetAddress', 'locality', 'region', 'postalCode', 'country', 'type']]),
  },
  groups: { type: 'list', sql: GROUPS, item: columnsOf({ value: exact(`item ->> 'value'`) }) },
  'meta.created': { type: 'time', sql: 'e.created_at' },
  'meta.lastModified': { type: 'time', sql: 'greatest(e.updated_at, s.updated_at)' },
  ...texts(`${ENTERPRISE_URN}:`, 's.details', ['employeeNumber', 'organization']),
  [`${ENTERPRISE_URN}:department`]: text(`coalesce(s.details ->> 'department', ${AREA})`),
  [`${ENTERPRISE_URN}:manager`]: { type: 'object', sql: 's.manager_id' },
  [`${ENTERPRISE_URN}:manager.value`]: exact('s.manager_id'),
  [`${WORKFORCE_URN}:area`]: text(AREA),
  [`${WORKFORCE_URN}:role`]: text(`e.document ->> 'role'`),
});

function text(sql: string): Column {
  return { type: 'text', sql };
}

function exact(sql: string): Column {
  return { type: 'text', sql, isExact: true };
}

function flag(sql: string): Column {
  return { type: 'flag', sql };
}

/** A part of the name as it was sent, or as it is made of the name of the person. */
function namePart(name: string, made: string): Column {
  return text(`CASE WHEN s.details -> 'name' IS NOT NULL THEN s.details -> 'name' ->> '${name}' ${made} END`);
}

/** Texts of a JSON object. */
function texts(prefix: string, object: string, names: readonly string[]): Readonly<Record<string, Column>> {
  return Object.fromEntries(names.map((name) => [prefix + name, text(`${object} ->> '${name}'`)]));
}

/** The attributes of the entries of a list. */
function items(names: readonly string[]): Columns {
  return columnsOf({ ...texts('', 'item', names), primary: flag(`item ->> 'primary'`) });
}
