import { readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import ts from 'typescript';

/** A pattern of some code, with the places that have it. */
export interface FoundPattern {
  /** As a literal. */
  readonly text: string;
  readonly source: string;
  readonly flags: string;
  readonly places: readonly string[];
}

/** A pattern that is made at run time, of something that cannot be read from the code. */
export interface MadePattern {
  readonly text: string;
  readonly places: readonly string[];
}

export interface Patterns {
  readonly found: readonly FoundPattern[];
  readonly made: readonly MadePattern[];
}

const CODE = /\.(?:ts|[cm]?js)$/;
const NO_CODE =
  /\.(?:spec|d)\.ts$|\.min\.|extendscript|browser\.js$|(?:^|\/)(?:tests?|benchmarks?|examples?|bundles|umd|iife|node_modules)\//;

export function codeFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => CODE.test(file) && !NO_CODE.test(file))
    .map((file) => `${folder}/${file}`)
    .filter((file) => statSync(file).isFile())
    .sort();
}

/** The patterns of files: literals, and `RegExp(…)` of what is constant, also by constants of other files. */
export function patternsOf(files: readonly string[]): Patterns {
  const found = new Map<string, { text: string; source: string; flags: string; places: string[] }>();
  const made = new Map<string, string[]>();
  const add = (source: string, flags: string, place: string): void => {
    const text = `/${source}/${flags}`;
    const known = found.get(text);
    if (known === undefined) found.set(text, { text, source, flags, places: [place] });
    else known.places.push(place);
  };
  for (const path of files) {
    const file = parse(path);
    const visit = (node: ts.Node): void => {
      const place = (): string =>
        `${path}:${file.getLineAndCharacterOfPosition(node.getStart(file)).line + 1}`;
      if (ts.isRegularExpressionLiteral(node)) {
        const end = node.text.lastIndexOf('/');
        add(node.text.slice(1, end), node.text.slice(end + 1), place());
      } else if (isRegExpCall(node)) {
        const [source, flags] = node.arguments ?? [];
        const text = source && constantOf(source, file, 0);
        const flagsText = flags === undefined ? '' : constantOf(flags, file, 0);
        // A copy of a pattern that is found where it is written.
        const copies = source === undefined || ts.isRegularExpressionLiteral(source);
        if (text !== undefined && flagsText !== undefined) add(String(text), String(flagsText), place());
        else if (!copies) {
          const call = node.getText(file).replace(/\s+/g, ' ');
          made.set(call, [...(made.get(call) ?? []), place()]);
        }
      }
      ts.forEachChild(node, visit);
    };
    visit(file);
  }
  return { found: [...found.values()], made: [...made].map(([text, places]) => ({ text, places })) };
}

function isRegExpCall(node: ts.Node): node is ts.NewExpression | ts.CallExpression {
  return (
    (ts.isNewExpression(node) || ts.isCallExpression(node)) &&
    ts.isIdentifier(node.expression) &&
    node.expression.text === 'RegExp'
  );
}

const parsed = new Map<string, ts.SourceFile>();

function parse(path: string): ts.SourceFile {
  let file = parsed.get(path);
  if (file === undefined) {
    const kind = path.endsWith('.ts') ? ts.ScriptKind.TS : ts.ScriptKind.JS;
    file = ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest, true, kind);
    parsed.set(path, file);
  }
  return file;
}

type Constant = string | number;

/** Constants refer to constants: more of them in a row than this are a circle. */
const MAX_STEPS = 20;

/** The value of an expression of literals and constants; undefined if it has anything else. */
function constantOf(node: ts.Expression, file: ts.SourceFile, steps: number): Constant | undefined {
  if (steps > MAX_STEPS) return undefined;
  if (ts.isStringLiteralLike(node)) return node.text;
  if (ts.isNumericLiteral(node)) return Number(node.text);
  if (ts.isParenthesizedExpression(node) || ts.isAsExpression(node) || ts.isSatisfiesExpression(node))
    return constantOf(node.expression, file, steps);
  if (ts.isTemplateExpression(node)) return joined(node, file, steps);
  if (ts.isTaggedTemplateExpression(node) && node.tag.getText(file) === 'String.raw')
    return ts.isNoSubstitutionTemplateLiteral(node.template) ? node.template.rawText : undefined;
  if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.PlusToken) {
    const left = constantOf(node.left, file, steps);
    const right = constantOf(node.right, file, steps);
    if (left === undefined || right === undefined) return undefined;
    return typeof left === 'number' && typeof right === 'number' ? left + right : `${left}${right}`;
  }
  const value = initialValue(node, file, steps);
  return value && constantOf(value.node, value.file, steps + 1);
}

