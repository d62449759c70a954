/** People of a company who have something in common, wherever they work. */
export interface Group {
  readonly id: string;
  readonly name: string;
}
