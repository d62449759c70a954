import { documentsOf, type ChangeSource } from '../../platform/database/change-source.js';

const AREA_JSON = `(
  SELECT json_strip_nulls(row_to_json(area))::text
  FROM (SELECT r.id, r.name, r.external_id AS "externalId", r.parent_id AS "parentId", r.position) area
)`;

/** Single areas in the change feed. */
export const AREA_CHANGES: ChangeSource = documentsOf('area', 'area', {
  resource: AREA_JSON,
  bytes: `octet_length(${AREA_JSON})`,
});

export const GROUP_CHANGES: ChangeSource = documentsOf('group', 'company_group');

export const CHARACTERISTIC_CHANGES: ChangeSource = documentsOf('characteristic', 'characteristic');
