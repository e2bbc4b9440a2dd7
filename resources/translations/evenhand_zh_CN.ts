<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN" sourcelanguage="en">
<context>
    <name>ActionTexts</name>
    <message>
        <source>Cancel orders</source>
        <translation>取消订单</translation>
    </message>
    <message>
        <source>Order %1 will be closed.</source>
        <translation>订单 %1 将被关闭。</translation>
    </message>
    <message>
        <source>%1 orders will be closed.</source>
        <translation>%1 个订单将被关闭。</translation>
    </message>
    <message>
        <source>Stock goes back, and what was paid is owed back in full. This cannot be undone.</source>
        <translation>库存将退回，已付款项须全额退还。此操作无法撤销。</translation>
    </message>
    <message>
        <source>Cancel the order</source>
        <translation>取消该订单</translation>
    </message>
    <message>
        <source>Cancel %1 orders</source>
        <translation>取消 %1 个订单</translation>
    </message>
    <message>
        <source>will be closed</source>
        <translation>将被关闭</translation>
    </message>
    <message>
        <source>Reassign orders</source>
        <translation>改派订单</translation>
    </message>
    <message>
        <source>Order %1 will be taken from its courier and given to another.</source>
        <translation>订单 %1 将从现骑手收回并交给另一位骑手。</translation>
    </message>
    <message>
        <source>%1 orders will be taken from their couriers and given to others.</source>
        <translation>%1 个订单将从现骑手收回并交给其他骑手。</translation>
    </message>
    <message>
        <source>The courier you name pays the step; the present one gets it back.</source>
        <translation>由您指定的骑手扣除步长，现骑手的步长退回。</translation>
    </message>
    <message>
        <source>The next fairest courier on duty, not the present one, pays the step.</source>
        <translation>由下一位最应派单的在岗骑手（非现骑手）扣除步长。</translation>
    </message>
    <message>
        <source>Reassign the order</source>
        <translation>改派该订单</translation>
    </message>
    <message>
        <source>Reassign %1 orders</source>
        <translation>改派 %1 个订单</translation>
    </message>
    <message>
        <source>will be reassigned</source>
        <translation>将被改派</translation>
    </message>
    <message>
        <source>Mark as paid</source>
        <translation>标记为已付款</translation>
    </message>
    <message>
        <source>A payment of %1 will be booked for order %2.</source>
        <translation>将为订单 %2 记入一笔 %1 的付款。</translation>
    </message>
    <message>
        <source>The order is then dispatched at once.</source>
        <translation>随后订单立即派单。</translation>
    </message>
    <message>
        <source>Book the payment</source>
        <translation>记入付款</translation>
    </message>
    <message>
        <source>will be paid</source>
        <translation>将变为已付款</translation>
    </message>
    <message>
        <source>Report a failed delivery</source>
        <translation>报告配送失败</translation>
    </message>
    <message>
        <source>Order %1 goes back to waiting for pick-up, with the same courier.</source>
        <translation>订单 %1 将退回待取餐状态，骑手不变。</translation>
    </message>
    <message>
        <source>Report the failure</source>
        <translation>报告失败</translation>
    </message>
    <message>
        <source>will wait for pick-up again</source>
        <translation>将重新等待取餐</translation>
    </message>
    <message>
        <source>%1 is reported as picked up.</source>
        <translation>%1 已报告取餐。</translation>
    </message>
    <message>
        <source>%1 is reported as delivered.</source>
        <translation>%1 已报告送达。</translation>
    </message>
    <message>
        <source>The failed delivery of %1 is reported.</source>
        <translation>已报告 %1 配送失败。</translation>
    </message>
</context>
<context>
    <name>Counted</name>
    <message>
        <source>1 order</source>
        <translation>1 个订单</translation>
    </message>
    <message>
        <source>%1 orders</source>
        <translation>%1 个订单</translation>
    </message>
    <message>
        <source>1 courier</source>
        <translation>1 名骑手</translation>
    </message>
    <message>
        <source>%1 couriers</source>
        <translation>%1 名骑手</translation>
    </message>
    <message>
        <source>1 message</source>
        <translation>1 条消息</translation>
    </message>
    <message>
        <source>%1 messages</source>
        <translation>%1 条消息</translation>
    </message>
</context>
<context>
    <name>DatabaseTexts</name>
    <message>
        <source>The user lacks rights on this database; see mysql-grants.sql.</source>
        <translation>该用户缺少此数据库的权限；参见 mysql-grants.sql。</translation>
    </message>
    <message>
        <source>The server accepts no connection from this machine.</source>
        <translation>服务器不接受来自本机的连接。</translation>
    </message>
    <message>
        <source>The server refuses the user or the password.</source>
        <translation>服务器拒绝该用户或密码。</translation>
    </message>
    <message>
        <source>The connection could not be encrypted.</source>
        <translation>无法加密连接。</translation>
    </message>
    <message>
        <source>No database server answers there.</source>
        <translation>该处没有数据库服务器应答。</translation>
    </message>
    <message>
        <source>The server has no such database.</source>
        <translation>服务器上没有此数据库。</translation>
    </message>
    <message>
        <source>The database belongs to another version of this program or to something else.</source>
        <translation>此数据库属于本程序的其他版本或其他程序。</translation>
    </message>
    <message>
        <source>The server is too old.</source>
        <translation>服务器版本过旧。</translation>
    </message>
    <message>
        <source>The database does not store text as utf8mb4.</source>
        <translation>此数据库未使用 utf8mb4 存储文本。</translation>
    </message>
    <message>
        <source>The certificate cannot be read.</source>
        <translation>无法读取证书。</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <comment>sentence, the engine&apos;s words</comment>
        <translation>%1（%2）</translation>
    </message>
</context>
<context>
    <name>ErrorTexts</name>
    <message>
        <source>A value is not valid.</source>
        <translation>有一项值无效。</translation>
    </message>
    <message>
        <source>Not found.</source>
        <translation>未找到。</translation>
    </message>
    <message>
        <source>It already exists.</source>
        <translation>已存在。</translation>
    </message>
    <message>
        <source>The number was already used for something else.</source>
        <translation>该编号已用于其他内容。</translation>
    </message>
    <message>
        <source>The present status does not allow it.</source>
        <translation>当前状态不允许此操作。</translation>
    </message>
    <message>
        <source>Changed by somebody else meanwhile; nothing was overwritten.</source>
        <translation>期间已被他人更改；未覆盖任何内容。</translation>
    </message>
    <message>
        <source>The order was reassigned meanwhile.</source>
        <translation>订单期间已被改派。</translation>
    </message>
    <message>
        <source>Not enough stock.</source>
        <translation>库存不足。</translation>
    </message>
    <message>
        <source>The SKU is not in the catalogue.</source>
        <translation>目录中没有该 SKU。</translation>
    </message>
    <message>
        <source>No other courier is on duty.</source>
        <translation>没有其他在岗骑手。</translation>
    </message>
    <message>
        <source>A number is out of range.</source>
        <translation>数值超出范围。</translation>
    </message>
    <message>
        <source>You have no permission for this.</source>
        <translation>您没有此操作的权限。</translation>
    </message>
    <message>
        <source>The engine is busy. Try again.</source>
        <translation>引擎繁忙，请重试。</translation>
    </message>
    <message>
        <source>The engine is read-only.</source>
        <translation>引擎处于只读状态。</translation>
    </message>
    <message>
        <source>It is not known whether this was saved. Check before repeating.</source>
        <translation>无法确定是否已保存。重复操作前请先核对。</translation>
    </message>
    <message>
        <source>Cancelled.</source>
        <translation>已取消。</translation>
    </message>
    <message>
        <source>Another process is using this workspace.</source>
        <translation>另一个进程正在使用此工作区。</translation>
    </message>
    <message>
        <source>The workspace belongs to another version.</source>
        <translation>此工作区属于其他版本。</translation>
    </message>
    <message>
        <source>The workspace is damaged.</source>
        <translation>工作区已损坏。</translation>
    </message>
    <message>
        <source>There is no workspace there.</source>
        <translation>该处没有工作区。</translation>
    </message>
    <message>
        <source>The database driver is not installed.</source>
        <translation>未安装数据库驱动。</translation>
    </message>
    <message>
        <source>The storage failed.</source>
        <translation>存储出现故障。</translation>
    </message>
    <message>
        <source>An engine script failed.</source>
        <translation>引擎脚本执行失败。</translation>
    </message>
    <message>
        <source>Not available in this deployment.</source>
        <translation>此部署方式不支持。</translation>
    </message>
    <message>
        <source>Internal error.</source>
        <translation>内部错误。</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <comment>title, detail</comment>
        <translation>%1（%2）</translation>
    </message>
</context>
<context>
    <name>FormatTexts</name>
    <message>
        <source>%1 ms</source>
        <translation>%1 毫秒</translation>
    </message>
    <message>
        <source>%1 s</source>
        <translation>%1 秒</translation>
    </message>
    <message>
        <source>%1 min</source>
        <translation>%1 分钟</translation>
    </message>
    <message>
        <source>%1 h %2 min</source>
        <translation>%1 小时 %2 分</translation>
    </message>
    <message>
        <source>%1 d</source>
        <translation>%1 天</translation>
    </message>
