import { isDeepStrictEqual } from 'node:util';
import type { Type } from '@nestjs/common';
import { propertiesOf, type PropertyAt } from './dto-properties.js';
import { Sample, samplesOf } from './property-samples.js';

export type Body = Record<string, unknown>;

/** A resource after a write. */
export interface Written {
  /** The body of each answer that has the resource, by where it was read, e.g. `GET list`. */
  readonly answers: Readonly<Record<string, Body>>;
  /** Stored values that are not answered. */
  readonly stored?: Body;
}

/** Facts about a property that its metadata does not have. */
export interface Given {
  /** Values, where the form of the property does not suffice. */
  readonly values?: (body: Body) => readonly unknown[];
  /** Other properties that its object must have. */
  readonly beside?: (body: Body) => Body;
  /** It identifies the resource: an update does not change it. */
  readonly identifies?: boolean;
  /** An update without it leaves it as it is. */
  readonly stays?: boolean;
  /** It cannot be cleared, although the class does not require it. */
  readonly isRequired?: boolean;
  /** An update by null leaves it as it is, although a resource may be without it. */
  readonly isKeptByNull?: boolean;
  /** No answer has it. */
  readonly isHidden?: boolean;
}

/** A kind of record that requests or imports write. */
export interface Writable {
  readonly dto: Type<object>;
  /** The smallest body of a resource, with identifiers that no other resource has. */
  base(): Body;
  create(body: Body): Promise<Written>;
  /** Undefined where `dto` only creates. */
  update?(before: Written, body: Body): Promise<Written>;
  /** Undefined if no answer has removed resources. */
  remove?(written: Written): Promise<Written>;
  /** By path. */
  readonly given?: Readonly<Record<string, Given>>;
  /** An update leaves absent properties as they are. A property that is sent is replaced with all that is inside. */
  readonly staysWhenAbsent?: boolean;
}

/**
 * Writes a property with each of its values and expects every answer to have them; then updates it, and clears it by
 * null, where it takes null, and by leaving it out.
 * @throws by a message that names path, value and answer
 */
export async function walkProperty(resource: Writable, property: PropertyAt): Promise<void> {
  const { path } = property;
  const given = resource.given?.[path] ?? {};
  const bodies = (): { without: Body; samples: Sample[] } => {
    const without = bodyAround(resource, property);
    return { without, samples: samplesAt(resource, property, without) };
  };
  const expectAnswers = (written: Written, { sent, answered }: Sample, write: string): void => {
    for (const [where, value] of valuesAt(written, path, given)) {
      if (contains(value, answered) !== property.isIgnored) continue;
      const expected = property.isIgnored ? 'which is not to be stored' : `not ${brief(answered)}`;
      throw new Error(
        `${path}: ${where} has ${brief(value)} after ${write} with ${brief(sent)}, ${expected}`,
      );
    }
  };

  const expectCleared = (written: Written, how: string, valueBefore: unknown): void => {
    for (const [where, value] of valuesAt(written, path, given)) {
      if (isDeepStrictEqual(value, valueBefore)) continue;
      throw new Error(
        `${path}: ${where} has ${brief(value)} after it was cleared by ${how}, not ${brief(valueBefore)}`,
      );
    }
  };

  for (let index = 0; index < bodies().samples.length; index++) {
    const { without, samples } = bodies();
    const sample = samples[index] as Sample;
    const created = await resource.create(withValue(without, path, sample.sent));
    expectAnswers(created, sample, 'creation');
    if (resource.remove) expectAnswers(await resource.remove(created), sample, 'creation');
  }
  if (!resource.update || given.identifies) return;

  const { without, samples } = bodies();
  let current = await resource.create(without);
  const [[, valueBefore] = []] = valuesAt(current, path, given);
  const sample = samples.find(({ answered }) => !contains(valueBefore, answered));
  if (!sample) throw new Error(`${path}: no value differs from the one of a resource without it`);
  const staysWhenAbsent = given.stays ?? (resource.staysWhenAbsent === true && !path.includes('.'));
  const clearings = [
    ...(property.isNullable ? [{ how: 'null', body: withValue(without, path, null), stays: false }] : []),
    { how: 'leaving it out', body: without, stays: staysWhenAbsent },
  ];
  for (const { how, body, stays } of clearings) {
    current = await resource.update(current, withValue(without, path, sample.sent));
    expectAnswers(current, sample, 'update');
    if (property.isIgnored || property.isRequired || given.isRequired) return;
    current = await resource.update(current, body);
    if (stays) expectAnswers(current, sample, 'an update without it, after one');
    else expectCleared(current, how, valueBefore);
  }
}

