export interface PersonName {
  /** 'Dr.' or 'المهندس', which is ignored in searches. */
  prefix: string;
  family: string;
  given: string;
}

// The two-character Chinese family names that are still found; everything else is one character.
const COMPOUND_FAMILY_NAMES = new Set(
  (
    '欧阳 歐陽 司马 司馬 上官 诸葛 諸葛 东方 東方 皇甫 尉迟 尉遲 公孙 公孫 慕容 令狐 司徒 司空 夏侯 端木 南宫 南宮 ' +
    '独孤 獨孤 宇文 长孙 長孫 轩辕 軒轅 濮阳 濮陽 淳于 单于 單于 太史 申屠 公羊 公冶 钟离 鍾離 闻人 聞人 赫连 赫連 ' +
    '澹台 澹臺 万俟 呼延 百里 东郭 東郭 西门 西門 拓跋 第五 闾丘 閭丘 鲜于 鮮于 仲孙 仲孫 纳兰 納蘭 完颜 完顏'
  ).split(' '),
);

/**
 * Characters of a name of two double parts: a wife's and a husband's family name (陈方安生), or a
 * Japanese name.
 */
const DOUBLE_NAME_LENGTH = 4;

/**
 * Words that open a family name of several words, in Latin letters: 'Al Mansoori', 'van Dijk', 'de
 * la Cruz'.
 */
const FAMILY_NAME_OPENERS = new Set(
  'al el bin bint ibn ben van von der den ter de da do dos di del della la le abu'.split(' '),
);

/**
 * 'Servant of': one given name together with the attribute that follows, 'Abdul Rahman' or 'عبد
 * الله'.
 */
const SERVANT_OF = /^(عبد|عبيد|أمة|ab[du]+[ae]?l?)$/iu;
/**
 * 'Father of', 'mother of': at the front it is a given name with the word that follows, 'أبو بكر'.
 */
const PARENT_OF = /^(أبو|ابو|أم|ام)$/u;
/** The second half of given names such as 'نور الدين' and 'عطا الله'. */
const GIVEN_NAME_ENDING = /^(الدين|الله|الإسلام|الاسلام|الرحمن|الزهراء)$/u;

/** Titles before a name. 'Eng' without its dot is a family name, and 'السيد' a given one. */
const TITLES = new Set(
  (
    'dr dr. prof prof. mr mr. mrs mrs. ms ms. eng. sheikh sheikha د د. د/ م م. م/ أ. أ/ أ.د. ' +
    'الدكتور الدكتورة المهندس المهندسة الأستاذ الأستاذة الشيخ الشيخة'
  ).split(' '),
);

/** Scripts whose names are parted by rules of their own. */
const SCRIPTS = [/\p{Script=Han}/u, /\p{Script=Arabic}/u, /\p{Script=Latin}/u];

/**
 * Splits a full name into the parts that address books sort by. Chinese names have the family name
 * first, mostly one character, without a space. Arabic names begin with the given name, which may
 * be two words, then father's and family names. Elsewhere the last word is the family name, with
 * the small words that belong to it, unless a comma says otherwise. A single word is a given name,
 * and so is a name in two scripts. No rule fits all names: people see the full name, and the parts
 * are only for sorting.
 */
export function personName(fullName: string): PersonName {
  const words = fullName.trim().split(/\s+/);
  // A title and one name more could be a whole name as well.
  const titled = words.length > 2 && TITLES.has(words[0]?.toLowerCase() ?? '');
  const [prefix = '', name] = titled ? [words[0], words.slice(1).join(' ')] : ['', words.join(' ')];
  return { prefix, ...untitledName(name) };
}

function untitledName(name: string): Omit<PersonName, 'prefix'> {
  // 'Li Na 李娜' is one name twice: any part of it would be half of each.
  if (SCRIPTS.filter((script) => script.test(name)).length > 1) return { family: '', given: name };
  if (/^[\p{Script=Han}·]+$/u.test(name)) return chineseName(name);
  const comma = name.match(/^([^,،]+)[,،] ?([^,،]+)$/);
  if (comma?.[1] && comma[2]) return { family: comma[1].trim(), given: comma[2].trim() };
  const words = name.split(' ');
  if (words.length === 1) return { family: '', given: name };
  if (/^\p{Script=Han}+$/u.test(words.join('')))
    return { family: words[0] ?? '', given: words.slice(1).join('') };
  const given = givenWords(words);
  const family = /\p{Script=Arabic}/u.test(name) ? given : familyStart(words, given);
  return { family: words.slice(family).join(' '), given: words.slice(0, family).join(' ') };
}

/** @returns how many words the first given name has: two in 'عبد الله' and 'نور الدين'. */
function givenWords([first = '', second = '']: readonly string[]): number {
  return SERVANT_OF.test(first) || PARENT_OF.test(first) || GIVEN_NAME_ENDING.test(second) ? 2 : 1;
}

/** @returns where the family name begins: at its first small word, else at the last word. */
function familyStart(words: readonly string[], given: number): number {
  const opener = words.findIndex(
    (word, i) => i >= given && i < words.length - 1 && FAMILY_NAME_OPENERS.has(word.toLowerCase()),
  );
  return opener === -1 ? Math.max(words.length - 1, 1) : opener;
}

function chineseName(name: string): Omit<PersonName, 'prefix'> {
  const characters = [...name];
  // A middle dot marks a foreign name written in Chinese: given name first.
  if (name.includes('·')) {
    const parts = name.split('·').filter(Boolean);
    return { family: parts.slice(1).join('·'), given: parts[0] ?? '' };
  }
  if (characters.length === 1) return { family: '', given: name };
  const compound = characters.length > 2 && COMPOUND_FAMILY_NAMES.has(characters.slice(0, 2).join(''));
  const length = compound || characters.length === DOUBLE_NAME_LENGTH ? 2 : 1;
  return { family: characters.slice(0, length).join(''), given: characters.slice(length).join('') };
}
