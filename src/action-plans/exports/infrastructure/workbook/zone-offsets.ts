/** Time zones change their offsets at quarters of an hour only, but for a few before 2012. */
const QUARTER_MS = 900_000;

/** Offsets of a time zone from UTC, remembered because `Intl` is slow. */
export class ZoneOffsets {
  private readonly format: Intl.DateTimeFormat;
  private readonly known = new Map<number, number>();

  /** @param timeZone - IANA name */
  constructor(timeZone: string) {
    this.format = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' });
  }

  /** The offset at a moment, in milliseconds. */
  at(moment: Date): number {
    const quarter = Math.floor(moment.getTime() / QUARTER_MS);
    if (Number.isNaN(quarter)) return 0;
    let offset = this.known.get(quarter);
    if (offset === undefined) {
      offset = this.find(moment);
      this.known.set(quarter, offset);
    }
    return offset;
  }

  private find(moment: Date): number {
    const match = /GMT([+-])(\d\d):(\d\d)(?::(\d\d))?/.exec(this.format.format(moment));
    if (!match) return 0;
    const [, sign, hours, minutes, seconds = 0] = match;
    const size = (Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds);
    return (sign === '-' ? -size : size) * 1_000;
  }
}
