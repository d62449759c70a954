export { EmbeddedPostgres, type EmbeddedPostgresOptions } from './embedded-postgres.js';
export { EmbeddedPostgresUnavailable } from './errors.js';
