import { ApiProperty } from '@nestjs/swagger';
import { DescribedBy, documentedProperty } from './described-by.js';
import { Flag, ReferenceList, Text } from './properties.js';

class Answer {
  @ApiProperty({ description: 'Full name.', example: 'Jo Doe' })
  name!: string;

  @ApiProperty({ description: 'Whether the person is here.', example: true })
  present!: boolean;

  @ApiProperty({ description: 'Ids of groups.', example: ['1'] })
  groupIds!: string[];
}

@DescribedBy(Answer)
class Request {
  @Text({ maxLength: 255 })
  name?: string;

  @Flag({ example: false })
  present?: boolean;

  @ReferenceList({ description: 'Ids of known groups.' })
  groupIds?: string[];
}

describe('DescribedBy', () => {
  it('copies description and example of the answer, and nothing else', () => {
    expect(documentedProperty(Request, 'name')).toMatchObject({
      description: 'Full name.',
      example: 'Jo Doe',
      required: false,
      maxLength: 255,
    });
  });

  it('keeps an example of the request', () => {
    expect(documentedProperty(Request, 'present')).toMatchObject({
      description: 'Whether the person is here.',
      example: false,
    });
  });

  it('leaves a property with a description as it is', () => {
    const { description, example } = documentedProperty(Request, 'groupIds') ?? {};
    expect([description, example]).toEqual(['Ids of known groups.', undefined]);
  });

  it('leaves the answer as it is', () => {
    expect(documentedProperty(Answer, 'present')).toMatchObject({ example: true });
  });

  it('refuses a property that nothing describes', () => {
    class Undescribed {
      @Text({ maxLength: 255 })
      nickname?: string;
    }
    expect(() => DescribedBy(Answer)(Undescribed)).toThrow('Undescribed.nickname has no description');
  });
});