</context>
<context>
    <name>Labels</name>
    <message>
        <source>Waiting for payment</source>
        <translation>待付款</translation>
    </message>
    <message>
        <source>Paid</source>
        <translation>已付款</translation>
    </message>
    <message>
        <source>Waiting for pick-up</source>
        <translation>待取餐</translation>
    </message>
    <message>
        <source>Delivering</source>
        <translation>配送中</translation>
    </message>
    <message>
        <source>Delivered</source>
        <translation>已送达</translation>
    </message>
    <message>
        <source>Completed</source>
        <translation>已完成</translation>
    </message>
    <message>
        <source>Closed</source>
        <translation>已关闭</translation>
    </message>
    <message>
        <source>timed out</source>
        <translation>超时</translation>
    </message>
    <message>
        <source>cancelled</source>
        <translation>已取消</translation>
    </message>
    <message>
        <source>Strong</source>
        <translation>强一致</translation>
    </message>
    <message>
        <source>Soft</source>
        <translation>弱一致</translation>
    </message>
    <message>
        <source>Fair from now</source>
        <translation>从现在起公平</translation>
    </message>
    <message>
        <source>Catch up</source>
        <translation>补齐差额</translation>
    </message>
    <message>
        <source>Dispatch under way</source>
        <translation>派单中</translation>
    </message>
    <message>
        <source>No courier on duty</source>
        <translation>无在岗骑手</translation>
    </message>
    <message>
        <source>Dispatch paused</source>
        <translation>派单已暂停</translation>
    </message>
    <message>
        <source>Dispatch failed</source>
        <translation>派单失败</translation>
    </message>
    <message>
        <source>Late payment</source>
        <translation>迟到付款</translation>
    </message>
    <message>
        <source>Wrong amount</source>
        <translation>金额不符</translation>
    </message>
    <message>
        <source>Second payment</source>
        <translation>重复付款</translation>
    </message>
    <message>
        <source>Unknown order</source>
        <translation>未知订单</translation>
    </message>
    <message>
        <source>Closed order</source>
        <translation>订单已关闭</translation>
    </message>
    <message>
        <source>Placed</source>
        <translation>下单</translation>
    </message>
    <message>
        <source>Assigned</source>
        <translation>已派单</translation>
    </message>
    <message>
        <source>Assignment released</source>
        <translation>派单已释放</translation>
    </message>
    <message>
        <source>Reassignment requested</source>
        <translation>已请求改派</translation>
    </message>
    <message>
        <source>Picked up</source>
        <translation>已取餐</translation>
    </message>
    <message>
        <source>Delivery failed</source>
        <translation>配送失败</translation>
    </message>
    <message>
        <source>Unmatched payment</source>
        <translation>无法匹配的付款</translation>
    </message>
    <message>
        <source>Timer postponed</source>
        <translation>计时已推迟</translation>
    </message>
    <message>
        <source>Timer cancelled</source>
        <translation>计时已取消</translation>
    </message>
    <message>
        <source>Late</source>
        <translation>已逾期</translation>
    </message>
    <message>
        <source>Live</source>
        <translation>正常</translation>
    </message>
    <message>
        <source>Degraded</source>
        <translation>降级</translation>
    </message>
    <message>
        <source>Read-only</source>
        <translation>只读</translation>
    </message>
    <message>
        <source>Disconnected</source>
        <translation>已断开</translation>
    </message>
    <message>
        <source>Closed: %1</source>
        <comment>reason</comment>
        <translation>已关闭：%1</translation>
    </message>
</context>
<context>
    <name>OutcomeTexts</name>
    <message>
        <source>Done</source>
        <translation>完成</translation>
    </message>
    <message>
        <source>Left out</source>
        <translation>未包括</translation>
    </message>
    <message>
        <source>Conflict</source>
        <translation>冲突</translation>
    </message>
    <message>
        <source>Refused</source>
        <translation>被拒绝</translation>
    </message>
    <message>
        <source>%1 done</source>
        <translation>%1 个完成</translation>
    </message>
    <message>
        <source>%1 changed by somebody else meanwhile</source>
        <translation>%1 个期间被他人更改</translation>
    </message>
    <message>
        <source>%1 refused</source>
        <translation>%1 个被拒绝</translation>
    </message>
    <message>
        <source>%1 left out</source>
        <translation>%1 个未包括</translation>
    </message>
</context>
<context>
    <name>StateTexts</name>
    <message>
        <source>Taken over by another engine, since %1</source>
        <translation>已被另一引擎接管，自 %1</translation>
    </message>
    <message>
        <source>Read-only since %1</source>
        <translation>自 %1 起只读</translation>
    </message>
    <message>
        <source>Reconnecting since %1</source>
        <translation>自 %1 起重新连接中</translation>
    </message>
</context>
<context>
    <name>WhyThisCourier</name>
    <message>
        <source>%1 was found in the assignment log of this order; a repeated message changes nothing.</source>
        <translation>该订单的派单日志中已有 %1；重复的消息不会改变结果。</translation>
    </message>
    <message>
        <source>%1 was read as the fairest, but was charged by another order before this one: soft mode reads and charges in two steps.</source>
        <translation>读取时 %1 最应派单，但在此之前已被另一订单扣步：软模式分读取和扣步两步。</translation>
    </message>
    <message>
        <source>%1 was the only courier on duty.</source>
        <translation>%1 是唯一在岗的骑手。</translation>
    </message>
    <message>
        <source>%1 was the only other courier on duty.</source>
        <translation>%1 是唯一其他在岗的骑手。</translation>
    </message>
    <message>
        <source>%1 shared the highest weight, %2, with %3 more; among equals the order of their ids decides.</source>
        <translation>%1 与另外 %3 名骑手并列最高权重 %2；并列时按编号顺序决定。</translation>
    </message>
    <message>
        <source>%1 had the highest weight on duty, %2; next was %3 with %4.</source>
        <translation>%1 在岗权重最高，为 %2；其次是 %3，为 %4。</translation>
    </message>
    <message>
        <source>%1 was named by a person; the ranking did not decide.</source>
        <translation>%1 由人工指定，排名未起作用。</translation>
    </message>
    <message>
        <source>Left out, because the order was taken from them: %1.</source>
        <translation>因订单从其手中取回而被排除：%1。</translation>
    </message>
</context>
<context>
    <name>evenhand::app::ConsoleApp</name>
    <message>
        <source>The demo gets its past</source>
        <translation>正在生成演示数据</translation>
    </message>
    <message>
        <source>The demo is open: a simulated storefront, %1 times as fast as the clock.</source>
        <translation>演示已打开：模拟店面，速度为实际时间的 %1 倍。</translation>
    </message>
    <message>
        <source>The demo could not be opened: %1</source>
        <translation>无法打开演示：%1</translation>
    </message>
    <message>
        <source>Connecting…</source>
        <translation>正在连接…</translation>
    </message>
    <message>
        <source>%1: the database holds a workspace. Connecting opens it.</source>
        <translation>%1：数据库中已有工作区，连接后即打开。</translation>
    </message>
    <message>
        <source>%1: the database is empty. Connecting makes a workspace in it.</source>
        <translation>%1：数据库为空，连接后将在其中新建工作区。</translation>
    </message>
    <message>
        <source>Opening the workspace…</source>
        <translation>正在打开工作区…</translation>
    </message>
    <message>
        <source>The workspace was not opened: it needs a password.</source>
        <translation>未打开工作区：需要密码。</translation>
    </message>
    <message>
        <source>The password was not kept: %1</source>
        <translation>未保存密码：%1</translation>
    </message>
</context>
<context>
    <name>evenhand::ui::ActionDialog</name>
    <message>
        <source>left out: %1</source>
        <translation>未包括：%1</translation>
    </message>
    <message>
        <source>Order</source>
        <translation>订单</translation>
    </message>
    <message>
        <source>Status</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>Courier</source>
        <translation>骑手</translation>
    </message>
    <message>
        <source>What will happen</source>
        <translation>将会发生</translation>
    </message>
    <message>
        <source>Orders concerned</source>
        <translation>相关订单</translation>
    </message>
    <message>
        <source>Needed; kept with the order</source>
        <translation>必填；随订单保存</translation>
    </message>
    <message>
        <source>Kept with the order</source>
        <translation>随订单保存</translation>
    </message>
    <message>
        <source>Reason</source>
        <translation>原因</translation>
    </message>
    <message>
        <source>Back</source>
        <translation>返回</translation>
    </message>
    <message>
        <source>None of the orders allows it.</source>
        <translation>没有订单允许此操作。</translation>
    </message>
    <message>
        <source>A reason is needed.</source>
        <translation>需要填写原因。</translation>
    </message>
    <message>
        <source>The reason is longer than %1 characters.</source>
        <translation>原因超过 %1 个字符。</translation>
    </message>
</context>
<context>
    <name>evenhand::ui::CalibrationDialog</name>
    <message>
        <source>Calibrate: %1</source>
        <translation>校准：%1</translation>
    </message>
    <message>
        <source>Reading…</source>
        <translation>正在读取…</translation>
    </message>
    <message>
        <source>Every change of a weight</source>
        <translation>每项权重变化</translation>
    </message>
    <message>
        <source>Reason</source>
        <translation>原因</translation>
    </message>
    <message>
        <source>Preview again</source>
        <translation>重新预览</translation>
    </message>
    <message>
        <source>Apply</source>
        <translation>应用</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Nothing had to be changed.</source>
        <translation>无需更改。</translation>
    </message>
    <message>
        <source>Applied to %1 of %2: %3 in all.</source>
        <translation>已应用于 %2中的 %1 名：合计 %3。</translation>
    </message>
    <message>
        <source>%1: weights calibrated, %2 changed.</source>
        <translation>%1：权重已校准，%2有变化。</translation>
    </message>
    <message>
        <source>Every weight is what the records give. Nothing to apply.</source>
        <translation>所有权重均与记录一致，无需应用。</translation>
    </message>
    <message>
        <source>%1 of %2 differ from what the records give, %3 in all. Applying adds the differences, so assignments made meanwhile are kept.</source>
        <translation>%2中有 %1 名与记录不一致，合计 %3。应用时只加上差额，期间的派单不会丢失。</translation>
    </message>
    <message>
        <source>There is nothing to apply.</source>
        <translation>没有可应用的内容。</translation>
    </message>
    <message>
        <source>A reason is needed.</source>
        <translation>需要填写原因。</translation>
    </message>
