import type { Beta } from '../../beta/domain/beta.js'; // offends
import type { Area } from '../../beta/index.js';
