/**
 * SQL for the ids of areas and of everything below them, each once; ids that the company does not have give nothing.
 * For lists of other contexts that are filtered by area. `UNION` ends the recursion even if areas were a cycle.
 * @param companyId - a parameter like `$1`
 * @param areaIds - a parameter with an array of texts, like `$2::text[]`
 */
export function areasAndBelow(companyId: string, areaIds: string): string {
  return `
    WITH RECURSIVE below (id) AS (
      SELECT id FROM area WHERE company_id = ${companyId} AND id = ANY (${areaIds})
      UNION
      SELECT a.id FROM area a JOIN below b ON a.company_id = ${companyId} AND a.parent_id = b.id
    )
    SELECT id FROM below`;
}
