import { idIssues } from '../../shared-kernel/id.js';
import { int32Issues } from '../../shared-kernel/int32.js';
import { arrayOf, isRecord, objectOf, required, type Rule, type Shape } from '../../shared-kernel/shape.js';
import { wordsIssues, type TextRules } from '../../shared-kernel/text.js';

/** Limits of names and labels (decisions 1.8), in code points. */
export const SEGMENTATION_LIMITS = {
  name: { maxLength: 255 },
  label: { maxLength: 255 },
} as const satisfies Record<string, TextRules>;

const words =
  (rules: TextRules): Rule =>
  (value) =>
    wordsIssues(value, rules);

/** The rule of a name that must be there. */
export const requiredName = required(words(SEGMENTATION_LIMITS.name));

/** The rule of an array of entries of a shape, of which no two have the same id. */
function distinct(shape: Shape): Rule {
  const entries = arrayOf(objectOf(shape));
  return (value) => {
    const issues = [...entries(value)];
    const seen = new Set<unknown>();
    (Array.isArray(value) ? value : []).forEach((entry: unknown, index) => {
      const id = isRecord(entry) ? (entry['id'] ?? undefined) : undefined;
      if (id !== undefined && seen.has(id)) {
        const message = 'must not occur twice in one characteristic';
        issues.push({ path: `[${index}].id`, code: 'NOT_UNIQUE', message });
      }
      seen.add(id);
    });
    return issues;
  };
}

const label = required(words(SEGMENTATION_LIMITS.label));

/** The rule of the allowed values of a characteristic. */
export const allowedValuesIssues = distinct({ id: idIssues, label });

/** The rule of the nodes of a characteristic. */
export const nodesIssues = distinct({ id: idIssues, label, position: int32Issues });
