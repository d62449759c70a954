import { counted } from '../harness/failures.js';
import type { Finding } from '../harness/program.js';
import type { Follower } from './follower.js';
import type { Target } from './writers.js';

/**
 * Reads each feed to its end, and compares what its client knows with the tables.
 * @param losses - how often the database has lost its newest transactions so far
 */
export async function followersEndEqual(
  when: string,
  target: Target & { readonly kinds: Set<string> },
  followers: readonly Follower[],
  losses: number,
): Promise<Finding[]> {
  const differences: string[] = [];
  const kinds = new Map<string, number>();
  for (const follower of followers) {
    while (!(await follower.step(target)));
    const stored = await follower.readAll(target);
    for (const key of new Set([...stored.keys(), ...follower.known.keys()])) {
      const [kind = ''] = key.split(' ');
      kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
      target.kinds.add(kind);
      if (stored.get(key) !== follower.known.get(key)) differences.push(`${follower.name}: ${key}`);
    }
  }
  const changes = followers.reduce((sum, follower) => sum + follower.changes, 0);
  const numbers = [...kinds].map(([kind, number]) => `${counted(number)} × ${kind}`).join(', ');
  const expired = new Set(followers.map((follower) => follower.expired));
  return [
    {
      promise: `${when}, clients that follow the feed know what the tables have`,
      seen:
        `${counted(changes)} changes read by ${followers.length} clients; ${numbers}; ` +
        `${differences.length} differ${differences.length > 0 ? ` (${differences[0]})` : ''}`,
      holds: differences.length === 0,
    },
    {
      promise: `${when}, only lost transactions have made cursors expire, each at most once`,
      seen: `${[...expired].sort().join(', ')} times`,
      holds: Math.max(...expired) <= losses,
    },
  ];
}
