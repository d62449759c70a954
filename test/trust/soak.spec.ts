import { soakFor } from '../../trust/programs/soak.js';

/** A minute shows errors and a leak that a request makes, not a slow growth. */
const BRIEF = {
  measuringMs: 6_000,
  warmUpMs: 15_000,
  loadMs: 30_000,
  sampleMs: 2_000,
  maxMibIn10Min: 60,
};

describe('npm run trust -- soak', () => {
  it('holds for half a minute', async () => {
    const [load] = await soakFor(BRIEF);
    expect(load).toMatch(/no error\.$/);
  }, 600_000);
});
