import { OmitType } from '@nestjs/swagger';
import { documentedProperty } from './described-by.js';
import { PatchType, UpdateType } from './patch-type.js';
import { DateTime, Text } from './properties.js';
import { readDto } from './read-dto.js';

class Whole {
  @Text({ maxLength: 3, required: true })
  name!: string;

  @Text({ maxLength: 3, removable: true, description: 'A remark.' })
  remark?: string;

  @DateTime({ removable: true })
  date?: string;

  @Text({ maxLength: 3 })
  kept?: string;

  @Text({ maxLength: 3 })
  omitted?: string;
}

class Update extends UpdateType(OmitType(Whole, ['omitted'])) {}

class Patch extends PatchType(Whole) {}

const nulls = { name: null, remark: null, date: null, kept: null };

describe('UpdateType', () => {
  it('requires nothing', () => {
    expect(readDto(Update, {})).toEqual({ value: {}, issues: [] });
  });

  it('keeps null for removable properties only', () => {
    const { value, issues } = readDto(Update, nulls);
    expect(issues).toEqual([]);
    expect(value).toEqual({ remark: null, date: null });
  });

  it('validates and converts values', () => {
    expect(readDto(Update, { date: '2031-06-01' }).value.date).toBe('2031-06-01T00:00:00.000Z');
    expect(readDto(Update, { remark: 'long' }).issues).toEqual([expect.objectContaining({ path: 'remark' })]);
    expect(readDto(Update, { omitted: 'x' }).issues).toEqual([
      expect.objectContaining({ code: 'UNKNOWN_MEMBER', path: 'omitted' }),
    ]);
  });

  it('documents what null does', () => {
    expect(documentedProperty(Update, 'remark')).toMatchObject({
      description: 'A remark. `null` removes it.',
      maxLength: 3,
      nullable: true,
      required: false,
    });
    expect(documentedProperty(Update, 'kept')).toMatchObject({ nullable: false, required: false });
  });

  it('leaves the class that it is made from as it is', () => {
    expect(documentedProperty(Whole, 'remark')).toMatchObject({ description: 'A remark.', nullable: false });
    expect(readDto(Whole, { name: 'x', remark: null }).value).toEqual({ name: 'x' });
  });
});

describe('PatchType', () => {
  it('keeps null for every property, and refuses it for required ones', () => {
    const { value, issues } = readDto(Patch, nulls);
    expect(value).toEqual(nulls);
    expect(issues).toEqual([expect.objectContaining({ code: 'REQUIRED', path: 'name' })]);
  });
});
