import type { Role } from '../shared-kernel/actor.js';
import { auroraPlans } from './plans/aurora.js';
import type { DemoPlan } from './plans/demo-plan.js';
import { northwindPlans } from './plans/northwind.js';
import { auroraWorkforce } from './workforce/aurora.js';
import type { DemoWorkforce } from './workforce/demo-workforce.js';
import { northwindWorkforce } from './workforce/northwind.js';

interface DemoCompany {
  readonly name: string;
  readonly timeZone: string;
  /** The first three are the admin, the manager and the third one who is named in plans. */
  readonly users: readonly {
    readonly name: string;
    readonly email: string;
    readonly role: Role;
    readonly language: string;
  }[];
  readonly workforce: DemoWorkforce;
  readonly plans: readonly DemoPlan[];
}

/** Two companies that share the catalogue and nothing else. */
export const demoCompanies: readonly DemoCompany[] = [
  {
    name: 'Aurora Hotels',
    timeZone: 'Europe/Madrid',
    users: [
      { name: 'Lucía Ferrer', email: 'lucia.ferrer@aurora-hotels.example', role: 'ADMIN', language: 'es' },
      { name: 'Tom Becker', email: 'tom.becker@aurora-hotels.example', role: 'MANAGER', language: 'de' },
      { name: 'Inês Duarte', email: 'ines.duarte@aurora-hotels.example', role: 'ADVISOR', language: 'pt' },
      { name: 'Marc Vidal', email: 'marc.vidal@aurora-hotels.example', role: 'EMPLOYEE', language: 'es' },
    ],
    workforce: auroraWorkforce,
    plans: auroraPlans,
  },
  {
    name: 'Northwind Logistics',
    timeZone: 'Europe/London',
    users: [
      { name: 'Grace Whitfield', email: 'grace.whitfield@northwind.example', role: 'ADMIN', language: 'en' },
      { name: 'Élodie Martin', email: 'elodie.martin@northwind.example', role: 'MANAGER', language: 'fr' },
      { name: 'Paolo Conti', email: 'paolo.conti@northwind.example', role: 'RESPONSIBLE', language: 'it' },
    ],
    workforce: northwindWorkforce,
    plans: northwindPlans,
  },
];
