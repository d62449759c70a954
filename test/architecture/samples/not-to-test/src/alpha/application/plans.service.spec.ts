import { plan } from '../../../test/support/builders.js';
import { clock } from '../../testing/clock.js';

export const example = '';
