import { Retention } from '../../shared-kernel/retention.js';

/** Live and deleted entries, by their start. */
export abstract class TimesheetRetention extends Retention {}