function joined(node: ts.TemplateExpression, file: ts.SourceFile, steps: number): string | undefined {
  let text = node.head.text;
  for (const span of node.templateSpans) {
    const value = constantOf(span.expression, file, steps);
    if (value === undefined) return undefined;
    text += `${value}${span.literal.text}`;
  }
  return text;
}

interface Value {
  readonly node: ts.Expression;
  readonly file: ts.SourceFile;
}

/** The expression that a constant, or a property of one, is given where it is declared. */
function initialValue(node: ts.Expression, file: ts.SourceFile, steps: number): Value | undefined {
  if (ts.isIdentifier(node)) return declared(node.text, file, steps);
  if (!ts.isPropertyAccessExpression(node) || steps > MAX_STEPS) return undefined;
  const owner = initialValue(node.expression, file, steps + 1);
  let object = owner?.node;
  while (object && (ts.isAsExpression(object) || ts.isSatisfiesExpression(object)))
    object = object.expression;
  if (!owner || !object || !ts.isObjectLiteralExpression(object)) return undefined;
  const property = object.properties
    .filter(ts.isPropertyAssignment)
    .find(({ name }) => ts.isIdentifier(name) && name.text === node.name.text);
  return property && { node: property.initializer, file: owner.file };
}

function isDeclarationOf(
  name: string,
  node: ts.Node,
): node is ts.VariableDeclaration | ts.ParameterDeclaration | ts.BindingElement {
  const declares = ts.isVariableDeclaration(node) || ts.isParameter(node) || ts.isBindingElement(node);
  return declares && ts.isIdentifier(node.name) && node.name.text === name;
}

function isAssignmentTo(name: string, node: ts.Node): node is ts.BinaryExpression {
  return (
    ts.isBinaryExpression(node) &&
    ts.isIdentifier(node.left) &&
    node.left.text === name &&
    node.operatorToken.kind >= ts.SyntaxKind.FirstAssignment &&
    node.operatorToken.kind <= ts.SyntaxKind.LastAssignment
  );
}

function declared(name: string, file: ts.SourceFile, steps: number): Value | undefined {
  if (steps > MAX_STEPS) return undefined;
  const values: (ts.Expression | undefined)[] = [];
  let elsewhere: string | undefined;
  const visit = (node: ts.Node): void => {
    if (isDeclarationOf(name, node)) {
      // A `let` without a value gets it by an assignment; others get theirs from a loop, a caller or an object.
      const isLet = ts.isVariableDeclaration(node) && ts.isVariableStatement(node.parent.parent);
      if (!isLet || node.initializer) values.push(isLet ? node.initializer : undefined);
    } else if (isAssignmentTo(name, node)) values.push(node.right);
    else if (ts.isImportDeclaration(node) && ts.isStringLiteral(node.moduleSpecifier)) {
      const bindings = node.importClause?.namedBindings;
      if (
        bindings &&
        ts.isNamedImports(bindings) &&
        bindings.elements.some((each) => each.name.text === name)
      )
        elsewhere = node.moduleSpecifier.text;
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  // A name that has two values may have either.
  const [value] = values;
  if (values.length > 0) return value && values.length === 1 ? { node: value, file } : undefined;
  if (!elsewhere?.startsWith('.')) return undefined;
  const path = join(dirname(file.fileName), elsewhere).replace(
    /\.js$/,
    file.fileName.endsWith('.ts') ? '.ts' : '.js',
  );
  return declared(name, parse(path), steps + 1);
}
