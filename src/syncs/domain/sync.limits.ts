/** Largest list of people that a sync takes. */
export const MAX_SYNC_BYTES = 67_108_864;

/** Most people of a list who take over the e-mail address of another one: they are changed in one transaction. */
export const MAX_SYNC_MOVES = 1_000;

/** Most bad rows that a sync leaves out. */
export const MAX_SYNC_BAD_ROWS = 10_000;

/** Share of the rows of a list, in percent, that a sync leaves out by itself. */
export const MAX_SYNC_BAD_PERCENT = 5;

/** New people whom a sync may always add. */
export const MAX_SYNC_ADDITIONS = 20;

/** New people whom a sync adds by itself, in times the people of its source. */
export const MAX_SYNC_GROWTH = 2;

/** Most issues of a bad row that are kept. */
export const MAX_ROW_ISSUES = 10;

/** Longest value of an issue of a bad row that is kept, in code points. */
export const MAX_ROW_VALUE_LENGTH = 100;

/** Most syncs of a company whose changes are not known yet, or are being applied. */
export const MAX_UNFINISHED_SYNCS = 20;
