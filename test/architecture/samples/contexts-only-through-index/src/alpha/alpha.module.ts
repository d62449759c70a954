import { BetaModule } from '../beta/beta.module.js'; // offends
import type { Beta } from '../beta/index.js';
