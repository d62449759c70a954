import { besideAttacks, type AttackForm } from './hostile/beside-attacks.js';
import { Budgets, type BudgetForm } from './hostile/budgets.js';
import { Target } from './hostile/target.js';
import type { TrustProgram } from './harness/program.js';

interface Form {
  readonly budgets: BudgetForm;
  /** Attacks need a machine of their own: npm test runs none. */
  readonly attacks?: AttackForm;
}

const SHORT: Form = { budgets: { maxHoldMs: 500, share: 200, isShort: true } };
const WHOLE: Form = {
  budgets: { maxHoldMs: 100, share: 5, isShort: false },
  attacks: { quietMs: 10_000, attackMs: 60_000 },
};

/**
 * Sends to every operation and file format what is cheap to send and dear to read, one at a time. Then one company
 * attacks for a minute in each of ten ways, and a second one hardly notices.
 */
export const hostile: TrustProgram = {
  summary: 'what is cheap to send and dear to read, to every operation and file format; ten attacks',
  limit: { short: 240, whole: 7_200 },

  async run(stage) {
    const { budgets, attacks } = stage.short ? SHORT : WHOLE;
    const target = await Target.open(stage);
    const findings = await new Budgets(stage, target, budgets).run();
    return attacks ? [...findings, ...(await besideAttacks(stage, target, attacks))] : findings;
  },
};
