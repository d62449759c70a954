/**
 * SQL that is true while a worker may still store the file of a job: until a minute after its lease has ended, by when
 * the worker has noticed.
 * @param companyId - SQL of the company
 * @param key - SQL of the key of the job
 */
export function mayBeWorkedOn(kind: string, companyId: string, key: string): string {
  return `EXISTS (
      SELECT FROM job j WHERE j.company_id = ${companyId} AND j.kind = '${kind}' AND j.key = ${key}
        AND j.finished_at IS NULL AND j.leased_until > now() - interval '1 minute'
    )`;
}
