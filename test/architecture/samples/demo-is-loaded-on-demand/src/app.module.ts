import { seed } from './demo/seed.js'; // offends

export const imports = [seed];
