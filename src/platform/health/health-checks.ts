import { Injectable } from '@nestjs/common';

export type Condition = 'up' | 'down';

/** Something that the process depends on, and how to ask whether it answers. */
export interface HealthCheck {
  /** Name in the report of readiness, like `database`. */
  readonly name: string;
  /** Whether the process is of no use without it. */
  readonly isVital: boolean;
  /** Rejects when it does not answer. */
  probe(): Promise<unknown>;
}

export interface CheckedDependency extends Pick<HealthCheck, 'name' | 'isVital'> {
  readonly condition: Condition;
}

/** Balancers ask every few seconds and do not wait for long. */
const PROBE_LIMIT_MS = 2_500;

/** What this process depends on; each part of it adds its own. */
@Injectable()
export class HealthChecks {
  private readonly checks: HealthCheck[] = [];

  add(check: HealthCheck): void {
    this.checks.push(check);
  }

  /** Asks all of them at the same time. One that is late counts as down. */
  run(): Promise<CheckedDependency[]> {
    return Promise.all(
      this.checks.map(async (check) => {
        const { name, isVital } = check;
        const condition = await Promise.race([answers(check), late()]);
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

function late(): Promise<Condition> {
  return new Promise((resolve) => {
    setTimeout(() => resolve('down'), PROBE_LIMIT_MS).unref();
  });
}
