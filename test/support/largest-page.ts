import { DEFAULT_SETTINGS } from './default-settings.js';
import { eventually } from './eventually.js';

/** A window of this size is never refused. */
const SMALLEST = 10;

/** The path of a list with the largest window that is not refused. */
export async function largestPage(
  path: string,
  read: (path: string) => Promise<{ readonly status: number }>,
): Promise<string> {
  const window = (to: number): string => `${path}?from=0&to=${to}`;
  const works = (to: number): Promise<boolean> =>
    eventually(async () => {
      const { status } = await read(window(to));
      // By a busy machine, or after other large pages.
      if (status === 503 || status === 429) throw new Error(`${window(to)} was not answered in time.`);
      return status !== 400;
    });
  let [good, bad] = [SMALLEST, Number(DEFAULT_SETTINGS['MAX_PAGE_SIZE'])];
  if (await works(bad)) return window(bad);
  while (bad - good > 1) {
    const middle = Math.floor((good + bad) / 2);
    if (await works(middle)) good = middle;
    else bad = middle;
  }
  return window(good);
}
