import { foldEmail } from '../../shared-kernel/folding.js';
import type { Identifiers } from './employee.repository.js';
import type { Employee } from './employee.js';

/** Employees by e-mail address, in any case, and by external id. */
export class Holders {
  private readonly byEmail = new Map<string, readonly Employee[]>();
  private readonly byExternalId = new Map<string, readonly Employee[]>();

  add(employee: Employee): void {
    const { email, externalId } = employee.state;
    if (email !== undefined) addTo(this.byEmail, foldEmail(email), employee);
    if (externalId !== undefined) addTo(this.byExternalId, externalId, employee);
  }

  remove(employee: Employee): void {
    const { email, externalId } = employee.state;
    if (email !== undefined) removeFrom(this.byEmail, foldEmail(email), employee);
    if (externalId !== undefined) removeFrom(this.byExternalId, externalId, employee);
  }

  /** Those who have the e-mail address or the external id, each once. */
  find({ email, externalId }: Identifiers): Employee[] {
    const found = [
      ...(email === undefined ? [] : (this.byEmail.get(foldEmail(email)) ?? [])),
      ...(externalId === undefined ? [] : (this.byExternalId.get(externalId) ?? [])),
    ];
    return [...new Set(found)];
  }
}

function addTo(all: Map<string, readonly Employee[]>, key: string, employee: Employee): void {
  all.set(key, [...(all.get(key) ?? []), employee]);
}

function removeFrom(all: Map<string, readonly Employee[]>, key: string, employee: Employee): void {
  all.set(
    key,
    (all.get(key) ?? []).filter((one) => one !== employee),
  );
}
