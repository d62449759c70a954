export { EmbeddedPostgres, type EmbeddedPostgresOptions } from './embedded-postgres.js';
export { DataDirectoryInUse, EmbeddedPostgresUnavailable } from './errors.js';
