import type { Hen } from './hen.js'; // offends

export interface Egg {
  laidBy: Hen;
}
