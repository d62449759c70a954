/** Midnight UTC of the day of a moment. */
export function startOfDay(moment: Date): Date {
  return new Date(moment.toISOString().slice(0, 10));
}

/** The default date of a turnover. */
export function startOfToday(now = new Date()): Date {
  return startOfDay(now);
}
