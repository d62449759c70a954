import type { DemoArea } from './areas.js';

/** What the profiles of a demo company tell; a rule of its own for each key fills them in. */
export interface DemoCharacteristic {
  readonly key: 'firstDay' | 'training' | 'contract' | 'language' | 'shiftWork' | 'trade';
  readonly type: 'DATE' | 'LIST' | 'BOOLEAN' | 'TREE';
  readonly name: string;
  readonly labels?: readonly string[];
}

/** What a demo company is divided by, and who works there, said as briefly as it can be. */
export interface DemoWorkforce {
  readonly emailDomain: string;
  /** Begins the external ids, which are numbered. */
  readonly externalIdPrefix: string;
  readonly areas: readonly DemoArea[];
  readonly groups: Readonly<Record<DemoGroup, string>>;
  /** `shiftWork` has the labels for yes and no, `trade` those that the areas name. */
  readonly characteristics: readonly DemoCharacteristic[];
  /** Where the users of the company work, by their order; those who lead something lead this area. */
  readonly userAreas: readonly string[];
  /** Why entries of timesheets were put right, and why they were deleted. */
  readonly reasons: { readonly change: readonly string[]; readonly deletion: readonly string[] };
  /** Names; where the Latin letters of a name are not its e-mail address, that comes after a bar. */
  readonly people: readonly string[];
}

export type DemoGroup = 'newcomers' | 'nights' | 'safety' | 'mentors' | 'council';
