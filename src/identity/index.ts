/**
 * The door of the identity context. Export only what other parts may use, by name.
 */
export { IdentityModule } from './identity.module.js';
export { IdentityQueries, type ActivePerson, type DemoUser } from './application/identity.queries.js';
export { IdentityService } from './application/identity.service.js';
export { registerIdentityCommands } from './interface/identity.commands.js';
