export abstract class ReportWriter {}
