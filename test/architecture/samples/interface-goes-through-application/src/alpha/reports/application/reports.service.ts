export class ReportsService {}
