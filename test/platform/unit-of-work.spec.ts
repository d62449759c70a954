import { DataSource } from 'typeorm';
import { managerOf, TypeormUnitOfWork } from '../../src/platform/database/typeorm-unit-of-work.js';
import { emptyDatabase } from '../support/databases.js';

describe('a unit of work inside another', () => {
  let dataSource: DataSource;
  let units: TypeormUnitOfWork;

  beforeAll(async () => {
    dataSource = new DataSource({ type: 'postgres', url: await emptyDatabase('unit_of_work'), poolSize: 1 });
    await dataSource.initialize();
    await dataSource.query('CREATE TABLE note (text text)');
    units = new TypeormUnitOfWork(dataSource);
  });
  beforeEach(() => dataSource.query('TRUNCATE note'));
  afterAll(() => dataSource.destroy());

  const notes = (): Promise<unknown[]> => dataSource.query('SELECT text FROM note ORDER BY text');

  it('is undone alone when it fails, also at any depth', async () => {
    await units.run(async (outer) => {
      const write = (text: string): Promise<unknown> =>
        managerOf(outer).query('INSERT INTO note VALUES ($1)', [text]);
      await write('outer');
      await units.run(async () => {
        await write('inner');
        const failing = units.run(async () => {
          await write('innermost');
          throw new Error('refused');
        }, outer);
        await expect(failing).rejects.toThrow('refused');
      }, outer);
      const invalid = units.run(() => managerOf(outer).query('SELECT nothing'), outer);
      await expect(invalid).rejects.toThrow('nothing');
    });
    expect(await notes()).toEqual([{ text: 'inner' }, { text: 'outer' }]);
  });

  it('leaves a usable connection when the server has lost the savepoint', async () => {
    const failing = units.run((outer) =>
      units.run(() => managerOf(outer).query('ROLLBACK; START TRANSACTION'), outer),
    );
    await expect(failing).rejects.toThrow('savepoint');
    expect(await notes()).toEqual([]);
  });
});
