import { plan } from '../../test/support/builders.js';

export const clock = '';
