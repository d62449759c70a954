import { serve } from './serve.js';

/** A worker alone: it answers nothing and does what requests have put off. */
serve({ http: false, work: true });