</context>
<context>
    <name>evenhand::ui::CalibrationModel</name>
    <message>
        <source>On duty</source>
        <translation>在岗</translation>
    </message>
    <message>
        <source>Off duty</source>
        <translation>离岗</translation>
    </message>
    <message>
        <source>Courier</source>
        <translation>骑手</translation>
    </message>
    <message>
        <source>Duty</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>Current</source>
        <translation>当前</translation>
    </message>
    <message>
        <source>Computed</source>
        <translation>计算值</translation>
    </message>
    <message>
        <source>Difference</source>
        <translation>差额</translation>
    </message>
</context>
<context>
    <name>evenhand::ui::CampusOverview</name>
    <message>
        <source>Reading…</source>
        <translation>正在读取…</translation>
    </message>
    <message>
        <source>%1 unassigned</source>
        <translation>%1 个未分配</translation>
    </message>
    <message>
        <source>%1 of %2 on duty</source>
        <translation>%2 名中 %1 名在岗</translation>
    </message>
    <message>
        <source>spread %1</source>
        <translation>极差 %1</translation>
    </message>
    <message>
        <source>mean %1</source>
        <translation>平均 %1</translation>
    </message>
    <message>
        <source>Paused</source>
        <translation>已暂停</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>打开</translation>
    </message>
    <message>
        <source>Open %1</source>
        <translation>打开 %1</translation>
    </message>
    <message>
        <source>Only this campus, with fairness over the day</source>
        <translation>仅此校区，并显示当日公平性</translation>
    </message>
    <message>
        <source>Dispatch on %1</source>
        <translation>%1 的派单</translation>
    </message>
    <message>
        <source>Pause, calibrate, policy</source>
        <translation>暂停、校准、策略</translation>
    </message>
    <message>
        <source>Weights of the couriers of %1</source>
        <translation>%1 的骑手权重</translation>
    </message>
</context>
<context>
    <name>evenhand::ui::ChoiceButton</name>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>%1: %2 chosen</source>
        <translation>%1：已选 %2 项</translation>
    </message>
</context>
<context>
    <name>evenhand::ui::CommandPalette</name>
    <message>
        <source>Order · %1 · %2</source>
        <translation>订单 · %1 · %2</translation>
    </message>
    <message>
        <source>Orders of this user</source>
        <translation>该用户的订单</translation>
    </message>
    <message>
        <source>Orders of courier %1 · %2</source>
        <translation>骑手 %1 的订单 · %2</translation>
    </message>
    <message>
        <source>A command, a page, an order number, a courier, a user</source>
        <translation>命令、页面、订单号、骑手或用户</translation>
    </message>
    <message>
        <source>Search or run a command</source>
        <translation>搜索或执行命令</translation>
    </message>
    <message>
        <source>Results</source>
        <translation>结果</translation>
    </message>
    <message>
        <source>↑ ↓ choose    Enter run    Esc close</source>
        <translation>↑ ↓ 选择    Enter 执行    Esc 关闭</translation>
    </message>
</context>
<context>
    <name>evenhand::ui::CourierEdit</name>
    <message>
        <source> (off duty)</source>
        <translation>（离岗）</translation>
    </message>
</context>
<context>
    <name>evenhand::ui::CourierPicker</name>
    <message>
        <source>Part of the name</source>
        <translation>姓名的一部分</translation>
    </message>
    <message>
        <source>Search couriers</source>
        <translation>搜索骑手</translation>
    </message>
    <message>
        <source>Couriers on duty, fairest first</source>
        <translation>在岗骑手，最应派单者在前</translation>
    </message>
    <message>
        <source>%1   ·   weight %2   ·   %3 in hand</source>
        <translation>%1   ·   权重 %2   ·   在手 %3</translation>
    </message>
    <message>
        <source>Nobody else is on duty on this campus.</source>
        <translation>本校区没有其他在岗骑手。</translation>
    </message>
    <message>
        <source>Choose</source>
        <translation>选择</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
</context>
<context>
    <name>evenhand::ui::CourierTableModel</name>
    <message>
        <source>Next</source>
        <translation>下一单</translation>
    </message>
    <message>
        <source>On duty</source>
        <translation>在岗</translation>
    </message>
    <message>
        <source>Off duty</source>
        <translation>离岗</translation>
    </message>
    <message>
        <source>Highest weight on duty: gets the next order.</source>
        <translation>在岗骑手中权重最高：将获得下一单。</translation>
    </message>
    <message>
        <source>Kept while off duty; adjusted on return.</source>
        <translation>离岗期间保留；返岗时调整。</translation>
    </message>
    <message>
        <source>Orders today against the mean of those on duty</source>
        <translation>今日订单数与在岗骑手平均值之差</translation>
    </message>
    <message>
        <source>When the courier was given an order last</source>
        <translation>骑手最近一次接单的时间</translation>
    </message>
    <message>
        <source>Courier</source>
        <translation>骑手</translation>
    </message>
    <message>
        <source>Duty</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>Weight</source>
        <translation>权重</translation>
    </message>
    <message>
        <source>In hand</source>
        <translation>在手</translation>
    </message>
    <message>
        <source>Today</source>
        <translation>今日</translation>
    </message>
    <message>
        <source>Share</source>
        <translation>占比</translation>
    </message>
    <message>
        <source>Deviation</source>
        <translation>偏差</translation>
    </message>
    <message>
        <source>Last order</source>
        <translation>最近接单</translation>
    </message>
    <message>
        <source>Only orders can be dropped here.</source>
        <translation>此处只能放置订单。</translation>
    </message>
    <message>
        <source>Drop the orders on a courier.</source>
        <translation>请将订单拖到某位骑手上。</translation>
    </message>
    <message>
        <source>These orders belong to another workspace.</source>
        <translation>这些订单属于其他工作区。</translation>
    </message>
    <message>
        <source>These orders belong to another campus.</source>
        <translation>这些订单属于其他校区。</translation>
    </message>
    <message>
        <source>%1 is off duty.</source>
        <translation>%1 已离岗。</translation>
    </message>
    <message>
        <source>Campus</source>
        <translation>校区</translation>
    </message>
    <message>
        <source>These orders belong to several campuses.</source>
        <translation>这些订单属于多个校区。</translation>
    </message>
</context>
<context>
    <name>evenhand::ui::DatabasePage</name>
    <message>
        <source>Choose a file</source>
        <translation>选择文件</translation>
    </message>
    <message>
        <source>Choose a folder</source>
        <translation>选择文件夹</translation>
    </message>
    <message>
        <source>Certificates (*.pem *.crt);;All files (*)</source>
        <translation>证书 (*.pem *.crt);;所有文件 (*)</translation>
    </message>
    <message>
        <source>The path of the socket is needed.</source>
        <translation>需要套接字路径。</translation>
    </message>
    <message>
        <source>A host is needed.</source>
        <translation>需要主机。</translation>
    </message>
    <message>
        <source>The port is a number from 1 to 65535.</source>
        <translation>端口是 1 到 65535 的数字。</translation>
    </message>
    <message>
        <source>The name of the database is needed.</source>
        <translation>需要数据库名称。</translation>
    </message>
    <message>
        <source>A user is needed.</source>
        <translation>需要用户。</translation>
    </message>
    <message>
        <source>The certificate file cannot be read.</source>
        <translation>无法读取证书文件。</translation>
    </message>
    <message>
        <source>Give the whole path of the folder.</source>
        <translation>请填写文件夹的完整路径。</translation>
    </message>
    <message>
        <source>Over the network</source>
        <translation>通过网络</translation>
    </message>
    <message>
        <source>By a socket of this computer</source>
        <translation>通过本机套接字</translation>
    </message>
    <message>
        <source>Host</source>
        <translation>主机</translation>
    </message>
    <message>
        <source>Port</source>
        <translation>端口</translation>
    </message>
    <message>
        <source>Socket</source>
        <translation>套接字</translation>
    </message>
    <message>
        <source>Database</source>
        <translation>数据库</translation>
    </message>
    <message>
        <source>User</source>
        <translation>用户</translation>
    </message>
    <message>
        <source>Password</source>
        <translation>密码</translation>
    </message>
    <message>
        <source>Certificate</source>
        <translation>证书</translation>
    </message>
    <message>
        <source>Folder</source>
        <translation>文件夹</translation>
    </message>
    <message>
        <source>Never written to a file</source>
        <translation>不会写入任何文件</translation>
    </message>
    <message>
        <source>PEM file of the authority; with it the connection must be encrypted</source>
        <translation>签发机构的 PEM 文件；填写后连接必须加密</translation>
    </message>
    <message>
        <source>Keeps the address on this computer</source>
        <translation>在本机保存地址</translation>
    </message>
    <message>
        <source>Keep the password in the keychain of this computer</source>
        <translation>将密码保存到本机的钥匙串</translation>
    </message>
    <message>
        <source>If it is empty</source>
        <translation>若为空</translation>
    </message>
    <message>
        <source>Currency</source>
        <translation>币种</translation>
    </message>
    <message>
        <source>Currency of a new workspace; it stays as it is chosen</source>
        <translation>新工作区的币种；选定后不再更改</translation>
    </message>
    <message>
        <source>Business time zone</source>
        <translation>业务时区</translation>
    </message>
    <message>
        <source>Business time zone of a new workspace</source>
        <translation>新工作区的业务时区</translation>
    </message>
    <message>
        <source>Choose…</source>
        <translation>选择…</translation>
    </message>
    <message>
        <source>Back</source>
        <translation>返回</translation>
    </message>
    <message>
        <source>Test the connection</source>
        <translation>测试连接</translation>
    </message>
    <message>
        <source>Connect</source>
        <translation>连接</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Connect to a database</source>
        <translation>连接数据库</translation>
    </message>
    <message>
        <source>MySQL 8.0 or MariaDB 10.5, or newer. An empty database gets a workspace; one that holds a workspace is opened.</source>
        <translation>MySQL 8.0 或 MariaDB 10.5 及更新版本。空数据库会新建工作区；已有工作区则直接打开。</translation>
    </message>
