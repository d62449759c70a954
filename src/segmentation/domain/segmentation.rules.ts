import type { TextRules } from '../../shared-kernel/text.js';

/** Limits of names and labels, in code points. */
export const SEGMENTATION_LIMITS = {
  name: { maxLength: 255 },
  label: { maxLength: 255 },
} as const satisfies Record<string, TextRules>;
