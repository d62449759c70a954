import {
  getMetadataStorage,
  ValidateBy,
  validateSync,
  type ValidationError,
  type ValidatorOptions,
} from 'class-validator';
import { propertyName, propertyPath, type ValidationIssue } from '../../shared-kernel/validation-issue.js';
import { isRecord, issue, MAX_ISSUES, unknownProperty, type Check } from './checks.js';

/** Set in class-validator's `context`. Only the check knows the paths below a property, such as entries of a list. */
export interface CheckContext {
  readonly check: Check;
}

/** A constraint of class-validator by a check of the domain, which has codes, messages and paths of its own. */
export function Checked(check: Check): PropertyDecorator {
  const validator = {
    validate: (value: unknown) => check(value).length === 0,
    defaultMessage: () => 'is not valid', // never shown; class-validator keeps the context of errors with a message
  };
  return ValidateBy({ name: 'checked', validator }, { context: { check } satisfies CheckContext });
}

const OPTIONS: ValidatorOptions = {
  whitelist: true,
  forbidNonWhitelisted: true,
  stopAtFirstError: true,
  /** null counts as absent (docs/contract.md, "Properties"), and only `IsDefined` looks at what is absent. */
  skipMissingProperties: true,
};

/** The codes of class-validator's own constraints. */
const CODES: Readonly<Record<string, string>> = {
  isDefined: 'REQUIRED',
  isArray: 'WRONG_TYPE',
  isBoolean: 'WRONG_TYPE',
  isIn: 'NOT_ALLOWED',
  isInt: 'WRONG_TYPE',
  isNumber: 'WRONG_TYPE',
  min: 'OUT_OF_RANGE',
  max: 'OUT_OF_RANGE',
  arrayMaxSize: 'TOO_MANY',
  alone: 'NOT_ALONE',
};

/**
 * class-validator searches all classes of the service for those above the class of each object that it validates: more
 * than a tenth of the time of an import. A class and those above it are complete before there is an object of it.
 */
function findConstraintsOnce(): void {
  const storage = getMetadataStorage();
  const find = storage.getTargetValidationMetadatas.bind(storage);
  const found = new Map<unknown, ReturnType<typeof find>>();
  storage.getTargetValidationMetadatas = (type, schema, always, isStrict, groups) => {
    const metadata = found.get(type) ?? find(type, schema, always, isStrict, groups);
    found.set(type, metadata);
    return metadata;
  };
}
findConstraintsOnce();

/** Validates an instance of a class by the decorators of the class. */
export function validate(object: object, options: ValidatorOptions = {}): ValidationIssue[] {
  // Each error has an issue at least.
  return validateSync(object, { ...OPTIONS, ...options })
    .slice(0, MAX_ISSUES)
    .flatMap(issuesOf);
}

function issuesOf({ property, value, constraints = {}, contexts }: ValidationError): ValidationIssue[] {
  const path = propertyName(property);
  const [[name, message] = ['', '']] = Object.entries(constraints);
  if (name === 'whitelistValidation') return [unknownProperty(path)];
  const context = contexts?.[name] as CheckContext | undefined;
  if (!context) return [issue(CODES[name] ?? name, message, path)];
  return context.check(value).map((found) => ({ ...found, path: propertyPath(path, found.path) }));
}

/**
 * The issues of an object within a DTO, which is an instance of its class. `ValidateNested` takes `[]` and null for
 * objects, and makes the errors of all entries of a list before the first is reported.
 */
export const nestedIssues: Check = (value) =>
  isRecord(value) ? validate(value) : [issue('WRONG_TYPE', 'must be an object')];
