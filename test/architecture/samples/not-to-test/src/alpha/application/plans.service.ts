import { plan } from '../../../test/support/builders.js'; // offends
import { load } from '../../../bench/load.js'; // offends
import { clock } from '../../testing/clock.js'; // offends
import { example } from './plans.service.spec.js'; // offends
