import type { Command } from 'commander';
import type { Shell } from '../../platform/cli/shell.js';
import { registerCompanyCommands } from './company.commands.js';
import { registerApiKeyCommands, registerSessionCommands } from './credential.commands.js';
import { registerSecretCommands } from './secret.commands.js';
import { registerUserCommands } from './user.commands.js';

/** The commands about companies, their users and credentials. */
export function registerIdentityCommands(program: Command, shell: Shell): void {
  registerCompanyCommands(program, shell);
  registerUserCommands(program, shell);
  registerSessionCommands(program, shell);
  registerApiKeyCommands(program, shell);
  registerSecretCommands(program, shell);
}
