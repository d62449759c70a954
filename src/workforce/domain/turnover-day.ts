/** Midnight UTC of the day of a moment: the default date of a turnover (decisions 8). */
export function startOfToday(now = new Date()): Date {
  return new Date(now.toISOString().slice(0, 10));
}
