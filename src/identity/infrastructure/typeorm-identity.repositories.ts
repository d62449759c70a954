import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { IsNull, Repository } from 'typeorm';
import { Revisions } from '../../platform/database/revisions.js';
import { isForeignKeyViolation, isUniqueViolation } from '../../platform/database/sql-errors.js';
import type { Role } from '../../shared-kernel/actor.js';
import { Company } from '../domain/company.js';
import { CompanyNotFound, UserEmailConflict } from '../domain/identity.errors.js';
import { CompanyRepository, UserRepository } from '../domain/identity.repositories.js';
import { User } from '../domain/user.js';

/** Companies in PostgreSQL. */
@Injectable()
export class TypeormCompanyRepository extends CompanyRepository {
  constructor(
    @InjectRepository(Company) private readonly rows: Repository<Company>,
    private readonly revisions: Revisions,
  ) {
    super();
  }

  async insert(company: Company): Promise<void> {
    await this.rows.insert(company);
  }

  async removeDemo(): Promise<void> {
    await this.rows.delete({ isDemo: true });
    this.revisions.invalidate();
  }
}

/** Users in PostgreSQL. */
@Injectable()
export class TypeormUserRepository extends UserRepository {
  constructor(
    @InjectRepository(User) private readonly rows: Repository<User>,
    private readonly revisions: Revisions,
  ) {
    super();
  }

  async insert(user: User): Promise<void> {
    try {
      await this.rows.insert(user);
    } catch (error) {
      if (isForeignKeyViolation(error, 'user_account_company_fkey'))
        throw new CompanyNotFound(user.companyId);
      if (isUniqueViolation(error, 'user_account_active_email_key')) throw new UserEmailConflict();
      throw error;
    }
  }

  async setRole(userId: string, role: Role): Promise<boolean> {
    return this.updateActive(userId, { role });
  }

  async deactivate(userId: string): Promise<boolean> {
    return this.updateActive(userId, { deactivatedAt: new Date() });
  }

  private async updateActive(
    id: string,
    change: Partial<Pick<User, 'role' | 'deactivatedAt'>>,
  ): Promise<boolean> {
    const { affected } = await this.rows.update({ id, deactivatedAt: IsNull() }, change);
    this.revisions.invalidate();
    return affected === 1;
  }
}