/** Bodies that differ in a property only, by its values, or by having it. Each replaces the one after it. */
export function bodiesWith(resource: Writable, property: PropertyAt): [Body, Body] {
  const without = bodyAround(resource, property);
  const [first, second = without] = samplesAt(resource, property, without).map(({ sent }) =>
    withValue(without, property.path, sent),
  );
  return [first as Body, second];
}

function samplesAt({ dto, given = {} }: Writable, property: PropertyAt, body: Body): Sample[] {
  const values = given[property.path]?.values?.(body);
  if (values) return values.map((value) => (value instanceof Sample ? value : new Sample(value)));
  if (property.isIgnored) return [new Sample('ignored')];
  if (!property.nested) return samplesOf(property);
  const minimal = minimalObject({ dto, given }, property, body);
  if (!property.isList) return [new Sample(minimal)];
  const maxItems = property.schema['maxItems'] as number | undefined;
  return [new Sample(Array.from({ length: maxItems ?? 1 }, () => minimal)), new Sample([])];
}

/** The properties that an object of a nested class must have. */
function minimalObject(resource: Pick<Writable, 'dto' | 'given'>, container: PropertyAt, body: Body): Body {
  const { nested, isList, path } = container;
  const prefix = `${path}${isList ? '[]' : ''}`;
  const required = propertiesOf(nested as Type<object>)
    .map((property) => ({ ...property, path: `${prefix}.${property.name}` }))
    .filter(({ isRequired }) => isRequired);
  const minimal = required.map((property) => [
    property.name,
    samplesAt(resource as Writable, property, body)[0]?.sent,
  ]);
  return { ...Object.fromEntries(minimal), ...resource.given?.[prefix]?.beside?.(body) } as Body;
}

/** A body without a property, but with the objects that it belongs to. */
function bodyAround(resource: Writable, { path, isRequired }: PropertyAt): Body {
  const given = resource.given?.[path];
  const isKept = isRequired || given?.isRequired === true || given?.identifies === true;
  const { [path]: minimal, ...others } = resource.base();
  let body = isKept ? { ...others, [path]: minimal } : others;
  const names = path.split('.');
  let dto = resource.dto;
  for (let depth = 1; depth < names.length; depth++) {
    const containerPath = names.slice(0, depth).join('.').replace(/\[\]$/, '');
    const name = (names[depth - 1] as string).replace(/\[\]$/, '');
    const container = propertiesOf(dto).find((property) => property.name === name);
    if (!container?.nested) throw new Error(`${containerPath} has no properties.`);
    const minimal = minimalObject(resource, { ...container, path: containerPath }, body);
    body = withValue(body, containerPath, container.isList ? [minimal] : minimal);
    dto = container.nested;
    body = withBeside(resource, containerPath, body);
  }
  return withBeside(resource, path, body);
}

function withBeside({ given = {} }: Writable, path: string, body: Body): Body {
  const parent = path.slice(0, path.lastIndexOf('.') + 1);
  const beside = Object.entries(given[path]?.beside?.(body) ?? {});
  return beside.reduce((before, [name, value]) => withValue(before, parent + name, value), body);
}

/** Sets a property of the first object of each list on the path. */
function withValue(body: Body, path: string, value: unknown): Body {
  const [name = '', ...rest] = path.split('.');
  if (rest.length === 0) return { ...body, [name]: value };
  const key = name.replace(/\[\]$/, '');
  const below = (object: unknown): Body => withValue((object ?? {}) as Body, rest.join('.'), value);
  return { ...body, [key]: name === key ? below(body[key]) : [below((body[key] as unknown[])[0])] };
}

function valueAt(body: unknown, path: string): unknown {
  return path.split('.').reduce<unknown>((object, name) => {
    const key = name.replace(/\[\]$/, '');
    const value = (object as Body | undefined)?.[key];
    return name === key ? value : (value as unknown[] | undefined)?.[0];
  }, body);
}

function valuesAt({ answers, stored }: Written, path: string, { isHidden }: Given): [string, unknown][] {
  const places = isHidden ? { 'the database': stored } : answers;
  return Object.entries(places).map(([where, body]) => [where, valueAt(body, path)]);
}

/** True for the expected value; objects may have more properties, which are computed or have defaults. */
function contains(value: unknown, expected: unknown): boolean {
  if (Array.isArray(expected)) {
    return (
      Array.isArray(value) &&
      value.length === expected.length &&
      expected.every((entry, index) => contains(value[index], entry))
    );
  }
  if (typeof expected !== 'object' || expected === null) return Object.is(value, expected);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  return Object.entries(expected).every(([name, inner]) => contains((value as Body)[name], inner));
}

function brief(value: unknown): string {
  const text = value === undefined ? 'undefined' : JSON.stringify(value);
  return text.length > 60 ? `${text.slice(0, 60).toWellFormed()}…` : text;
}
