export class AlphaModule {}
