import { seed } from './demo/seed.js';
