import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { IsNull, Repository } from 'typeorm';
import { Revisions } from '../../platform/database/revisions.js';
import { isForeignKeyViolation, isUniqueViolation } from '../../platform/database/sql-errors.js';
import type { Company } from '../domain/company.js';
import { CompanyNotFound, UserEmailConflict, UserNotFound } from '../domain/identity.errors.js';
import { CompanyRepository, UserRepository } from '../domain/identity.repositories.js';
import type { User } from '../domain/user.js';
import { companySchema, fromUserRow, toUserRow, userSchema, type UserRow } from './identity.schemas.js';

@Injectable()
export class TypeormCompanyRepository extends CompanyRepository {
  constructor(
    @InjectRepository(companySchema) private readonly rows: Repository<Company>,
    private readonly revisions: Revisions,
  ) {
    super();
  }

  async insert(company: Company): Promise<void> {
    await this.rows.insert({ ...company });
  }

  async demoIds(): Promise<string[]> {
    const companies = await this.rows.find({ select: { id: true }, where: { isDemo: true } });
    return companies.map(({ id }) => id);
  }

  async removeDemo(): Promise<void> {
    await this.rows.delete({ isDemo: true });
    this.revisions.invalidate();
  }
}

@Injectable()
export class TypeormUserRepository extends UserRepository {
  constructor(
    @InjectRepository(userSchema) private readonly rows: Repository<UserRow>,
    private readonly revisions: Revisions,
  ) {
    super();
  }

  async insert(user: User): Promise<void> {
    try {
      await this.rows.insert(toUserRow(user));
    } catch (error) {
      if (isForeignKeyViolation(error, 'user_account_company_fkey'))
        throw new CompanyNotFound(user.state.companyId);
      if (isUniqueViolation(error, 'user_account_active_email_key')) throw new UserEmailConflict();
      throw error;
    }
  }

  async find(companyId: string, id: string): Promise<User | undefined> {
    const row = await this.rows.findOneBy({ companyId, id });
    return row ? fromUserRow(row) : undefined;
  }

  async update(user: User): Promise<void> {
    const { companyId, id, ...row } = toUserRow(user);
    const { affected } = await this.rows.update({ companyId, id, deactivatedAt: IsNull() }, row);
    this.revisions.invalidate();
    if (affected !== 1) throw new UserNotFound(id);
  }
}
