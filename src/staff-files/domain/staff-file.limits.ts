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

/** Longest name of a source, in code points. */
export const SOURCE_LIMITS = { maxLength: 100 } as const;
