import { toASCII } from 'node:punycode'; // offends
import { parse } from 'querystring'; // offends
import { domainToASCII } from 'node:url';
