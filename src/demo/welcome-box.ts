/** Fresh credentials of one demo company. */
export interface DemoCredentials {
  readonly companyId: string;
  readonly companyName: string;
  readonly adminSessionId: string;
  readonly adminEmail: string;
  readonly managerSessionId: string;
  readonly managerEmail: string;
  readonly apiKey: string;
}

/**
 * Addresses and credentials to try the service with, in a frame. A double click selects each value.
 * @param outbox - the folder of mails that are files, where there is no mail server
 * @param note - the time for which the credentials are valid
 */
export function welcomeBox(
  baseUrl: string,
  companies: readonly DemoCredentials[],
  outbox: string | undefined,
  note = 'These credentials are for this run: the next start issues fresh ones.',
): string {
  const lines = [
    'Workforce Engagement Service - demo',
    '',
    `Base URL    ${baseUrl}`,
    `Swagger     ${baseUrl}/docs`,
    `Guide       ${baseUrl}/guide`,
    ...companies.flatMap((company) => [
      '',
      `${company.companyName} (company ${company.companyId})`,
      `  SessionId of an admin     ${company.adminSessionId}`,
      `  SessionId of a manager    ${company.managerSessionId}`,
      `  serviceAPIKey             ${company.apiKey}`,
      `  E-mail of the admin       ${company.adminEmail}`,
      `  E-mail of the manager     ${company.managerEmail}`,
    ]),
    '',
    note,
    ...(outbox === undefined ? [] : signInLines(outbox)),
  ];
  const width = Math.max(...lines.map((line) => line.length));
  const framed = lines.map((line) => `│ ${line.padEnd(width)} │`);
  const bar = '─'.repeat(width + 2);
  return [`╭${bar}╮`, ...framed, `╰${bar}╯`, ''].join('\n');
}

function signInLines(outbox: string): string[] {
  return [
    '',
    'To sign in at Swagger, press "Sign in" and give one of the addresses. Mails are files; this shows the last code:',
    `  grep -ohE '^[A-Z0-9]{4}-[A-Z0-9]{4}' "${outbox}"/*sign-in* | tail -1`,
  ];
}
