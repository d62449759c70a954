import { Injectable } from '@nestjs/common';
import { Counter, Registry } from 'prom-client';
import { NoUser, ProviderUnavailable, SignInRefused } from '../domain/sign-in.errors.js';

const WAYS = ['oidc', 'code'] as const;
type Way = (typeof WAYS)[number];

const RESULTS = ['signed-in', 'choice', 'refused', 'no-user', 'provider-unavailable', 'failed'] as const;
type Result = (typeof RESULTS)[number];

/** Counts sign-ins. */
@Injectable()
export class SignInMeter {
  private readonly signIns: Counter<'way' | 'result'>;

  constructor(registry: Registry) {
    this.signIns = new Counter({
      name: 'wes_sign_ins_total',
      help: 'Sign-ins by their way and result.',
      labelNames: ['way', 'result'],
      registers: [registry],
    });
    for (const way of WAYS) for (const result of RESULTS) this.signIns.inc({ way, result }, 0);
  }

  /** @param resultOf - of work that succeeds */
  async measure<T>(
    way: Way,
    work: () => Promise<T>,
    resultOf: (done: T) => Result = () => 'signed-in',
  ): Promise<T> {
    try {
      const done = await work();
      this.signIns.inc({ way, result: resultOf(done) });
      return done;
    } catch (error) {
      this.signIns.inc({ way, result: failureOf(error) });
      throw error;
    }
  }
}

function failureOf(error: unknown): Result {
  if (error instanceof SignInRefused) return 'refused';
  if (error instanceof NoUser) return 'no-user';
  return error instanceof ProviderUnavailable ? 'provider-unavailable' : 'failed';
}
