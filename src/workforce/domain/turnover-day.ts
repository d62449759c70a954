/** Midnight UTC of the day of a moment: when somebody has left of whom no day is told (decisions 8). */
export function startOfToday(now = new Date()): Date {
  return new Date(now.toISOString().slice(0, 10));
}
