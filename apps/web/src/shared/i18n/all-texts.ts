import type { Language } from '@dragoman/domain/languages';
import arOrganiser from './ar.event-admin.json';
import ar from './ar.json';
import arStart from './ar.start.json';
import enOrganiser from './en.event-admin.json';
import en from './en.json';
import enStart from './en.start.json';
import zhOrganiser from './zh.event-admin.json';
import zh from './zh.json';
import zhStart from './zh.start.json';

// This module is for tests: the app loads the texts of one language.

/** Texts by key, `chat.send` say; a plural's forms under their own. */
export type Texts = ReadonlyMap<string, string>;

/** All files of each language. */
export const ALL_TEXTS: Record<Language, Texts> = {
  en: new Map([...textsOf(enStart), ...textsOf(en), ...textsOf(enOrganiser)]),
  zh: new Map([...textsOf(zhStart), ...textsOf(zh), ...textsOf(zhOrganiser)]),
  ar: new Map([...textsOf(arStart), ...textsOf(ar), ...textsOf(arOrganiser)]),
};

/** The texts loaded at the start, and those of pages. */
export const ENGLISH_FILES = {
  start: new Map(textsOf(enStart)),
  pages: new Map([...textsOf(en), ...textsOf(enOrganiser)]),
};

function textsOf(value: unknown, names: string[] = []): Array<[key: string, text: string]> {
  if (typeof value === 'string') return [[names.join('.'), value]];
  return Object.entries(value as object).flatMap(([name, inner]) => textsOf(inner, [...names, name]));
}

/** i18next finds `x_one` and its siblings under `x`. */
export function withoutPlural(key: string): string {
  return key.replace(/_(zero|one|two|few|many|other)$/, '');
}
