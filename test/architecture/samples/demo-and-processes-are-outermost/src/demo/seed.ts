import type { Process } from '../worker.js';

export const seed = '';