</context>
<context>
    <name>evenhand::ui::DeadLettersModel</name>
    <message>
        <source>Order</source>
        <translation>订单</translation>
    </message>
    <message>
        <source>Reason</source>
        <translation>原因</translation>
    </message>
    <message>
        <source>Attempts</source>
        <translation>尝试次数</translation>
    </message>
    <message>
        <source>Message</source>
        <translation>消息</translation>
    </message>
    <message>
        <source>Given up at</source>
        <translation>放弃时间</translation>
    </message>
</context>
<context>
    <name>evenhand::ui::DispatchActions</name>
    <message>
        <source>Reassign</source>
        <translation>改派</translation>
    </message>
    <message>
        <source>Courier asked for it</source>
        <translation>骑手要求</translation>
    </message>
    <message>
        <source>Too far away</source>
        <translation>距离太远</translation>
    </message>
    <message>
        <source>Running late</source>
        <translation>即将超时</translation>
    </message>
    <message>
        <source>given to %1</source>
        <translation>已交给 %1</translation>
    </message>
    <message>
        <source>given to the next fairest</source>
        <translation>已交给下一位最应派单的骑手</translation>
    </message>
    <message>
        <source>Hand over</source>
        <translation>交接</translation>
    </message>
    <message>
        <source>All open work of %1, now %2, will be given to %3.</source>
        <translation>%1 的全部未完成工作（现有%2）将交给 %3。</translation>
    </message>
    <message>
        <source>All open work of %1, now %2, will be given away, each to the next fairest courier.</source>
        <translation>%1 的全部未完成工作（现有%2）将逐单交给下一位最应派单的骑手。</translation>
    </message>
    <message>
        <source>Going off duty</source>
        <translation>即将离岗</translation>
    </message>
    <message>
        <source>Bicycle broke down</source>
        <translation>车辆故障</translation>
    </message>
    <message>
        <source>Unwell</source>
        <translation>身体不适</translation>
    </message>
    <message>
        <source>There was nothing to give away.</source>
        <translation>没有可交出的订单。</translation>
    </message>
    <message>
        <source>%1 %2.</source>
        <comment>3 orders: given to Li Ming</comment>
        <translation>%1%2。</translation>
    </message>
    <message>
        <source>%1 of %2 %3; %4 could not be.</source>
        <comment>2 of 3 orders: given to Li Ming</comment>
        <translation>%2中有 %1 个%3；%4 个未能完成。</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>撤销</translation>
    </message>
    <message>
        <source>%1 given back.</source>
        <translation>%1已交回。</translation>
    </message>
    <message>
        <source>%1 given back; %2 moved on meanwhile and stay where they are.</source>
        <translation>%1已交回；%2 个期间已有变化，保持原样。</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>courier: why not</comment>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>%1 on duty.</source>
        <translation>%1 已在岗。</translation>
    </message>
    <message>
        <source>%1 off duty.</source>
        <translation>%1 已离岗。</translation>
    </message>
    <message>
        <source>%1: dispatch is paused, paid orders wait.</source>
        <translation>%1：派单已暂停，已付款订单等待中。</translation>
    </message>
    <message>
        <source>%1: dispatch goes on.</source>
        <translation>%1：派单已恢复。</translation>
    </message>
    <message>
        <source>Pause dispatch</source>
        <translation>暂停派单</translation>
    </message>
    <message>
        <source>Paid orders of %1 will wait without a courier until dispatch is resumed.</source>
        <translation>在恢复派单之前，%1 的已付款订单将等待，不分配骑手。</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>暂停</translation>
    </message>
    <message>
        <source>Weather</source>
        <translation>天气</translation>
    </message>
    <message>
        <source>Too few couriers</source>
        <translation>骑手不足</translation>
    </message>
    <message>
        <source>Campus closed</source>
        <translation>校区封闭</translation>
    </message>
    <message>
        <source>Retry</source>
        <translation>重试</translation>
    </message>
    <message>
        <source>%1 will be tried again.</source>
        <translation>%1将重试。</translation>
    </message>
    <message>
        <source>%1 will be given to %2.</source>
        <translation>%1将交给 %2。</translation>
    </message>
    <message>
        <source>%1 will be given to the next fairest courier each.</source>
        <translation>%1将分别交给下一位最应派单的骑手。</translation>
    </message>
    <message>
        <source>Whoever had one gets the step back; %1 pays a step for each.</source>
        <translation>原骑手退回步长；%1 每单扣除一个步长。</translation>
    </message>
    <message>
        <source>Not to the present one, who gets the step back; each new one pays it.</source>
        <translation>不会交给现骑手；现骑手退回步长，新骑手扣除步长。</translation>
    </message>
    <message>
        <source>goes to %1</source>
        <translation>交给 %1</translation>
    </message>
    <message>
        <source>goes to the next fairest</source>
        <translation>交给下一位最应派单者</translation>
    </message>
