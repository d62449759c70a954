export const beta = await import('../../beta/domain/beta.js'); // offends
