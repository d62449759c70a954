import { Injectable } from '@nestjs/common';
import type { IntegrationActor, OperatorActor } from '../../shared-kernel/actor.js';
import { AuditTrail } from '../../shared-kernel/audit-trail.js';
import { PreconditionFailed, type Precondition } from '../../shared-kernel/precondition.js';
import { filledTextIssues } from '../../shared-kernel/text.js';
import { UnitOfWork } from '../../shared-kernel/unit-of-work.js';
import { ValidationFailed } from '../../shared-kernel/validation-failed.js';
import { MAX_SOURCES, wholeContent, type SourceContent } from '../domain/source-content.js';
import { sourceIssues } from '../domain/source-rules.js';
import { SourceNotFound, TooManySources } from '../domain/source.errors.js';
import { SOURCE_LIMITS } from '../domain/staff-file.limits.js';
import { EmployeeSourceResponse } from './employee-source.response.js';
import { SourceStore, type SourceKey, type StoredSource } from './source.store.js';

/** Sets the columns of the files of sources (ADR 51). */
@Injectable()
export class EmployeeSourcesService {
  constructor(
    private readonly sources: SourceStore,
    private readonly unitOfWork: UnitOfWork,
    private readonly audit: AuditTrail,
  ) {}

  /** @throws {SourceNotFound} */
  async get(key: SourceKey): Promise<EmployeeSourceResponse> {
    const found = await this.find(key);
    if (!found) throw new SourceNotFound();
    return found;
  }

  /** Undefined for a source of which nothing is set. */
  async find(key: SourceKey): Promise<EmployeeSourceResponse | undefined> {
    const stored = await this.sources.find(key);
    return stored && EmployeeSourceResponse.from(stored);
  }

  /**
   * Adds or replaces the columns of a source of the actor's company. What changes nothing leaves no record.
   * @throws {ValidationFailed}
   * @throws {PreconditionFailed} also for a source without columns
   * @throws {TooManySources}
   */
  replace(
    actor: IntegrationActor | OperatorActor,
    source: string,
    content: SourceContent,
    precondition?: Precondition,
  ): Promise<EmployeeSourceResponse> {
    const key = { companyId: actor.companyId, source };
    const named = filledTextIssues(source, SOURCE_LIMITS).map((issue) => ({ ...issue, path: 'source' }));
    const issues = [...named, ...sourceIssues(content)];
    if (issues.length > 0) throw new ValidationFailed(issues);
    return this.unitOfWork.run(async (transaction) => {
      const { stored, count } = await this.sources.lock(key, transaction);
      if (precondition && !stored) throw new PreconditionFailed();
      if (stored) await precondition?.check(() => Promise.resolve(jsonOf(stored)));
      else if (count >= MAX_SOURCES) throw new TooManySources();
      if (stored && JSON.stringify(wholeContent(stored)) === JSON.stringify(wholeContent(content)))
        return EmployeeSourceResponse.from(stored);
      const after = await this.sources.put(key, wholeContent(content), transaction);
      const change = { operation: 'source.replace', objectId: source, after: wholeContent(after) } as const;
      await this.audit.record(
        actor,
        { ...change, ...(stored && { before: wholeContent(stored) }) },
        transaction,
      );
      return EmployeeSourceResponse.from(after);
    });
  }

  /** @throws {SourceNotFound} @throws {PreconditionFailed} @returns the columns as they were */
  remove(
    actor: IntegrationActor | OperatorActor,
    source: string,
    precondition?: Precondition,
  ): Promise<EmployeeSourceResponse> {
    const key = { companyId: actor.companyId, source };
    return this.unitOfWork.run(async (transaction) => {
      const { stored } = await this.sources.lock(key, transaction);
      if (!stored) throw new SourceNotFound();
      await precondition?.check(() => Promise.resolve(jsonOf(stored)));
      await this.sources.remove(key, transaction);
      const change = { operation: 'source.delete', objectId: source, before: wholeContent(stored) } as const;
      await this.audit.record(actor, change, transaction);
      return EmployeeSourceResponse.from(stored);
    });
  }
}

function jsonOf(stored: StoredSource): string {
  return JSON.stringify(EmployeeSourceResponse.from(stored));
}
