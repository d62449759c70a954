import { Injectable } from '@nestjs/common';

export type Condition = 'up' | 'down';

/** A dependency of the process, and how to check that it answers. */
export interface HealthCheck {
  /** Name in the report of readiness, like `database`. */
  readonly name: string;
  /** The process cannot serve without it. */
  readonly isVital: boolean;
  /** Rejects when it does not answer. */
  probe(): Promise<unknown>;
}

export interface CheckedDependency extends Pick<HealthCheck, 'name' | 'isVital'> {
  readonly condition: Condition;
}

/** Load balancers ask every few seconds and wait for one to three; the vital dependencies may need that time. */
const VITAL_PROBE_LIMIT_MS = 2_500;
const PROBE_LIMIT_MS = 500;

/** The dependencies of this process; each module adds its own. */
@Injectable()
export class HealthChecks {
  private readonly checks: HealthCheck[] = [];

  add(check: HealthCheck): void {
    this.checks.push(check);
  }

  /** Runs all checks at once. A late one counts as down. */
  run(): Promise<CheckedDependency[]> {
    return Promise.all(
      this.checks.map(async (check) => {
        const { name, isVital } = check;
        const condition = await Promise.race([answers(check), late(isVital)]);
        return { name, isVital, condition };
      }),
    );
  }
}

async function answers(check: HealthCheck): Promise<Condition> {
  try {
    await check.probe();
    return 'up';
  } catch {
    return 'down';
  }
}

function late(isVital: boolean): Promise<Condition> {
  return new Promise((resolve) => {
    setTimeout(() => resolve('down'), isVital ? VITAL_PROBE_LIMIT_MS : PROBE_LIMIT_MS).unref();
  });
}
