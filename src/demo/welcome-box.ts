/** Fresh credentials of one demo company. */
export interface DemoCredentials {
  readonly companyId: string;
  readonly companyName: string;
  readonly adminSessionId: string;
  readonly managerSessionId: string;
  readonly apiKey: string;
}

/**
 * Addresses and credentials to try the service with, in a frame. A double click selects each value.
 * @param note - the time for which the credentials are valid
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
    `Guide       ${baseUrl}/guide`,
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
