import { serve } from './serve.js';

/** Everything in one process. */
serve({ http: true, work: true });
