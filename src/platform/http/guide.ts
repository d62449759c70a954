import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import express, {
  Router,
  type Express,
  type NextFunction,
  type Request,
  type RequestHandler,
  type Response,
} from 'express';
import helmet, { type HelmetOptions } from 'helmet';
import { builtGuide, isGuideBeingBuilt } from './guide-build.js';

/** Path of the documentation site. */
export const GUIDE_PATH = 'guide';

const NOT_BUILT = 'The guide has not been built. `npm run site` builds it.\n';

const NOT_YET_BUILT = 'The guide is being built. Try again in half a minute.\n';

const BEING_BUILT = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta http-equiv="refresh" content="2">
    <title>The guide is being built</title>
  </head>
  <body>
    <h1>The guide is being built</h1>
    <p>This takes about half a minute after the first start. The page reloads itself.</p>
  </body>
</html>
`;

/** The names of files in this folder change with their content. */
const ASSETS = /[\\/]assets[\\/]/;

const INLINE_SCRIPT = /<script(?![^>]*\ssrc=)[^>]*>([\s\S]+?)<\/script>/g;

/**
 * Serves the documentation site at `/guide`. Everything comes from this service, and of the scripts inside of pages
 * only those of the site's own generator run, which are the same on each page.
 */
export function serveGuide(server: Express, pages: HelmetOptions): void {
  let site: Router | undefined;
  server.use(`/${GUIDE_PATH}`, (request, response, next) => {
    const folder = site ? undefined : builtGuide();
    if (folder !== undefined)
      site = Router().use(helmet(withScripts(pages, folder)), filesOf(folder), pageNotFound(folder));
    (site ?? notBuilt)(request, response, next);
  });
}

/** Only pages reload themselves: a program that downloads a file, such as the package of the client, tries again. */
function notBuilt({ method, path }: Request, response: Response, next: NextFunction): void {
  if (!['GET', 'HEAD'].includes(method)) next();
  else if (!isGuideBeingBuilt()) response.status(404).type('text/plain').send(NOT_BUILT);
  else if (extname(path) === '') response.set('Cache-Control', 'no-store').send(BEING_BUILT);
  else response.status(503).set('Retry-After', '30').type('text/plain').send(NOT_YET_BUILT);
}

function withScripts({ contentSecurityPolicy, ...others }: HelmetOptions, folder: string): HelmetOptions {
  const policy = typeof contentSecurityPolicy === 'object' ? contentSecurityPolicy : {};
  const page = readFileSync(join(folder, 'index.html'), 'utf8');
  const hashes = [...page.matchAll(INLINE_SCRIPT)].map(
    ([, script = '']) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
  );
  const directives = {
    ...policy.directives,
    'script-src': ["'self'", ...hashes],
    'font-src': ["'self'"],
  };
  return { ...others, contentSecurityPolicy: { ...policy, directives } };
}

function filesOf(folder: string): RequestHandler {
  return express.static(folder, {
    extensions: ['html'],
    setHeaders: (response, path) => {
      const control = ASSETS.test(path) ? 'public, max-age=31536000, immutable' : 'private, no-cache';
      response.setHeader('Cache-Control', control);
    },
  });
}

function pageNotFound(folder: string): RequestHandler {
  return ({ method }, response, next) => {
    if (!['GET', 'HEAD'].includes(method)) {
      next();
      return;
    }
    response.status(404).sendFile(join(folder, '404.html'), { cacheControl: false });
  };
}
