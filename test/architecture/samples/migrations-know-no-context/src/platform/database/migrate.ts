import { Alpha } from '../../../migrations/1-alpha.js';
