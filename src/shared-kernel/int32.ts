/** The range of whole numbers (docs/contract.md, "Numbers"). */
export const INT32_MIN = -2_147_483_648;
export const INT32_MAX = 2_147_483_647;

export function isInt32(value: unknown): value is number {
  return Number.isInteger(value) && (value as number) >= INT32_MIN && (value as number) <= INT32_MAX;
}
