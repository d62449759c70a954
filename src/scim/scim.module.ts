import { Module } from '@nestjs/common';
import { IdentityModule } from '../identity/index.js';
import { PersonsModule } from '../persons/index.js';
import { SegmentationModule } from '../segmentation/index.js';
import { WorkforceModule } from '../workforce/index.js';
import { GroupListing } from './application/group-listing.js';
import { GroupMembers } from './application/group-members.js';
import { LockedUsers } from './application/locked-users.js';
import { ScimCheckQueries } from './application/scim-check.queries.js';
import { ScimGroupsQueries } from './application/scim-groups.queries.js';
import { ScimGroupsService } from './application/scim-groups.service.js';
import { ScimRequests } from './application/scim-requests.store.js';
import { ScimUserStore } from './application/scim-user.store.js';
import { ScimUsersQueries } from './application/scim-users.queries.js';
import { ScimUsersService } from './application/scim-users.service.js';
import { SegmentationOfUsers } from './application/segmentation-of-users.js';
import { UserListing } from './application/user-listing.js';
import { UserPlans } from './application/user-plans.js';
import { UserWrites } from './application/user-writes.js';
import { ScimDiscoveryController } from './interface/scim-discovery.controller.js';
import { ScimGroupsController } from './interface/scim-groups.controller.js';
import { ScimRequestLog } from './interface/scim-request-log.js';
import { ScimTokenController } from './interface/scim-token.controller.js';
import { ScimUsersController } from './interface/scim-users.controller.js';

/** For operators, whose command serves nothing. */
@Module({
  imports: [IdentityModule],
  providers: [ScimCheckQueries],
  exports: [ScimCheckQueries],
})
export class ScimOperationsModule {}

/** Provisioning by identity providers: SCIM 2.0 (ADR 52). */
@Module({
  imports: [IdentityModule, PersonsModule, SegmentationModule, WorkforceModule],
  controllers: [ScimDiscoveryController, ScimUsersController, ScimGroupsController, ScimTokenController],
  providers: [
    GroupListing,
    GroupMembers,
    LockedUsers,
    ScimGroupsQueries,
    ScimGroupsService,
    ScimUsersQueries,
    ScimUsersService,
    SegmentationOfUsers,
    UserListing,
    UserPlans,
    UserWrites,
    ScimRequestLog,
    ScimRequests,
    ScimUserStore,
  ],
})
export class ScimModule {}
