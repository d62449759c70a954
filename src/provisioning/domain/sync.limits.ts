/** Largest list of people that a sync takes. */
export const MAX_SYNC_BYTES = 67_108_864;

/** Most people in such a list. */
export const MAX_SYNC_PEOPLE = 100_000;

/** Largest JSON of one of them. */
export const MAX_SYNC_PERSON_BYTES = 65_536;

/** Largest workbook. */
export const MAX_WORKBOOK_BYTES = 16_777_216;

/** Most bytes into which a workbook unpacks. */
export const MAX_WORKBOOK_CONTENT_BYTES = 134_217_728;

/** Most rows of a CSV file with the empty ones, as in the sheets of workbooks. */
export const MAX_FILE_ROWS = 1_048_576;

/** Most columns of a file. */
export const MAX_FILE_COLUMNS = 300;

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

/** Longest name of a source, in code points. */
export const SOURCE_LIMITS = { maxLength: 100 } as const;

/** Most syncs of a company whose changes are not known yet, or are being applied. */
export const MAX_UNFINISHED_SYNCS = 20;
