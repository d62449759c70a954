const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

/** Finds the moment that the clocks of a place show so many minutes after the midnight before another moment. */
export function localTime(timeZone: string): (day: number, minutes: number) => number {
  const format = new Intl.DateTimeFormat('sv', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
  const shownAt = (moment: number): number => Date.parse(`${format.format(moment).replace(' ', 'T')}Z`);
  return (day, minutes) => {
    const shown = shownAt(day);
    const wanted = shown - (shown % DAY_MS) + minutes * MINUTE_MS;
    return wanted - (shownAt(wanted) - wanted);
  };
}
