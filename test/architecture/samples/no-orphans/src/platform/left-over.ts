export const leftOver = ''; // offends
