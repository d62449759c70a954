export const rule = '';
