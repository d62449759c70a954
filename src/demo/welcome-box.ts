import type { DemoCredentials } from './demo.service.js';

/**
 * What a person needs to try the service, framed so that each value can be copied by a double click.
 * @param note - how long the credentials hold
 */
export function welcomeBox(
  baseUrl: string,
  companies: readonly DemoCredentials[],
  note = 'These credentials are for this run: the next start issues fresh ones.',
): string {
  const lines = [
    'Workforce Engagement Service - demo',
    '',
    `Base URL    ${baseUrl}`,
    `Swagger     ${baseUrl}/docs`,
    ...companies.flatMap(({ companyName, companyId, adminSessionId, managerSessionId, apiKey }) => [
      '',
      `${companyName} (company ${companyId})`,
      `  SessionId of an admin     ${adminSessionId}`,
      `  SessionId of a manager    ${managerSessionId}`,
      `  serviceAPIKey             ${apiKey}`,
    ]),
    '',
    note,
  ];
  const width = Math.max(...lines.map((line) => line.length));
  const framed = lines.map((line) => `│ ${line.padEnd(width)} │`);
  const bar = '─'.repeat(width + 2);
  return [`╭${bar}╮`, ...framed, `╰${bar}╯`, ''].join('\n');
}
