import { dictionary } from '@zxcvbn-ts/language-common';

// Passwords that the library leaves to its own rules (rows and repeats), and ones that are common
// where our users come from.
const MORE = `
00000000 0000000000 0123456789 0987654321 101010 10101010 1111111 111111111 1111111111 121212 12121212
123123123 12341234 1234512345 13131313 20202020 222222 22222222 2468101214 321321 333333 33333333 444444
44444444 456456 456789 52013145 520520 555555 55555555 654321 66666666 7654321 777777 77777777 789789 87654321
888888 88888888 987654321 9876543210 999999 99999999 aa12345678 abcdef abcdefg abcdefgh abcdefghi abcdefghij
admin1234 admin12345 admin123456 adminadmin ahmed123 ahmed1234 alhamdulillah allah123 asdasdasd asdf123456
autumn2026 booth123 business1 business123 changeme123 company123 contraseña default123 dragoman dragoman1
dragoman123 dubai123 dubai2024 dubai2025 dubai2026 exhibition facebook1 guest123 guest1234 habibi123
hello12345 instagram letmein! letmein12 li123456 linkedin linkedin1 loveme123 meeting1 mohamed1 mohamed123
mohammed1 p@ssw0rd1 p@ssw0rd123 p@ssword p@ssword1 pass12345 pass123456 passw0rd123 password1! password123!
password12345 password123456 password2024 password2025 password2026 passwort123 princess123 purple123 qwertz
qwertzui qwertzuiop root1234 rootroot sales123 secret1234 spring2026 summer2024 summer2025 summer2026
sunshine123 taobao123 test12345 test123456 tigger123 tradefair tradeshow user1234 user12345 vendor123 visitor1
visitor123 wang123456 wechat123 welcome1! welcome2024 welcome2025 welcome2026 whatsapp whatsapp1 winter2024
winter2025 winter2026 woaini123 woaini1314 woaini520 woaini5201314 xiaoming123 zaq1zaq1 zhang123456
`;

const COMMON: ReadonlySet<string> = new Set([
  ...dictionary['passwords-common'].map((password) => password.toLowerCase()),
  ...MORE.trim().split(/\s+/),
]);

/** The number of common passwords that are refused. */
export const COMMON_PASSWORD_COUNT = COMMON.size;

/**
 * Checks whether so many people use this password that guessers try it first. The case of letters
 * makes it no better.
 */
export function isCommonPassword(password: string): boolean {
  return COMMON.has(password.trim().toLowerCase());
}
