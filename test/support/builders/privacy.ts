export const HOLDS = '/api/v1/public/company/people/holds';
