/** File systems take 255 bytes; the date and what a browser appends need some of them. */
const MAX_TITLE_BYTES = 200;

/** Control and format characters (a right-to-left override can disguise an extension), and what Windows refuses. */
const UNFIT = /(?![\u200c\u200d])[\p{C}\p{Zl}\p{Zp}<>:"/\\|?*]/gu;

/**
 * File name of a workbook: the title of the plan and the day.
 * @param title - in the reader's language
 */
export function workbookFileName(title: string, madeOn: Date): string {
  const cleaned = title.replace(UNFIT, ' ').replace(/\s+/g, ' ');
  const name = shortened(cleaned.replace(/^[.\s]+/, '')).replace(/(?<![.\s])[.\s]+$/, '');
  return `${name || 'action-plan'} ${madeOn.toISOString().slice(0, 10)}.xlsx`;
}

/** The beginning of a text, in whole graphemes. */
function shortened(text: string): string {
  const encoder = new TextEncoder();
  let kept = '';
  let bytes = 0;
  for (const { segment } of new Intl.Segmenter().segment(text)) {
    bytes += encoder.encode(segment).length;
    if (bytes > MAX_TITLE_BYTES) break;
    kept += segment;
  }
  return kept;
}
