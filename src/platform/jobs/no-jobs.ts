import { Jobs } from '../../shared-kernel/jobs.js';

/** A command does the work of its sync itself. */
export class NoJobs extends Jobs {
  add(): Promise<string> {
    return Promise.resolve('');
  }

  addAll(): Promise<void> {
    return Promise.resolve();
  }
}
