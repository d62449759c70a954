/** The shape of the templates of the demo catalogue. */

/** A translatable text: the English fallback and its translations by language tag. */
export interface MultiText {
  defaultValue: string;
  langValues?: Readonly<Record<string, string>>;
}

/** A template of the demo catalogue, in the shape of the API's request body. */
export interface DemoTemplate {
  key: string;
  title: MultiText;
  body?: MultiText;
  resume?: MultiText;
  category?: string;
  coverImageURL?: string;
  order?: number;
  enabled?: boolean;
  placeholders?: readonly string[];
}
