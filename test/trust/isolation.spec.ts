import { isolation } from '../../trust/programs/isolation.js';

describe('npm run trust -- isolation', () => {
  it('holds in its short form', async () => {
    expect(await isolation({ short: true })).toContain('No row of the other company changed.');
  }, 600_000);
});
