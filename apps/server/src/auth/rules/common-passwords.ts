// The shortest password that an operator can allow has six characters: shorter ones need not stand here.
const LIST = `
000000 00000000 0000000000 0123456789 0987654321 101010 10101010 102030 10203040 1029384756 111111 1111111
11111111 111111111 1111111111 112233 11223344 1122334455 121212 12121212 123123 123123123 123321 12341234
12344321 1234512345 123454321 123456 1234567 12345678 123456789 1234567890 12345678910 123456789a 12345678a
1234567a 123456a 123456aa 123456abc 123456q 123456qwerty 1234abcd 123654 123abc 131313 13131313 1314520
135792468 147258 147258369 159357 159753 1a2b3c4d 1q2w3e 1q2w3e4r 1q2w3e4r5t 1q2w3e4r5t6y 1qaz2wsx 1qaz2wsx3edc
1qazxsw2 20202020 222222 22222222 246810 2468101214 321321 333333 33333333 444444 44444444 456456 456789 5201314
52013145 520520 555555 55555555 654321 666666 66666666 741852963 7654321 777777 7777777 77777777 789456123
7894561230 789789 87654321 888888 88888888 963852741 987654321 9876543210 999888 999999 99999999 a123456
a1234567 a12345678 a123456789 aa123123 aa123456 aa12345678 abc123 abc1234 abc12345 abc123456 abc123abc abcd1234
abcd12345 abcdef abcdefg abcdefgh abcdefghi abcdefghij admin123 admin1234 admin12345 admin123456 adminadmin
administrator ahmed123 ahmed1234 alexander alexandra alhamdulillah allah123 arsenal1 asd123456 asdasd asdasdasd
asdf1234 asdf123456 asdfasdf asdfgh asdfghj asdfghjk asdfghjkl asdfghjkl123 ashley123 autumn2026 azerty
azerty123 azertyuiop babygirl babygirl1 barcelona baseball baseball1 basketball batman123 bismillah blessed1
booth123 business1 business123 butterfly changeme changeme1 changeme123 charlie1 charlie123 chelsea1 chocolate
chocolate1 company123 computer computer1 contrasena contraseña december1 default1 default123 dragoman dragoman1
dragoman123 dragon12 dragon123 dubai123 dubai2024 dubai2025 dubai2026 elizabeth exhibition facebook facebook1
fenerbahce football football1 football123 forever1 freedom1 friends1 galatasaray goodluck google123 guest123
guest1234 habibi123 happy123 hello123 hello1234 hello12345 hellohello helloworld hunter12 ilovegod iloveyou
iloveyou! iloveyou1 iloveyou123 iloveyou2 instagram internet internet1 ironman1 january1 jennifer jessica1
jesus123 jesuschrist jonathan jordan23 juventus killer123 letmein! letmein1 letmein12 letmein123 li123456
linkedin linkedin1 liverpool liverpool1 lovelove loveme123 loveyou1 lucky123 manchester master123 meeting1
michael1 michelle mohamed1 mohamed123 mohammed mohammed1 money123 monkey123 motdepasse muhammad mypassword
naruto123 newpassword nihao123 ninja123 nopassword nothing1 p@ssw0rd p@ssw0rd1 p@ssw0rd123 p@ssword p@ssword1
pass1234 pass12345 pass123456 passpass passw0rd passw0rd1 passw0rd123 password password! password01 password1
password1! password12 password123 password123! password1234 password12345 password123456 password2024
password2025 password2026 passwort passwort1 passwort123 pepper123 pokemon1 pokemon123 princess princess1
princess123 purple123 q1w2e3 q1w2e3r4 q1w2e3r4t5 qaz123 qazwsx qazwsx123 qazwsxedc qq123456 qq123456789 qwe123
qwe123456 qweasd qweasdzxc qweqwe qwer1234 qwer12345 qwert12345 qwerty qwerty1 qwerty12 qwerty123 qwerty1234
qwerty12345 qwerty123456 qwertyui qwertyuiop qwertyuiop123 qwertz qwertzui qwertzuiop realmadrid root1234
rootroot sales123 samantha samsung1 samsung123 secret123 secret1234 shadow123 soccer123 spiderman spiderman1
spring2026 starwars starwars1 summer2024 summer2025 summer2026 sunshine sunshine1 sunshine123 superman superman1
sweetheart taobao123 temp1234 temporary test1234 test12345 test123456 testing1 testing123 testtest tigger123
topsecret tradefair tradeshow trustno1 user1234 user12345 vendor123 victoria visitor1 visitor123 wachtwoord
wang123456 wechat123 welcome1 welcome1! welcome12 welcome123 welcome2024 welcome2025 welcome2026 whatever
whatever1 whatsapp whatsapp1 winter2024 winter2025 winter2026 woaini123 woaini1314 woaini520 woaini5201314
xiaoming123 zaq12wsx zaq1zaq1 zhang123456 zxc123456 zxcvbn zxcvbnm zxcvbnm1 zxcvbnm123
`;

const COMMON = new Set(LIST.trim().split(/\s+/));

/** How many passwords are refused for being everybody's. */
export const COMMON_PASSWORD_COUNT = COMMON.size;

/** Whether so many people use this password that guessers try it first; the case of letters makes it no better. */
export function isCommonPassword(password: string): boolean {
  return COMMON.has(password.trim().toLowerCase());
}
