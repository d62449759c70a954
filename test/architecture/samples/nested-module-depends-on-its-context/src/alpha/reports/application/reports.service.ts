import { Plan } from '../../index.js';
