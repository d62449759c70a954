import { Injectable } from '@nestjs/common';
import { valuesOf } from '../../../platform/database/personal-rows.js';
import { named, Sql } from '../../../platform/database/sql.js';
import { mayBeWorkedOn } from '../../../platform/jobs/worked-on.js';
import { FileStorage } from '../../../platform/storage/file-storage.js';
import {
  FileStillMade,
  PersonalDataEraser,
  type Person,
  type PersonalCounts,
} from '../../../shared-kernel/personal-data.js';
import { ACCESS_JOB } from '../application/accesses.service.js';
import { archiveKeyOf } from '../domain/access.js';
import { IS_ACCESS_OF_PERSON } from './access.tables.js';

const IS_OF_PERSON = `company_id = :companyId AND ${IS_ACCESS_OF_PERSON}`;

const COUNT = named(
  'accesses.count-of-person',
  `SELECT count(*)::integer AS accesses FROM person_access WHERE ${IS_OF_PERSON}`,
);

const FIND = named(
  'accesses.find-of-person',
  `
    SELECT id, ${mayBeWorkedOn(ACCESS_JOB, ':companyId', 'person_access.id')} AS "isWorkedOn"
    FROM person_access WHERE ${IS_OF_PERSON}`,
);

/** From then on a worker cannot finish it. */
const EXPIRE = named(
  'accesses.expire-of-person',
  `UPDATE person_access SET state = 'EXPIRED', mail_to = NULL, expires_at = now() WHERE ${IS_OF_PERSON}`,
);

const FORGET = {
  name: 'accesses.forget-person',
  text: 'UPDATE person_access SET person = NULL WHERE company_id = $1 AND id = $2',
};

/** An address to which the link to the data of another person is still to be sent: `$2` folded. */
const FORGET_ADDRESS = {
  name: 'accesses.forget-address',
  text: `
    UPDATE person_access SET mail_to = NULL
    WHERE company_id = $1 AND mail_to IS NOT NULL AND lower(mail_to) = ANY ($2)`,
};

/** Removes the archives of a person. */
@Injectable()
export class AccessEraser extends PersonalDataEraser {
  readonly tables = ['person_access'];

  constructor(
    private readonly sql: Sql,
    private readonly files: FileStorage,
  ) {
    super();
  }

  async count(person: Person): Promise<PersonalCounts> {
    const [row] = await this.sql.query<PersonalCounts>(COUNT, valuesOf(person));
    return { ...row };
  }

  /** @throws {FileStillMade} */
  async erase(person: Person): Promise<void> {
    const { companyId, emailKeys } = person;
    await this.sql.query(FORGET_ADDRESS, [companyId, emailKeys]);
    await this.sql.query(EXPIRE, valuesOf(person));
    const found = await this.sql.query<{ id: string; isWorkedOn: boolean }>(FIND, valuesOf(person));
    for (const { id: accessId, isWorkedOn } of found) {
      await this.files.remove(archiveKeyOf({ companyId, accessId }));
      if (!isWorkedOn) await this.sql.query(FORGET, [companyId, accessId]);
    }
    if (found.some(({ isWorkedOn }) => isWorkedOn))
      throw new FileStillMade('An archive is still being made.');
  }
}
