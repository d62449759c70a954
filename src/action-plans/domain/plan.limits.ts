import type { TextRules } from '../../shared-kernel/text.js';

/** Limits of the texts of plans, actions and notes, in code points. */
export const PLAN_LIMITS = {
  title: { maxLength: 255 },
  description: { maxLength: 20_000, multiline: true },
  note: { maxLength: 20_000, multiline: true },
  /** Ids of people, areas, groups and the like, which other systems may have made. */
  reference: { maxLength: 255 },
  search: { maxLength: 255 },
} as const satisfies Record<string, TextRules>;
