/** Most resources of a page of a SCIM list; a larger `count` is answered with as many. */
export const MAX_SCIM_PAGE = 500;

/** Longest page of a SCIM list, in UTF-16 code units: names of areas are written out for each person. */
export const MAX_SCIM_PAGE_LENGTH = 4_194_304;

/** Resources of a page of a SCIM list without `count`. */
export const DEFAULT_SCIM_PAGE = 100;

/** Longest filter and longest path of a PATCH of SCIM, in UTF-16 code units. */
export const MAX_SCIM_FILTER_LENGTH = 2_000;

/** Deepest nesting of parentheses and brackets in a filter of SCIM. */
export const MAX_SCIM_FILTER_DEPTH = 10;

/** Most comparisons of a filter of SCIM. */
export const MAX_SCIM_COMPARISONS = 50;

/** Most comparisons of a filter in a path of a PATCH of SCIM. */
export const MAX_SCIM_PATH_COMPARISONS = 10;

/** Most values of an attribute of a user of SCIM, besides addresses and telephone numbers. */
export const MAX_SCIM_ENTRIES = 200;

/** Most values of all operations of a PATCH of a user of SCIM: one each, or those of its list. */
export const MAX_SCIM_PATCH_VALUES = 2_000;

/** Most values that all operations of a PATCH of a user of SCIM look at, once for each comparison of a path. */
export const MAX_SCIM_PATCH_LOOKS = 25_000;

/** Most people of a list of SCIM with a filter or an order, and to whom a filter is applied one by one. */
export const MAX_SCIM_MATCHES = 10_000;

/** Most names in `attributes` and in `excludedAttributes` of SCIM; repeated ones count once. */
export const MAX_SCIM_ATTRIBUTES = 100;

/** Most operations of a PATCH of SCIM. */
export const MAX_SCIM_OPERATIONS = 100;

/** Most e-mail addresses, telephone numbers or postal addresses of a user of SCIM. */
export const MAX_SCIM_CONTACTS = 10;

/** Longest line or form of a postal address of a user of SCIM, in Unicode code points. */
export const MAX_SCIM_ADDRESS_LENGTH = 1_000;

/** Most members that one request of SCIM names, and that one answer shows of all its groups. */
export const MAX_SCIM_MEMBERS = 10_000;

/** Requests of SCIM that are kept for a company. */
export const MAX_SCIM_REQUESTS = 50;
