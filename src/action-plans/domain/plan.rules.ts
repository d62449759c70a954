import { multiLanguageIssues } from '../../shared-kernel/multi-language.js';
import { oneOf } from '../../shared-kernel/shape.js';
import type { TextRules } from '../../shared-kernel/text.js';
import { VISIBILITIES } from './enumerations.js';

/** Limits of the texts of plans, actions and notes (decisions 1.7, 1.8), in code points. */
export const PLAN_LIMITS = {
  title: { maxLength: 255 },
  description: { maxLength: 20_000, multiline: true },
  note: { maxLength: 20_000, multiline: true },
  /** Ids of people, areas, groups and the like, which other systems may have made. */
  reference: { maxLength: 255 },
  search: { maxLength: 255 },
} as const satisfies Record<string, TextRules>;

/** The rule of each member of a plan that a manager writes. */
export const PLAN_RULES = {
  title: (value: unknown) => multiLanguageIssues(value, PLAN_LIMITS.title),
  description: (value: unknown) => multiLanguageIssues(value, PLAN_LIMITS.description),
  visibility: oneOf(VISIBILITIES),
} as const;
