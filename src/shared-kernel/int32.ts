import type { ValidationIssue } from './validation-issue.js';

export const INT32_MIN = -2_147_483_648;
export const INT32_MAX = 2_147_483_647;

/** The rules that a value breaks as an integer of 32 bits (decisions 1.9). */
export function int32Issues(value: unknown): ValidationIssue[] {
  if (typeof value !== 'number' || !Number.isInteger(value)) {
    return [{ path: '', code: 'WRONG_TYPE', message: 'must be an integer' }];
  }
  if (value < INT32_MIN || value > INT32_MAX) {
    return [{ path: '', code: 'OUT_OF_RANGE', message: `must be from ${INT32_MIN} to ${INT32_MAX}` }];
  }
  return [];
}
