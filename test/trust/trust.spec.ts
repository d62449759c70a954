import { Stage } from './harness/stage.js';
import { inTests, programs } from './programs.js';

/** Time to install what is missing, and to close what a program has started. */
const MARGIN_MS = 330_000;

describe.each(inTests)('npm run trust -- %s --short', (name) => {
  const program = programs[name]!;

  it(
    'finds every promise kept',
    async () => {
      const findings = await Stage.run(program, { short: true, note: () => undefined });
      expect(findings.filter(({ holds }) => !holds)).toEqual([]);
    },
    program.limit.short * 1_000 + MARGIN_MS,
  );
});
