import type { TextRules } from '../../shared-kernel/text.js';

/** Limits of the texts of employees, in code points. */
export const EMPLOYEE_LIMITS = {
  name: { maxLength: 255 },
  externalId: { maxLength: 255 },
  /** Ids of areas, groups, characteristics and their values. */
  reference: { maxLength: 255 },
  /** Longer than any that fits into a request. */
  profileFilter: { maxLength: 20_000 },
} as const satisfies Record<string, TextRules>;

/** Most entries of a profile: as many as a company has characteristics. */
export const MAX_PROFILE_ENTRIES = 1_000;

/** Longest name of the source whose columns a file has, in code points. */
export const FILE_SOURCE_LIMITS = { maxLength: 100 } as const satisfies TextRules;

/** Why an employment ended. */
export const TURNOVER_TYPES = ['VOLUNTARY', 'INVOLUNTARY', 'OTHER'] as const;
export type TurnoverType = (typeof TURNOVER_TYPES)[number];
