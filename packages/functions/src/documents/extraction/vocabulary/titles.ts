// Words that job titles are made of. Latin ones as search keys, compared with a slip allowed in the
// long ones.

/** A text with one of these is a title, or the name of a department. */
export const LATIN_TITLE_HEADS: ReadonlySet<string> = set(`
manager director engineer executive officer president chairman chairwoman chairperson founder cofounder co-founder owner partner
consultant specialist analyst developer designer architect coordinator supervisor administrator assistant associate advisor adviser
attorney lawyer counsel accountant auditor buyer representative agent broker secretary treasurer technician scientist researcher
professor lecturer teacher doctor physician surgeon dentist pharmacist nurse editor journalist photographer producer planner strategist
evangelist controller comptroller inspector merchandiser salesman saleswoman salesperson trader trainer recruiter principal proprietor
ceo cto cfo coo cmo cio cpo chro vp svp evp md gm head chief lead leader intern trainee chef curator librarian operator foreman
surveyor geologist chemist biologist economist translator interpreter programmer purchaser procurement captain deputy vice
fellow superintendent expert liaison ambassador delegate-officer handler dispatcher estimator investor`);

/** Words that occur in titles next to a head word, and elsewhere. */
export const LATIN_TITLE_PARTS: ReadonlySet<string> = set(`
sales marketing business development export import regional area global senior junior general managing commercial technical
operations operating product project production quality human resources finance financial information technology purchasing sourcing
supply chain logistics customer service relations public communications creative design art data software hardware systems research
account key national international country board executive clinical legal law brand digital content events retail wholesale channel
partnerships strategy planning plant factory warehouse maintenance safety compliance risk training innovation office`);

/** Endings of Chinese titles. */
export const HAN_TITLE_ENDINGS: readonly string[] = list(`
经理 總經理 经理人 总监 總監 主管 主任 总裁 總裁 董事长 董事長 董事 总经理 工程师 工程師 设计师 設計師 业务员 業務員 销售员 采购员 代表 助理 顾问 顧問
专员 專員 专家 律师 律師 会计 會計 会计师 秘书 秘書 教授 讲师 博士后 研究员 研究員 分析师 架构师 技术员 厂长 廠長 校长 院长 院長 店长 部长 部長 科长 处长 处長 局长
组长 组長 队长 班长 主席 会长 会長 秘书长 理事 理事长 创始人 創始人 合伙人 合夥人 负责人 負責人 法人 老板 股东 财务 出纳 文员 前台 买手 跟单 跟单员 客服 翻译
医生 醫生 医师 护士 药师 教师 老师 编辑 记者 主编 摄影师 策划 策划师 培训师 讲解员 质检员 销售 外贸 业务 总工 总工程师 首席执行官 首席技术官 首席财务官 首席运营官 首席官 执行官 技术官 财务官 运营官
市场官 产品官 信息官 副总 总助 副总裁 总监助理 区域负责人 渠道负责人 项目负责人 规划师 评估师 审计师 精算师 美术指导 指导 技师 飞手 导演 制片人`);

/** Arabic titles, and the words that open them; as search keys, without the article. */
export const ARABIC_TITLE_WORDS: ReadonlySet<string> = set(`
مدير مديره رئيس رئيسه نائب مهندس مهندسه محامي محاميه محاسب محاسبه مسؤول مسؤوله مسئول مسئوله مسوول مسووله مندوب مندوبه ممثل ممثله
مستشار مستشاره مشرف مشرفه منسق منسقه اخصائي اخصائيه استشاري استشاريه خبير خبيره طبيب طبيبه صيدلي صيدليه محلل محلله مصمم مصممه
مطور مطوره مبرمج مبرمجه مساعد مساعده سكرتير سكرتيره موسس موسسه-شريكه مالك مالكه شريك شريكه عضو امين معاون قائد باحث باحثه استاذ استاذه-جامعيه
مترجم مترجمه صحفي صحفيه مدرب مدربه فني فنيه وكيل مراقب مراقبه مدقق مدققه مخطط رئيسي تنفيذي تنفيذيه عام اول مشتري محرر مصور كاتب موظف موظفه
مبيعات تسويق مشتريات تصدير`);

/** Words that a title alone may begin with. */
export const ARABIC_TITLE_HEADS: ReadonlySet<string> = set(`
مدير مديره رئيس رئيسه نائب مهندس مهندسه محامي محاميه محاسب محاسبه مسؤول مسؤوله مسئول مسئوله مسوول مسووله مندوب مندوبه ممثل ممثله
مستشار مستشاره مشرف مشرفه منسق منسقه اخصائي اخصائيه استشاري استشاريه خبير خبيره طبيب طبيبه صيدلي صيدليه محلل محلله مصمم مصممه
مطور مطوره مبرمج مبرمجه مساعد مساعده سكرتير سكرتيره موسس مالك مالكه شريك شريكه عضو باحث باحثه مترجم مترجمه مدرب مدربه فني وكيل مراقب مدقق
مخطط مشتري محرر مصور موظف موظفه امين`);

function list(text: string): string[] {
  return text.trim().split(/\s+/);
}

function set(text: string): Set<string> {
  return new Set(list(text));
}
