import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import express, { type Express, type RequestHandler } from 'express';
import helmet, { type HelmetOptions } from 'helmet';

/** Path of the documentation site. */
export const GUIDE_PATH = 'guide';

const NOT_BUILT = 'The guide has not been built. `npm run site` builds it; then restart the service.\n';

/** The names of files in this folder change with their content. */
const ASSETS = /[\\/]assets[\\/]/;

const INLINE_SCRIPT = /<script(?![^>]*\ssrc=)[^>]*>([\s\S]+?)<\/script>/g;

/** The built site: beside the program in the package and the image, or in `dist` of a checkout. */
export function builtGuide(): string | undefined {
  const folders = ['../../../guide', '../../../dist/guide'].map((path) => join(import.meta.dirname, path));
  return folders.find((folder) => existsSync(join(folder, 'index.html')));
}

/**
 * Serves the documentation site at `/guide`. Everything comes from this service, and of the scripts inside of pages
 * only those of the site's own generator run, which are the same on each page.
 */
export function serveGuide(server: Express, pages: HelmetOptions): void {
  const folder = builtGuide();
  if (folder === undefined) {
    server.get([`/${GUIDE_PATH}`, `/${GUIDE_PATH}/*path`], (_request, response) => {
      response.status(404).type('text/plain').send(NOT_BUILT);
    });
    return;
  }
  server.use(`/${GUIDE_PATH}`, helmet(withScripts(pages, folder)), filesOf(folder), pageNotFound(folder));
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
