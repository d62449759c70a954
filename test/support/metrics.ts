/** The values of a scrape by metric and labels, as they are written. */
export type Scrape = ReadonlyMap<string, number>;

/** The text that Prometheus gets from a process. */
export async function metricsText(metricsUrl: string): Promise<string> {
  const answer = await fetch(`${metricsUrl}/metrics`);
  if (answer.status !== 200) throw new Error(`The scrape was answered ${answer.status}.`);
  return answer.text();
}

export async function scrape(metricsUrl: string): Promise<Scrape> {
  const lines = (await metricsText(metricsUrl)).split('\n').filter((line) => /^[^#]/.test(line));
  return new Map(
    lines.map((line) => {
      const end = line.lastIndexOf(' ');
      return [line.slice(0, end), Number(line.slice(end + 1))];
    }),
  );
}
