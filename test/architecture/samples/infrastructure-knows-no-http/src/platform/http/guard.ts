export const guard = '';
