import { Module } from '@nestjs/common';
import { IdentityModule } from './identity.module.js';
import { UsersController } from './interface/users.controller.js';

/** The API of identity, in a file of its own: commands use {@link IdentityModule}, and load no controllers for it. */
@Module({ imports: [IdentityModule], controllers: [UsersController] })
export class IdentityApiModule {}
