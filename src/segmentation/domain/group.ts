/** People of a company who have something in common, wherever they work (interface 2.7). */
export interface Group {
  readonly id: string;
  readonly name: string;
}
