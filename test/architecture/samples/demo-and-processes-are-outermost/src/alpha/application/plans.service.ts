import { seed } from '../../demo/seed.js'; // offends
import type { Process } from '../../worker.js'; // offends
