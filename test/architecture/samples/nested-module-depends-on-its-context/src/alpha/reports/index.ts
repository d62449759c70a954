export class ReportsModule {}
