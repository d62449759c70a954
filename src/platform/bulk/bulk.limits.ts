/** Most rows of a request that changes many objects. */
export const MAX_BULK_ROWS = 1_000;

/** Largest body of such a request. */
export const MAX_BULK_BODY_BYTES = 4_194_304;

/** Most values in it, keys not counted. */
export const MAX_BULK_VALUES = 100_000;

/** Most validation errors that its answer names, in all rows together. */
export const MAX_BULK_ISSUES = 10_000;
