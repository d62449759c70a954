export const ME = '/api/v1/company/me';
export const PEOPLE = '/api/v1/company/people';
export const USERS = '/api/v1/company/users';
export const COMPANY_HIERARCHY = '/api/v1/company/hierarchy';
export const COMPANY_GROUPS = '/api/v1/company/groups';
export const COMPANY_CHARACTERISTICS = '/api/v1/company/characteristics';
export const COMPANY_SETTINGS = '/api/v1/company/settings';