</context>
<context>
    <name>evenhand::ui::DispatchPage</name>
    <message>
        <source>Dispatch</source>
        <translation>派单</translation>
    </message>
    <message>
        <source>There are no campuses yet.</source>
        <translation>还没有校区。</translation>
    </message>
    <message>
        <source>Reading…</source>
        <translation>正在读取…</translation>
    </message>
    <message>
        <source>This campus has no couriers yet.</source>
        <translation>本校区还没有骑手。</translation>
    </message>
    <message>
        <source>mean –   ·   spread –</source>
        <translation>平均 –   ·   极差 –</translation>
    </message>
    <message>
        <source>mean %1   ·   spread %2, in steps %3</source>
        <translation>平均 %1   ·   极差 %2，合 %3 步</translation>
    </message>
    <message>
        <source>%1 of %2 on duty</source>
        <translation>%2 名中 %1 名在岗</translation>
    </message>
    <message>
        <source>Dispatch paused</source>
        <translation>派单已暂停</translation>
    </message>
    <message>
        <source>%1 mode   ·   step %2   ·   %3</source>
        <translation>%1模式   ·   步长 %2   ·   %3</translation>
    </message>
    <message>
        <source>Resume</source>
        <translation>恢复</translation>
    </message>
    <message>
        <source>Pause…</source>
        <translation>暂停…</translation>
    </message>
    <message>
        <source>Resume dispatch; what waits is assigned at once</source>
        <translation>恢复派单；等待中的订单立即分配</translation>
    </message>
    <message>
        <source>Pause dispatch on this campus</source>
        <translation>暂停本校区派单</translation>
    </message>
    <message>
        <source>Every paid order has a courier.</source>
        <translation>所有已付款订单均有骑手。</translation>
    </message>
    <message>
        <source>Unassigned  %1</source>
        <translation>未分配  %1</translation>
    </message>
    <message>
        <source>Select a courier to see the orders in hand.</source>
        <translation>选择一名骑手以查看其在手订单。</translation>
    </message>
    <message>
        <source>%1 has no orders in hand.</source>
        <translation>%1 没有在手订单。</translation>
    </message>
    <message>
        <source>In hand  –</source>
        <translation>在手  –</translation>
    </message>
    <message>
        <source>%1  %2</source>
        <comment>courier, orders in hand</comment>
        <translation>%1  %2</translation>
    </message>
    <message>
        <source>spread –</source>
        <translation>极差 –</translation>
    </message>
    <message>
        <source>spread %1 now   ·   %2 assigned today</source>
        <translation>当前极差 %1   ·   今日已派 %2 单</translation>
    </message>
    <message>
        <source>No message was given up.</source>
        <translation>没有被放弃的消息。</translation>
    </message>
    <message>
        <source>Dead letters  %1</source>
        <translation>死信  %1</translation>
    </message>
    <message>
        <source>Not up to date</source>
        <translation>数据未更新</translation>
    </message>
    <message>
        <source>Weights</source>
        <translation>权重</translation>
    </message>
    <message>
        <source>Fairness today</source>
        <translation>今日公平性</translation>
    </message>
    <message>
        <source>Couriers</source>
        <translation>骑手</translation>
    </message>
    <message>
        <source>Weights of the couriers</source>
        <translation>骑手权重</translation>
    </message>
    <message>
        <source>Fairness over the day</source>
        <translation>全天公平性</translation>
    </message>
    <message>
        <source>Unassigned orders</source>
        <translation>未分配订单</translation>
    </message>
    <message>
        <source>Orders in hand</source>
        <translation>在手订单</translation>
    </message>
    <message>
        <source>Dead letters</source>
        <translation>死信</translation>
    </message>
    <message>
        <source>Campus</source>
        <translation>校区</translation>
    </message>
    <message>
        <source>Lists</source>
        <translation>列表</translation>
    </message>
    <message>
        <source>Export</source>
        <translation>导出</translation>
    </message>
    <message>
        <source>Export what is shown</source>
        <translation>导出所显示的内容</translation>
    </message>
    <message>
        <source>Calibrate…</source>
        <translation>校准…</translation>
    </message>
    <message>
        <source>Compare weights with the records and apply the differences</source>
        <translation>将权重与记录比较并应用差额</translation>
    </message>
    <message>
        <source>Policy…</source>
        <translation>策略…</translation>
    </message>
    <message>
        <source>Mode, step, join rule and more of this campus</source>
        <translation>本校区的模式、步长、上岗规则等</translation>
    </message>
    <message>
        <source>Read again</source>
        <translation>重新读取</translation>
    </message>
    <message>
        <source>On duty</source>
        <translation>在岗</translation>
    </message>
    <message>
        <source>Put the selected couriers on duty</source>
        <translation>让所选骑手上岗</translation>
    </message>
    <message>
        <source>Off duty</source>
        <translation>离岗</translation>
    </message>
    <message>
        <source>Take the selected couriers off duty; orders in hand stay theirs</source>
        <translation>让所选骑手离岗；在手订单仍归其所有</translation>
    </message>
    <message>
        <source>Hand over…</source>
        <translation>交接…</translation>
    </message>
    <message>
        <source>Give all open work of the courier to the next fairest each</source>
        <translation>将该骑手的全部未完成工作逐单交给下一位最应派单的骑手</translation>
    </message>
    <message>
        <source>Hand over to…</source>
        <translation>交接给…</translation>
    </message>
    <message>
        <source>Give all open work of the courier to one courier</source>
        <translation>将该骑手的全部未完成工作交给一名骑手</translation>
    </message>
    <message>
        <source>Reassign…</source>
        <translation>改派…</translation>
    </message>
    <message>
        <source>Give the selected orders to the next fairest each</source>
        <translation>将所选订单逐单交给下一位最应派单的骑手</translation>
    </message>
    <message>
        <source>Reassign to…</source>
        <translation>改派给…</translation>
    </message>
    <message>
        <source>Give the selected orders to one courier</source>
        <translation>将所选订单交给一名骑手</translation>
    </message>
    <message>
        <source>Why…</source>
        <translation>为何…</translation>
    </message>
    <message>
        <source>Why this courier: the evidence of the assignment</source>
        <translation>为何是这位骑手：派单依据</translation>
    </message>
    <message>
        <source>Show in Orders</source>
        <translation>在订单页显示</translation>
    </message>
    <message>
        <source>Retry</source>
        <translation>重试</translation>
    </message>
    <message>
        <source>Try the selected messages again; without a selection all of them</source>
        <translation>重试所选消息；未选择则全部重试</translation>
    </message>
    <message>
        <source>Assign by hand…</source>
        <translation>手动分配…</translation>
    </message>
    <message>
        <source>Give the order of the message to one courier</source>
        <translation>将该消息的订单交给一名骑手</translation>
    </message>
    <message>
        <source>Couriers as CSV…</source>
        <translation>骑手 CSV…</translation>
    </message>
    <message>
        <source>Orders shown as CSV…</source>
        <translation>所示订单 CSV…</translation>
    </message>
    <message>
        <source>Weights as PNG or PDF…</source>
        <translation>权重图 PNG 或 PDF…</translation>
    </message>
    <message>
        <source>Fairness as PNG or PDF…</source>
        <translation>公平性图 PNG 或 PDF…</translation>
    </message>
    <message>
        <source>The campus has not been read yet.</source>
        <translation>尚未读取该校区。</translation>
    </message>
    <message>
        <source>There is nothing to export.</source>
        <translation>没有可导出的内容。</translation>
    </message>
    <message>
        <source>Select a courier first.</source>
        <translation>请先选择骑手。</translation>
    </message>
    <message>
        <source>Already on duty.</source>
        <translation>已经在岗。</translation>
    </message>
    <message>
        <source>Already off duty.</source>
        <translation>已经离岗。</translation>
    </message>
    <message>
        <source>Select one courier only.</source>
        <translation>只能选择一名骑手。</translation>
    </message>
    <message>
        <source>Nobody else is on duty on this campus.</source>
        <translation>本校区没有其他在岗骑手。</translation>
    </message>
    <message>
        <source>Select an order first.</source>
        <translation>请先选择订单。</translation>
    </message>
    <message>
        <source>Nobody is on duty on this campus.</source>
        <translation>本校区无人在岗。</translation>
    </message>
    <message>
        <source>Select one order only.</source>
        <translation>只能选择一个订单。</translation>
    </message>
    <message>
        <source>Select one message first.</source>
        <translation>请先选择一条消息。</translation>
    </message>
    <message>
        <source>Choose…</source>
        <translation>选择…</translation>
    </message>
    <message>
        <source>Choose a courier</source>
        <translation>选择骑手</translation>
    </message>
    <message>
        <source>Hand over to</source>
        <translation>交接给</translation>
    </message>
    <message>
        <source>Reassign to</source>
        <translation>改派给</translation>
    </message>
    <message>
        <source>Hand over the work of %1</source>
        <translation>交接 %1 的工作</translation>
    </message>
    <message>
        <source>Reassign</source>
        <translation>改派</translation>
    </message>
    <message>
        <source>Assign %1</source>
        <translation>分配 %1</translation>
    </message>
    <message>
        <source>Couriers as CSV</source>
        <translation>骑手 CSV</translation>
    </message>
    <message>
        <source>Orders as CSV</source>
        <translation>订单 CSV</translation>
    </message>
    <message>
        <source>Fairness</source>
        <translation>公平性</translation>
    </message>
    <message>
        <source>CSV files (*.csv)</source>
        <translation>CSV 文件 (*.csv)</translation>
    </message>
    <message>
        <source>Saved %1</source>
        <translation>已保存 %1</translation>
    </message>
    <message>
        <source>%1 could not be written: %2</source>
        <translation>无法写入 %1：%2</translation>
    </message>
    <message>
        <source>Pictures (*.png);;Documents (*.pdf)</source>
        <translation>图片 (*.png);;文档 (*.pdf)</translation>
    </message>
    <message>
        <source>All campuses</source>
        <translation>全部校区</translation>
    </message>
    <message>
        <source>There are no couriers yet.</source>
        <translation>还没有骑手。</translation>
    </message>
    <message>
        <source>Paused on %1 of %2</source>
        <translation>%2 个校区中 %1 个已暂停</translation>
    </message>
    <message>
        <source>Open one campus first, or use the menu of its section.</source>
        <translation>请先打开一个校区，或使用其分区的菜单。</translation>
    </message>
    <message>
        <source>These orders belong to several campuses.</source>
        <translation>这些订单属于多个校区。</translation>
    </message>
</context>
<context>
    <name>evenhand::ui::EngineBridge</name>
    <message>
        <source>The engine is read-only.</source>
        <translation>引擎处于只读状态。</translation>
    </message>
    <message>
        <source>The engine is read-only: %1</source>
        <translation>引擎处于只读状态：%1</translation>
    </message>
    <message>
        <source>The engine is disconnected.</source>
        <translation>引擎已断开。</translation>
    </message>
    <message>
        <source>The engine is disconnected: %1</source>
        <translation>引擎已断开：%1</translation>
    </message>
    <message>
        <source>%1 has no permission for this.</source>
        <translation>%1 没有此操作的权限。</translation>
    </message>
</context>
<context>
    <name>evenhand::ui::EnginePill</name>
    <message>
        <source>%1 · %2/s · %3 ms</source>
        <comment>deployment, committed per second, commit latency</comment>
        <translation>%1 · %2/秒 · %3 毫秒</translation>
    </message>
    <message>
        <source>Workspace: %1</source>
        <translation>工作区：%1</translation>
    </message>
    <message>
        <source>Deployment: %1</source>
        <translation>部署：%1</translation>
    </message>
    <message>
        <source>Click for every figure.</source>
        <translation>点击查看全部数据。</translation>
    </message>
</context>
<context>
    <name>evenhand::ui::EnginePopover</name>
    <message>
        <source>Deployment</source>
        <translation>部署</translation>
    </message>
    <message>
        <source>Server</source>
        <translation>服务器</translation>
    </message>
    <message>
        <source>Database</source>
        <translation>数据库</translation>
    </message>
    <message>
        <source>Encrypted</source>
        <translation>加密</translation>
    </message>
    <message>
        <source>yes, certificate checked</source>
        <translation>是，证书已核对</translation>
    </message>
    <message>
        <source>not asked for</source>
        <translation>未要求</translation>
    </message>
    <message>
        <source>Folder</source>
        <translation>文件夹</translation>
    </message>
    <message>
        <source>In this state since</source>
        <translation>此状态始于</translation>
    </message>
    <message>
        <source>Committed</source>
        <translation>已提交</translation>
    </message>
    <message>
        <source>%1, %2 per second</source>
        <translation>%1，每秒 %2</translation>
    </message>
    <message>
        <source>Commit latency</source>
        <translation>提交延迟</translation>
    </message>
    <message>
        <source>median %1, 99 % under %2</source>
        <translation>中位 %1，99 % 低于 %2</translation>
    </message>
    <message>
        <source>Waiting in the inbox</source>
        <translation>收件箱等待</translation>
    </message>
