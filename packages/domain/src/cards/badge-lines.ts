import { EMAIL_ADDRESS } from '../email-address.ts';
import type { CodeField, CodeFields } from './code-fields.ts';

// Codes of plain text: a line, or a part between bars, for each thing on the badge.

/** Lines that are looked at; a badge has a handful. */
const MAX_LINES = 40;

const LABELS: Record<CodeField, RegExp> = {
  name: /^(full ?name|name|attendee|delegate|姓名|名字|الاسم|الإسم)$/i,
  company: /^(company|organi[sz]ation|org|firm|公司|单位|الشركة|المؤسسة)$/i,
  designation: /^(job ?title|title|position|role|designation|职位|职务|المنصب|المسمى الوظيفي|الوظيفة)$/i,
  email: /^(e-?mail|邮箱|电子邮件|البريد( الإلكتروني)?)$/i,
  phone: /^(phone|tel(ephone)?|mobile|cell|电话|手机|الهاتف|الجوال)$/i,
  website: /^(web(site)?|url|网址|网站|الموقع)$/i,
  whatsapp: /^whats ?app$/i,
  wechat: /^(wechat|weixin|微信)( ?(id|号))?$/i,
};

/**
 * Reads lines of text: labelled ones (English, Chinese, Arabic), addresses and numbers by their
 * form. The first line of letters alone is taken for the name, and said to be uncertain; lines
 * after it are left out, because a company and a title look alike.
 */
export function labelledLines(lines: readonly string[]): { fields: CodeFields; uncertain: CodeField[] } {
  const fields: CodeFields = {};
  const uncertain: CodeField[] = [];
  const rest: string[] = [];
  for (const line of lines.flatMap((one) => one.split(/[|^\t]/)).slice(0, MAX_LINES)) {
    const text = line.trim();
    const labelled = labelOf(text);
    if (labelled) fields[labelled.field] ??= labelled.value;
    else if (EMAIL_ADDRESS.test(text)) fields.email ??= text;
    else if (/^(https?:\/\/|www\.)[^\s/][^\s/.]*\.[^\s/]+\/?$/i.test(text)) fields.website ??= text;
    else if (isPhone(text)) fields.phone ??= text;
    else rest.push(text);
  }
  const name = rest.find(mayBeName);
  if (!fields.name && name) {
    fields.name = name;
    uncertain.push('name');
  }
  return { fields, uncertain };
}

function labelOf(line: string): { field: CodeField; value: string } | null {
  const colon = line.search(/[:：]/);
  if (colon < 1 || colon > 24) return null;
  const label = line.slice(0, colon).trim();
  const value = line.slice(colon + 1).trim();
  const found = Object.entries(LABELS).find(([, pattern]) => pattern.test(label));
  return found && value ? { field: found[0] as CodeField, value } : null;
}

/** Seven digits and more, with a plus or a mark between them: a plain number may be the badge's. */
function isPhone(text: string): boolean {
  const digits = text.replace(/\D/g, '').length;
  return digits >= 7 && digits <= 15 && /^\+?[\d\s().-]+$/.test(text) && /^\+|[\s().-]/.test(text);
}

/** Two to five words of letters, or two to four Han characters. */
function mayBeName(text: string): boolean {
  if (/^\p{Script=Han}{2,4}$/u.test(text)) return true;
  return text.length <= 60 && /^[\p{L}\p{M}.'’-]+( [\p{L}\p{M}.'’-]+){1,4}$/u.test(text);
}
