export const sql = '';