</context>
<context>
    <name>evenhand::ui::EvidenceDialog</name>
    <message>
        <source>Why this courier: %1</source>
        <translation>为何是这位骑手：%1</translation>
    </message>
    <message>
        <source>Reading…</source>
        <translation>正在读取…</translation>
    </message>
    <message>
        <source>Assignment</source>
        <translation>派单</translation>
    </message>
    <message>
        <source>Courier</source>
        <translation>骑手</translation>
    </message>
    <message>
        <source>Assigned</source>
        <translation>已派</translation>
    </message>
    <message>
        <source>Mode</source>
        <translation>模式</translation>
    </message>
    <message>
        <source>Step charged</source>
        <translation>所扣步长</translation>
    </message>
    <message>
        <source>Epoch</source>
        <translation>轮次</translation>
    </message>
    <message>
        <source>Left out</source>
        <translation>被排除</translation>
    </message>
    <message>
        <source>Off duty</source>
        <translation>离岗</translation>
    </message>
    <message>
        <source>Released</source>
        <translation>已释放</translation>
    </message>
    <message>
        <source>Script hash</source>
        <translation>脚本哈希</translation>
    </message>
    <message>
        <source>Ranking at that moment</source>
        <translation>当时的排名</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>This order has not been assigned to anybody yet.</source>
        <translation>该订单尚未分配给任何人。</translation>
    </message>
    <message>
        <source>%1  ·  %2  ·  epoch %3</source>
        <translation>%1  ·  %2  ·  轮次 %3</translation>
    </message>
    <message>
        <source>nobody</source>
        <translation>无</translation>
    </message>
    <message>
        <source>Named by a person</source>
        <translation>由人工指定</translation>
    </message>
    <message>
        <source>no, it counts</source>
        <translation>否，计入</translation>
    </message>
</context>
<context>
    <name>evenhand::ui::FairnessPlot</name>
    <message>
        <source>No assignments yet today.</source>
        <translation>今日尚无派单。</translation>
    </message>
    <message>
        <source>Spread</source>
        <translation>极差</translation>
    </message>
    <message>
        <source>Assigned</source>
        <translation>已派</translation>
    </message>
    <message>
        <source>%1
Spread %2, %3 assigned</source>
        <translation>%1
极差 %2，已派 %3 单</translation>
    </message>
</context>
<context>
    <name>evenhand::ui::FirstStart</name>
    <message>
        <source>Choose a folder</source>
        <translation>选择文件夹</translation>
    </message>
    <message>
        <source>A folder is needed.</source>
        <translation>需要指定文件夹。</translation>
    </message>
    <message>
        <source>Give the whole path of the folder.</source>
        <translation>请给出文件夹的完整路径。</translation>
    </message>
    <message>
        <source>That is a file.</source>
        <translation>那是一个文件。</translation>
    </message>
    <message>
        <source>The folder is not empty.</source>
        <translation>该文件夹不为空。</translation>
    </message>
    <message>
        <source>Evenhand</source>
        <translation>均派</translation>
    </message>
    <message>
        <source>Welcome to Evenhand</source>
        <translation>欢迎使用均派</translation>
    </message>
    <message>
        <source>Open the demo</source>
        <translation>打开演示</translation>
    </message>
    <message>
        <source>Make a workspace on this computer</source>
        <translation>在本机新建工作区</translation>
    </message>
    <message>
        <source>Open a workspace</source>
        <translation>打开工作区</translation>
    </message>
    <message>
        <source>A simulated storefront with lunch and dinner peaks, in a folder that is thrown away at the end.</source>
        <translation>带有午、晚高峰的模拟店面，所用文件夹在结束时删除。</translation>
    </message>
    <message>
        <source>Orders, couriers and money in one folder, for one computer. Currency and time zone stay as they are chosen.</source>
        <translation>订单、骑手与款项都在一个文件夹中，供一台电脑使用。币种和时区选定后不再更改。</translation>
    </message>
    <message>
        <source>Folder</source>
        <translation>文件夹</translation>
    </message>
    <message>
        <source>Currency</source>
        <translation>币种</translation>
    </message>
    <message>
        <source>Business time zone</source>
        <translation>业务时区</translation>
    </message>
    <message>
        <source>Choose…</source>
        <translation>选择…</translation>
    </message>
    <message>
        <source>Make the workspace</source>
        <translation>新建工作区</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>打开</translation>
    </message>
    <message>
        <source>Connect…</source>
        <translation>连接…</translation>
    </message>
    <message>
        <source>Folder of the workspace</source>
        <translation>工作区文件夹</translation>
    </message>
    <message>
        <source>Connect to a database</source>
        <translation>连接数据库</translation>
    </message>
    <message>
        <source>One that this computer has used before, in a folder or in a database.</source>
        <translation>本机此前用过的工作区，在文件夹或数据库中。</translation>
    </message>
    <message>
        <source>A workspace in MySQL or MariaDB, that a storefront and reports can read too. One console runs it at a time.</source>
        <translation>工作区位于 MySQL 或 MariaDB，店面和报表也可读取。同一时间由一个控制台运行。</translation>
    </message>
</context>
<context>
    <name>evenhand::ui::JobView</name>
    <message>
        <source>Cancel the job</source>
        <translation>取消任务</translation>
    </message>
    <message>
        <source>%1 – cancelling…</source>
        <translation>%1 – 正在取消…</translation>
    </message>
    <message>
        <source>%1  %2 of %3</source>
        <translation>%1  %2 / %3</translation>
    </message>
    <message>
        <source>%1  %2</source>
        <translation>%1  %2</translation>
    </message>
</context>
<context>
    <name>evenhand::ui::MainWindow</name>
    <message>
        <source>Page</source>
        <translation>页面</translation>
    </message>
    <message>
        <source>Console</source>
        <translation>控制台</translation>
    </message>
    <message>
        <source>Pages</source>
        <translation>页面</translation>
    </message>
    <message>
        <source>Evenhand</source>
        <translation>均派</translation>
    </message>
    <message>
        <source>Look</source>
        <translation>外观</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>语言</translation>
    </message>
    <message>
        <source>Follow the system</source>
        <translation>跟随系统</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>浅色</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>深色</translation>
    </message>
    <message>
        <source>Search or run a command</source>
        <translation>搜索或执行命令</translation>
    </message>
    <message>
        <source>Keyboard shortcuts</source>
        <translation>键盘快捷键</translation>
    </message>
    <message>
        <source>Switch between light and dark</source>
        <translation>切换浅色与深色</translation>
    </message>
    <message>
        <source>Switch between English and Chinese</source>
        <translation>切换英文与中文</translation>
    </message>
    <message>
        <source>Quit</source>
        <translation>退出</translation>
    </message>
    <message>
        <source>Page: %1</source>
        <translation>页面：%1</translation>
    </message>
</context>
<context>
    <name>evenhand::ui::NavigationBar</name>
    <message>
        <source>Evenhand</source>
        <translation>均派</translation>
    </message>
</context>
<context>
    <name>evenhand::ui::OrderActionFlow</name>
    <message>
        <source>Payment number</source>
        <translation>付款号</translation>
    </message>
    <message>
        <source>A payment number is needed.</source>
        <translation>需要填写付款号。</translation>
    </message>
    <message>
        <source>Amount (%1)</source>
        <translation>金额 (%1)</translation>
    </message>
    <message>
        <source>The amount is not valid.</source>
        <translation>金额无效。</translation>
    </message>
    <message>
        <source>Payable is %1; another amount is not a payment of this order.</source>
        <translation>应付 %1；其他金额不能作为此订单的付款。</translation>
    </message>
    <message>
        <source>Name or id of a courier on duty</source>
        <translation>在岗骑手的姓名或编号</translation>
    </message>
    <message>
        <source>Courier</source>
        <translation>骑手</translation>
    </message>
    <message>
        <source>A courier is needed.</source>
        <translation>需要指定骑手。</translation>
    </message>
    <message>
        <source>Mark as paid</source>
        <translation>标记为已付款</translation>
    </message>
    <message>
        <source>%1 was already paid with this payment number.</source>
        <translation>%1 此前已用此付款号付款。</translation>
    </message>
    <message>
        <source>%1 is paid.</source>
        <translation>%1 已付款。</translation>
    </message>
    <message>
        <source>%1 was not paid: the money is kept and owed back (%2).</source>
        <translation>%1 未付款：款项已保留并须退还（%2）。</translation>
    </message>
    <message>
        <source>Cancel orders</source>
        <translation>取消订单</translation>
    </message>
    <message>
        <source>Cancel orders: %1</source>
        <translation>取消订单：%1</translation>
    </message>
    <message>
        <source>Reassign orders</source>
        <translation>改派订单</translation>
    </message>
    <message>
        <source>Reassign orders: %1</source>
        <translation>改派订单：%1</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>撤销</translation>
    </message>
    <message>
        <source>Undo of a reassignment</source>
        <translation>撤销改派</translation>
    </message>
    <message>
        <source>Undo the reassignment</source>
        <translation>撤销改派</translation>
    </message>
    <message>
        <source>Undo the reassignment: %1</source>
        <translation>撤销改派：%1</translation>
    </message>
    <message>
        <source>Report</source>
        <translation>报告</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>%1: nothing was done. %2</source>
        <translation>%1：未做任何操作。%2</translation>
    </message>
