/** The three writing systems that cards are read in. */
export type Script = 'latin' | 'han' | 'arabic';

const PATTERNS: Readonly<Record<Script, RegExp>> = {
  latin: /\p{Script=Latin}/gu,
  han: /\p{Script=Han}/gu,
  arabic: /\p{Script=Arabic}/gu,
};

/** A Han character says as much as a few letters do. */
const WEIGHT: Readonly<Record<Script, number>> = { latin: 1, han: 3, arabic: 1 };

/** @returns the script that most of a text's letters belong to; null without letters. */
function mainScript(text: string): Script | null {
  let main: Script | null = null;
  let most = 0;
  for (const script of ['latin', 'han', 'arabic'] as const) {
    const weight = (text.match(PATTERNS[script])?.length ?? 0) * WEIGHT[script];
    if (weight > most) {
      most = weight;
      main = script;
    }
  }
  return main;
}

/** @returns whether a character is written in a script that runs from the right. */
export function isArabic(text: string): boolean {
  return /\p{Script=Arabic}/u.test(text.replace(/[\u0660-\u0669\u06F0-\u06F9]/g, ''));
}

/** @returns the text with Arabic-Indic and Persian digits as ASCII ones. */
export function asciiDigits(text: string): string {
  return text.replace(/[\u0660-\u0669\u06F0-\u06F9]/g, (digit) => String(digit.charCodeAt(0) & 0xf));
}

interface ScriptRun {
  text: string;
  script: Script;
}

/**
 * Splits 'مدير المبيعات Sales Manager' into parts of one script each. Digits, marks and spaces
 * belong to the part before them; a single foreign letter ('TCL集团') does not start a part.
 */
export function scriptRuns(text: string): ScriptRun[] {
  const runs: ScriptRun[] = [];
  for (const token of text.match(
    /[\p{Script=Latin}\p{M}'’.-]+|\p{Script=Han}+|[\p{Script=Arabic}]+|[^\p{L}]+|\p{L}/gu,
  ) ?? []) {
    const script = mainScript(token);
    const last = runs.at(-1);
    if (!last) runs.push({ text: token, script: script ?? 'latin' });
    else if (script === null || script === last.script) last.text += token;
    else runs.push({ text: token, script });
  }
  const parts = runs.map((run) => ({ ...run, text: run.text.trim() })).filter((run) => run.text !== '');
  const scripts = new Set(parts.filter((part) => part.text.length > 1).map((part) => part.script));
  if (scripts.size > 1 && parts.every((part) => part.text.length > 1)) return joinAlternating(parts);
  const main = mainScript(text);
  return main ? [{ text: text.trim(), script: main }] : [];
}

/**
 * More than two parts are one sentence with foreign words in it, not a text and its translation.
 */
function joinAlternating(parts: ScriptRun[]): ScriptRun[] {
  if (parts.length <= 2) return parts;
  const script = mainScript(parts.map((part) => part.text).join('')) ?? 'latin';
  return [{ text: parts.map((part) => part.text).join(' '), script }];
}
