export const used = '';
