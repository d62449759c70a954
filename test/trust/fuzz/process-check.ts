import type { Failures } from '../harness/failures.js';
import type { Service } from '../harness/service.js';

/** The process runs, and has complained about nothing. */
export function checkProcess({ process: service }: Service, failures: Failures): void {
  const { log, complaints } = service;
  if (!service.isRunning) failures.add('The service ended', service.stderr.slice(-2_000));
  for (const line of complaints) failures.add('The service wrote to standard error', line);
  for (const line of log) {
    if (line.level === 'error' || line.level === 'fatal')
      failures.add(`The service logged ${line.msg}`, JSON.stringify(line).slice(0, 1_000));
  }
}
