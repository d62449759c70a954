/** The public API of the identity context. */
export { IdentityModule } from './identity.module.js';
export { IdentityQueries, type ActivePerson, type DemoUser } from './application/identity.queries.js';
export { IdentityService } from './application/identity.service.js';
export { OperatorQueries } from './application/operator.queries.js';
export { registerIdentityCommands } from './interface/identity.commands.js';
