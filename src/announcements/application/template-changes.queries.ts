import { documentsOf } from '../../platform/database/change-source.js';

/** Templates in the change feed. A disabled one is deleted for those who do not manage templates. */
export const TEMPLATE_CHANGES = documentsOf('template', 'announcement_template', {
  isDeleted: `(NOT $3 AND NOT (r.document ->> 'enabled')::boolean)`,
  bytes: 'r.bytes',
  isShared: true,
});
