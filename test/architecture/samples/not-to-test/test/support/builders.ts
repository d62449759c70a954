export const plan = '';
