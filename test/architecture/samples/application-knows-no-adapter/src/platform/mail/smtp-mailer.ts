export const smtp = '';
