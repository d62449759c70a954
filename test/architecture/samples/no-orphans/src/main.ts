import { used } from './platform/used.js';
