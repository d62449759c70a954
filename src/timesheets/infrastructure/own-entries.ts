import type { Person } from '../../shared-kernel/personal-data.js';

const HAS_KEY = (emails: string, externalIds: string): string => `
  (t.list = ANY ('{live,deleted}') AND t.email_key = ANY (${emails}) OR t.document ->> 'externalId' = ANY (${externalIds}))`;

/**
 * The entries of a person, by {@link ownershipOf}. One that was recorded by a key that several people had is that of the
 * person who had it when the entry begins; an external id decides where the entry has one.
 */
export const IS_OWN = `
  t.company_id = $1 AND ${HAS_KEY('$2', '$3')} AND (
    ${HAS_KEY('$4', '$5')}
    OR EXISTS (
      SELECT FROM json_to_recordset($6::json) AS s (kind text, key text, "from" timestamptz, "to" timestamptz)
      WHERE (
          s.kind = 'externalId' AND t.document ->> 'externalId' = s.key
          OR s.kind = 'email' AND t.email_key = s.key AND t.document ->> 'externalId' IS NULL
        )
        AND (s."from" IS NULL OR t.start_time >= s."from") AND (s."to" IS NULL OR t.start_time < s."to")
    )
  )`;

/** `$1` company, `$2` all addresses, `$3` all external ids, `$4` and `$5` those of nobody else, `$6` the other ones. */
export function ownershipOf({
  companyId,
  emailKeys,
  externalIds,
  shared = [],
}: Person): readonly [companyId: string, ...unknown[]] {
  const sharedOf = (kind: string): string[] =>
    shared.filter((each) => each.kind === kind).map(({ key }) => key);
  return [
    companyId,
    [...emailKeys, ...sharedOf('email')],
    [...externalIds, ...sharedOf('externalId')],
    emailKeys,
    externalIds,
    JSON.stringify(shared),
  ];
}
