// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/storefront/world.h"

namespace evenhand::storefront {
namespace {

constexpr DemoCampus kCampuses[] = {
    {"eastlake", "东湖校区 Eastlake", 14, 15, 14, 30, 180, false},
    {"southgarden", "南苑校区 South Garden", 11, 20, 16, 35, 360, false},
    {"westhill", "西山校区 West Hill", 8, 12, 14, 30, 600, true},
    {"northbridge", "北桥校区 North Bridge", 4, 30, 20, 40, 960, false},
};

// id, name, phone, campus, shift, break. The last campus takes its breaks all together: for half an hour in the
// afternoon nobody is on duty there, and its orders wait.
constexpr DemoCourier kCouriers[] = {
    {"c01", "李明 Li Ming", "138-0000-1000", 0, 0, 0, -1},
    {"c02", "王芳 Wang Fang", "138-0000-1037", 0, 0, 0, -1},
    {"c03", "张伟 Zhang Wei", "138-0000-1074", 0, 360, 960, 600},
    {"c04", "刘洋 Liu Yang", "138-0000-1111", 0, 600, 1290, 900},
    {"c05", "陈静 Chen Jing", "138-0000-1148", 0, 630, 1260, 930},
    {"c06", "杨帆 Yang Fan", "138-0000-1185", 0, 540, 1200, 870},
    {"c07", "赵磊 Zhao Lei", "138-0000-1222", 0, 960, 60, -1},
    {"c08", "黄丽 Huang Li", "138-0000-1259", 0, 420, 1320, 840},
    {"c09", "周强 Zhou Qiang", "138-0000-1296", 0, 600, 1320, 885},
    {"c10", "吴敏 Wu Min", "138-0000-1333", 0, 480, 1230, 915},
    {"c11", "徐涛 Xu Tao", "138-0000-1370", 0, 660, 1350, -1},
    {"c12", "孙悦 Sun Yue", "138-0000-1407", 0, 390, 1170, 855},
    {"c13", "胡军 Hu Jun", "138-0000-1444", 0, 570, 1380, 945},
    {"c14", "朱琳 Zhu Lin", "138-0000-1481", 0, 615, 1275, -1},
    {"c15", "高飞 Gao Fei", "138-0000-1518", 1, 0, 0, -1},
    {"c16", "林晓 Lin Xiao", "138-0000-1555", 1, 0, 0, -1},
    {"c17", "何川 He Chuan", "138-0000-1592", 1, 360, 960, 600},
    {"c18", "郭亮 Guo Liang", "138-0000-1629", 1, 600, 1290, 900},
    {"c19", "马超 Ma Chao", "138-0000-1666", 1, 630, 1260, 930},
    {"c20", "罗兰 Luo Lan", "138-0000-1703", 1, 540, 1200, 870},
    {"c21", "梁栋 Liang Dong", "138-0000-1740", 1, 960, 60, -1},
    {"c22", "宋佳 Song Jia", "138-0000-1777", 1, 420, 1320, 840},
    {"c23", "郑凯 Zheng Kai", "138-0000-1814", 1, 600, 1320, 885},
    {"c24", "谢雨 Xie Yu", "138-0000-1851", 1, 480, 1230, 915},
    {"c25", "韩冰 Han Bing", "138-0000-1888", 1, 660, 1350, -1},
    {"c26", "唐宁 Tang Ning", "138-0000-1925", 2, 0, 0, -1},
    {"c27", "冯远 Feng Yuan", "138-0000-1962", 2, 0, 0, -1},
    {"c28", "于洁 Yu Jie", "138-0000-1999", 2, 360, 960, 600},
    {"c29", "董浩 Dong Hao", "138-0000-2036", 2, 600, 1290, 900},
    {"c30", "萧然 Xiao Ran", "138-0000-2073", 2, 630, 1260, 930},
    {"c31", "程曦 Cheng Xi", "138-0000-2110", 2, 540, 1200, 870},
    {"c32", "曹阳 Cao Yang", "138-0000-2147", 2, 960, 60, -1},
    {"c33", "袁媛 Yuan Yuan", "138-0000-2184", 2, 420, 1320, 840},
    {"c34", "邓超 Deng Chao", "138-0000-2221", 2, 600, 1320, 885},
    {"c35", "许晴 Xu Qing", "138-0000-2258", 3, 0, 0, 870},
    {"c36", "傅博 Fu Bo", "138-0000-2295", 3, 420, 1320, 870},
    {"c37", "沈默 Shen Mo", "138-0000-2332", 3, 480, 1290, 870},
    {"c38", "曾毅 Zeng Yi", "138-0000-2369", 3, 600, 1260, 870},
    {"c39", "彭湃 Peng Pai", "138-0000-2406", 3, 540, 1380, 870},
    {"c40", "吕品 Lü Pin", "138-0000-2443", 3, 390, 1200, 870},
};

constexpr DemoProduct kProducts[] = {
    {"M001", "黄焖鸡米饭 Braised chicken with rice", 1880, true, 5000},
    {"M002", "红烧牛肉面 Beef noodle soup", 2200, true, 5000},
    {"M003", "宫保鸡丁饭 Kung Pao chicken rice", 1990, true, 5000},
    {"M004", "鱼香肉丝饭 Fish-flavoured pork rice", 1850, true, 5000},
    {"M005", "麻辣香锅 Spicy dry pot", 3280, true, 5000},
    {"M006", "酸菜鱼 Pickled cabbage fish", 3680, true, 5000},
    {"M007", "番茄鸡蛋面 Tomato and egg noodles", 1480, true, 5000},
    {"M008", "兰州拉面 Lanzhou noodles", 1680, true, 5000},
    {"M009", "猪脚饭 Pork knuckle rice", 2180, true, 5000},
    {"M010", "广式烧鸭饭 Roast duck rice", 2380, true, 5000},
    {"M011", "煲仔饭 Claypot rice", 2450, true, 5000},
    {"M012", "肠粉 Rice noodle rolls", 1280, true, 5000},
    {"M013", "小笼包 Soup dumplings", 1380, true, 5000},
    {"M014", "鲜肉馄饨 Pork wonton", 1290, true, 5000},
    {"M015", "生煎包 Pan-fried buns", 1350, true, 5000},
    {"M016", "炒河粉 Stir-fried rice noodles", 1580, true, 5000},
    {"M017", "扬州炒饭 Yangzhou fried rice", 1620, true, 5000},
    {"M018", "咖喱鸡饭 Chicken curry rice", 2080, true, 5000},
    {"M019", "石锅拌饭 Bibimbap", 2350, true, 5000},
    {"M020", "日式拉面 Ramen", 2880, true, 5000},
    {"M021", "照烧鸡腿饭 Teriyaki chicken rice", 2280, true, 5000},
    {"M022", "牛肉汉堡套餐 Beef burger meal", 2990, true, 5000},
    {"M023", "炸鸡套餐 Fried chicken meal", 3150, true, 5000},
    {"M024", "凯撒沙拉 Caesar salad", 2480, true, 5000},
    {"M025", "玛格丽特披萨 Pizza Margherita", 3980, true, 5000},
    {"M026", "意大利肉酱面 Spaghetti Bolognese", 2680, true, 5000},
    {"M027", "素食轻碗 Vegetable bowl", 2290, true, 5000},
    {"M028", "皮蛋瘦肉粥 Congee with pork", 1180, true, 5000},
    {"M029", "豆浆油条 Soy milk and dough sticks", 880, true, 5000},
    {"M030", "煎饼果子 Savoury crêpe", 950, true, 5000},
    {"M031", "珍珠奶茶 Pearl milk tea", 1480, true, 5000},
    {"M032", "杨枝甘露 Mango pomelo sago", 1680, true, 5000},
    {"M033", "柠檬茶 Lemon tea", 1080, true, 5000},
    {"M034", "美式咖啡 Americano", 1290, true, 5000},
    {"M035", "拿铁 Latte", 1690, true, 5000},
    {"M036", "绿豆汤 Mung bean soup", 680, true, 5000},
    {"G037", "矿泉水 550 ml Mineral water", 200, false, 400},
    {"G038", "可乐 330 ml Cola", 350, false, 400},
    {"G039", "鲜牛奶 950 ml Fresh milk", 1590, false, 400},
    {"G040", "酸奶 Yoghurt", 690, false, 400},
    {"G041", "鸡蛋 10 枚 Eggs, 10", 1280, false, 120},
    {"G042", "吐司面包 Toast bread", 980, false, 400},
    {"G043", "香蕉 500 g Bananas", 590, false, 400},
    {"G044", "苹果 500 g Apples", 890, false, 400},
    {"G045", "橙子 500 g Oranges", 990, false, 400},
    {"G046", "蓝莓 125 g Blueberries", 1690, false, 120},
    {"G047", "番茄 500 g Tomatoes", 650, false, 400},
    {"G048", "黄瓜 500 g Cucumbers", 490, false, 400},
    {"G049", "方便面 Instant noodles", 450, false, 400},
    {"G050", "大米 5 kg Rice", 3990, false, 400},
    {"G051", "食用油 1.8 L Cooking oil", 3290, false, 120},
    {"G052", "纸巾 6 包 Tissues, 6 packs", 1490, false, 400},
    {"G053", "洗衣液 2 kg Detergent", 2990, false, 400},
    {"G054", "牙膏 Toothpaste", 1290, false, 400},
    {"G055", "洗发水 Shampoo", 3490, false, 400},
    {"G056", "薯片 Crisps", 790, false, 120},
    {"G057", "坚果 Mixed nuts", 2590, false, 400},
    {"G058", "巧克力 Chocolate", 1890, false, 400},
    {"G059", "速冻水饺 Frozen dumplings", 2190, false, 400},
    {"G060", "冰淇淋 Ice cream", 990, false, 400},
};

bool within(int minute, int begin, int end) noexcept {
    if (begin == end) {
        return true;
    }
    return begin < end ? minute >= begin && minute < end : minute >= begin || minute < end;
}

}  // namespace

std::span<const DemoCampus> demoCampuses() noexcept { return kCampuses; }
std::span<const DemoCourier> demoCouriers() noexcept { return kCouriers; }
std::span<const DemoProduct> demoProducts() noexcept { return kProducts; }

bool onShift(const DemoCourier& courier, int minuteOfDay) noexcept {
    if (!within(minuteOfDay, courier.shiftBegin, courier.shiftEnd)) {
        return false;
    }
    return courier.breakBegin < 0 || !within(minuteOfDay, courier.breakBegin, courier.breakBegin + kBreakMinutes);
}

}  // namespace evenhand::storefront
