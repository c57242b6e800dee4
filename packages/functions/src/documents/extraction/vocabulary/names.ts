// Patterns of people's names.

/** The most common Chinese family names of one character, in both ways of writing. */
export const HAN_SURNAMES: ReadonlySet<string> = new Set(
  '王李张張刘劉陈陳杨楊黄黃赵趙吴吳周徐孙孫马馬朱胡郭何林高罗羅郑鄭梁谢謝宋唐许許邓鄧韩韓冯馮曹彭曾肖萧蕭田董潘袁蔡蒋蔣余于杜叶葉程魏苏蘇吕呂丁任卢盧姚沈钟鍾姜崔谭譚陆陸范汪廖石金韦韋贾賈夏付方邹鄒熊白孟秦邱侯江尹薛闫閻段雷龙龍黎史陶贺賀毛郝顾顧龚龔邵万萬覃武钱錢戴严嚴莫孔向常汤湯康易乔喬赖賴文庄莊樊兰蘭殷施洪安颜顏倪牛温溫季俞章鲁魯葛伍申尤毕畢聂聶柴焦向柳邢岳齐齊梅骆駱辛管祝左涂祁时時耿詹关關纪紀苗欧歐甄裴柯阮桑盛喻娄卓褚连佟冉游饶房霍翟',
);

export const HAN_COMPOUND_SURNAMES: readonly string[] =
  '欧阳 歐陽 司马 司馬 上官 诸葛 諸葛 东方 東方 皇甫 尉迟 公孙 慕容 令狐 司徒 夏侯 端木 南宫 独孤 宇文 长孙 轩辕 濮阳 申屠 钟离'.split(
    ' ',
  );

/** Words before a name: titles of courtesy and degrees. */
export const LATIN_HONORIFICS =
  /^(dr|mr|mrs|ms|miss|prof|eng|engr|ing|arch|sheikh|shaikh|sir|h\.e|capt|haji|hajj)\.?$/i;
export const ARABIC_HONORIFICS =
  /^(د|م|أ|ا|الدكتور|الدكتوره|الدكتورة|دكتور|دكتورة|المهندس|المهندسة|الأستاذ|الأستاذة|الاستاذ|الاستاذة|السيد|السيدة|الشيخ|الشيخة|سعادة)[./]?$/;

/** Small words inside Latin names. */
export const LATIN_PARTICLES: ReadonlySet<string> = new Set(
  'al el bin bint ibn ben abu abd abdul van von der den de da do dos di del della la le du st san y e ter ten zu'.split(
    ' ',
  ),
);

/** Given names in Arabic, as search keys: one of them makes a line a person's name. */
export const ARABIC_GIVEN_NAMES: ReadonlySet<string> = new Set(
  `محمد احمد محمود علي حسن حسين عبدالله عبدالرحمن عبدالعزيز عبدالملك عبدالكريم عبدالمجيد عبداللطيف عبدالقادر عبدالوهاب خالد سعيد سعد سعود فيصل فهد سلطان ناصر
نايف تركي بندر ماجد ابراهيم اسماعيل يوسف يعقوب داود سليمان موسي عيسي عمر عثمان بلال طارق زياد وليد هاني هشام كريم سامي رامي شريف مصطفي مروان نبيل جمال كمال
جابر راشد حمد حمدان زايد منصور ماهر عادل عماد اياد انس اسامه ايمن باسم بسام حازم حاتم رائد رضا زكريا سمير شادي صالح صلاح طلال عاصم عامر عصام غسان فادي فارس فواز
قاسم لؤي لوي مازن مالك مجدي مشعل معاذ منير مهند نادر نزار نواف وائل ياسر ياسين يحيي جاسم سيف هزاع خليفه مبارك ثاني غانم فاطمه مريم عائشه خديجه زينب نوره نوف ساره سارا
ليلي هدي هند هناء منال مني مها نادين ناديه نجلاء نسرين نورا نور رانيا ريم ريما رنا رشا دانا دانه دينا دعاء جميله حصه حنان ايمان امل اماني اسماء اسيل اميره بدريه بسمه
تهاني جواهر خلود دلال رغد زهره سحر سعاد سلمي سلوي سميره سميه شيماء شيخه صفاء عبير عليا علياء غاده فرح لطيفه لمي لمياء لينا ميساء ميثاء مي وفاء هاله هبه هيا ياسمين يسرا ندي روان`.split(
    /\s+/,
  ),
);

/** Given names in Latin letters that settle which of two lines is the person. */
export const LATIN_GIVEN_NAMES: ReadonlySet<string> = new Set(
  `james john robert michael david william richard thomas mark charles steven paul andrew joshua kenneth kevin brian george edward
ronald timothy jason jeffrey ryan jacob gary nicholas eric jonathan stephen larry justin scott brandon benjamin samuel gregory frank alexander
raymond patrick jack dennis jerry peter daniel matthew anthony donald joseph christopher mary patricia jennifer linda elizabeth barbara susan
jessica sarah karen lisa nancy betty margaret sandra ashley kimberly emily donna michelle carol amanda melissa deborah stephanie rebecca
sharon laura cynthia kathleen amy angela shirley anna brenda pamela emma nicole helen samantha katherine christine rachel carolyn janet
catherine maria heather diane ruth julie olivia joyce virginia victoria kelly lauren christina joan evelyn judith megan andrea cheryl hannah
sofia sophia lucas lukas grace oliver henry leo hugo felix max martin stefan thomas klaus hans jan lars sven erik pierre jean marie claire
louis antoine luca marco giulia matteo paolo francesca carlos jose juan luis miguel pedro ana lucia elena diego pablo raj rajesh priya amit
anil sunil vijay ravi sanjay arjun neha pooja anita deepak mohammed muhammad mohamed mohammad ahmed ahmad ali hassan hussein omar umar khalid
khaled saeed said yousef youssef yusuf ibrahim abdullah abdul abdulrahman fatima fatma aisha ayesha mariam maryam layla leila noor nour sara
zainab huda salma rania reem tariq tarek ziad walid karim sami rami mustafa mahmoud nabil jamal rashid hamad mansour bilal hamza faisal fahad
sultan nasser wei li ming jun fang lei xin yan jing ying hui hong yang linda leo tony jason eric amy cindy vivian jenny kevin somchai nguyen
peter ivan olga dmitri sergei anastasia tatiana mehmet ayse fatih emre kenji yuki hiroshi ji min soo chioma emeka kwame amina grace wanjiru`.split(
    /\s+/,
  ),
);
