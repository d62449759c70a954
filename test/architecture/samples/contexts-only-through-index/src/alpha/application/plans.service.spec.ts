export * from '../../beta/domain/beta.js'; // offends
