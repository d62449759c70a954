import { equal } from 'node:assert';
import type { Actor } from '../../shared-kernel/actor.js';
