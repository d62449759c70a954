import { mapVariables } from './variable.js';
import { VARIABLES } from './variables.js';

/** The text of `.env.example`. */
export function renderEnvExample(): string {
  const entries: string[] = [];
  mapVariables(VARIABLES, ({ name, defaultText, description }) =>
    entries.push(`# ${description}\n${defaultText === undefined ? '#' : ''}${name}=${defaultText ?? ''}\n`),
  );
  return `# Every setting of the service with its default. Copy to .env and change what differs.\n\n${entries.join('\n')}`;
}
