import { Injectable } from '@nestjs/common';
import { operatorOf } from '../../../shared-kernel/actor.js';
import { AuditTrail } from '../../../shared-kernel/audit-trail.js';
import { newId } from '../../../shared-kernel/id.js';
import { UnitOfWork } from '../../../shared-kernel/unit-of-work.js';
import { PersonQueries, type PersonKey } from '../../index.js';
import { accessChange } from './accesses.service.js';
import type { Archive } from './archive.ports.js';
import { PersonArchives } from './person-archives.js';

/** Makes archives at once, for operators. */
@Injectable()
export class OperatorAccess {
  constructor(
    private readonly people: PersonQueries,
    private readonly archives: PersonArchives,
    private readonly unitOfWork: UnitOfWork,
    private readonly audit: AuditTrail,
  ) {}

  /**
   * @throws {PersonNotFound}
   * @throws {PersonAmbiguous}
   */
  async archive(companyId: string, key: PersonKey): Promise<Archive> {
    const person = await this.people.get(companyId, key);
    await this.unitOfWork.run((transaction) =>
      this.audit.record(operatorOf(companyId), accessChange(newId(), person), transaction),
    );
    return this.archives.make(person);
  }
}
