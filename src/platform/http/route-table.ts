import { Injectable } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { Express } from 'express';

interface Layer {
  readonly route?: { readonly path: string; readonly methods: Readonly<Record<string, boolean>> };
  match(path: string): boolean;
}

/** The routes that the HTTP server knows, asked only for requests that none of them took. */
@Injectable()
export class RouteTable {
  constructor(private readonly adapterHost: HttpAdapterHost) {}

  /** Methods of the routes that fit a path, in alphabetical order; none when nothing is there. */
  methodsOf(path: string): string[] {
    const { router } = this.adapterHost.httpAdapter.getInstance<Express>();
    const methods = new Set<string>();
    for (const layer of router.stack as unknown as Layer[]) {
      if (!layer.route || !layer.match(path)) continue;
      for (const method of Object.keys(layer.route.methods)) methods.add(method.toUpperCase());
    }
    if (methods.has('GET')) methods.add('HEAD');
    return [...methods].sort();
  }
}
