import type { Language } from '@dragoman/domain/languages';

interface ReadmeTexts {
  title: (product: string) => string;
  made: (at: string) => string;
  intro: string;
  files: ReadonlyArray<readonly [name: string, meaning: string]>;
  notes: readonly string[];
}

/** Names of files are the same in every language, so that programs find them. */
const TEXTS: Record<Language, ReadmeTexts> = {
  en: {
    title: (product) => `Your data in ${product}`,
    made: (at) => `Made on ${at} (UTC).`,
    intro: 'This archive holds everything that the product keeps about you and that you may see.',
    files: [
      [
        'account.json',
        'how you sign in: addresses, linked accounts, second factors, devices that are signed in',
      ],
      ['profile.json', 'your profile, as others see it'],
      ['contacts/', 'people you have met or written notes about, as JSON and as vCards for an address book'],
      ['card-box/', 'business cards that you scanned, as JSON and as vCards'],
      [
        'chats/',
        'a file for each chat with its messages and their translations; the list of sessions; read marks; reactions; the ids of messages that you deleted for yourself',
      ],
      ['leads/', 'your notes, ratings, tags, questions and follow-ups, and the record of their exports'],
      ['glossary.json', 'your glossary'],
      [
        'material/',
        'what you gave the assistant to answer from: the documents, and their text passage by passage',
      ],
      ['booth-codes/', 'your booth codes and how often they were scanned'],
      [
        'booth-team/',
        'the booth at which you work or the people who work at yours; private notes beside your chats',
      ],
      ['trust/', 'whom you have blocked, and your reports to the organiser about people and translations'],
      ['notifications/', 'what you want to be told about unread messages, and your devices that get a push'],
      ['exports.json', 'when data was taken out of your account'],
      ['files/', 'voice messages and files of your chats, your picture, logos'],
    ],
    notes: [
      'JSON files are text (UTF-8); any editor opens them. Address books import .vcf files.',
      'Others’ messages and cards in it were given to you. Treat them as you would want yours to be treated.',
      'Messages that you deleted for yourself are not in the chats: you can no longer see them. The other person keeps them.',
      'What only one of both roles has is empty for the other.',
    ],
  },
  zh: {
    title: (product) => `您在 ${product} 中的数据`,
    made: (at) => `生成时间：${at}（UTC）。`,
    intro: '本压缩包包含本产品保存的、与您有关且您有权查看的全部数据。',
    files: [
      ['account.json', '您的登录方式：地址、关联账户、第二重验证、已登录的设备'],
      ['profile.json', '他人所见的您的资料'],
      ['contacts/', '您见过或写过备注的人，以 JSON 和可导入通讯录的 vCard 保存'],
      ['card-box/', '您扫描的名片，以 JSON 和 vCard 保存'],
      ['chats/', '每个聊天一个文件，含消息及其译文；会话列表；已读标记；表情回应；您为自己删除的消息的编号'],
      ['leads/', '您的备注、评分、标签、问题和跟进日期，以及其导出记录'],
      ['glossary.json', '您的术语表'],
      ['material/', '您提供给助手作答的参考资料：文档及其逐段文字'],
      ['booth-codes/', '您的展位码及其扫描次数'],
      ['booth-team/', '您所在的展位，或在您展位工作的人；您聊天旁的内部备注'],
      ['trust/', '您屏蔽的人，以及您向主办方提交的关于他人和译文的举报'],
      ['notifications/', '您对未读消息提醒的设置，以及接收推送的设备'],
      ['exports.json', '数据何时从您的账户中导出'],
      ['files/', '聊天中的语音消息和文件、您的头像、标志'],
    ],
    notes: [
      'JSON 文件是文本（UTF-8），任何编辑器都能打开。.vcf 文件可导入通讯录。',
      '其中他人的消息和名片是对方提供给您的，请像对待自己的数据一样妥善处理。',
      '您为自己删除的消息不在聊天文件中：您已看不到这些消息，但对方仍会保留。',
      '只属于一种身份的内容，对另一种身份为空。',
    ],
  },
  ar: {
    title: (product) => `بياناتك في ${product}`,
    made: (at) => `أُنشئ في ${at} (UTC).`,
    intro: 'يضم هذا الأرشيف كل ما يحفظه المنتج عنك ويحق لك الاطلاع عليه.',
    files: [
      ['account.json', 'طرق دخولك: العناوين والحسابات المرتبطة وعوامل التحقق الثانية والأجهزة المسجَّل دخولها'],
      ['profile.json', 'ملفك الشخصي كما يراه الآخرون'],
      ['contacts/', 'من التقيتهم أو دوّنت ملاحظات عنهم، بصيغة JSON وبصيغة vCard لدفتر العناوين'],
      ['card-box/', 'بطاقات العمل التي مسحتها، بصيغتي JSON وvCard'],
      [
        'chats/',
        'ملف لكل محادثة برسائلها وترجماتها، وقائمة المحادثات، وعلامات القراءة، والتفاعلات، ومعرّفات الرسائل التي حذفتها لديك',
      ],
      ['leads/', 'ملاحظاتك وتقييماتك ووسومك وأسئلتك ومواعيد المتابعة، وسجل تصديرها'],
      ['glossary.json', 'مسرد مصطلحاتك'],
      ['material/', 'ما قدّمته للمساعد ليجيب منه: المستندات ونصوصها مقطعًا مقطعًا'],
      ['booth-codes/', 'رموز جناحك وعدد مرات مسحها'],
      ['booth-team/', 'الجناح الذي تعمل فيه أو من يعملون في جناحك، والملاحظات الداخلية بجانب محادثاتك'],
      ['trust/', 'من حظرتهم، وبلاغاتك إلى المنظّم عن الأشخاص والترجمات'],
      ['notifications/', 'إعداداتك للتنبيه إلى الرسائل غير المقروءة، وأجهزتك التي تصلها الإشعارات'],
      ['exports.json', 'متى أُخرجت بيانات من حسابك'],
      ['files/', 'الرسائل الصوتية وملفات محادثاتك وصورتك والشعارات'],
    ],
    notes: [
      'ملفات JSON نصوص (UTF-8) يفتحها أي محرر. وتستورد دفاتر العناوين ملفات ‎.vcf.',
      'ما فيه من رسائل الآخرين وبطاقاتهم قد مُنح لك؛ يُرجى معاملته كما تحب أن تُعامَل بياناتك.',
      'الرسائل التي حذفتها لديك غير موجودة في ملفات المحادثات: لم تعد ظاهرة لك، ويحتفظ بها الطرف الآخر.',
      'ما يخص إحدى الصفتين وحدها يكون فارغًا للأخرى.',
    ],
  },
};

/** The archive's README in the owner's language. Lines end as every editor shows them. */
export function readme({
  language,
  product,
  now,
}: {
  language: Language;
  product: string;
  now: Date;
}): string {
  const { title, made, intro, files, notes } = TEXTS[language];
  const lines = [
    title(product),
    '',
    made(now.toISOString().slice(0, 16).replace('T', ' ')),
    intro,
    '',
    ...files.map(([name, meaning]) => `${name}\r\n    ${meaning}`),
    '',
    ...notes,
    '',
  ];
  // Editors of Windows take a text without this mark for one in an older encoding.
  return `\uFEFF${lines.join('\r\n')}`;
}
