import { Injectable } from '@nestjs/common';
import { DiscoveryService, MetadataScanner } from '@nestjs/core';
import { DECORATORS } from '@nestjs/swagger';
import type { UserActor } from '../../shared-kernel/actor.js';
import { Settings } from '../config/settings.js';
import { ACCESS_RULE, isAllowed, type AccessRule, type SessionPermission } from './permission.js';

interface SessionOperation {
  readonly operationId: string;
  readonly permission: SessionPermission;
}

/** The operations of the session area, read from the handlers themselves. */
@Injectable()
export class SessionOperations {
  private found: readonly SessionOperation[] | undefined;

  constructor(
    private readonly discovery: DiscoveryService,
    private readonly scanner: MetadataScanner,
    private readonly settings: Settings,
  ) {}

  /**
   * The operation ids that the guard lets a person call, in alphabetical order. Rights on single objects are not
   * considered.
   */
  allowedTo(actor: UserActor): string[] {
    this.found ??= this.find();
    return this.found
      .filter(({ permission }) => isAllowed(permission, actor, this.settings.operatorCompanyId))
      .map(({ operationId }) => operationId);
  }

  private find(): SessionOperation[] {
    const operations = this.discovery.getControllers().flatMap(({ metatype }) => {
      const prototype = (metatype as { readonly prototype: Readonly<Record<string, object>> }).prototype;
      return this.scanner
        .getAllMethodNames(prototype)
        .flatMap((name) => operationOf(prototype[name] as object));
    });
    return operations.sort((one, other) => (one.operationId < other.operationId ? -1 : 1));
  }
}

function operationOf(handler: object): SessionOperation[] {
  const rule = Reflect.getMetadata(ACCESS_RULE, handler) as AccessRule | undefined;
  const documented = Reflect.getMetadata(DECORATORS.API_OPERATION, handler) as
    { readonly operationId?: string } | undefined;
  if (rule === undefined || rule === 'public' || rule.area !== 'session') return [];
  if (documented?.operationId === undefined) return [];
  return [{ operationId: documented.operationId, permission: rule }];
}
