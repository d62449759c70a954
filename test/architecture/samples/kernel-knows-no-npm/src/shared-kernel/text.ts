export const text = '';
