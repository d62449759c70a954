import { Stage } from './harness/stage.js';
import { soakIn } from './soak.js';

/** 15 seconds show errors and leaks of each request, but no slow growth. */
const BRIEF = {
  measuringMs: 3_000,
  warmUpMs: 8_000,
  loadMs: 15_000,
  sampleMs: 1_000,
  maxMibIn10Min: 120,
  mostRefused: 0.01,
};

describe('npm run trust -- soak, briefly', () => {
  it('finds every promise kept', async () => {
    const program = soakIn({ short: BRIEF, whole: BRIEF });
    const findings = await Stage.run(program, { short: true, note: () => undefined });
    expect(findings.filter(({ holds }) => !holds)).toEqual([]);
  }, 900_000);
});
