import { documentsOf } from '../../platform/database/change-source.js';
import { TemplateResponse } from './announcement-template.response.js';

/** Templates in the change feed. A disabled one is deleted for those who do not manage templates. */
export const TEMPLATE_CHANGES = documentsOf('template', 'announcement_template', {
  words: 'An announcement template',
  response: TemplateResponse,
  isDeleted: `(NOT $3 AND NOT (r.document ->> 'enabled')::boolean)`,
  bytes: 'r.bytes',
  isShared: true,
});
