import { isAddress } from '../mail/address.js'; // offends

export const settings = (sender: string): boolean => isAddress(sender);
