export class ReportsController {}