</context>
<context>
    <name>evenhand::ui::OrderActions</name>
    <message>
        <source>Mark as paid…</source>
        <translation>标记为已付款…</translation>
    </message>
    <message>
        <source>Cancel…</source>
        <translation>取消…</translation>
    </message>
    <message>
        <source>Reassign to the next fairest…</source>
        <translation>改派给下一位最应派单的骑手…</translation>
    </message>
    <message>
        <source>Reassign to a courier…</source>
        <translation>改派给指定骑手…</translation>
    </message>
    <message>
        <source>Report picked up</source>
        <translation>报告已取餐</translation>
    </message>
    <message>
        <source>Report delivered</source>
        <translation>报告已送达</translation>
    </message>
    <message>
        <source>Report a failed delivery…</source>
        <translation>报告配送失败…</translation>
    </message>
    <message>
        <source>Only an order that waits for payment can be marked as paid; this one is: %1.</source>
        <translation>只有待付款订单可标记为已付款；此订单：%1。</translation>
    </message>
    <message>
        <source>An order can be cancelled until it is picked up; this one is: %1.</source>
        <translation>订单在取餐前可以取消；此订单：%1。</translation>
    </message>
    <message>
        <source>Only a paid order that is still open can be reassigned; this one is: %1.</source>
        <translation>只有已付款且未结束的订单可以改派；此订单：%1。</translation>
    </message>
    <message>
        <source>Only an assigned order that waits for pick-up can be picked up; this one is: %1.</source>
        <translation>只有已派单的待取餐订单可以取餐；此订单：%1。</translation>
    </message>
    <message>
        <source>Only an order on its way can be delivered or fail; this one is: %1.</source>
        <translation>只有配送中的订单可以送达或失败；此订单：%1。</translation>
    </message>
    <message>
        <source>Select an order first.</source>
        <translation>请先选择订单。</translation>
    </message>
    <message>
        <source>One order at a time: %1 are selected.</source>
        <translation>一次只能一个订单：已选 %1 个。</translation>
    </message>
    <message>
        <source>At most %1 orders at a time: %2 are selected.</source>
        <translation>一次最多 %1 个订单：已选 %2 个。</translation>
    </message>
    <message>
        <source>None of the selected orders allows it. %1</source>
        <translation>所选订单都不允许此操作。%1</translation>
    </message>
    <message>
        <source>Reassign…</source>
        <translation>改派…</translation>
    </message>
    <message>
        <source>Mark paid…</source>
        <translation>标记付款…</translation>
    </message>
</context>
<context>
    <name>evenhand::ui::OrderDetailPanel</name>
    <message>
        <source>Choose an order to see it here.</source>
        <translation>选择一个订单即可在此查看。</translation>
    </message>
    <message>
        <source>Lines</source>
        <translation>明细</translation>
    </message>
    <message>
        <source>Money</source>
        <translation>款项</translation>
    </message>
    <message>
        <source>What happened</source>
        <translation>经过</translation>
    </message>
    <message>
        <source>Why this courier</source>
        <translation>为何是这位骑手</translation>
    </message>
    <message>
        <source>User</source>
        <translation>用户</translation>
    </message>
    <message>
        <source>Campus</source>
        <translation>校区</translation>
    </message>
    <message>
        <source>Placed</source>
        <translation>下单时间</translation>
    </message>
    <message>
        <source>Paid at</source>
        <translation>付款时间</translation>
    </message>
    <message>
        <source>none: %1</source>
        <translation>无：%1</translation>
    </message>
    <message>
        <source>Courier</source>
        <translation>骑手</translation>
    </message>
    <message>
        <source>Payable</source>
        <translation>应付</translation>
    </message>
    <message>
        <source>Payment number</source>
        <translation>付款号</translation>
    </message>
    <message>
        <source>Paid</source>
        <translation>已付</translation>
    </message>
    <message>
        <source>Owed back: %1, %2</source>
        <translation>须退还：%1，%2</translation>
    </message>
    <message>
        <source>It was not assigned yet.</source>
        <translation>尚未派单。</translation>
    </message>
    <message>
        <source>%1 was named by a person.</source>
        <translation>%1 由人工指定。</translation>
    </message>
    <message>
        <source>%1 had the highest weight of those on duty.</source>
        <translation>%1 在在岗骑手中权重最高。</translation>
    </message>
    <message>
        <source>%1 had the highest weight of those who could take it.</source>
        <translation>%1 在可接单的骑手中权重最高。</translation>
    </message>
    <message>
        <source>At</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>Charged</source>
        <translation>所扣步长</translation>
    </message>
    <message>
        <source>Mode</source>
        <translation>模式</translation>
    </message>
    <message>
        <source>Assignment</source>
        <translation>派单轮次</translation>
    </message>
    <message>
        <source>Off duty</source>
        <translation>离岗</translation>
    </message>
    <message>
        <source>nobody</source>
        <translation>无</translation>
    </message>
    <message>
        <source>Script</source>
        <translation>脚本</translation>
    </message>
    <message>
        <source>Close the panel</source>
        <translation>关闭面板</translation>
    </message>
    <message>
        <source>Order</source>
        <translation>订单</translation>
    </message>
</context>
<context>
    <name>evenhand::ui::OrderFilterBar</name>
    <message>
        <source>Save this filter…</source>
        <translation>保存此筛选…</translation>
    </message>
    <message>
        <source>Forget a filter</source>
        <translation>删除筛选</translation>
    </message>
    <message>
        <source>The filter “%1” is forgotten.</source>
        <translation>筛选“%1”已删除。</translation>
    </message>
    <message>
        <source>Save this filter</source>
        <translation>保存此筛选</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>The filter is kept as “%1”.</source>
        <translation>筛选已保存为“%1”。</translation>
    </message>
    <message>
        <source>Order or user begins with</source>
        <translation>订单号或用户开头为</translation>
    </message>
    <message>
        <source>Status</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>Every status</source>
        <translation>全部状态</translation>
    </message>
    <message>
        <source>Campus</source>
        <translation>校区</translation>
    </message>
    <message>
        <source>All campuses</source>
        <translation>全部校区</translation>
    </message>
    <message>
        <source>Courier</source>
        <translation>骑手</translation>
    </message>
    <message>
        <source>User</source>
        <translation>用户</translation>
    </message>
    <message>
        <source>Exactly this user</source>
        <translation>仅限该用户</translation>
    </message>
    <message>
        <source>Unassigned</source>
        <translation>未分配</translation>
    </message>
    <message>
        <source>Paid, open and without a courier</source>
        <translation>已付款、未结束且无骑手</translation>
    </message>
    <message>
        <source>Clear the filter</source>
        <translation>清除筛选</translation>
    </message>
    <message>
        <source>Filters kept by name</source>
        <translation>已保存的筛选</translation>
    </message>
</context>
<context>
    <name>evenhand::ui::OrderListModel</name>
    <message>
        <source>Drag onto a courier to reassign.</source>
        <translation>拖到骑手上即可改派。</translation>
    </message>
    <message>
        <source>Order</source>
        <translation>订单</translation>
    </message>
    <message>
        <source>Reason</source>
        <translation>原因</translation>
    </message>
    <message>
        <source>Status</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>Waiting</source>
        <translation>等待</translation>
    </message>
    <message>
        <source>Placed</source>
        <translation>下单</translation>
    </message>
    <message>
        <source>Amount (%1)</source>
        <translation>金额 (%1)</translation>
    </message>
    <message>
        <source>Customer</source>
        <translation>顾客</translation>
    </message>
    <message>
        <source>Campus</source>
        <translation>校区</translation>
    </message>
</context>
<context>
    <name>evenhand::ui::OrderTableModel</name>
    <message>
        <source>Order</source>
        <translation>订单</translation>
    </message>
    <message>
        <source>Status</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>Campus</source>
        <translation>校区</translation>
    </message>
    <message>
        <source>Courier</source>
        <translation>骑手</translation>
    </message>
    <message>
        <source>User</source>
        <translation>用户</translation>
    </message>
    <message>
        <source>Payable (%1)</source>
        <translation>应付 (%1)</translation>
    </message>
    <message>
        <source>Placed</source>
        <translation>下单时间</translation>
    </message>
    <message>
        <source>Paid at</source>
        <translation>付款时间</translation>
    </message>
