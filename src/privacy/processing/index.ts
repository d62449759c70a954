/** The public API of the record of processing activities. */
export { registerPrivacyCommands } from './interface/privacy.commands.js';
