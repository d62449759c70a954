import {
  EmployeeAmbiguous,
  EmployeeCompanyNotFound,
  EmployeeNotFound,
  EmployeeTaken,
} from './employee.errors.js';

describe('errors of employees', () => {
  it('have stable codes and paths', () => {
    expect(new EmployeeNotFound()).toMatchObject({ kind: 'not-found', code: 'EMPLOYEE_NOT_FOUND' });
    expect(new EmployeeCompanyNotFound('c')).toMatchObject({ kind: 'not-found', code: 'COMPANY_NOT_FOUND' });
    expect(new EmployeeTaken('email')).toMatchObject({
      kind: 'conflict',
      code: 'EMPLOYEE_CONFLICT',
      message: 'email belongs to another employee.',
      issues: [{ path: 'email', code: 'TAKEN' }],
    });
    expect(new EmployeeTaken('externalId').message).toBe('externalId belongs to another employee.');
    expect(new EmployeeAmbiguous()).toMatchObject({
      kind: 'conflict',
      code: 'EMPLOYEE_CONFLICT',
      issues: [{ path: 'externalId', code: 'TAKEN' }],
    });
  });
});
