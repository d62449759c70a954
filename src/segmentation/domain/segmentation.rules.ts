import type { Fault } from '../../shared-kernel/fault.js';
import { idFaults } from '../../shared-kernel/id.js';
import { int32Faults } from '../../shared-kernel/int32.js';
import { arrayOf, isRecord, objectOf, required, type Rule, type Shape } from '../../shared-kernel/shape.js';
import { isBlank, textFaults, type TextRules } from '../../shared-kernel/text.js';

/** Limits of names and labels (decisions 1.8), in code points. */
export const SEGMENTATION_LIMITS = {
  name: { maxLength: 255 },
  label: { maxLength: 255 },
} as const satisfies Record<string, TextRules>;

const fault = (path: string, code: string, message: string): Fault => ({ path, code, message });

const words =
  (rules: TextRules): Rule =>
  (value) => {
    const faults = textFaults(value, rules);
    if (faults.length > 0 || !isBlank(value as string)) return faults;
    return [fault('', 'BLANK', 'must contain a character that is not white space')];
  };

/** The rule of a name that must be there. */
export const requiredName = required(words(SEGMENTATION_LIMITS.name));

/** The rule of an array of entries of a shape, of which no two have the same id. */
function distinct(shape: Shape): Rule {
  const entries = arrayOf(objectOf(shape));
  return (value) => {
    const faults = [...entries(value)];
    const seen = new Set<unknown>();
    (Array.isArray(value) ? value : []).forEach((entry: unknown, index) => {
      const id = isRecord(entry) ? (entry['id'] ?? undefined) : undefined;
      if (id !== undefined && seen.has(id)) {
        faults.push(fault(`[${index}].id`, 'NOT_UNIQUE', 'must not occur twice in one characteristic'));
      }
      seen.add(id);
    });
    return faults;
  };
}

const label = required(words(SEGMENTATION_LIMITS.label));

/** The rule of the allowed values of a characteristic. */
export const allowedValuesFaults = distinct({ id: idFaults, label });

/** The rule of the nodes of a characteristic. */
export const nodesFaults = distinct({ id: idFaults, label, position: int32Faults });
