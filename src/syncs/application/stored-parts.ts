import { cleanName } from '../../staff-files/index.js';
import type { EmployeeContent, EmployeeState } from '../../workforce/index.js';

/**
 * The content of a person of a file with the stored name, if it is the same but for characters that are not read: what
 * is sent back unchanged changes nothing.
 */
export function withStoredName(content: EmployeeContent, stored: EmployeeState | undefined): EmployeeContent {
  const name = stored?.name;
  return typeof name === 'string' && cleanName(name) === content.name ? { ...content, name } : content;
}

/**
 * The content of a person whose profile is about some characteristics only, with what is stored of the others. Entries
 * keep their order, so that a file that changes nothing is found to change nothing.
 * @param profileOf - ids of characteristics; all of them if absent
 */
export function withWholeProfile(
  content: EmployeeContent,
  profileOf: readonly string[] | undefined,
  stored: EmployeeState | undefined,
): EmployeeContent {
  if (!profileOf || !stored) return content;
  const about = new Set(profileOf);
  const given = new Map((content.profile ?? []).map((entry) => [entry.id, entry]));
  const kept = stored.profile.flatMap((entry) => {
    const found = given.get(entry.id);
    given.delete(entry.id);
    return about.has(entry.id) ? (found ?? []) : entry;
  });
  return { ...content, profile: [...kept, ...given.values()] };
}
