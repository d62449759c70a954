export const CHANGES = '/api/v1/public/company/changes';
export const COMPANY_CHANGES = '/api/v1/company/changes';
