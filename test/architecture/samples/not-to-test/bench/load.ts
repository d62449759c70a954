export const load = '';
