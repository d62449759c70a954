export class BetaModule {}
