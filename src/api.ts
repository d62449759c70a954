import { serve } from './serve.js';

/** The API alone; workers do what it puts off. */
serve({ http: true, work: false });
