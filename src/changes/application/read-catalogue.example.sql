-- The page of the catalogue, the smaller one of the two orders, as change-statements.queries.ts makes it.
-- $1 company, $2 user, $3 manages templates, $4 kinds, $5 position, $6 ids of each kind, $7 most changes, $8 most bytes.
WITH given AS (SELECT $2::text, $3::boolean),
looked_at AS MATERIALIZED (
  SELECT position, id, at FROM change_set
  WHERE company_id = $1 AND position >= $5::bigint AND kinds && $4::text[]
  ORDER BY position LIMIT 1000
),
edge AS MATERIALIZED (
  SELECT position, id, at, (SELECT count(*) FROM looked_at) = 1000 AS is_cut
  FROM looked_at ORDER BY position DESC LIMIT 1
),
head AS MATERIALIZED (
  SELECT position, id, at FROM change_set WHERE company_id = $1 ORDER BY position DESC LIMIT 1
),
found AS MATERIALIZED (
  SELECT * FROM (
(
  SELECT 7 AS kind, r.id, s.position, s.id AS set_id, s.at, r.is_deleted, r.has_left
  FROM change_set s CROSS JOIN LATERAL (
    SELECT r.id, (NOT $3 AND NOT (r.document ->> 'enabled')::boolean) AS is_deleted, false AS has_left
    FROM announcement_template r
    WHERE true AND r.change_set = s.id
      AND r.id > CASE s.position WHEN $5::bigint THEN ($6::text[])[8] ELSE '' END
    ORDER BY r.id LIMIT $7::integer
  ) r
  WHERE s.company_id = $1 AND s.position >= $5::bigint AND s.position <= (SELECT position FROM edge)
    AND 'template' = ANY ($4::text[]) AND 'template' = ANY (s.kinds)
  ORDER BY s.position, r.id LIMIT $7::integer
) UNION ALL
(
  SELECT 7 AS kind, r.id, s.position, s.id AS set_id, s.at, r.is_deleted, r.has_left
  FROM change_set s CROSS JOIN LATERAL (
    SELECT t.id, true AS is_deleted, false AS has_left FROM change_tombstone t
    WHERE t.company_id = $1 AND t.kind = 'template'
      AND (t.reader_id = '' OR t.reader_id = $2)
      AND (t.except_id = '' OR t.except_id <> $2)
      AND (SELECT true FROM announcement_template r WHERE true AND r.id >= t.id AND r.id <= t.id ORDER BY r.id LIMIT (SELECT 1)) IS NULL
      AND t.change_set = s.id
      AND t.id > CASE s.position WHEN $5::bigint THEN ($6::text[])[8] ELSE '' END
    ORDER BY t.id LIMIT $7::integer
  ) r
  WHERE s.company_id = $1 AND s.position >= $5::bigint AND s.position <= (SELECT position FROM edge)
    AND 'template' = ANY ($4::text[]) AND 'template' = ANY (s.kinds)
  ORDER BY s.position, r.id LIMIT $7::integer
)) change
  ORDER BY position, kind, id LIMIT $7::integer
), small AS MATERIALIZED (
  SELECT f.*, CASE WHEN NOT f.is_deleted THEN CASE f.kind
    WHEN 7 THEN (
      SELECT CASE WHEN r.bytes <= 8192 THEN r.document::text END FROM announcement_template r
      WHERE true AND r.id >= f.id AND r.id <= f.id ORDER BY r.id LIMIT (SELECT 1)
    )
  END END AS resource FROM found f
), sized AS (
  SELECT f.*, row_number() OVER page AS place, count(*) OVER () AS found,
    sum(CASE WHEN f.is_deleted THEN 0
      ELSE coalesce(octet_length(f.resource), CASE f.kind
    WHEN 7 THEN (
      SELECT r.bytes FROM announcement_template r
      WHERE true AND r.id >= f.id AND r.id <= f.id ORDER BY r.id LIMIT (SELECT 1)
    )
  END, 0) END) OVER page AS bytes
  FROM small f
  WINDOW page AS (ORDER BY f.position, f.kind, f.id)
)
SELECT trunc(extract(epoch FROM now()) * 1000)::float8 AS now,
  (SELECT id FROM change_set WHERE company_id = $1 AND position = $5::bigint) AS "begunId",
  (SELECT position FROM change_set WHERE company_id = $1 ORDER BY position LIMIT 1)::text AS "firstPosition",
  coalesce(edge.is_cut, false) AS "isCut",
  CASE WHEN edge.is_cut THEN edge.position ELSE head.position END::text AS "endPosition",
  CASE WHEN edge.is_cut THEN edge.id ELSE head.id END AS "endId",
  trunc(extract(epoch FROM CASE WHEN edge.is_cut THEN edge.at ELSE head.at END) * 1000)::float8 AS "endAt",
  f.kind, f.id, f.position::text, f.set_id AS "setId", f.is_deleted AS "isDeleted", f.has_left AS "hasLeft",
  f.found::integer, f.bytes::float8, trunc(extract(epoch FROM f.at) * 1000)::float8 AS at,
  CASE WHEN NOT f.is_deleted
    THEN coalesce(f.resource, CASE f.kind
    WHEN 7 THEN (
      SELECT r.document::text FROM announcement_template r
      WHERE true AND r.id >= f.id AND r.id <= f.id ORDER BY r.id LIMIT (SELECT 1)
    )
  END) END AS resource
FROM (SELECT) one
  LEFT JOIN head ON true LEFT JOIN edge ON true
  LEFT JOIN sized f ON f.place = 1 OR f.bytes <= $8::bigint
ORDER BY f.place
