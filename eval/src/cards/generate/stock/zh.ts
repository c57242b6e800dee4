import { companies, type Halves, list, pairs } from './stock.ts';

/** People with cards in Chinese, some with English beside it. */
export const CHINESE: Halves = {
  tuning: {
    given: pairs(
      '海涛|Haitao; 晓燕|Xiaoyan; 建华|Jianhua; 雪|Xue; 俊杰|Junjie; 文静|Wenjing; 国强|Guoqiang; 思远|Siyuan; 丽娜|Lina; 鹏|Peng; 欣怡|Xinyi; 志远|Zhiyuan',
    ),
    family: pairs(
      '吴|Wu; 徐|Xu; 孙|Sun; 马|Ma; 胡|Hu; 郭|Guo; 何|He; 罗|Luo; 高|Gao; 梁|Liang; 欧阳|Ouyang; 许|Xu',
    ),
    companies: companies(
      '东莞市启明照明科技有限公司|Dongguan Qiming Lighting Technology Co., Ltd.|qiminglight.com; 青岛海岳食品有限公司|Qingdao Haiyue Foods Co., Ltd.|haiyuefoods.cn; 佛山市伟业陶瓷厂|Foshan Weiye Ceramics Factory|weiyeceramics.com; ' +
        '苏州锐达精密机械有限公司|Suzhou Ruida Precision Machinery Co., Ltd.|ruida-machinery.com; 厦门远航进出口贸易有限公司|Xiamen Yuanhang Import & Export Co., Ltd.|yuanhang-trade.cn; 北京星图软件股份有限公司|Beijing Xingtu Software Corp.|xingtusoft.com.cn; ' +
        '浙江丰源纺织集团|Zhejiang Fengyuan Textile Group|fengyuantex.com; 成都蓝天医疗器械有限公司|Chengdu Lantian Medical Devices Co., Ltd.|lantianmed.cn; 温州康美鞋业有限公司|Wenzhou Kangmei Shoes Co., Ltd.|kangmeishoes.com',
    ),
    titles: pairs(
      '市场总监|Marketing Director; 外贸经理|Export Manager; 总经理助理|Assistant to General Manager; 采购经理|Purchasing Manager; 研发工程师|R&D Engineer; 董事长|Chairman; 客户经理|Account Manager; 生产主管|Production Supervisor; 国际业务代表|International Sales Representative',
    ),
    addresses: list(
      '东莞市长安镇振安路88号; 青岛市市南区香港中路12号; 苏州工业园区星湖街328号; 厦门市思明区湖滨南路20号; 浙江省温州市鹿城区车站大道5号',
    ),
    slogans: list('品质成就未来; 专注照明二十年; ; ; '),
    events: pairs(
      '第十二届华南五金博览会|South China Hardware Fair 2026; 中国国际食品展览会|China Food Expo 2026; 智能制造峰会|Smart Manufacturing Summit',
    ),
  },
  unseen: {
    given: pairs(
      '子轩|Zixuan; 春梅|Chunmei; 立新|Lixin; 磊|Lei; 嘉豪|Jiahao; 静怡|Jingyi; 卫东|Weidong; 浩然|Haoran; 秀英|Xiuying; 婷|Ting; 梦瑶|Mengyao; 明哲|Mingzhe',
    ),
    family: pairs(
      '谢|Xie; 宋|Song; 唐|Tang; 邓|Deng; 韩|Han; 曹|Cao; 彭|Peng; 萧|Xiao; 蔡|Cai; 潘|Pan; 司徒|Situ; 冯|Feng',
    ),
    companies: companies(
      '中山市恒光电器有限公司|Zhongshan Hengguang Electric Co., Ltd.|hengguang-el.com; 大连渔丰水产有限公司|Dalian Yufeng Seafood Co., Ltd.|yufengsea.cn; 景德镇青瓷工艺品厂|Jingdezhen Qingci Crafts Factory|qingcicrafts.com; ' +
        "无锡博力自动化设备有限公司|Wuxi Boli Automation Equipment Co., Ltd.|boli-auto.com; 天津港通国际物流有限公司|Tianjin Gangtong International Logistics Co., Ltd.|gangtonglog.cn; 西安云帆信息技术股份有限公司|Xi'an Yunfan Information Technology Corp.|yunfaninfo.com.cn; " +
        '江苏华纶化纤集团|Jiangsu Hualun Chemical Fibre Group|hualunfibre.com; 武汉仁和生物科技有限公司|Wuhan Renhe Biotech Co., Ltd.|renhebio.cn; 义乌市乐童玩具有限公司|Yiwu Letong Toys Co., Ltd.|letongtoys.com',
    ),
    titles: pairs(
      '销售总监|Sales Director; 国际部经理|International Department Manager; 行政主管|Administration Supervisor; 供应链经理|Supply Chain Manager; 高级工程师|Senior Engineer; 副总裁|Vice President; 项目经理|Project Manager; 品质主任|Quality Supervisor; 外贸业务员|Export Sales',
    ),
    addresses: list(
      '中山市古镇镇同益路16号; 大连市中山区人民路31号; 无锡市新吴区长江路21号; 天津市滨海新区第三大街9号; 武汉市洪山区光谷大道77号',
    ),
    slogans: list('用心做好每一件; 连接世界; ; ; '),
    events: pairs(
      '第二十届华东纺织交易会|East China Textile Fair 2026; 中国国际玩具展|China Toy Expo 2026; 全球物流大会|Global Logistics Congress',
    ),
  },
};
