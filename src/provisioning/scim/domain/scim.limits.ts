/** Most resources of a page of a SCIM list; a larger `count` is answered with as many. */
export const MAX_SCIM_PAGE = 500;

/** Resources of a page of a SCIM list without `count`. */
export const DEFAULT_SCIM_PAGE = 100;

/** Longest filter and longest path of a PATCH of SCIM, in UTF-16 code units. */
export const MAX_SCIM_FILTER_LENGTH = 2_000;

/** Deepest nesting of parentheses and brackets in a filter of SCIM. */
export const MAX_SCIM_FILTER_DEPTH = 10;

/** Most people whom a filter of SCIM is applied to one by one, where no index finds them. */
export const MAX_SCIM_SCAN = 10_000;

/** Most names in `attributes` and in `excludedAttributes` of SCIM; repeated ones count once. */
export const MAX_SCIM_ATTRIBUTES = 100;

/** Most operations of a PATCH of SCIM. */
export const MAX_SCIM_OPERATIONS = 100;

/** Most e-mail addresses of a user of SCIM. */
export const MAX_SCIM_EMAILS = 10;

/** Most members of a group that one request of SCIM names, and that one answer shows. */
export const MAX_SCIM_MEMBERS = 10_000;

/** Requests of SCIM that are kept for a company. */
export const MAX_SCIM_REQUESTS = 50;
