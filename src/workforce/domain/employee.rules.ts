import { ROLES } from '../../shared-kernel/actor.js';
import { dateTimeIssues } from '../../shared-kernel/date-time.js';
import { emailIssues } from '../../shared-kernel/email.js';
import { arrayOf, objectOf, oneOf, required, type Rule } from '../../shared-kernel/shape.js';
import { filledTextIssues, textIssues, type TextRules } from '../../shared-kernel/text.js';

/** Limits of the texts of people (decisions 1.8), in code points. */
export const EMPLOYEE_LIMITS = {
  name: { maxLength: 255 },
  externalId: { maxLength: 255 },
  /** Ids of areas, groups, characteristics and their values. */
  reference: { maxLength: 255 },
  /** Longer than any that fits into a request. */
  profileFilter: { maxLength: 20_000 },
} as const satisfies Record<string, TextRules>;

/** Why somebody has left (decisions 8). */
export const TURNOVER_TYPES = ['VOLUNTARY', 'INVOLUNTARY', 'OTHER'] as const;
export type TurnoverType = (typeof TURNOVER_TYPES)[number];

const reference: Rule = (value) => filledTextIssues(value, EMPLOYEE_LIMITS.reference);

/** The rule of each member of a person that an integration writes. What they refer to is checked elsewhere. */
export const EMPLOYEE_RULES = {
  name: (value: unknown) => textIssues(value, EMPLOYEE_LIMITS.name),
  email: emailIssues,
  externalId: (value: unknown) => filledTextIssues(value, EMPLOYEE_LIMITS.externalId),
  hierarchyId: reference,
  profile: arrayOf(
    objectOf({ id: required(reference), date: dateTimeIssues, valueId: reference, leafId: reference }),
  ),
  groupIds: arrayOf(reference),
  role: oneOf(ROLES),
  managedHierarchies: arrayOf(reference),
} as const;
