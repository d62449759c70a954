import type { Egg } from './egg.js';

export interface Hen {
  lays: Egg;
}
