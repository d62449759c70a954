import { rule } from '../src/alpha/domain/rule.js'; // offends
import { fold } from '../src/shared-kernel/folding.js';
