export interface PersonName {
  family: string;
  given: string;
}

// The two-character Chinese family names that are still common; everything else is one character.
const COMPOUND_FAMILY_NAMES = new Set(
  '欧阳 歐陽 司马 司馬 上官 诸葛 諸葛 东方 東方 皇甫 尉迟 尉遲 公孙 公孫 慕容 令狐 司徒 夏侯 端木 南宫 南宮 独孤 獨孤 宇文 长孙 長孫'.split(
    ' ',
  ),
);

/**
 * Splits a full name into the parts that address books sort by. Chinese names have the family name first, mostly one
 * character, without a space; Arabic names begin with the given name and go on with father's and family names;
 * elsewhere the last word is the family name, unless a comma says otherwise. A single word is a given name.
 * No rule fits everybody: the full name is what people see, this is only for sorting.
 */
export function personName(fullName: string): PersonName {
  const name = fullName.replace(/\s+/g, ' ').trim();
  if (/^[\p{Script=Han}·]+$/u.test(name)) return chineseName(name);
  const comma = name.match(/^([^,]+), ?([^,]+)$/);
  if (comma?.[1] && comma[2]) return { family: comma[1].trim(), given: comma[2].trim() };
  const words = name.split(' ');
  if (words.length === 1) return { family: '', given: name };
  if (/^\p{Script=Han}+$/u.test(words.join('')))
    return { family: words[0] ?? '', given: words.slice(1).join('') };
  if (/\p{Script=Arabic}/u.test(name)) return { family: words.slice(1).join(' '), given: words[0] ?? '' };
  return { family: words.at(-1) ?? '', given: words.slice(0, -1).join(' ') };
}

function chineseName(name: string): PersonName {
  const characters = [...name];
  // A middle dot marks a foreign name written in Chinese: given name first.
  if (name.includes('·')) {
    const parts = name.split('·').filter(Boolean);
    return { family: parts.slice(1).join('·'), given: parts[0] ?? '' };
  }
  if (characters.length === 1) return { family: '', given: name };
  const compound = characters.length > 2 && COMPOUND_FAMILY_NAMES.has(characters.slice(0, 2).join(''));
  const length = compound ? 2 : 1;
  return { family: characters.slice(0, length).join(''), given: characters.slice(length).join('') };
}
