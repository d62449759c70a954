import fc from 'fast-check';
import { text } from './text.js';