</context>
<context>
    <name>evenhand::ui::OrdersPage</name>
    <message>
        <source>Orders</source>
        <translation>订单</translation>
    </message>
    <message>
        <source>%1 selected</source>
        <translation>已选 %1 个</translation>
    </message>
    <message>
        <source>1 order</source>
        <translation>1 个订单</translation>
    </message>
    <message>
        <source>%1 orders</source>
        <translation>%1 个订单</translation>
    </message>
    <message>
        <source>1 new order</source>
        <translation>1 个新订单</translation>
    </message>
    <message>
        <source>%1 new orders</source>
        <translation>%1 个新订单</translation>
    </message>
    <message>
        <source>Could not be read: %1</source>
        <translation>无法读取：%1</translation>
    </message>
    <message>
        <source>An export is running.</source>
        <translation>正在导出。</translation>
    </message>
    <message>
        <source>Nothing is shown yet.</source>
        <translation>尚未显示任何内容。</translation>
    </message>
    <message>
        <source>Export what is shown</source>
        <translation>导出所显示的内容</translation>
    </message>
    <message>
        <source>CSV files (*.csv)</source>
        <translation>CSV 文件 (*.csv)</translation>
    </message>
    <message>
        <source>Export of orders</source>
        <translation>导出订单</translation>
    </message>
    <message>
        <source>%1 orders are written to %2</source>
        <translation>%1 个订单已写入 %2</translation>
    </message>
    <message>
        <source>The export was cancelled; no file was left.</source>
        <translation>导出已取消；未留下文件。</translation>
    </message>
    <message>
        <source>The export failed: %1</source>
        <translation>导出失败：%1</translation>
    </message>
    <message>
        <source>Search orders</source>
        <translation>搜索订单</translation>
    </message>
    <message>
        <source>Clear the filter</source>
        <translation>清除筛选</translation>
    </message>
    <message>
        <source>Read again</source>
        <translation>重新读取</translation>
    </message>
    <message>
        <source>Export what is shown…</source>
        <translation>导出所显示的内容…</translation>
    </message>
    <message>
        <source>Columns</source>
        <translation>列</translation>
    </message>
    <message>
        <source>Order in detail</source>
        <translation>订单详情</translation>
    </message>
    <message>
        <source>Show them at the top</source>
        <translation>在顶部显示</translation>
    </message>
</context>
<context>
    <name>evenhand::ui::OutcomeDialog</name>
    <message>
        <source>Order</source>
        <translation>订单</translation>
    </message>
    <message>
        <source>Outcome</source>
        <translation>结果</translation>
    </message>
    <message>
        <source>Status now</source>
        <translation>当前状态</translation>
    </message>
    <message>
        <source>Courier now</source>
        <translation>当前骑手</translation>
    </message>
    <message>
        <source>Why</source>
        <translation>原因</translation>
    </message>
    <message>
        <source>Outcome of every order</source>
        <translation>每个订单的结果</translation>
    </message>
</context>
<context>
    <name>evenhand::ui::PasswordDialog</name>
    <message>
        <source>Password of the database</source>
        <translation>数据库密码</translation>
    </message>
    <message>
        <source>Password of %1</source>
        <translation>%1 的密码</translation>
    </message>
    <message>
        <source>Password</source>
        <translation>密码</translation>
    </message>
    <message>
        <source>Never written to a file</source>
        <translation>不会写入任何文件</translation>
    </message>
    <message>
        <source>Keep the password in the keychain of this computer</source>
        <translation>将密码保存到本机的钥匙串</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>打开</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
</context>
<context>
    <name>evenhand::ui::PolicyDialog</name>
    <message>
        <source>Dispatch policy: %1</source>
        <translation>派单策略：%1</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Up to 200 characters.</source>
        <translation>最多 200 个字符。</translation>
    </message>
    <message>
        <source>Mode</source>
        <translation>模式</translation>
    </message>
    <message>
        <source>Strong: always the fairest, in one step. Soft: two steps, evens out over time.</source>
        <translation>强：一步完成，始终派给最应派单者。软：分两步，随时间趋于均衡。</translation>
    </message>
    <message>
        <source>Coming on duty</source>
        <translation>上岗规则</translation>
    </message>
    <message>
        <source>Fair from now: joins at the median. Catch up: keeps the weight from before.</source>
        <translation>从现在起公平：以中位权重加入。补齐：保留之前的权重。</translation>
    </message>
    <message>
        <source>Step per order</source>
        <translation>每单步长</translation>
    </message>
    <message>
        <source>A whole number, 1 to %1.</source>
        <translation>1 到 %1 的整数。</translation>
    </message>
    <message>
        <source>Start weight</source>
        <translation>起始权重</translation>
    </message>
    <message>
        <source>A whole number, 1 to %1. Present weights stay as they are.</source>
        <translation>1 到 %1 的整数。现有权重保持不变。</translation>
    </message>
    <message>
        <source>Unit</source>
        <translation>单位</translation>
    </message>
    <message>
        <source>minutes</source>
        <translation>分钟</translation>
    </message>
    <message>
        <source>hours</source>
        <translation>小时</translation>
    </message>
    <message>
        <source>days</source>
        <translation>天</translation>
    </message>
    <message>
        <source>Keep assignment log</source>
        <translation>派单日志保留</translation>
    </message>
    <message>
        <source>1 minute to 30 days; longer than any message may come late.</source>
        <translation>1 分钟到 30 天；须长于消息可能迟到的时间。</translation>
    </message>
    <message>
        <source>every day at</source>
        <translation>每天</translation>
    </message>
    <message>
        <source>Calibrate at</source>
        <translation>校准时间</translation>
    </message>
    <message>
        <source>Calibrate</source>
        <translation>校准</translation>
    </message>
    <message>
        <source>In the business time zone, %1. A quiet hour is best.</source>
        <translation>按业务时区 %1。宜选清闲时段。</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>保存</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Not valid. %1</source>
        <translation>无效。%1</translation>
    </message>
    <message>
        <source>Calibration by itself is switched off.</source>
        <translation>自动校准已关闭。</translation>
    </message>
    <message>
        <source>Saving…</source>
        <translation>正在保存…</translation>
    </message>
    <message>
        <source>Something is not valid yet.</source>
        <translation>仍有无效内容。</translation>
    </message>
    <message>
        <source>Nothing has been changed.</source>
        <translation>没有更改。</translation>
    </message>
    <message>
        <source>%1: policy saved.</source>
        <translation>%1：策略已保存。</translation>
    </message>
</context>
<context>
    <name>evenhand::ui::RankingModel</name>
    <message>
        <source>Chosen</source>
        <translation>选中</translation>
    </message>
    <message>
        <source>Left out</source>
        <translation>被排除</translation>
    </message>
    <message>
        <source>Place</source>
        <translation>名次</translation>
    </message>
    <message>
        <source>Courier</source>
        <translation>骑手</translation>
    </message>
    <message>
        <source>Weight before</source>
        <translation>派单前权重</translation>
    </message>
</context>
<context>
    <name>evenhand::ui::ShortcutsDialog</name>
    <message>
        <source>Keyboard shortcuts</source>
        <translation>键盘快捷键</translation>
    </message>
</context>
<context>
    <name>evenhand::ui::StateBanner</name>
    <message>
        <source>The engine is degraded: %1</source>
        <translation>引擎已降级：%1</translation>
    </message>
    <message>
        <source>%1  What you see may be old; nothing can be changed until it works again.</source>
        <translation>%1  您看到的可能是旧数据；恢复之前无法更改任何内容。</translation>
    </message>
</context>
<context>
    <name>evenhand::ui::StatusLine</name>
    <message>
        <source>Undo</source>
        <translation>撤销</translation>
    </message>
</context>
<context>
    <name>evenhand::ui::TimeRangeButton</name>
    <message>
        <source>Any time</source>
        <translation>任意时间</translation>
    </message>
    <message>
        <source>Today</source>
        <translation>今天</translation>
    </message>
    <message>
        <source>Yesterday</source>
        <translation>昨天</translation>
    </message>
    <message>
        <source>Last hour</source>
        <translation>最近一小时</translation>
    </message>
    <message>
        <source>Last 7 days</source>
        <translation>最近 7 天</translation>
    </message>
    <message>
        <source>Between…</source>
        <translation>时间段…</translation>
    </message>
    <message>
        <source>%1 – %2</source>
        <translation>%1 – %2</translation>
    </message>
</context>
<context>
    <name>evenhand::ui::TimeRangeDialog</name>
    <message>
        <source>Orders placed between</source>
        <translation>下单时间段</translation>
    </message>
    <message>
        <source>From (included)</source>
        <translation>从（含）</translation>
    </message>
    <message>
        <source>To (excluded)</source>
        <translation>到（不含）</translation>
    </message>
    <message>
        <source>Business time zone: %1</source>
        <translation>业务时区：%1</translation>
    </message>
    <message>
        <source>The end must come after the start.</source>
        <translation>结束必须晚于开始。</translation>
    </message>
</context>
<context>
    <name>evenhand::ui::TopBar</name>
    <message>
        <source>All campuses</source>
        <translation>全部校区</translation>
    </message>
    <message>
        <source>What every page looks at</source>
        <translation>各页面所看的校区</translation>
    </message>
    <message>
        <source>Campus</source>
        <translation>校区</translation>
    </message>
    <message>
        <source>Search or run a command    Ctrl+K</source>
        <translation>搜索或执行命令    Ctrl+K</translation>
    </message>
    <message>
        <source>Business time zone: %1</source>
        <translation>业务时区：%1</translation>
    </message>
    <message>
        <source>Look, language, help</source>
        <translation>外观、语言、帮助</translation>
    </message>
</context>
<context>
    <name>evenhand::ui::WeightBars</name>
    <message>
        <source>This campus has no couriers yet.</source>
        <translation>本校区还没有骑手。</translation>
    </message>
    <message>
        <source>%1
Off duty, keeps weight %2</source>
        <translation>%1
离岗，保留权重 %2</translation>
    </message>
    <message>
        <source>%1
Weight %2, %3 against the mean</source>
        <translation>%1
权重 %2，与平均值差 %3</translation>
    </message>
    <message>
        <source>Gets the next order</source>
        <translation>将获得下一单</translation>
    </message>
    <message>
        <source>Give to %1</source>
        <translation>交给 %1</translation>
    </message>
</context>
</TS>
