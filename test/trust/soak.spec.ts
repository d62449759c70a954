import { Stage } from './harness/stage.js';
import { soakIn } from './soak.js';

/** Half a minute shows errors and what a request leaves behind, not a slow growth. */
const BRIEF = {
  measuringMs: 6_000,
  warmUpMs: 15_000,
  loadMs: 30_000,
  sampleMs: 2_000,
  maxMibIn10Min: 60,
  mostRefused: 0.01,
};

describe('npm run trust -- soak, briefly', () => {
  it('finds every promise kept', async () => {
    const program = soakIn({ short: BRIEF, whole: BRIEF });
    const findings = await Stage.run(program, { short: true, note: () => undefined });
    expect(findings.filter(({ holds }) => !holds)).toEqual([]);
  }, 900_000);
});
