/** The public API of the context about the caller of the session area. */
export { MeModule } from './me.module.js';
