export class XlsxReports {}
