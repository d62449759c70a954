import { Global, Module } from '@nestjs/common';
import { Registry } from 'prom-client';
import { IdentityModule } from '../identity/index.js';
import { SegmentationModule } from '../segmentation/index.js';
import { EmployeeFiles } from '../workforce/index.js';
import { EmployeeSourcesService } from './application/employee-sources.service.js';
import { FilePeople } from './application/file-people.js';
import { WorkbookReader } from './application/file-rows.js';
import { SourceStore } from './application/source.store.js';
import { StaffFiles } from './application/staff-files.js';
import { fileMeter } from './infrastructure/file-meter.js';
import { XlsxWorkbookReader } from './infrastructure/workbook/xlsx-workbook-reader.js';
import { EmployeeSourcesController } from './interface/employee-sources.controller.js';

/** The sources of files, for operators, too. */
@Module({
  imports: [IdentityModule],
  providers: [EmployeeSourcesService, SourceStore],
  exports: [EmployeeSourcesService, SourceStore],
})
export class StaffFilesOperationsModule {}

/** Reads the files of HR departments. */
@Module({
  imports: [IdentityModule, SegmentationModule, StaffFilesOperationsModule],
  providers: [
    FilePeople,
    {
      provide: WorkbookReader,
      inject: [Registry],
      useFactory: (registry: Registry): WorkbookReader => new XlsxWorkbookReader(fileMeter(registry)),
    },
  ],
  exports: [FilePeople, StaffFilesOperationsModule, WorkbookReader],
})
export class StaffFilesModule {}

/** The requests for sources, and files for the list of employees, because workforce does not know sources. */
@Global()
@Module({
  imports: [SegmentationModule, StaffFilesOperationsModule],
  controllers: [EmployeeSourcesController],
  providers: [{ provide: EmployeeFiles, useClass: StaffFiles }],
  exports: [EmployeeFiles],
})
export class StaffFilesApiModule {}
