import type { PersonalDataEraser } from '../../../shared-kernel/personal-data.js';

/** Erasers of all contexts, in the order in which they work: those that find by what others remove come first. */
export class Erasers {
  constructor(readonly all: readonly PersonalDataEraser[]) {}
}
