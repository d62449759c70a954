export const seed = '';
