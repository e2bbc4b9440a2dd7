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
    <message numerus="yes">
        <source>%1 orders will be closed.</source>
        <translation>
            <numerusform>%1 个订单将被关闭。</numerusform>
        </translation>
    </message>
    <message>
        <source>Stock is restored, and what was paid is refunded in full. This cannot be undone.</source>
        <translation>库存将退回，已付款项将全额退款。此操作无法撤回。</translation>
    </message>
    <message>
        <source>Cancel the order</source>
        <translation>取消该订单</translation>
    </message>
    <message numerus="yes">
        <source>Cancel %1 orders</source>
        <translation>
            <numerusform>取消 %1 个订单</numerusform>
        </translation>
    </message>
    <message>
        <source>will be closed</source>
        <translation>将被关闭</translation>
    </message>
    <message>
        <source>Mark as paid</source>
        <translation>标记为已付款</translation>
    </message>
    <message>
        <source>A payment of %1 will be recorded for order %2.</source>
        <translation>将为订单 %2 登记一笔 %1 的付款。</translation>
    </message>
    <message>
        <source>The order is then dispatched at once.</source>
        <translation>随后立即派单。</translation>
    </message>
    <message>
        <source>Record the payment</source>
        <translation>登记付款</translation>
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
        <translation>订单 %1 将退回待取货状态，骑手不变。</translation>
    </message>
    <message>
        <source>Report the failure</source>
        <translation>报告失败</translation>
    </message>
    <message>
        <source>will wait for pick-up again</source>
        <translation>将重新等待取货</translation>
    </message>
    <message>
        <source>%1 is reported as picked up.</source>
        <translation>%1 已报告取货。</translation>
    </message>
    <message>
        <source>%1 is reported as delivered.</source>
        <translation>%1 已报告送达。</translation>
    </message>
    <message>
        <source>The failed delivery of %1 is reported.</source>
        <translation>已报告 %1 配送失败。</translation>
    </message>
    <message>
        <source>Report</source>
        <translation>报告</translation>
    </message>
</context>
<context>
    <name>ActivityChecks</name>
    <message>
        <source>Enter a name.</source>
        <translation>请填写名称。</translation>
    </message>
    <message>
        <source>At most %1 characters, no control characters.</source>
        <translation>最多 %1 个字符，不能有控制字符。</translation>
    </message>
    <message>
        <source>Enter a number; it cannot be changed later.</source>
        <translation>请填写编号，之后不能更改。</translation>
    </message>
    <message>
        <source>Enter a whole number from %1 to %2.</source>
        <translation>请输入 %1 到 %2 的整数。</translation>
    </message>
    <message>
        <source>At least %1.</source>
        <translation>至少 %1。</translation>
    </message>
    <message>
        <source>At most %1.</source>
        <translation>至多 %1。</translation>
    </message>
    <message>
        <source>Enter an amount from %1 to %2.</source>
        <translation>请输入 %1 到 %2 的金额。</translation>
    </message>
    <message>
        <source>The end must be after the start time.</source>
        <translation>结束必须晚于开始。</translation>
    </message>
    <message>
        <source>The end has passed already.</source>
        <translation>结束时间已过。</translation>
    </message>
    <message>
        <source>A sale lasts at most %1.</source>
        <translation>一场秒杀最长 %1。</translation>
    </message>
    <message>
        <source>The number cannot be changed.</source>
        <translation>编号不能更改。</translation>
    </message>
    <message>
        <source>The sale was started: stock can only be added.</source>
        <translation>秒杀已启动：库存只能追加。</translation>
    </message>
    <message>
        <source>The sale was started: only its name and end can be changed.</source>
        <translation>秒杀已启动：只能修改名称和结束时间。</translation>
    </message>
    <message>
        <source>The sale has ended: only its name can be changed.</source>
        <translation>秒杀已结束：只能修改名称。</translation>
    </message>
    <message>
        <source>The product has no stock.</source>
        <translation>该商品没有库存。</translation>
    </message>
    <message>
        <source>The product has only %1 on hand.</source>
        <translation>该商品现有库存仅 %1。</translation>
    </message>
</context>
<context>
    <name>AmountTexts</name>
    <message>
        <source>Enter an amount from %1 to %2.</source>
        <translation>请输入 %1 到 %2 的金额。</translation>
    </message>
    <message>
        <source>Enter an amount from %1 to %2. You typed &quot;%3&quot;.</source>
        <translation>请输入 %1 到 %2 的金额。您输入的是“%3”。</translation>
    </message>
</context>
<context>
    <name>CampaignChecks</name>
    <message>
        <source>At most %1.</source>
        <translation>最多 %1。</translation>
    </message>
    <message>
        <source>At least %1.</source>
        <translation>至少 %1。</translation>
    </message>
    <message>
        <source>Enter an amount from %1 to %2.</source>
        <translation>请输入 %1 到 %2 的金额。</translation>
    </message>
    <message>
        <source>Must be a multiple of %1, such as %2 or %3.</source>
        <translation>须为 %1 的整数倍，例如 %2 或 %3。</translation>
    </message>
    <message>
        <source>At least %1, and a multiple of it.</source>
        <translation>至少 %1，且须为其整数倍。</translation>
    </message>
    <message>
        <source>Enter a whole number from 0 to %1, or leave it empty.</source>
        <translation>请输入 0 到 %1 的整数，或留空。</translation>
    </message>
    <message numerus="yes">
        <source>Too many places for the budget: each needs at least %1. Set at most %2 places, or a budget of at least %3.</source>
        <translation>
            <numerusform>名额多于预算所能分配：每个名额至少 %1。请设为最多 %2 个名额，或预算至少 %3。</numerusform>
        </translation>
    </message>
    <message>
        <source>The number cannot be changed.</source>
        <translation>编号不能更改。</translation>
    </message>
    <message>
        <source>The campaign has ended: only its name can be changed. Copy it instead.</source>
        <translation>活动已结束：只能修改名称。请改为复制活动。</translation>
    </message>
    <message>
        <source>The campaign has begun.</source>
        <translation>活动已开始。</translation>
    </message>
    <message>
        <source>The campaign was started: its discounts are allocated. Copy it instead.</source>
        <translation>活动已启动：优惠已分配。请改为复制活动。</translation>
    </message>
    <message>
        <source>never</source>
        <translation>从不</translation>
    </message>
    <message>
        <source>at any time</source>
        <translation>随时</translation>
    </message>
    <message>
        <source>until the end; once started, only raised</source>
        <translation>结束之前；启动后只能提高</translation>
    </message>
    <message>
        <source>until it has ended</source>
        <translation>结束之前</translation>
    </message>
    <message>
        <source>until it begins</source>
        <translation>开始之前</translation>
    </message>
    <message>
        <source>until it is started</source>
        <translation>启动之前</translation>
    </message>
    <message>
        <source>no draws</source>
        <translation>不影响任何抽取</translation>
    </message>
    <message>
        <source>draws before it are refused</source>
        <translation>此前的抽取被拒绝</translation>
    </message>
    <message>
        <source>when draws end, and the ideal line; no amount</source>
        <translation>抽取何时结束及理想线；不改变金额</translation>
    </message>
    <message>
        <source>later draws; not those already granted</source>
        <translation>此后的抽取；不影响已发放的</translation>
    </message>
    <message>
        <source>when interrupted draws are recovered; no amount</source>
        <translation>中断的抽取何时恢复；不改变金额</translation>
    </message>
    <message>
        <source>which amounts there are, and their order</source>
        <translation>有哪些金额及其顺序</translation>
    </message>
    <message>
        <source>what a draw can get from the compensation</source>
        <translation>一次抽取可从补偿中得到多少</translation>
    </message>
    <message>
        <source>all amounts, which are allocated again</source>
        <translation>所有金额重新分配</translation>
    </message>
    <message numerus="yes">
        <source>More than the places can give away at %1 each. Set at most %2, at least %3 places, or a larger discount.</source>
        <translation>
            <numerusform>超过名额按每个 %1 所能发放的总额。请设为至多 %2，或至少 %3 个名额，或提高单笔上限。</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>CampaignFigures</name>
    <message>
        <source>Queue %1</source>
        <translation>队列 %1</translation>
    </message>
    <message>
        <source>the start of this program</source>
        <translation>本程序启动</translation>
    </message>
    <message>
        <source>the start of the campaign</source>
        <translation>活动启动</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 / %2</translation>
    </message>
    <message>
        <source>the largest discount</source>
        <translation>单笔上限</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>generated at start</source>
        <translation>启动时生成</translation>
    </message>
    <message>
        <source>Started</source>
        <translation>启动于</translation>
    </message>
    <message>
        <source>Ended</source>
        <translation>结束于</translation>
    </message>
    <message>
        <source>Queue</source>
        <translation>队列</translation>
    </message>
    <message>
        <source>Queues</source>
        <translation>队列</translation>
    </message>
    <message numerus="yes">
        <source>%1 queues</source>
        <translation>
            <numerusform>%1 个队列</numerusform>
        </translation>
    </message>
    <message>
        <source>Nothing is allocated yet.</source>
        <translation>还没有分配。</translation>
    </message>
    <message>
        <source>No queue matches the filter.</source>
        <translation>没有符合条件的队列。</translation>
    </message>
    <message>
        <source>Export queues</source>
        <translation>导出队列</translation>
    </message>
    <message>
        <source>Places left</source>
        <translation>剩余名额</translation>
    </message>
    <message>
        <source>Amount</source>
        <translation>金额</translation>
    </message>
    <message>
        <source>Compensation</source>
        <translation>补偿</translation>
    </message>
    <message>
        <source>Unspent</source>
        <translation>未用</translation>
    </message>
    <message>
        <source>Reason</source>
        <translation>原因</translation>
    </message>
    <message>
        <source>Refusals</source>
        <translation>拒绝</translation>
    </message>
    <message numerus="yes">
        <source>%1 reasons</source>
        <translation>
            <numerusform>%1 种原因</numerusform>
        </translation>
    </message>
    <message>
        <source>Nobody was refused.</source>
        <translation>没有人被拒绝。</translation>
    </message>
    <message>
        <source>No reason matches the filter.</source>
        <translation>没有符合条件的原因。</translation>
    </message>
    <message>
        <source>Export refusals</source>
        <translation>导出拒绝统计</translation>
    </message>
    <message>
        <source>Draws</source>
        <translation>抽取</translation>
    </message>
    <message>
        <source>Share</source>
        <translation>占比</translation>
    </message>
    <message>
        <source>Counted since</source>
        <translation>统计起点</translation>
    </message>
    <message>
        <source>User</source>
        <translation>用户</translation>
    </message>
    <message>
        <source>Top users</source>
        <translation>领取最多</translation>
    </message>
    <message numerus="yes">
        <source>%1 users</source>
        <translation>
            <numerusform>%1 位用户</numerusform>
        </translation>
    </message>
    <message>
        <source>Nobody was granted anything yet.</source>
        <translation>尚未向任何人发放。</translation>
    </message>
    <message>
        <source>No user matches the filter.</source>
        <translation>没有符合条件的用户。</translation>
    </message>
    <message>
        <source>Export top users</source>
        <translation>导出领取最多的用户</translation>
    </message>
    <message>
        <source>Of the limit</source>
        <translation>占上限</translation>
    </message>
    <message>
        <source>Start the campaign: its discounts are allocated to queues then.</source>
        <translation>请启动活动，优惠随后会分配到队列。</translation>
    </message>
    <message>
        <source>Nothing to do: refused draws are counted here.</source>
        <translation>无需操作：被拒绝的抽取会在此统计。</translation>
    </message>
    <message>
        <source>Nothing to do: users are listed here as they draw.</source>
        <translation>无需操作：用户抽取后会列在这里。</translation>
    </message>
</context>
<context>
    <name>CampaignLabels</name>
    <message>
        <source>Draft</source>
        <translation>草稿</translation>
    </message>
    <message>
        <source>Building</source>
        <translation>分配中</translation>
    </message>
    <message>
        <source>Scheduled</source>
        <translation>待开始</translation>
    </message>
    <message>
        <source>Running</source>
        <translation>进行中</translation>
    </message>
    <message>
        <source>Paused</source>
        <translation>已暂停</translation>
    </message>
    <message>
        <source>Ended</source>
        <translation>已结束</translation>
    </message>
    <message>
        <source>end time reached</source>
        <translation>时间已到</translation>
    </message>
    <message>
        <source>stopped</source>
        <translation>已停止</translation>
    </message>
    <message>
        <source>all drawn</source>
        <translation>已抽完</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>phase, why</comment>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>Granted</source>
        <translation>已发放</translation>
    </message>
    <message>
        <source>Refused</source>
        <translation>被拒绝</translation>
    </message>
    <message>
        <source>Rolled back</source>
        <translation>已回滚</translation>
    </message>
    <message>
        <source>Before the start</source>
        <translation>尚未开始</translation>
    </message>
    <message>
        <source>While paused</source>
        <translation>暂停期间</translation>
    </message>
    <message>
        <source>After the end</source>
        <translation>结束之后</translation>
    </message>
    <message>
        <source>Same draw in progress</source>
        <translation>同一抽取正在进行</translation>
    </message>
    <message>
        <source>All drawn</source>
        <translation>已抽完</translation>
    </message>
    <message>
        <source>Over the draws per user</source>
        <translation>超出每人次数</translation>
    </message>
    <message>
        <source>Over the amount per user</source>
        <translation>超出每人金额</translation>
    </message>
    <message>
        <source>Nothing to pay</source>
        <translation>无可抵扣金额</translation>
    </message>
    <message>
        <source>Interrupted and undone</source>
        <translation>中断，已回滚</translation>
    </message>
    <message>
        <source>Number</source>
        <translation>编号</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Budget</source>
        <translation>预算</translation>
    </message>
    <message>
        <source>Places</source>
        <translation>名额</translation>
    </message>
    <message>
        <source>Largest discount</source>
        <translation>单笔上限</translation>
    </message>
    <message>
        <source>Queues</source>
        <translation>队列</translation>
    </message>
    <message>
        <source>Draws per user</source>
        <translation>每人次数</translation>
    </message>
    <message>
        <source>Amount per user</source>
        <translation>每人金额</translation>
    </message>
    <message>
        <source>Begins</source>
        <translation>开始</translation>
    </message>
    <message>
        <source>Ends</source>
        <translation>结束</translation>
    </message>
    <message>
        <source>Seed</source>
        <translation>种子</translation>
    </message>
    <message>
        <source>Cap per draw</source>
        <translation>单次封顶</translation>
    </message>
    <message>
        <source>Valid for</source>
        <translation>有效期</translation>
    </message>
    <message>
        <source>Recovered after</source>
        <translation>恢复时限</translation>
    </message>
    <message>
        <source>There are fewer places than queues: some queues stay empty.</source>
        <translation>名额少于队列：有些队列为空。</translation>
    </message>
    <message>
        <source>Too few places, or the mean is too close to a limit, for an even spread: all amounts are random.</source>
        <translation>名额太少或均值太靠近上下限，无法均匀分布：全部随机分配。</translation>
    </message>
    <message>
        <source>No room for small amounts: the last discounts may not fit users near their limit.</source>
        <translation>没有零头可用：最后几份优惠可能不适合接近上限的用户。</translation>
    </message>
    <message>
        <source>All discounts are the same, or nearly so.</source>
        <translation>所有优惠相同或几乎相同。</translation>
    </message>
    <message numerus="yes">
        <source>%1 places</source>
        <translation>
            <numerusform>%1 个名额</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 draws</source>
        <translation>
            <numerusform>%1 次抽取</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>GivingTexts</name>
    <message numerus="yes">
        <source>Reassign %1 orders</source>
        <translation>
            <numerusform>改派 %1 个订单</numerusform>
        </translation>
    </message>
    <message>
        <source>%1: %2.</source>
        <comment>what was done, what became of it</comment>
        <translation>%1：%2。</translation>
    </message>
    <message>
        <source>, </source>
        <comment>between numbers of orders</comment>
        <translation>、</translation>
    </message>
    <message>
        <source>%1 and %2 more.</source>
        <comment>numbers of orders, count</comment>
        <translation>%1 等，另有 %2 单。</translation>
    </message>
    <message>
        <source>%1.</source>
        <comment>numbers of orders</comment>
        <translation>%1。</translation>
    </message>
    <message>
        <source>goes back to %1</source>
        <translation>交还给%1</translation>
    </message>
    <message>
        <source>Undo the reassignment</source>
        <translation>撤回改派</translation>
    </message>
    <message>
        <source>Each order goes back to the courier who had it, if it has not moved on.</source>
        <translation>每个订单退回原骑手，状态已变化的除外。</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>撤回</translation>
    </message>
    <message>
        <source>Wrong order</source>
        <translation>选错订单</translation>
    </message>
    <message>
        <source>Wrong courier</source>
        <translation>选错骑手</translation>
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
        <source>%1 will be given to %2.</source>
        <translation>%1将交给 %2。</translation>
    </message>
    <message>
        <source>The weight of %1 goes down by one step for each order; that of the current courier goes back up.</source>
        <translation>每单使 %1 的权重减一步，现骑手的权重加回一步。</translation>
    </message>
    <message>
        <source>Never to the current courier, whose weight goes back up by one step; that of the new one goes down.</source>
        <translation>不会再派给现骑手：其权重加回一步，新骑手的权重减一步。</translation>
    </message>
    <message>
        <source>goes to %1</source>
        <translation>交给 %1</translation>
    </message>
    <message>
        <source>goes to the next fairest</source>
        <translation>交给下一位最应派单的骑手</translation>
    </message>
    <message numerus="yes">
        <source>%1 orders go to the next fairest couriers.</source>
        <translation>
            <numerusform>%1 个订单将分别交给下一位最应派单的骑手。</numerusform>
        </translation>
    </message>
    <message>
        <source>The weight of %1 goes down by one step for each order.</source>
        <translation>每个订单使 %1 的权重下降一步。</translation>
    </message>
    <message>
        <source>The weight of a courier goes down by one step for each order.</source>
        <translation>每个订单使骑手的权重下降一步。</translation>
    </message>
    <message>
        <source>Also beyond the load limit of %1 (%2)</source>
        <translation>即使超出%1的接单上限（%2）</translation>
    </message>
</context>
<context>
    <name>MoreTimeTexts</name>
    <message numerus="yes">
        <source>%1 late orders</source>
        <translation>
            <numerusform>%1 个超时订单</numerusform>
        </translation>
    </message>
    <message>
        <source>not late until then</source>
        <translation>在此之前不算超时</translation>
    </message>
    <message>
        <source>Give more time…</source>
        <translation>延长时限…</translation>
    </message>
    <message>
        <source>Give more time</source>
        <translation>延长时限</translation>
    </message>
    <message>
        <source>%1 will not be late until then.</source>
        <comment>n orders</comment>
        <translation>%1 在此之前不算超时。</translation>
    </message>
    <message>
        <source>A delay counts from now. Alerts of these orders are resolved.</source>
        <translation>延迟从现在算起。这些订单的告警将被解除。</translation>
    </message>
    <message>
        <source>Time until</source>
        <translation>延长至</translation>
    </message>
</context>
<context>
    <name>OrderNoteTexts</name>
    <message>
        <source>Write a note…</source>
        <translation>写备注…</translation>
    </message>
    <message>
        <source>Write a note</source>
        <translation>写备注</translation>
    </message>
    <message>
        <source>A note stays in the order&apos;s history and cannot be changed.</source>
        <translation>备注会保留在订单的历史记录中，不能修改。</translation>
    </message>
    <message>
        <source>Write</source>
        <translation>写入</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>备注</translation>
    </message>
    <message>
        <source>Who was called, what was agreed</source>
        <translation>联系了谁、怎样商定</translation>
    </message>
</context>
<context>
    <name>CaseTexts</name>
    <message>
        <source>Nobody</source>
        <translation>无</translation>
    </message>
    <message>
        <source>Clerk</source>
        <translation>处理人</translation>
    </message>
    <message>
        <source>Assign</source>
        <translation>分派</translation>
    </message>
    <message>
        <source>%1 will be assigned.</source>
        <comment>n returns</comment>
        <translation>将分派 %1。</translation>
    </message>
    <message>
        <source>The clerk is named by login, and finds them by &quot;My queue&quot;. An empty field assigns them to nobody.</source>
        <translation>按登录名指定处理人，处理人可在“我的队列”中找到。留空表示不分派给任何人。</translation>
    </message>
    <message>
        <source>Write a note</source>
        <translation>写备注</translation>
    </message>
    <message>
        <source>A note stays in the history and cannot be changed.</source>
        <translation>备注会保留在历史记录中，不能修改。</translation>
    </message>
    <message>
        <source>Write</source>
        <translation>写入</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>备注</translation>
    </message>
    <message>
        <source>Who was called, what was agreed</source>
        <translation>联系了谁、怎样商定</translation>
    </message>
    <message>
        <source>Return</source>
        <translation>退货</translation>
    </message>
    <message>
        <source>Order</source>
        <translation>订单</translation>
    </message>
    <message>
        <source>Assign…</source>
        <translation>分派…</translation>
    </message>
    <message>
        <source>Write a note…</source>
        <translation>写备注…</translation>
    </message>
</context>
<context>
    <name>ChangePassword</name>
    <message>
        <source>Change my password</source>
        <translation>修改我的密码</translation>
    </message>
    <message>
        <source>You are signed out in all other windows.</source>
        <translation>您在其他窗口将退出登录。</translation>
    </message>
    <message>
        <source>Change the password</source>
        <translation>修改密码</translation>
    </message>
    <message>
        <source>Current password</source>
        <translation>当前密码</translation>
    </message>
    <message>
        <source>Enter your current password.</source>
        <translation>请输入当前密码。</translation>
    </message>
    <message>
        <source>New password</source>
        <translation>新密码</translation>
    </message>
    <message>
        <source>Your password is changed.</source>
        <translation>密码已修改。</translation>
    </message>
</context>
<context>
    <name>Counted</name>
    <message numerus="yes">
        <source>%1 orders</source>
        <translation>
            <numerusform>%1 个订单</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 couriers</source>
        <translation>
            <numerusform>%1 名骑手</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 messages</source>
        <translation>
            <numerusform>%1 条消息</numerusform>
        </translation>
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
        <source>No database server answers at this address.</source>
        <translation>该地址没有数据库服务器应答。</translation>
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
    <name>DeadLetters</name>
    <message>
        <source>First assignment</source>
        <translation>首次派单</translation>
    </message>
    <message>
        <source>Reassignment</source>
        <translation>改派</translation>
    </message>
    <message>
        <source>Orders that wait on a campus</source>
        <translation>校区内等待派单的订单</translation>
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
    <message>
        <source>Dead letters</source>
        <translation>死信</translation>
    </message>
    <message>
        <source>No dead letters.</source>
        <translation>没有死信。</translation>
    </message>
    <message>
        <source>No message matches the filter.</source>
        <translation>没有符合条件的消息。</translation>
    </message>
    <message>
        <source>Export dead letters</source>
        <translation>导出死信</translation>
    </message>
    <message>
        <source>Order, reason or message</source>
        <translation>订单、原因或消息</translation>
    </message>
    <message>
        <source>Retry</source>
        <translation>重试</translation>
    </message>
    <message>
        <source>Try the selected messages again</source>
        <translation>重试所选消息</translation>
    </message>
    <message>
        <source>Assign by hand…</source>
        <translation>手动派单…</translation>
    </message>
    <message>
        <source>Give the order of the message to one courier</source>
        <translation>将该消息的订单交给一名骑手</translation>
    </message>
    <message>
        <source>Nothing to do: no message was given up.</source>
        <translation>无需操作：没有被放弃的消息。</translation>
    </message>
    <message>
        <source>tried again, attempts start over</source>
        <translation>重新尝试，次数从头计起</translation>
    </message>
    <message>
        <source>%1 will be retried.</source>
        <translation>%1将重试。</translation>
    </message>
    <message>
        <source>The cause is fixed</source>
        <translation>问题已修复</translation>
    </message>
    <message>
        <source>One more try</source>
        <translation>再试一次</translation>
    </message>
    <message>
        <source>waits</source>
        <translation>等待处理</translation>
    </message>
    <message>
        <source>Now</source>
        <translation>当前状态</translation>
    </message>
</context>
<context>
    <name>DelayTexts</name>
    <message>
        <source>Enter a delay.</source>
        <translation>请填写延迟时间。</translation>
    </message>
    <message>
        <source>A delay cannot be negative.</source>
        <translation>延迟时间不能为负。</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is not a delay. Write it like 30 s, 5 min or 1 h 30 min.</source>
        <translation>无法识别的延迟时间：“%1”。请写成 30 s、5 min 或 1 h 30 min。</translation>
    </message>
    <message>
        <source>Add a unit: ms, s, min, h or d.</source>
        <translation>请加上单位：ms、s、min、h 或 d。</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is not a unit. Use ms, s, min, h or d.</source>
        <translation>无此单位：“%1”。请用 ms、s、min、h 或 d。</translation>
    </message>
    <message>
        <source>The same unit is used twice.</source>
        <translation>同一单位出现了两次。</translation>
    </message>
    <message>
        <source>Delays are whole milliseconds.</source>
        <translation>延迟时间须为整毫秒。</translation>
    </message>
    <message>
        <source>At most %1.</source>
        <translation>最多 %1。</translation>
    </message>
    <message>
        <source>At least %1.</source>
        <translation>至少 %1。</translation>
    </message>
    <message>
        <source>%1 s</source>
        <translation>%1 秒</translation>
    </message>
    <message>
        <source>%1 d</source>
        <translation>%1 天</translation>
    </message>
    <message>
        <source>%1 h</source>
        <translation>%1 小时</translation>
    </message>
    <message>
        <source>%1 min</source>
        <translation>%1 分</translation>
    </message>
    <message>
        <source>%1 ms</source>
        <translation>%1 毫秒</translation>
    </message>
</context>
<context>
    <name>EngineWords</name>
    <message>
        <source>English</source>
        <comment>the name of the language that is shown</comment>
        <translation>简体中文</translation>
    </message>
    <message>
        <source>no such order</source>
        <translation>没有该订单</translation>
    </message>
    <message>
        <source>no such courier</source>
        <translation>没有该骑手</translation>
    </message>
    <message>
        <source>no such campus</source>
        <translation>没有该校区</translation>
    </message>
    <message>
        <source>no such campaign</source>
        <translation>没有该活动</translation>
    </message>
    <message>
        <source>no such activity</source>
        <translation>没有该秒杀</translation>
    </message>
    <message>
        <source>no such alert</source>
        <translation>没有该告警</translation>
    </message>
    <message>
        <source>no such dead letter</source>
        <translation>没有该死信</translation>
    </message>
    <message>
        <source>no such deduction</source>
        <translation>没有该库存扣减</translation>
    </message>
    <message>
        <source>no such delivery</source>
        <translation>没有该投递</translation>
    </message>
    <message>
        <source>no such draw</source>
        <translation>没有该抽取记录</translation>
    </message>
    <message>
        <source>no such message</source>
        <translation>没有该消息</translation>
    </message>
    <message>
        <source>no such person</source>
        <translation>没有该人员</translation>
    </message>
    <message>
        <source>no such refund</source>
        <translation>没有该退款</translation>
    </message>
    <message>
        <source>no such return</source>
        <translation>没有该退货</translation>
    </message>
    <message>
        <source>no such task</source>
        <translation>没有该任务</translation>
    </message>
    <message>
        <source>no such token</source>
        <translation>没有该令牌</translation>
    </message>
    <message>
        <source>no such webhook</source>
        <translation>没有该 Webhook</translation>
    </message>
    <message>
        <source>no such time zone</source>
        <translation>没有该时区</translation>
    </message>
    <message>
        <source>a user is missing</source>
        <translation>缺少用户</translation>
    </message>
    <message>
        <source>a role is named twice</source>
        <translation>同一角色重复出现</translation>
    </message>
    <message>
        <source>a name is needed</source>
        <translation>需要填写名称</translation>
    </message>
    <message>
        <source>a reason is needed</source>
        <translation>需要填写原因</translation>
    </message>
    <message>
        <source>a reference is needed</source>
        <translation>需要填写凭证号</translation>
    </message>
    <message>
        <source>a worker is needed</source>
        <translation>需要指定后台进程</translation>
    </message>
    <message>
        <source>a failed delivery needs a reason</source>
        <translation>配送失败需要填写原因</translation>
    </message>
    <message>
        <source>a courier belongs to one campus</source>
        <translation>一名骑手只属于一个校区</translation>
    </message>
    <message>
        <source>a courier cannot change its campus (%1)</source>
        <translation>骑手不能更换校区（%1）</translation>
    </message>
    <message>
        <source>the courier belongs to campus %1</source>
        <translation>该骑手属于校区 %1</translation>
    </message>
    <message>
        <source>the courier is off duty</source>
        <translation>该骑手已下班</translation>
    </message>
    <message>
        <source>the order already has this courier</source>
        <translation>该订单已由这名骑手配送</translation>
    </message>
    <message>
        <source>the order belongs to another courier</source>
        <translation>该订单属于另一名骑手</translation>
    </message>
    <message>
        <source>the order has not reached this epoch</source>
        <translation>该订单还没有这一轮派单</translation>
    </message>
    <message>
        <source>the message is of an epoch that the order has not reached</source>
        <translation>该消息所指的派单轮次尚未出现</translation>
    </message>
    <message>
        <source>only a paid, open order can be reassigned</source>
        <translation>只有已支付且未结束的订单可以改派</translation>
    </message>
    <message>
        <source>the order had no courier before</source>
        <translation>该订单此前没有骑手</translation>
    </message>
    <message>
        <source>the order was reassigned</source>
        <translation>该订单已改派</translation>
    </message>
    <message>
        <source>the order was reassigned again meanwhile</source>
        <translation>该订单期间又被改派</translation>
    </message>
    <message>
        <source>dispatch of the campus is paused</source>
        <translation>该校区已暂停派单</translation>
    </message>
    <message>
        <source>dispatch is paused, so no courier would get the order</source>
        <translation>派单已暂停，订单不会分配给骑手</translation>
    </message>
    <message>
        <source>no courier is on duty</source>
        <translation>没有骑手在岗</translation>
    </message>
    <message>
        <source>no other courier is on duty</source>
        <translation>没有其他骑手在岗</translation>
    </message>
    <message>
        <source>this message is not one of dispatch</source>
        <translation>该消息与派单无关</translation>
    </message>
    <message>
        <source>the difference of courier %1 is another one than was previewed</source>
        <translation>骑手 %1 的差值与预览时不同</translation>
    </message>
    <message>
        <source>the weight of courier %1 was calibrated meanwhile</source>
        <translation>骑手 %1 的权重期间已被校准</translation>
    </message>
    <message>
        <source>the order is not paid</source>
        <translation>该订单未付款</translation>
    </message>
    <message>
        <source>the order is closed</source>
        <translation>该订单已关闭</translation>
    </message>
    <message>
        <source>the order can no longer be closed</source>
        <translation>该订单已不能关闭</translation>
    </message>
    <message>
        <source>the order number is taken</source>
        <translation>该订单号已被使用</translation>
    </message>
    <message>
        <source>the order has no open timer</source>
        <translation>该订单没有进行中的定时</translation>
    </message>
    <message>
        <source>the order is not late</source>
        <translation>该订单没有超时</translation>
    </message>
    <message>
        <source>its limit was changed meanwhile</source>
        <translation>它的时限期间已被他人更改</translation>
    </message>
    <message>
        <source>the timer has not failed</source>
        <translation>该定时没有失败</translation>
    </message>
    <message>
        <source>not possible in this status</source>
        <translation>此状态下不可操作</translation>
    </message>
    <message>
        <source>imported orders have no draw</source>
        <translation>导入的订单不能使用抽取的优惠</translation>
    </message>
    <message>
        <source>the key was used for another order</source>
        <translation>该键已用于另一个订单</translation>
    </message>
    <message>
        <source>the key was used for another refund</source>
        <translation>该键已用于另一笔退款</translation>
    </message>
    <message>
        <source>the key was used for another request</source>
        <translation>该键已用于另一个请求</translation>
    </message>
    <message>
        <source>the key was used for another user</source>
        <translation>该键已用于另一个用户</translation>
    </message>
    <message>
        <source>the payment number was used for another order or amount</source>
        <translation>该付款号已用于另一个订单或金额</translation>
    </message>
    <message>
        <source>the number was used for another return</source>
        <translation>该编号已用于另一个退货</translation>
    </message>
    <message>
        <source>the %1 was changed meanwhile</source>
        <translation>%1 期间已被他人更改</translation>
    </message>
    <message>
        <source>the %1 was dealt with meanwhile</source>
        <translation>%1 期间已被处理</translation>
    </message>
    <message>
        <source>the position is taken</source>
        <translation>该位置已被占用</translation>
    </message>
    <message>
        <source>must be at most 120 positions</source>
        <translation>最多 120 个位置</translation>
    </message>
    <message>
        <source>the program ends</source>
        <translation>程序正在结束</translation>
    </message>
    <message>
        <source>what answers there is not etcd</source>
        <translation>应答的不是 etcd</translation>
    </message>
    <message>
        <source>etcd cannot be reached: %1</source>
        <translation>无法连接 etcd：%1</translation>
    </message>
    <message>
        <source>etcd does not tell what changes: %1</source>
        <translation>etcd 不通知变更：%1</translation>
    </message>
    <message>
        <source>etcd does not know the user</source>
        <translation>etcd 不认识该用户</translation>
    </message>
    <message>
        <source>etcd does not let the user do this</source>
        <translation>etcd 不允许该用户执行此操作</translation>
    </message>
    <message>
        <source>etcd refuses the user or the password</source>
        <translation>etcd 拒绝了用户名或密码</translation>
    </message>
    <message>
        <source>etcd has no users: leave the one of the address out</source>
        <translation>etcd 没有设置用户：请去掉地址中的用户名</translation>
    </message>
    <message>
        <source>this is no address of the form etcd://host:port,host:port</source>
        <translation>地址格式应为 etcd://主机:端口,主机:端口</translation>
    </message>
    <message>
        <source>the address of the membership begins with etcd://</source>
        <translation>成员服务的地址以 etcd:// 开头</translation>
    </message>
    <message>
        <source>a password does not belong in the address</source>
        <translation>密码不应写在地址中</translation>
    </message>
    <message>
        <source>the name in front of @ is not that of a user</source>
        <translation>@ 前面不是有效的用户名</translation>
    </message>
    <message>
        <source>others are among them</source>
        <translation>其中有其他内容</translation>
    </message>
    <message>
        <source>another worker was quicker</source>
        <translation>另一个后台进程先处理了</translation>
    </message>
    <message>
        <source>another worker has it</source>
        <translation>由另一个后台进程处理</translation>
    </message>
    <message>
        <source>another worker has it now</source>
        <translation>现由另一个后台进程处理</translation>
    </message>
    <message>
        <source>at least one position, and none twice</source>
        <translation>至少一个位置，且不能重复</translation>
    </message>
    <message>
        <source>must be after now, and within 10 years</source>
        <translation>须晚于现在，且在 10 年以内</translation>
    </message>
    <message>
        <source>must be after the start time</source>
        <translation>须晚于开始时间</translation>
    </message>
    <message>
        <source>must be after the start</source>
        <translation>须晚于开始时间</translation>
    </message>
    <message>
        <source>must be at most 366 days after the start time</source>
        <translation>须在开始时间后的 366 天以内</translation>
    </message>
    <message>
        <source>must not be in the past</source>
        <translation>不能早于现在</translation>
    </message>
    <message>
        <source>has passed: it must be later than %1</source>
        <translation>已经过去：须晚于 %1</translation>
    </message>
    <message>
        <source>engine time cannot be turned back here</source>
        <translation>此处不能回拨引擎时间</translation>
    </message>
    <message>
        <source>engine time is not ahead of the machine&apos;s clock</source>
        <translation>引擎时间没有超前于本机时钟</translation>
    </message>
    <message>
        <source>must be %1 to %2</source>
        <translation>须在 %1 到 %2 之间</translation>
    </message>
    <message>
        <source>must be 0 or more</source>
        <translation>须为 0 或以上</translation>
    </message>
    <message>
        <source>must be at least 1</source>
        <translation>须至少为 1</translation>
    </message>
    <message>
        <source>must not be negative</source>
        <translation>不能为负数</translation>
    </message>
    <message>
        <source>must be divisible by 10</source>
        <translation>须能被 10 整除</translation>
    </message>
    <message>
        <source>must be 1 to 200 characters</source>
        <translation>须为 1 到 200 个字符</translation>
    </message>
    <message>
        <source>is longer than %1 characters</source>
        <translation>超过 %1 个字符</translation>
    </message>
    <message>
        <source>is missing</source>
        <translation>缺失</translation>
    </message>
    <message>
        <source>is given twice</source>
        <translation>重复出现</translation>
    </message>
    <message>
        <source>is named twice</source>
        <translation>重复出现</translation>
    </message>
    <message>
        <source>draws of the campaign are under way; try again</source>
        <translation>该活动有抽取正在进行，请重试</translation>
    </message>
    <message>
        <source>contains control characters</source>
        <translation>含有控制字符</translation>
    </message>
    <message>
        <source>is not a decimal number</source>
        <translation>不是十进制数</translation>
    </message>
    <message>
        <source>is not a known value</source>
        <translation>不是已知的值</translation>
    </message>
    <message>
        <source>is not a positive number</source>
        <translation>不是正数</translation>
    </message>
    <message>
        <source>is not valid UTF-8</source>
        <translation>含有无效字符</translation>
    </message>
    <message>
        <source>is not part of the return</source>
        <translation>不在该退货中</translation>
    </message>
    <message>
        <source>is not in the catalogue</source>
        <translation>不在商品目录中</translation>
    </message>
    <message>
        <source>has a fraction below the smallest unit of the currency</source>
        <translation>小数位多于该货币的最小单位</translation>
    </message>
    <message>
        <source>is above the largest amount</source>
        <translation>超过最大金额</translation>
    </message>
    <message>
        <source>is above the largest amount, %1</source>
        <translation>超过最大金额 %1</translation>
    </message>
    <message>
        <source>the amount is too large</source>
        <translation>金额过大</translation>
    </message>
    <message>
        <source>the ledger cannot hold more</source>
        <translation>总账已无法容纳更多</translation>
    </message>
    <message>
        <source>the stock would be too large</source>
        <translation>库存会过大</translation>
    </message>
    <message>
        <source>at most %1 alerts by their ids</source>
        <translation>按编号最多 %1 条告警</translation>
    </message>
    <message>
        <source>at most 1000 orders</source>
        <translation>最多 1000 个订单</translation>
    </message>
    <message>
        <source>is not a cursor from an earlier answer</source>
        <translation>翻页位置已失效</translation>
    </message>
    <message>
        <source>only in order of placing</source>
        <translation>只能按下单先后排列</translation>
    </message>
    <message>
        <source>only of orders that are late</source>
        <translation>只适用于超时订单</translation>
    </message>
    <message>
        <source>only in the order that the list has by itself</source>
        <translation>只能按列表本来的顺序排列</translation>
    </message>
    <message>
        <source>must not begin or end with a space</source>
        <translation>开头和结尾不能有空格</translation>
    </message>
    <message>
        <source>contains a character that is not allowed in a name</source>
        <translation>含有名称中不允许的字符</translation>
    </message>
    <message>
        <source>is reserved for the program</source>
        <translation>是程序保留的名称</translation>
    </message>
    <message>
        <source>is not an IP address</source>
        <translation>不是有效的网络地址</translation>
    </message>
    <message>
        <source>must be a UUID, as in 123e4567-e89b-12d3-a456-426614174000</source>
        <translation>须为 UUID，例如 123e4567-e89b-12d3-a456-426614174000</translation>
    </message>
    <message>
        <source>must be 1 to 40 of a-z, 0-9, &apos;-&apos;, &apos;.&apos;, &apos;_&apos;</source>
        <translation>须为 1 到 40 个字符，只能是 a-z、0-9、-、. 和 _</translation>
    </message>
    <message>
        <source>is in a workspace folder, where only the program writes</source>
        <translation>位于工作区文件夹内，那里只由程序写入</translation>
    </message>
    <message>
        <source>is a secret</source>
        <translation>是密钥文件</translation>
    </message>
    <message>
        <source>the activity is sold out</source>
        <translation>该秒杀已售罄</translation>
    </message>
    <message>
        <source>the activity is not on sale</source>
        <translation>该秒杀不在销售中</translation>
    </message>
    <message>
        <source>an activity with this ID exists</source>
        <translation>已有相同 ID 的秒杀</translation>
    </message>
    <message>
        <source>the product is out of stock</source>
        <translation>该商品库存为 0</translation>
    </message>
    <message>
        <source>the product has only %1 in stock, %2 are needed</source>
        <translation>该商品库存只有 %1 份，需要 %2 份</translation>
    </message>
    <message>
        <source>cannot be changed once the activity is %1</source>
        <translation>秒杀处于“%1”时不能更改</translation>
    </message>
    <message>
        <source>the user already has one</source>
        <translation>该用户已抢到一份</translation>
    </message>
    <message>
        <source>it has no order: release it instead</source>
        <translation>它没有订单：请改为释放</translation>
    </message>
    <message>
        <source>its order exists: cancel the order instead</source>
        <translation>它的订单已存在：请改为取消订单</translation>
    </message>
    <message>
        <source>the message is not pending</source>
        <translation>该消息不在等待处理</translation>
    </message>
    <message>
        <source>is not started</source>
        <translation>尚未开始</translation>
    </message>
    <message>
        <source>a campaign with this ID exists</source>
        <translation>已有相同 ID 的活动</translation>
    </message>
    <message>
        <source>it is not %1</source>
        <translation>它不是“%1”</translation>
    </message>
    <message>
        <source>only a draft can be removed</source>
        <translation>只有草稿可以删除</translation>
    </message>
    <message>
        <source>it was started before</source>
        <translation>它已经开始过</translation>
    </message>
    <message>
        <source>it is not running</source>
        <translation>它不在进行中</translation>
    </message>
    <message>
        <source>can no longer be changed: the campaign is %1; copy it instead</source>
        <translation>活动处于“%1”，不能再更改；请改为复制</translation>
    </message>
    <message>
        <source>may only be raised: at least %1</source>
        <translation>只能调高：至少 %1</translation>
    </message>
    <message>
        <source>there are more places than the budget has units: each place needs at least 1</source>
        <translation>名额多于预算的最小单位数：每个名额至少需要 1</translation>
    </message>
    <message>
        <source>is more than all places at the largest discount can give away</source>
        <translation>超过全部名额按最高优惠可发出的总额</translation>
    </message>
    <message>
        <source>another order has used the draw</source>
        <translation>另一个订单已使用该优惠</translation>
    </message>
    <message>
        <source>the draw belongs to another user</source>
        <translation>该优惠属于另一个用户</translation>
    </message>
    <message>
        <source>the draw belongs to another user or campaign</source>
        <translation>该优惠属于另一个用户或活动</translation>
    </message>
    <message>
        <source>the draw was decided meanwhile</source>
        <translation>该抽取期间已有结果</translation>
    </message>
    <message>
        <source>somebody else is at work on it</source>
        <translation>其他处理者正在处理</translation>
    </message>
    <message>
        <source>the lock has run out</source>
        <translation>锁已到期</translation>
    </message>
    <message>
        <source>the discount of %1 is more than the order is worth, %2</source>
        <translation>优惠 %1 超过订单金额 %2</translation>
    </message>
    <message>
        <source>an order has used it; it comes back when the order is closed</source>
        <translation>已有订单使用它；订单关闭后自动退回</translation>
    </message>
    <message>
        <source>the draw was given back: no order used it in time</source>
        <translation>该优惠已退回：没有订单及时使用</translation>
    </message>
    <message>
        <source>it was given back</source>
        <translation>它已退回</translation>
    </message>
    <message>
        <source>nothing was granted</source>
        <translation>没有发出优惠</translation>
    </message>
    <message>
        <source>only %1 can still be returned</source>
        <translation>还可退 %1 份</translation>
    </message>
    <message>
        <source>only %1 of %2 can still be returned</source>
        <translation>%2 还可退 %1 份</translation>
    </message>
    <message>
        <source>everything was already returned or requested</source>
        <translation>全部已退货或已申请退货</translation>
    </message>
    <message>
        <source>everything in the order was returned</source>
        <translation>该订单已全部退货</translation>
    </message>
    <message>
        <source>the units of %1 are in another return now</source>
        <translation>%1 的这些份数现在在另一个退货中</translation>
    </message>
    <message>
        <source>they are in another return</source>
        <translation>它们在另一个退货中</translation>
    </message>
    <message>
        <source>only %1 can still be refunded</source>
        <translation>还可退款 %1</translation>
    </message>
    <message>
        <source>the refund has left</source>
        <translation>退款已发出</translation>
    </message>
    <message>
        <source>the return is decided already</source>
        <translation>该退货已有审核结果</translation>
    </message>
    <message>
        <source>the return&apos;s status does not allow it</source>
        <translation>该退货的状态不允许此操作</translation>
    </message>
    <message>
        <source>the return is not approved</source>
        <translation>该退货未获批准</translation>
    </message>
    <message>
        <source>the goods&apos; state does not allow it</source>
        <translation>货物的状态不允许此操作</translation>
    </message>
    <message>
        <source>the goods are received</source>
        <translation>货物已收到</translation>
    </message>
    <message>
        <source>all of the order came back, and so did its discount</source>
        <translation>整个订单已退回，优惠也随之退回</translation>
    </message>
    <message>
        <source>nothing was decided</source>
        <translation>还没有审核结果</translation>
    </message>
    <message>
        <source>what is owed by rule stays owed</source>
        <translation>按规则应退的款项不能取消</translation>
    </message>
    <message>
        <source>all money of a closed order goes back</source>
        <translation>已关闭订单的款项须全部退回</translation>
    </message>
    <message>
        <source>somebody other than the requester must approve this</source>
        <translation>须由申请人以外的人批准</translation>
    </message>
    <message>
        <source>a second person must approve this</source>
        <translation>须由第二个人批准</translation>
    </message>
    <message>
        <source>you cannot do this to yourself; ask another administrator</source>
        <translation>不能对自己执行此操作；请找另一位管理员</translation>
    </message>
    <message>
        <source>the first approver approved other units</source>
        <translation>第一位审核人批准的份数不同</translation>
    </message>
    <message>
        <source>at least one unit must be approved</source>
        <translation>至少批准一份</translation>
    </message>
    <message>
        <source>the returned units were already sold again</source>
        <translation>退回的货物已再次售出</translation>
    </message>
    <message>
        <source>no order of this user has this SKU</source>
        <translation>该用户的订单中没有该 SKU</translation>
    </message>
    <message>
        <source>the deduction has no such SKU</source>
        <translation>该库存扣减中没有该 SKU</translation>
    </message>
    <message>
        <source>the deduction is not of this order</source>
        <translation>该库存扣减不属于该订单</translation>
    </message>
    <message>
        <source>no worker sends such a refund</source>
        <translation>没有后台进程发送这种退款</translation>
    </message>
    <message>
        <source>must not be below the first threshold</source>
        <translation>不能低于第一道门槛</translation>
    </message>
    <message>
        <source>must be higher than the limit before it</source>
        <translation>必须高于前一道门槛</translation>
    </message>
    <message>
        <source>the workspace needs a policy</source>
        <translation>工作区必须有一项规则</translation>
    </message>
    <message>
        <source>this login is taken</source>
        <translation>该登录名已被使用</translation>
    </message>
    <message>
        <source>this name is, or was, used by another token</source>
        <translation>该名称已用于或曾用于另一个令牌</translation>
    </message>
    <message>
        <source>there is a member by this id</source>
        <translation>已有相同编号的成员</translation>
    </message>
    <message>
        <source>at least one person must be able to sign in and manage people</source>
        <translation>至少要有一人可以登录并管理人员</translation>
    </message>
    <message>
        <source>at least one scope is needed</source>
        <translation>至少选择一项权限范围</translation>
    </message>
    <message>
        <source>there are %1 tokens already</source>
        <translation>已有 %1 个令牌</translation>
    </message>
    <message>
        <source>there are already 100 webhooks</source>
        <translation>已有 100 个 Webhook</translation>
    </message>
    <message>
        <source>the token is already revoked</source>
        <translation>该令牌已吊销</translation>
    </message>
    <message>
        <source>the token is unknown or was revoked</source>
        <translation>令牌不存在或已吊销</translation>
    </message>
    <message>
        <source>sign in again</source>
        <translation>请重新登录</translation>
    </message>
    <message>
        <source>is not valid text</source>
        <translation>不是有效的文本</translation>
    </message>
    <message>
        <source>the service&apos;s certificate is not trusted</source>
        <translation>服务的证书不受信任</translation>
    </message>
    <message>
        <source>a service has no import clock</source>
        <translation>服务没有导入时钟</translation>
    </message>
    <message>
        <source>only inside of the service</source>
        <translation>只能在服务内部进行</translation>
    </message>
    <message>
        <source>must be ADDRESS:PORT</source>
        <translation>须为 地址:端口</translation>
    </message>
    <message>
        <source>the service cannot be reached</source>
        <translation>连接不上服务</translation>
    </message>
    <message>
        <source>another machine is spoken to by TLS only: leave http:// out</source>
        <translation>与其他机器只能加密通信：请去掉 http://</translation>
    </message>
    <message>
        <source>the service speaks without encryption, and takes consoles from its own machine only</source>
        <translation>该服务未加密，只接受本机的控制台</translation>
    </message>
    <message>
        <source>the service seems to expect encryption: put https:// before its address</source>
        <translation>该服务似乎要求加密：请在地址前加上 https://</translation>
    </message>
    <message>
        <source>the line to the service was cut</source>
        <translation>与服务的连接已断开</translation>
    </message>
    <message>
        <source>this service stands by; %1</source>
        <translation>此服务处于待命状态；%1</translation>
    </message>
    <message>
        <source>%1 (since %2) runs the workspace</source>
        <translation>工作区正由 %1 运行（自 %2 起）</translation>
    </message>
    <message>
        <source>nobody is signed in</source>
        <translation>无人登录</translation>
    </message>
    <message>
        <source>too many calls of this line have no answer yet</source>
        <translation>此连接未答复的请求过多</translation>
    </message>
    <message>
        <source>is too much for one message</source>
        <translation>一条消息放不下</translation>
    </message>
    <message>
        <source>are too many for one message to the service; ask for at most %1 at a time</source>
        <translation>一次发给服务的条数过多，每次最多 %1 条</translation>
    </message>
    <message>
        <source>%1 lacks the permission</source>
        <translation>%1 没有权限</translation>
    </message>
    <message>
        <source>%1 has not signed in</source>
        <translation>%1 未登录</translation>
    </message>
    <message>
        <source>%1 is no longer signed in</source>
        <translation>%1 已退出登录</translation>
    </message>
    <message>
        <source>locked after too many failed attempts</source>
        <translation>失败次数过多，已锁定</translation>
    </message>
    <message>
        <source>wait a moment before trying again</source>
        <translation>请稍等再试</translation>
    </message>
    <message>
        <source>the password contains invalid characters</source>
        <translation>密码含有无效字符</translation>
    </message>
    <message>
        <source>the password is too easy to guess</source>
        <translation>密码太容易被猜到</translation>
    </message>
    <message>
        <source>the password needs at least 10 characters</source>
        <translation>密码至少需要 10 个字符</translation>
    </message>
    <message>
        <source>the password may have at most 256 characters</source>
        <translation>密码最多 256 个字符</translation>
    </message>
    <message>
        <source>the password is a sequence or a repetition</source>
        <translation>密码是连续或重复的字符</translation>
    </message>
    <message>
        <source>the password is too similar to a name</source>
        <translation>密码与名称过于相似</translation>
    </message>
    <message>
        <source>the password is a common one</source>
        <translation>密码过于常见</translation>
    </message>
    <message>
        <source>choose at least one event, not the test event</source>
        <translation>至少选择一个事件（测试事件除外）</translation>
    </message>
    <message>
        <source>each event can be chosen once</source>
        <translation>每个事件只能选择一次</translation>
    </message>
    <message>
        <source>must be https, or http to this machine</source>
        <translation>须为 https，或指向本机的 http</translation>
    </message>
    <message>
        <source>must be an address that begins with https://</source>
        <translation>须为以 https:// 开头的地址</translation>
    </message>
    <message>
        <source>must not have spaces or line breaks in it</source>
        <translation>不能含有空格或换行</translation>
    </message>
    <message>
        <source>must not have a user or a password in it</source>
        <translation>不能含有用户名或密码</translation>
    </message>
    <message>
        <source>must not have a #fragment</source>
        <translation>不能含有 # 片段</translation>
    </message>
    <message>
        <source>has no host, or a port that is not valid</source>
        <translation>没有主机名，或端口无效</translation>
    </message>
    <message>
        <source>has a host that is neither a name nor an address</source>
        <translation>主机名无效</translation>
    </message>
    <message>
        <source>the name belongs to this machine or its network, which is not allowed for this endpoint</source>
        <translation>该名称属于本机或本地网络，不允许用于此 Webhook</translation>
    </message>
    <message>
        <source>the address belongs to this machine or its network, which is not allowed for this endpoint</source>
        <translation>该地址属于本机或本地网络，不允许用于此 Webhook</translation>
    </message>
    <message>
        <source>no endpoint can have this address</source>
        <translation>该地址不能用于 Webhook</translation>
    </message>
    <message>
        <source>is not encrypted, which is not allowed for this endpoint</source>
        <translation>未加密，不允许用于此 Webhook</translation>
    </message>
    <message>
        <source>is not encrypted, which is not allowed for this endpoint; %1</source>
        <translation>未加密，不允许用于此 Webhook；%1</translation>
    </message>
    <message>
        <source>must be &quot;whsec_&quot; and base64 of 24 to 64 bytes</source>
        <translation>须为 “whsec_” 加 24 到 64 字节的 base64</translation>
    </message>
    <message>
        <source>the webhook is disabled or was removed</source>
        <translation>该 Webhook 已停用或已移除</translation>
    </message>
    <message>
        <source>its webhook was removed</source>
        <translation>它的 Webhook 已移除</translation>
    </message>
    <message>
        <source>it is not waiting to be sent</source>
        <translation>它不在等待发送</translation>
    </message>
    <message>
        <source>its task no longer exists</source>
        <translation>它的任务已不存在</translation>
    </message>
    <message>
        <source>the key&apos;s name is sent in a header and must be ASCII</source>
        <translation>密钥名称随请求头发送，只能用英文字母、数字和符号</translation>
    </message>
    <message>
        <source>the secret that signs refunds is empty</source>
        <translation>用于退款签名的密钥为空</translation>
    </message>
    <message>
        <source>the task is about something else</source>
        <translation>该任务与此无关</translation>
    </message>
    <message>
        <source>the task is already finished</source>
        <translation>该任务已完成</translation>
    </message>
    <message>
        <source>only pending tasks and dead letters</source>
        <translation>只限等待中的任务和死信</translation>
    </message>
    <message>
        <source>refund tasks are handled as refunds</source>
        <translation>退款任务请在退款中处理</translation>
    </message>
    <message>
        <source>refunds have a claim of their own</source>
        <translation>退款须单独领取</translation>
    </message>
    <message>
        <source>tasks of this kind are not reported here</source>
        <translation>这类任务不在此处上报</translation>
    </message>
    <message>
        <source>the worker does tasks of this kind itself</source>
        <translation>后台进程自行处理这类任务</translation>
    </message>
    <message>
        <source>the schedule has moved on</source>
        <translation>该计划已推进到下一次</translation>
    </message>
    <message>
        <source>the lease has ended, join again</source>
        <translation>租约已结束，请重新加入</translation>
    </message>
    <message>
        <source>the ranges overlap</source>
        <translation>区段有重叠</translation>
    </message>
    <message>
        <source>the alert is resolved</source>
        <translation>该告警已解除</translation>
    </message>
    <message>
        <source>the order has no open alert</source>
        <translation>该订单没有未解除的告警</translation>
    </message>
    <message>
        <source>cancelled</source>
        <translation>已取消</translation>
    </message>
    <message>
        <source>the engine is shutting down</source>
        <translation>引擎正在关闭</translation>
    </message>
    <message>
        <source>the engine was shut down</source>
        <translation>引擎已关闭</translation>
    </message>
    <message>
        <source>the workspace is being closed</source>
        <translation>工作区正在关闭</translation>
    </message>
    <message>
        <source>there is a workspace already</source>
        <translation>这里已有工作区</translation>
    </message>
    <message>
        <source>there is no workspace</source>
        <translation>这里没有工作区</translation>
    </message>
    <message>
        <source>the folder is not empty</source>
        <translation>文件夹不为空</translation>
    </message>
    <message>
        <source>this is a file, not a folder</source>
        <translation>这是文件，不是文件夹</translation>
    </message>
    <message>
        <source>there is no such folder</source>
        <translation>没有该文件夹</translation>
    </message>
    <message>
        <source>this workspace was opened without a place for secrets</source>
        <translation>此工作区打开时没有可保存密钥的位置</translation>
    </message>
    <message>
        <source>no place for secrets was given</source>
        <translation>没有可保存密钥的位置</translation>
    </message>
    <message>
        <source>the file exists already; a backup never overwrites a file</source>
        <translation>文件已存在；备份不会覆盖任何文件</translation>
    </message>
    <message>
        <source>cancelled; no file was written</source>
        <translation>已取消；没有写入文件</translation>
    </message>
    <message>
        <source>cancelled; nothing was created</source>
        <translation>已取消；没有创建任何内容</translation>
    </message>
    <message>
        <source>the rehearsal was cancelled</source>
        <translation>演练已取消</translation>
    </message>
    <message>
        <source>a rehearsal is running</source>
        <translation>正在演练</translation>
    </message>
    <message>
        <source>no acknowledged work is missing</source>
        <translation>没有已确认的内容丢失</translation>
    </message>
    <message>
        <source>the anchor fits the audit log: there is nothing to set</source>
        <translation>锚点与审计日志相符：无需设置</translation>
    </message>
    <message>
        <source>automatic backups were switched off</source>
        <translation>自动备份已关闭</translation>
    </message>
    <message>
        <source>is not a name for a secret that signs refunds</source>
        <translation>不能用作退款签名密钥的名称</translation>
    </message>
    <message>
        <source>no secret is kept under this name</source>
        <translation>没有以此名称保存的密钥</translation>
    </message>
    <message>
        <source>the settings name no provider that sends</source>
        <translation>设置中没有可发送的退款渠道</translation>
    </message>
    <message>
        <source>the secret that signs refunds was not found: $%1 is not set; %2</source>
        <translation>未找到用于退款签名的密钥：未设置 $%1；%2</translation>
    </message>
    <message>
        <source>is not a currency code of three capital letters</source>
        <translation>不是三个大写字母的货币代码</translation>
    </message>
    <message>
        <source>is not within 0 to 6</source>
        <translation>不在 0 到 6 之间</translation>
    </message>
    <message>
        <source>is not within 1 to %1</source>
        <translation>不在 1 到 %1 之间</translation>
    </message>
    <message>
        <source>is not a known time zone</source>
        <translation>不是已知的时区</translation>
    </message>
    <message>
        <source>only exports and backups are noted beside the engine</source>
        <translation>引擎之外只记录导出和备份</translation>
    </message>
    <message>
        <source>the workspace is read-only: %1</source>
        <translation>工作区为只读：%1</translation>
    </message>
    <message>
        <source>the database server cannot be reached: %1</source>
        <translation>无法连接数据库服务器：%1</translation>
    </message>
    <message>
        <source>this engine has nobody who carries messages</source>
        <translation>此引擎没有可用的消息传递组件</translation>
    </message>
    <message>
        <source>Redis does not answer, commands that need it are refused: %1</source>
        <translation>Redis 无响应，依赖它的命令已被拒绝：%1</translation>
    </message>
    <message>
        <source>it reads its files and answers nothing else yet</source>
        <translation>正在读取自己的文件，暂不应答其他请求</translation>
    </message>
    <message>
        <source>it has no line to its master</source>
        <translation>与主节点的连接已断开</translation>
    </message>
    <message>
        <source>it cannot write its append-only file</source>
        <translation>无法写入追加日志</translation>
    </message>
    <message>
        <source>its last snapshot could not be written</source>
        <translation>上一次快照未能写入</translation>
    </message>
    <message>
        <source>it knows of no leader: most of the servers are away</source>
        <translation>没有领导者：多数服务器不可用</translation>
    </message>
    <message>
        <source>it is none of the addresses that were given</source>
        <translation>不在所填写的地址之中</translation>
    </message>
    <message>
        <source>etcd does not tell how it is now</source>
        <translation>etcd 目前无法告知其状态</translation>
    </message>
    <message>
        <source>the Redis node %1 does not answer, next try at %2: %3</source>
        <translation>Redis 节点 %1 无响应，下次尝试时间 %2：%3</translation>
    </message>
    <message>
        <source>the Redis node %1 cannot do this now: %2</source>
        <translation>Redis 节点 %1 暂时无法执行：%2</translation>
    </message>
    <message>
        <source>the Redis node %1 knows of nobody who serves any key</source>
        <translation>Redis 节点 %1 不知道由哪个节点提供服务</translation>
    </message>
    <message>
        <source>the Redis nodes send this call from one to the other, try again</source>
        <translation>各 Redis 节点相互转发此次调用，请重试</translation>
    </message>
    <message>
        <source>no Redis node serves these keys at the moment</source>
        <translation>目前没有 Redis 节点负责这些键</translation>
    </message>
    <message>
        <source>the Redis node %1 refuses the user or the password</source>
        <translation>Redis 节点 %1 拒绝该用户或密码</translation>
    </message>
    <message>
        <source>the Redis node %1 wants a password</source>
        <translation>Redis 节点 %1 需要密码</translation>
    </message>
    <message>
        <source>the Redis user lacks a right: %1</source>
        <translation>Redis 用户缺少权限：%1</translation>
    </message>
    <message>
        <source>no command that this connection may be used for</source>
        <translation>此连接不能用于该命令</translation>
    </message>
    <message>
        <source>the command is about one node, and the keyspace has several</source>
        <translation>该命令只针对单个节点，而键空间有多个节点</translation>
    </message>
    <message>
        <source>Messages added = open + acknowledged + dead; each had one effect at most</source>
        <translation>消息总数 = 未处理 + 已确认 + 死信；每条最多生效一次</translation>
    </message>
    <message>
        <source>Nothing that was acknowledged is missing</source>
        <translation>已确认的内容没有丢失</translation>
    </message>
    <message>
        <source>The database&apos;s structure is whole and every reference has its target</source>
        <translation>数据库结构完整，每个引用都有对象</translation>
    </message>
    <message>
        <source>Recovering again gives the same keyspace</source>
        <translation>再次恢复得到相同的键空间</translation>
    </message>
    <message>
        <source>Every page of the database has the checksum that it was written with</source>
        <translation>数据库每一页的校验和与写入时一致</translation>
    </message>
    <message>
        <source>Every stored status, kind and scope is a known one</source>
        <translation>保存的每个状态、类型和范围都是已知的</translation>
    </message>
    <message>
        <source>Stock + reservations + orders = initial + added, and nothing below zero</source>
        <translation>库存 + 预占 + 订单 = 初始 + 追加，且均不为负</translation>
    </message>
    <message>
        <source>At most one live order per activity and user</source>
        <translation>每个秒杀中每个用户最多一个有效订单</translation>
    </message>
    <message>
        <source>Every reservation is an order or on its way, with the slot of its user</source>
        <translation>每个预占都已成单或正在处理，并占用其用户的名额</translation>
    </message>
    <message>
        <source>Reservations answered = orders made: a refused attempt leaves no trace</source>
        <translation>成功的预占数 = 生成的订单数：被拒绝的请求不留痕迹</translation>
    </message>
    <message>
        <source>Keyspace and database agree on every running activity</source>
        <translation>键空间与数据库对每个进行中的秒杀一致</translation>
    </message>
    <message>
        <source>Tokens of tasks only grow, and every attempt had its own</source>
        <translation>任务的令牌只增不减，每次执行各有一个</translation>
    </message>
    <message>
        <source>Every task is at the ring&apos;s position that its worker owns</source>
        <translation>每个任务都在其后台进程负责的环位置上</translation>
    </message>
    <message>
        <source>Every task that was made is done, pending, dead or dropped, and what waits has one</source>
        <translation>每个任务都已完成、等待中、成为死信或已丢弃；等待处理的都有任务</translation>
    </message>
    <message>
        <source>A worker that joined or left moved about its share of the ring</source>
        <translation>后台进程加入或离开时，只移动约其应占的一份</translation>
    </message>
    <message>
        <source>Every status reached was allowed from the one before</source>
        <translation>每次状态变化都是允许的</translation>
    </message>
    <message>
        <source>No order all of whose units have come back is with a courier or waits for one</source>
        <translation>全部退回的订单不再由骑手配送，也不等待骑手</translation>
    </message>
    <message>
        <source>What is payable, paid and going back agrees for every order</source>
        <translation>每个订单的应付、已付和应退金额一致</translation>
    </message>
    <message>
        <source>Stock on hand and in flash sales = received - deducted + restocked + given back; each order took its lines once</source>
        <translation>现有库存与秒杀库存 = 入库 − 扣减 + 退货入库 + 归还；每个订单只扣减一次</translation>
    </message>
    <message>
        <source>Each timer had its effect at most once</source>
        <translation>每个定时最多生效一次</translation>
    </message>
    <message>
        <source>No timer had its effect before its time</source>
        <translation>没有定时提前生效</translation>
    </message>
    <message>
        <source>Each timer had its effect or is in a list that an operator sees</source>
        <translation>每个定时都已生效，或列在操作员可见的列表中</translation>
    </message>
    <message>
        <source>No timer outlives the stage of its order</source>
        <translation>没有定时在订单离开该阶段后仍存在</translation>
    </message>
    <message>
        <source>The delay queue holds what is armed: pending, in flight, dead</source>
        <translation>延迟队列与已设定的定时一致：等待、处理中、死信</translation>
    </message>
    <message>
        <source>Every open order is covered by a timer, has had its effect, or is dead</source>
        <translation>每个未结束的订单都有定时、已生效或为死信</translation>
    </message>
    <message>
        <source>Every movement of money has its balanced entry; all accounts sum to 0</source>
        <translation>每笔资金变动都有平衡的分录；所有账户合计为 0</translation>
    </message>
    <message>
        <source>The balances are the sums of the ledger</source>
        <translation>余额等于总账合计</translation>
    </message>
    <message>
        <source>Every paid, open order has at most one courier, and one where one can be had</source>
        <translation>每个已支付且未结束的订单最多一名骑手，有骑手可派时必有一名</translation>
    </message>
    <message>
        <source>Assignment epochs only grow</source>
        <translation>派单轮次只增不减</translation>
    </message>
    <message>
        <source>Every weight is start + adjustments - steps charged + steps given back</source>
        <translation>每个权重 = 起始 + 调整 − 扣减 + 退还</translation>
    </message>
    <message>
        <source>Assignments go to the highest weight; with equal starts and a fixed crew counts differ by 1 at most</source>
        <translation>订单派给权重最高者；起始相同且人员不变时单数最多差 1</translation>
    </message>
    <message>
        <source>Per deduction and SKU: accepted returns &lt;= deducted</source>
        <translation>每次扣减的每个 SKU：已接受的退货 ≤ 扣减数</translation>
    </message>
    <message>
        <source>A return has its effect once</source>
        <translation>每个退货只生效一次</translation>
    </message>
    <message>
        <source>Refunds &lt;= paid; what came back whole is refunded to the last unit of money, less its fees</source>
        <translation>退款 ≤ 已付；全部退回的订单扣除费用后退款一分不差</translation>
    </message>
    <message>
        <source>An alert is live until it is resolved</source>
        <translation>告警解除之前一直有效</translation>
    </message>
    <message>
        <source>Every product that is low has an alert, and no other has</source>
        <translation>每个库存不足的商品都有告警，其他商品没有</translation>
    </message>
    <message>
        <source>Restocked = units received that can be sold</source>
        <translation>退货入库 = 收到的可售份数</translation>
    </message>
    <message>
        <source>The audit log was not changed after it was written</source>
        <translation>审计日志写入后没有被更改</translation>
    </message>
    <message>
        <source>Granted less given back + queued + compensation + in flight + unspent = budget</source>
        <translation>已发出 − 已退回 + 排队 + 补偿 + 处理中 + 未用 = 预算</translation>
    </message>
    <message>
        <source>Every draw is in exactly one state</source>
        <translation>每次抽取只处于一种状态</translation>
    </message>
    <message>
        <source>No user is over the count or the amount limit</source>
        <translation>没有用户超过次数或金额上限</translation>
    </message>
    <message>
        <source>Every granted draw has exactly one row and one charge</source>
        <translation>每次发出的优惠只有一条记录和一次扣款</translation>
    </message>
    <message>
        <source>the task has changed meanwhile</source>
        <translation>该任务期间已变化</translation>
    </message>
    <message>
        <source>only %1 left</source>
        <translation>只剩 %1 份</translation>
    </message>
    <message>
        <source>the refund&apos;s status does not allow it</source>
        <translation>该退款的状态不允许此操作</translation>
    </message>
    <message>
        <source>courier %1 came on duty meanwhile</source>
        <translation>骑手 %1 期间已上班</translation>
    </message>
    <message>
        <source>courier %1 went off duty meanwhile</source>
        <translation>骑手 %1 期间已下班</translation>
    </message>
    <message>
        <source>sellable and damaged must add up to %1</source>
        <translation>可售与损坏之和须为 %1</translation>
    </message>
    <message>
        <source>the login or the password is wrong, or the account is disabled</source>
        <translation>登录名或密码错误，或账号已停用</translation>
    </message>
    <message>
        <source>the password is wrong</source>
        <translation>密码错误</translation>
    </message>
    <message>
        <source>contains characters that are not shown</source>
        <translation>含有不可见的字符</translation>
    </message>
    <message>
        <source>has only blanks</source>
        <translation>只有空格</translation>
    </message>
    <message>
        <source>order %1</source>
        <translation>订单 %1</translation>
    </message>
    <message>
        <source>return %1</source>
        <translation>退货 %1</translation>
    </message>
    <message>
        <source>refund %1</source>
        <translation>退款 %1</translation>
    </message>
    <message>
        <source>refunds %1</source>
        <translation>退款 %1</translation>
    </message>
    <message>
        <source>courier %1</source>
        <translation>骑手 %1</translation>
    </message>
    <message>
        <source>campus %1</source>
        <translation>校区 %1</translation>
    </message>
    <message>
        <source>campaign %1</source>
        <translation>活动 %1</translation>
    </message>
    <message>
        <source>activity %1</source>
        <translation>秒杀 %1</translation>
    </message>
    <message>
        <source>webhook %1</source>
        <translation>Webhook %1</translation>
    </message>
    <message>
        <source>task %1</source>
        <translation>任务 %1</translation>
    </message>
    <message>
        <source>delivery %1</source>
        <translation>投递 %1</translation>
    </message>
    <message>
        <source>person %1</source>
        <translation>人员 %1</translation>
    </message>
    <message>
        <source>draw %1</source>
        <translation>抽取 %1</translation>
    </message>
    <message>
        <source>token %1</source>
        <translation>令牌 %1</translation>
    </message>
    <message>
        <source>dead letter %1</source>
        <translation>死信 %1</translation>
    </message>
    <message>
        <source>alert %1</source>
        <translation>告警 %1</translation>
    </message>
    <message>
        <source>message %1</source>
        <translation>消息 %1</translation>
    </message>
    <message>
        <source>worker %1</source>
        <translation>后台进程 %1</translation>
    </message>
    <message>
        <source>worker %1 of %2, process %3</source>
        <translation>%2 的后台进程 %1，进程号 %3</translation>
    </message>
    <message>
        <source>account %1</source>
        <translation>账户 %1</translation>
    </message>
    <message>
        <source>workspace %1</source>
        <translation>工作区 %1</translation>
    </message>
    <message>
        <source>backup %1</source>
        <translation>备份 %1</translation>
    </message>
    <message>
        <source>timer policy of %1</source>
        <translation>%1 的定时规则</translation>
    </message>
    <message>
        <source>return policy of %1</source>
        <translation>%1 的退货规则</translation>
    </message>
    <message>
        <source>order</source>
        <translation>订单</translation>
    </message>
    <message>
        <source>draw</source>
        <translation>抽取</translation>
    </message>
    <message>
        <source>timer</source>
        <translation>定时</translation>
    </message>
    <message>
        <source>task</source>
        <translation>任务</translation>
    </message>
    <message>
        <source>refund</source>
        <translation>退款</translation>
    </message>
    <message>
        <source>return</source>
        <translation>退货</translation>
    </message>
    <message>
        <source>message</source>
        <translation>消息</translation>
    </message>
    <message>
        <source>audit log</source>
        <translation>审计日志</translation>
    </message>
    <message>
        <source>draft</source>
        <translation>草稿</translation>
    </message>
    <message>
        <source>started</source>
        <translation>已开始</translation>
    </message>
    <message>
        <source>stopped</source>
        <translation>已停止</translation>
    </message>
    <message>
        <source>ended</source>
        <translation>已结束</translation>
    </message>
    <message>
        <source>running</source>
        <translation>进行中</translation>
    </message>
    <message>
        <source>paused</source>
        <translation>已暂停</translation>
    </message>
    <message>
        <source>building</source>
        <translation>分配中</translation>
    </message>
    <message>
        <source>process %1</source>
        <translation>进程 %1</translation>
    </message>
    <message>
        <source>amount</source>
        <translation>金额</translation>
    </message>
    <message>
        <source>amount limit</source>
        <translation>金额上限</translation>
    </message>
    <message>
        <source>budget</source>
        <translation>预算</translation>
    </message>
    <message>
        <source>campus</source>
        <translation>校区</translation>
    </message>
    <message>
        <source>campaign</source>
        <translation>活动</translation>
    </message>
    <message>
        <source>count limit</source>
        <translation>次数上限</translation>
    </message>
    <message>
        <source>courier</source>
        <translation>骑手</translation>
    </message>
    <message>
        <source>currency</source>
        <translation>货币</translation>
    </message>
    <message>
        <source>name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>draw id</source>
        <translation>抽取编号</translation>
    </message>
    <message>
        <source>due</source>
        <translation>到期时间</translation>
    </message>
    <message>
        <source>by ms</source>
        <translation>时长</translation>
    </message>
    <message>
        <source>end</source>
        <translation>结束时间</translation>
    </message>
    <message>
        <source>begin</source>
        <translation>开始时间</translation>
    </message>
    <message>
        <source>events</source>
        <translation>事件</translation>
    </message>
    <message>
        <source>from</source>
        <translation>原骑手</translation>
    </message>
    <message>
        <source>to</source>
        <translation>目标骑手</translation>
    </message>
    <message>
        <source>until</source>
        <translation>截止时间</translation>
    </message>
    <message>
        <source>id</source>
        <translation>编号</translation>
    </message>
    <message>
        <source>key</source>
        <translation>键</translation>
    </message>
    <message>
        <source>limit</source>
        <translation>数量</translation>
    </message>
    <message>
        <source>lines</source>
        <translation>明细</translation>
    </message>
    <message>
        <source>login</source>
        <translation>登录名</translation>
    </message>
    <message>
        <source>max discount</source>
        <translation>最高优惠</translation>
    </message>
    <message>
        <source>note</source>
        <translation>备注</translation>
    </message>
    <message>
        <source>order no</source>
        <translation>订单号</translation>
    </message>
    <message>
        <source>path</source>
        <translation>路径</translation>
    </message>
    <message>
        <source>payable</source>
        <translation>应付金额</translation>
    </message>
    <message>
        <source>person</source>
        <translation>人员</translation>
    </message>
    <message>
        <source>per second</source>
        <translation>每秒请求数</translation>
    </message>
    <message>
        <source>places</source>
        <translation>名额</translation>
    </message>
    <message>
        <source>position</source>
        <translation>位置</translation>
    </message>
    <message>
        <source>positions</source>
        <translation>位置</translation>
    </message>
    <message>
        <source>quantity</source>
        <translation>数量</translation>
    </message>
    <message>
        <source>queues</source>
        <translation>队列数</translation>
    </message>
    <message>
        <source>reason</source>
        <translation>原因</translation>
    </message>
    <message>
        <source>reference</source>
        <translation>凭证号</translation>
    </message>
    <message>
        <source>roles</source>
        <translation>角色</translation>
    </message>
    <message>
        <source>scopes</source>
        <translation>权限范围</translation>
    </message>
    <message>
        <source>second</source>
        <translation>第二道门槛</translation>
    </message>
    <message>
        <source>seed</source>
        <translation>随机种子</translation>
    </message>
    <message>
        <source>sku</source>
        <translation>SKU</translation>
    </message>
    <message>
        <source>start weight</source>
        <translation>起始权重</translation>
    </message>
    <message>
        <source>status</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>stock</source>
        <translation>库存</translation>
    </message>
    <message>
        <source>time zone</source>
        <translation>时区</translation>
    </message>
    <message>
        <source>unit price</source>
        <translation>单价</translation>
    </message>
    <message>
        <source>units</source>
        <translation>份数</translation>
    </message>
    <message>
        <source>url</source>
        <translation>地址</translation>
    </message>
    <message>
        <source>user</source>
        <translation>用户</translation>
    </message>
    <message>
        <source>validity ms</source>
        <translation>有效期</translation>
    </message>
    <message>
        <source>recovery ms</source>
        <translation>回收期</translation>
    </message>
    <message>
        <source>voucher</source>
        <translation>商品</translation>
    </message>
    <message>
        <source>webhook</source>
        <translation>Webhook</translation>
    </message>
    <message>
        <source>token</source>
        <translation>令牌</translation>
    </message>
    <message>
        <source>delivery</source>
        <translation>投递</translation>
    </message>
    <message>
        <source>address</source>
        <translation>地址</translation>
    </message>
    <message>
        <source>secret</source>
        <translation>密钥</translation>
    </message>
    <message>
        <source>per user</source>
        <translation>每人限购</translation>
    </message>
    <message>
        <source>number</source>
        <translation>编号</translation>
    </message>
    <message>
        <source>folder</source>
        <translation>文件夹</translation>
    </message>
    <message>
        <source>certificate</source>
        <translation>证书</translation>
    </message>
    <message>
        <source>port</source>
        <translation>端口</translation>
    </message>
    <message>
        <source>password</source>
        <translation>密码</translation>
    </message>
    <message>
        <source>epoch</source>
        <translation>派单轮次</translation>
    </message>
    <message>
        <source>deduction</source>
        <translation>库存扣减</translation>
    </message>
    <message>
        <source>payment no</source>
        <translation>付款号</translation>
    </message>
    <message>
        <source>kind</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>worker</source>
        <translation>后台进程</translation>
    </message>
    <message>
        <source>activity</source>
        <translation>秒杀</translation>
    </message>
    <message>
        <source>customer note</source>
        <translation>顾客备注</translation>
    </message>
    <message>
        <source>phone</source>
        <translation>电话</translation>
    </message>
    <message>
        <source>price</source>
        <translation>价格</translation>
    </message>
    <message>
        <source>users</source>
        <translation>用户数</translation>
    </message>
    <message>
        <source>attempts</source>
        <translation>请求数</translation>
    </message>
    <message>
        <source>step</source>
        <translation>每单扣减</translation>
    </message>
    <message>
        <source>calibrate minute</source>
        <translation>校准时刻</translation>
    </message>
    <message>
        <source>lock after</source>
        <translation>锁定前的失败次数</translation>
    </message>
    <message>
        <source>lock ms</source>
        <translation>锁定时长</translation>
    </message>
    <message>
        <source>idle lock ms</source>
        <translation>闲置锁定时长</translation>
    </message>
    <message>
        <source>free failures</source>
        <translation>不计的失败次数</translation>
    </message>
    <message>
        <source>first delay ms</source>
        <translation>首次等待</translation>
    </message>
    <message>
        <source>max attempts</source>
        <translation>最多尝试次数</translation>
    </message>
    <message>
        <source>timeout ms</source>
        <translation>超时</translation>
    </message>
    <message>
        <source>first retry ms</source>
        <translation>首次重试等待</translation>
    </message>
    <message>
        <source>last retry ms</source>
        <translation>最长重试等待</translation>
    </message>
    <message>
        <source>alert repeat ms</source>
        <translation>告警重复间隔</translation>
    </message>
    <message>
        <source>auto confirm ms</source>
        <translation>自动确认时限</translation>
    </message>
    <message>
        <source>bucket ms</source>
        <translation>时间分段</translation>
    </message>
    <message>
        <source>buckets</source>
        <translation>分段数</translation>
    </message>
    <message>
        <source>courier id</source>
        <translation>骑手编号</translation>
    </message>
    <message>
        <source>delivery late ms</source>
        <translation>配送超时时限</translation>
    </message>
    <message>
        <source>duplicate percent</source>
        <translation>重复请求占比</translation>
    </message>
    <message>
        <source>lease ms</source>
        <translation>租约时长</translation>
    </message>
    <message>
        <source>log ttl ms</source>
        <translation>记录保留时长</translation>
    </message>
    <message>
        <source>pay within ms</source>
        <translation>付款时限</translation>
    </message>
    <message>
        <source>payer percent</source>
        <translation>付款占比</translation>
    </message>
    <message>
        <source>pick up late ms</source>
        <translation>取货超时时限</translation>
    </message>
    <message>
        <source>points</source>
        <translation>点数</translation>
    </message>
    <message>
        <source>policy</source>
        <translation>规则</translation>
    </message>
    <message>
        <source>poll interval ms</source>
        <translation>轮询间隔</translation>
    </message>
    <message>
        <source>request</source>
        <translation>请求</translation>
    </message>
    <message>
        <source>secret name</source>
        <translation>密钥名称</translation>
    </message>
    <message>
        <source>subject</source>
        <translation>对象</translation>
    </message>
    <message>
        <source>unassigned ms</source>
        <translation>待分配时限</translation>
    </message>
    <message>
        <source>unpaid ms</source>
        <translation>待付款时限</translation>
    </message>
    <message>
        <source>host</source>
        <translation>主机</translation>
    </message>
    <message>
        <source>cursor</source>
        <translation>翻页位置</translation>
    </message>
    <message>
        <source>key id</source>
        <translation>密钥名称</translation>
    </message>
    <message>
        <source>kinds</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>database</source>
        <translation>数据库</translation>
    </message>
    <message>
        <source>the product is disabled</source>
        <translation>该商品已停用</translation>
    </message>
    <message>
        <source>the campus is disabled</source>
        <translation>该校区已停用</translation>
    </message>
    <message>
        <source>the courier is disabled</source>
        <translation>该骑手已停用</translation>
    </message>
    <message>
        <source>a shift begins within its day and lasts less than a day</source>
        <translation>班次须在当天开始，且不足一天</translation>
    </message>
    <message>
        <source>a day has at most %1 shifts</source>
        <translation>每天最多 %1 个班次</translation>
    </message>
    <message>
        <source>write shifts as 09:00-12:00, 14:00-18:00, or off</source>
        <translation>请按 09:00-12:00, 14:00-18:00 的格式填写班次，休息填 off</translation>
    </message>
    <message>
        <source>write a week as &quot;mon 09:00-17:00; tue 22:00-06:00&quot;</source>
        <translation>请按“mon 09:00-17:00; tue 22:00-06:00”的格式填写一周</translation>
    </message>
    <message>
        <source>a weekday is there twice</source>
        <translation>同一个星期几出现了两次</translation>
    </message>
    <message>
        <source>an exception is for a day from yesterday on, at most %1 days ahead</source>
        <translation>例外只能是昨天及以后的日期，最多提前 %1 天</translation>
    </message>
    <message>
        <source>no exception on this day</source>
        <translation>这一天没有例外</translation>
    </message>
    <message>
        <source>the courier has come to the load limit meanwhile</source>
        <translation>该骑手期间已达接单上限</translation>
    </message>
    <message>
        <source>every other courier on duty has as many orders as allowed</source>
        <translation>其他在岗骑手均已达接单上限</translation>
    </message>
    <message>
        <source>the keyspace is made anew from the database (%1); try again at about %2</source>
        <translation>正在按数据库重建键空间（%1）；请于 %2 左右重试</translation>
    </message>
    <message>
        <source>nobody has looked yet whether Redis has this workspace&apos;s keyspace</source>
        <translation>尚未确认 Redis 中是否为本工作区的键空间</translation>
    </message>
    <message>
        <source>Redis has the keyspace of another workspace: give this one a Redis of its own, or have the keyspace made anew by evenhandctl keyspace rebuild --all</source>
        <translation>Redis 中是另一工作区的键空间：请为本工作区配置独立的 Redis，或用 evenhandctl keyspace rebuild --all 重建键空间</translation>
    </message>
    <message>
        <source>the keyspace is made anew already, or the service is not at work</source>
        <translation>键空间已在重建，或服务未在运行</translation>
    </message>
    <message>
        <source>Redis has lost it</source>
        <translation>Redis 已丢失键空间</translation>
    </message>
    <message>
        <source>Redis has an older one</source>
        <translation>Redis 中的键空间较旧</translation>
    </message>
    <message>
        <source>it is made for the first time</source>
        <translation>首次建立</translation>
    </message>
    <message>
        <source>another server of Redis has taken over and may lack the last writes</source>
        <translation>Redis 已由另一台服务器接管，可能缺少最后的写入</translation>
    </message>
    <message>
        <source>every courier on duty has as many orders as allowed</source>
        <translation>在岗骑手均已达接单上限</translation>
    </message>
    <message>
        <source>the courier has %1 of %2 orders</source>
        <translation>该骑手手上已有 %1 单，上限 %2 单</translation>
    </message>
    <message>
        <source>the courier has %1 of %2 order</source>
        <translation>该骑手手上已有 %1 单，上限 %2 单</translation>
    </message>
    <message>
        <source>the courier has %1 of %2</source>
        <translation>该骑手手上已有 %1 单，上限 %2 单</translation>
    </message>
    <message>
        <source>no such product</source>
        <translation>没有该商品</translation>
    </message>
    <message>
        <source>a product with this SKU exists</source>
        <translation>已有使用此 SKU 的商品</translation>
    </message>
    <message>
        <source>the flash sale %1 of this product is not over</source>
        <translation>该商品的秒杀 %1 尚未结束</translation>
    </message>
    <message>
        <source>only %1 are on hand</source>
        <translation>现有库存只有 %1 份</translation>
    </message>
    <message>
        <source>must not be 0</source>
        <translation>不能为 0</translation>
    </message>
    <message>
        <source>a campus with this ID exists</source>
        <translation>已有使用此 ID 的校区</translation>
    </message>
    <message>
        <source>the flash sale %1 of this campus is not over</source>
        <translation>该校区的秒杀 %1 尚未结束</translation>
    </message>
    <message>
        <source>a courier with this ID exists</source>
        <translation>已有使用此 ID 的骑手</translation>
    </message>
    <message>
        <source>Duty is what the roster says, where nobody has set it by hand since</source>
        <translation>除此后手动设置的以外，在岗状态与排班一致</translation>
    </message>
    <message>
        <source>No assignment goes to a courier at the load limit; orders in hand are counted alike</source>
        <translation>已达接单上限的骑手不再派单，手上订单数一致</translation>
    </message>
    <message>
        <source>product %1</source>
        <translation>商品 %1</translation>
    </message>
    <message>
        <source>roster of %1</source>
        <translation>骑手 %1 的排班</translation>
    </message>
    <message>
        <source>load limit of %1</source>
        <translation>骑手 %1 的接单上限</translation>
    </message>
    <message>
        <source>week</source>
        <translation>一周班次</translation>
    </message>
    <message>
        <source>day</source>
        <translation>日期</translation>
    </message>
    <message>
        <source>hours</source>
        <translation>班次</translation>
    </message>
    <message>
        <source>low stock</source>
        <translation>库存下限</translation>
    </message>
    <message>
        <source>load limit</source>
        <translation>接单上限</translation>
    </message>
    <message>
        <source>a note is needed</source>
        <translation>需要填写备注</translation>
    </message>
    <message>
        <source>nothing of this payment is owed back</source>
        <translation>这笔付款没有需要退回的金额</translation>
    </message>
    <message>
        <source>no such late or unmatched payment</source>
        <translation>没有这笔超时或无法匹配的付款</translation>
    </message>
    <message>
        <source>it is not of a late or unmatched payment</source>
        <translation>它不是超时或无法匹配的付款</translation>
    </message>
    <message>
        <source>the payment has been sent back</source>
        <translation>这笔付款已退回</translation>
    </message>
    <message>
        <source>the payment has paid an order</source>
        <translation>这笔付款已用于支付订单</translation>
    </message>
    <message>
        <source>the payment has paid order %1</source>
        <translation>这笔付款已用于支付订单 %1</translation>
    </message>
    <message>
        <source>the payment has paid an order already</source>
        <translation>这笔付款已经支付过订单</translation>
    </message>
    <message>
        <source>the order does not wait for a payment</source>
        <translation>该订单不在等待付款</translation>
    </message>
    <message>
        <source>the order&apos;s time to pay is over</source>
        <translation>该订单已过付款时限</translation>
    </message>
    <message>
        <source>the order asks for %1</source>
        <translation>该订单应付 %1</translation>
    </message>
    <message>
        <source>nobody with this login can sign in</source>
        <translation>没有可登录的人员使用此登录名</translation>
    </message>
    <message>
        <source>no such reason is offered</source>
        <translation>没有提供这个原因</translation>
    </message>
    <message>
        <source>the return rules allow %1 days from delivery</source>
        <translation>退货规则只允许在送达后 %1 天内退货</translation>
    </message>
    <message>
        <source>a text is needed</source>
        <translation>需要输入内容</translation>
    </message>
    <message>
        <source>too many failed attempts from this address</source>
        <translation>来自该地址的失败次数过多</translation>
    </message>
    <message>
        <source>no such console is connected</source>
        <translation>没有这个已连接的控制台</translation>
    </message>
    <message>
        <source>An administrator has ended this connection.</source>
        <translation>管理员已断开此连接。</translation>
    </message>
    <message>
        <source>this is your own connection; sign out instead</source>
        <translation>这是您自己的连接；请改为退出登录</translation>
    </message>
    <message>
        <source>the workspace is open there, so there is no connection to end</source>
        <translation>工作区就在那里打开，没有可断开的连接</translation>
    </message>
    <message>
        <source>must be one thing</source>
        <translation>只能指定一项</translation>
    </message>
    <message>
        <source>membership</source>
        <translation>成员服务</translation>
    </message>
    <message>
        <source>parts</source>
        <translation>部分</translation>
    </message>
    <message>
        <source>number of workers</source>
        <translation>后台进程数</translation>
    </message>
    <message>
        <source>workers</source>
        <translation>后台进程</translation>
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
        <source>The current status does not allow this.</source>
        <translation>当前状态不允许此操作。</translation>
    </message>
    <message>
        <source>Changed by somebody else meanwhile; nothing was overwritten.</source>
        <translation>已被他人更改；未覆盖任何内容。</translation>
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
        <source>Another program is using this workspace.</source>
        <translation>另一个程序正在使用此工作区。</translation>
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
        <translation>此处没有工作区。</translation>
    </message>
    <message>
        <source>The database driver is not installed.</source>
        <translation>未安装数据库驱动。</translation>
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
    <message>
        <source>More units than can still be returned.</source>
        <translation>超出还可退货的数量。</translation>
    </message>
    <message>
        <source>More money than can still be refunded.</source>
        <translation>超出还可退款的金额。</translation>
    </message>
    <message>
        <source>Somebody else must decide this.</source>
        <translation>须由另一人决定。</translation>
    </message>
    <message>
        <source>The name or the password is wrong.</source>
        <translation>登录名或密码错误。</translation>
    </message>
    <message>
        <source>Too many failed attempts. Wait before trying again.</source>
        <translation>失败次数过多，请稍候再试。</translation>
    </message>
    <message>
        <source>The password is too easy to guess.</source>
        <translation>密码太容易被猜到。</translation>
    </message>
    <message>
        <source>You are no longer signed in.</source>
        <translation>您已不再处于登录状态。</translation>
    </message>
    <message>
        <source>Connecting to this address is not allowed.</source>
        <translation>不允许连接该地址。</translation>
    </message>
    <message>
        <source>The service cannot be reached.</source>
        <translation>连接不上服务。</translation>
    </message>
    <message>
        <source>The backup is damaged.</source>
        <translation>备份已损坏。</translation>
    </message>
    <message>
        <source>The disk is full. Free some space; Evenhand then resumes by itself.</source>
        <translation>磁盘已满。请腾出空间，均派会自动恢复运行。</translation>
    </message>
    <message>
        <source>The disk has read or write errors. Evenhand keeps retrying; check the disk if this persists.</source>
        <translation>磁盘读写异常。均派会自动重试；如一直不恢复，请检查磁盘。</translation>
    </message>
    <message>
        <source>The workspace&apos;s files cannot be opened or written. Check the folder, its owner and its permissions.</source>
        <translation>无法打开或写入工作区文件。请检查文件夹及其所有者和权限。</translation>
    </message>
    <message>
        <source>Another program has locked the workspace&apos;s file. Close it; Evenhand then resumes by itself.</source>
        <translation>另一个程序锁住了工作区文件。关闭该程序后，均派会自动恢复运行。</translation>
    </message>
    <message>
        <source>The workspace&apos;s files cannot be read at the moment. Evenhand keeps retrying.</source>
        <translation>工作区文件暂时无法读取，均派会自动重试。</translation>
    </message>
    <message>
        <source>You have no permission for this: %1.</source>
        <translation>您没有此项权限：%1。</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>field, what is wrong with it</comment>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>This workspace is open in another window or program, process %1. Close it there, or continue there.</source>
        <translation>此工作区已在另一个窗口或程序中打开（进程 %1）。请在那里关闭，或在那里继续。</translation>
    </message>
    <message>
        <source>This workspace is open in another window or program. Close it there, or continue there.</source>
        <translation>此工作区已在另一个窗口或程序中打开。请在那里关闭，或在那里继续。</translation>
    </message>
    <message>
        <source>The files cannot be read or written.</source>
        <translation>文件无法读取或写入。</translation>
    </message>
    <message>
        <source>at least one person must be able to sign in and manage people</source>
        <translation>至少要有一人能够登录并管理人员</translation>
    </message>
    <message>
        <source>you cannot do this to yourself; ask another administrator</source>
        <translation>不能对自己执行此操作；请找另一位管理员</translation>
    </message>
    <message>
        <source>There are as many orders in hand as allowed.</source>
        <translation>手上订单已达接单上限。</translation>
    </message>
    <message>
        <source>It is disabled. Enable it on Shop first.</source>
        <translation>已停用。请先在“店铺”页启用。</translation>
    </message>
</context>
<context>
    <name>evenhand::ui::CaseSettingsDialog</name>
    <message>
        <source>Reasons and age of returns</source>
        <translation>退货原因与时限</translation>
    </message>
    <message>
        <source>Reasons</source>
        <translation>原因</translation>
    </message>
    <message>
        <source>A line each, in this order: a code, an equals sign, the name.</source>
        <translation>每行一个，按此顺序：代码、等号、名称。</translation>
    </message>
    <message>
        <source>Old after</source>
        <translation>超过此时长算超期</translation>
    </message>
    <message>
        <source>A return or refund that has waited as long; empty: never.</source>
        <translation>等待达到此时长的退货或退款；留空：从不。</translation>
    </message>
    <message>
        <source>Returns and refunds keep their reason, also when it is no longer offered.</source>
        <translation>即使某个原因不再提供，已有的退货和退款仍保留它。</translation>
    </message>
    <message>
        <source>Each line is a code, an equals sign and a name.</source>
        <translation>每行应为代码、等号和名称。</translation>
    </message>
    <message>
        <source>A code has at most %1 characters.</source>
        <translation>代码最多 %1 个字符。</translation>
    </message>
    <message>
        <source>%1 is there twice.</source>
        <translation>%1 出现了两次。</translation>
    </message>
    <message>
        <source>At most %1 reasons.</source>
        <translation>最多 %1 个原因。</translation>
    </message>
    <message>
        <source>Reasons and age of returns are saved.</source>
        <translation>退货原因与时限已保存。</translation>
    </message>
</context>
<context>
    <name>evenhand::ui::DeploymentPanel</name>
    <message>
        <source>nothing is wrong</source>
        <translation>一切正常</translation>
    </message>
    <message numerus="yes">
        <source>%1 parts need a look</source>
        <translation>
            <numerusform>%1 个部分需要查看</numerusform>
        </translation>
    </message>
    <message>
        <source>Not known</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>Well</source>
        <translation>正常</translation>
    </message>
    <message>
        <source>Look at it</source>
        <translation>需查看</translation>
    </message>
    <message>
        <source>Away</source>
        <translation>不可用</translation>
    </message>
    <message>
        <source>Database %1</source>
        <comment>where</comment>
        <translation>数据库 %1</translation>
    </message>
    <message>
        <source>Redis master %1</source>
        <comment>where</comment>
        <translation>Redis 主节点 %1</translation>
    </message>
    <message>
        <source>Redis replica %1</source>
        <comment>where</comment>
        <translation>Redis 副本 %1</translation>
    </message>
    <message>
        <source>Redis %1</source>
        <comment>where</comment>
        <translation>Redis %1</translation>
    </message>
    <message>
        <source>etcd leader %1</source>
        <comment>where</comment>
        <translation>etcd 领导者 %1</translation>
    </message>
    <message>
        <source>etcd %1</source>
        <comment>where</comment>
        <translation>etcd %1</translation>
    </message>
    <message>
        <source>Service %1</source>
        <comment>where</comment>
        <translation>服务 %1</translation>
    </message>
    <message>
        <source>read %1</source>
        <comment>duration</comment>
        <translation>读取 %1</translation>
    </message>
    <message>
        <source>commit %1</source>
        <comment>duration</comment>
        <translation>提交 %1</translation>
    </message>
    <message numerus="yes">
        <source>%1 bytes behind</source>
        <translation>
            <numerusform>落后 %1 字节</numerusform>
        </translation>
    </message>
    <message>
        <source>snapshots at most</source>
        <translation>至多有快照</translation>
    </message>
    <message>
        <source>append-only file</source>
        <translation>追加日志</translation>
    </message>
    <message numerus="yes">
        <source>%1 consoles</source>
        <translation>
            <numerusform>%1 个控制台</numerusform>
        </translation>
    </message>
    <message>
        <source>does due work for all</source>
        <translation>为全体处理到期工作</translation>
    </message>
    <message>
        <source>this console&apos;s</source>
        <translation>本控制台所连</translation>
    </message>
    <message>
        <source>since %1</source>
        <translation>自 %1</translation>
    </message>
    <message>
        <source>The database is away: commands wait, and are refused after a while.</source>
        <translation>数据库不可用：命令先等待，过一段时间后被拒绝。</translation>
    </message>
    <message>
        <source>Commands that need Redis %1 are refused.</source>
        <translation>依赖 Redis %1 的命令会被拒绝。</translation>
    </message>
    <message>
        <source>Commands that need Redis %1 are refused, until %2 at least.</source>
        <translation>依赖 Redis %1 的命令会被拒绝，至少到 %2。</translation>
    </message>
    <message>
        <source>etcd is away: once their leases have ended, workers take no new tasks, and nobody does due work.</source>
        <translation>etcd 不可用：租约到期后，后台进程不再领取新任务，到期工作也无人处理。</translation>
    </message>
    <message>
        <source>Deployment</source>
        <translation>部署</translation>
    </message>
</context>
<context>
    <name>evenhand::ui::DetailPanel</name>
    <message>
        <source>Close the panel</source>
        <translation>关闭面板</translation>
    </message>
</context>
<context>
    <name>EventTexts</name>
    <message>
        <source>%1: %2 → %3. %4</source>
        <comment>kind, instant, instant, reason</comment>
        <translation>%1：%2 → %3。%4</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>kind, reason</comment>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>to the next fairest</source>
        <translation>改派给下一位最应派单的骑手</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>courier, reason</comment>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>amount, what became of it</comment>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <comment>what, reason</comment>
        <translation>%1（%2）</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>number of a return, what became of it</comment>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>%1: %2, %3</source>
        <comment>payment number, amount, why it is owed back</comment>
        <translation>%1：%2，%3</translation>
    </message>
</context>
<context>
    <name>FirstSteps</name>
    <message>
        <source>Close this and import them from a CSV file: %1.</source>
        <comment>keys</comment>
        <translation>请关闭此窗口，从 CSV 文件导入商品：按 %1。</translation>
    </message>
    <message>
        <source>Add them one by one, or import a CSV file: %1, or drop it here. That also creates their campuses.</source>
        <comment>keys</comment>
        <translation>可逐个添加，也可导入 CSV 文件：按 %1，或将文件拖到此处；校区会随之建立。</translation>
    </message>
    <message>
        <source>Take one for somebody who calls, import a CSV file or drop it here, or let your own shop place them over the HTTP API.</source>
        <translation>可为来电者下单，可导入 CSV 文件或将其拖到此处，也可让自己的商城通过 HTTP API 下单。</translation>
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
    <message>
        <source>%1 d %2 h</source>
        <translation>%1 天 %2 小时</translation>
    </message>
    <message>
        <source>in %1</source>
        <translation>%1 后</translation>
    </message>
    <message>
        <source>%1 late</source>
        <translation>已超时 %1</translation>
    </message>
</context>
<context>
    <name>HandOvers</name>
    <message>
        <source>Time</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>Event</source>
        <translation>事件</translation>
    </message>
    <message>
        <source>Worker</source>
        <translation>后台进程</translation>
    </message>
    <message>
        <source>Workers</source>
        <translation>当时的后台进程</translation>
    </message>
    <message>
        <source>Share handed over</source>
        <translation>环的移交份额</translation>
    </message>
    <message>
        <source>Hand-overs</source>
        <translation>移交</translation>
    </message>
    <message numerus="yes">
        <source>%1 hand-overs</source>
        <translation>
            <numerusform>%1 次移交</numerusform>
        </translation>
    </message>
    <message>
        <source>No worker has joined or left yet.</source>
        <translation>还没有后台进程加入或离开。</translation>
    </message>
    <message>
        <source>No hand-over matches the filter.</source>
        <translation>没有符合条件的移交。</translation>
    </message>
    <message>
        <source>Export hand-overs</source>
        <translation>导出移交记录</translation>
    </message>
    <message>
        <source>Worker or event</source>
        <translation>后台进程或事件</translation>
    </message>
    <message>
        <source>Nothing to do: a worker that joins or leaves is listed here.</source>
        <translation>无需操作：后台进程加入或离开时会列在这里。</translation>
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
        <translation>待取货</translation>
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
        <translation>超时付款</translation>
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
        <translation>已取货</translation>
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
        <translation>定时器已推迟</translation>
    </message>
    <message>
        <source>Timer cancelled</source>
        <translation>定时器已取消</translation>
    </message>
    <message>
        <source>Late</source>
        <translation>已超时</translation>
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
    <message>
        <source>Unpaid</source>
        <translation>未付款</translation>
    </message>
    <message>
        <source>Unassigned</source>
        <translation>未派单</translation>
    </message>
    <message>
        <source>Pick-up late</source>
        <translation>取货超时</translation>
    </message>
    <message>
        <source>Delivery late</source>
        <translation>送达超时</translation>
    </message>
    <message>
        <source>Auto-confirm</source>
        <translation>自动确认收货</translation>
    </message>
    <message>
        <source>closes the order</source>
        <translation>关闭订单</translation>
    </message>
    <message>
        <source>raises an alert and tries to assign again</source>
        <translation>发出告警并再次尝试派单</translation>
    </message>
    <message>
        <source>raises an alert</source>
        <translation>发出告警</translation>
    </message>
    <message>
        <source>completes the order</source>
        <translation>完成订单</translation>
    </message>
    <message>
        <source>Pending</source>
        <translation>等待中</translation>
    </message>
    <message>
        <source>Overdue</source>
        <translation>到期未处理</translation>
    </message>
    <message>
        <source>Retrying</source>
        <translation>重试中</translation>
    </message>
    <message>
        <source>Dead letter</source>
        <translation>死信</translation>
    </message>
    <message>
        <source>Firing</source>
        <translation>告警中</translation>
    </message>
    <message>
        <source>Acknowledged</source>
        <translation>已确认</translation>
    </message>
    <message>
        <source>Silenced</source>
        <translation>已静音</translation>
    </message>
    <message>
        <source>Resolved</source>
        <translation>已解除</translation>
    </message>
    <message>
        <source>assigned</source>
        <translation>已派单</translation>
    </message>
    <message>
        <source>picked up</source>
        <translation>已取货</translation>
    </message>
    <message>
        <source>delivered</source>
        <translation>已送达</translation>
    </message>
    <message>
        <source>closed</source>
        <translation>已关闭</translation>
    </message>
    <message>
        <source>Return</source>
        <translation>退货</translation>
    </message>
    <message>
        <source>Refund</source>
        <translation>退款</translation>
    </message>
    <message>
        <source>returned before pick-up</source>
        <translation>取货前已全部退货</translation>
    </message>
    <message>
        <source>All couriers at their limit</source>
        <translation>骑手均已达接单上限</translation>
    </message>
    <message>
        <source>raises an alert; the order is reassigned too where the campus wants that</source>
        <translation>发出告警；如果校区这样设置，还会改派订单</translation>
    </message>
    <message>
        <source>Nobody on duty</source>
        <translation>无人在岗</translation>
    </message>
    <message>
        <source>Everybody at the limit</source>
        <translation>全员已满单</translation>
    </message>
    <message>
        <source>Refund failed</source>
        <translation>退款失败</translation>
    </message>
    <message>
        <source>Refund unknown</source>
        <translation>退款结果不明</translation>
    </message>
    <message>
        <source>Budget</source>
        <translation>预算</translation>
    </message>
    <message>
        <source>Budget goes too fast</source>
        <translation>预算消耗过快</translation>
    </message>
    <message>
        <source>Unfair spread</source>
        <translation>派单不均</translation>
    </message>
    <message>
        <source>Flash sale differs</source>
        <translation>秒杀数据不一致</translation>
    </message>
    <message>
        <source>Delay queue differs</source>
        <translation>延迟队列不一致</translation>
    </message>
    <message>
        <source>Worker lost</source>
        <translation>后台进程失联</translation>
    </message>
    <message>
        <source>Low stock</source>
        <translation>库存不足</translation>
    </message>
    <message>
        <source>Clock</source>
        <translation>时钟</translation>
    </message>
    <message>
        <source>Storage</source>
        <translation>存储</translation>
    </message>
    <message>
        <source>Audit log</source>
        <translation>审计日志</translation>
    </message>
    <message>
        <source>Backup failed</source>
        <translation>备份失败</translation>
    </message>
    <message>
        <source>Backup is old</source>
        <translation>备份过旧</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>备注</translation>
    </message>
    <message>
        <source>Old returns and refunds</source>
        <translation>退货退款久未处理</translation>
    </message>
    <message>
        <source>over</source>
        <translation>已恢复</translation>
    </message>
    <message>
        <source>extended</source>
        <comment>of an alert</comment>
        <translation>已延长</translation>
    </message>
</context>
<context>
    <name>Language</name>
    <message>
        <source>Evenhand</source>
        <translation>均派</translation>
    </message>
</context>
<context>
    <name>MoneyLabels</name>
    <message>
        <source>Approval</source>
        <translation>待审批</translation>
    </message>
    <message>
        <source>Second approval</source>
        <translation>待二次审批</translation>
    </message>
    <message>
        <source>Goods</source>
        <translation>待收货</translation>
    </message>
    <message>
        <source>Money</source>
        <translation>待退款</translation>
    </message>
    <message>
        <source>Refund failed</source>
        <translation>退款失败</translation>
    </message>
    <message>
        <source>Done</source>
        <translation>已完成</translation>
    </message>
    <message>
        <source>Rejected</source>
        <translation>已拒绝</translation>
    </message>
    <message>
        <source>Cancelled</source>
        <translation>已撤销</translation>
    </message>
    <message>
        <source>awaited</source>
        <comment>goods</comment>
        <translation>待收货</translation>
    </message>
    <message>
        <source>received</source>
        <comment>goods</comment>
        <translation>已收货</translation>
    </message>
    <message>
        <source>not expected</source>
        <comment>goods</comment>
        <translation>不需退回</translation>
    </message>
    <message>
        <source>Money first: granted with the approval</source>
        <translation>先退款：批准即同意退款</translation>
    </message>
    <message>
        <source>Goods first: held until they are received</source>
        <translation>先收货：收到货后才退款</translation>
    </message>
    <message>
        <source>No goods: nothing is expected back</source>
        <translation>不收货：不需退回商品</translation>
    </message>
    <message>
        <source>Needs approval</source>
        <translation>待审批</translation>
    </message>
    <message>
        <source>Held for the goods</source>
        <translation>等待收货</translation>
    </message>
    <message>
        <source>Granted, not sent</source>
        <translation>已同意，未发出</translation>
    </message>
    <message>
        <source>Sent, outcome open</source>
        <translation>已发出，结果未知</translation>
    </message>
    <message>
        <source>Paid back</source>
        <translation>已退回</translation>
    </message>
    <message>
        <source>Failed, not paid</source>
        <translation>失败，未退回</translation>
    </message>
    <message>
        <source>Given up, outcome open</source>
        <translation>已放弃，结果未知</translation>
    </message>
    <message>
        <source>Given up, not sent</source>
        <translation>已放弃，未发出</translation>
    </message>
    <message>
        <source>Return</source>
        <translation>退货</translation>
    </message>
    <message>
        <source>Requested</source>
        <translation>申请</translation>
    </message>
    <message>
        <source>Closed order</source>
        <translation>已关闭订单</translation>
    </message>
    <message>
        <source>Late payment</source>
        <translation>超时付款</translation>
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
        <source>By hand</source>
        <translation>人工</translation>
    </message>
    <message>
        <source>Over HTTP</source>
        <translation>通过 HTTP</translation>
    </message>
    <message>
        <source>First approval</source>
        <translation>一次审批</translation>
    </message>
    <message>
        <source>Approved</source>
        <translation>已批准</translation>
    </message>
    <message>
        <source>Undone</source>
        <translation>已撤回</translation>
    </message>
    <message>
        <source>Goods received</source>
        <translation>已收货</translation>
    </message>
    <message>
        <source>Goods not expected</source>
        <translation>不需退回商品</translation>
    </message>
    <message>
        <source>Refund granted</source>
        <translation>同意退款</translation>
    </message>
    <message>
        <source>Refund sent</source>
        <translation>退款已发出</translation>
    </message>
    <message>
        <source>Not sent after all</source>
        <translation>实际未发出</translation>
    </message>
    <message>
        <source>Outcome not known</source>
        <translation>结果未知</translation>
    </message>
    <message>
        <source>Retried</source>
        <translation>重试</translation>
    </message>
    <message>
        <source>Recorded by hand</source>
        <translation>人工登记</translation>
    </message>
    <message>
        <source>Given up</source>
        <translation>已放弃</translation>
    </message>
    <message>
        <source>Payment provider</source>
        <translation>支付渠道</translation>
    </message>
    <message>
        <source>Sales</source>
        <translation>销售收入</translation>
    </message>
    <message>
        <source>Discounts</source>
        <translation>优惠</translation>
    </message>
    <message>
        <source>Sales returns</source>
        <translation>销售退回</translation>
    </message>
    <message>
        <source>Unmatched money</source>
        <translation>无法匹配的款项</translation>
    </message>
    <message>
        <source>Refunds payable</source>
        <translation>应付退款</translation>
    </message>
    <message>
        <source>asset</source>
        <translation>资产</translation>
    </message>
    <message>
        <source>revenue</source>
        <translation>收入</translation>
    </message>
    <message>
        <source>contra revenue</source>
        <translation>收入抵减</translation>
    </message>
    <message>
        <source>liability</source>
        <translation>负债</translation>
    </message>
    <message>
        <source>Payment</source>
        <translation>付款</translation>
    </message>
    <message>
        <source>Discount</source>
        <translation>优惠</translation>
    </message>
    <message>
        <source>Unmatched payment</source>
        <translation>无法匹配的付款</translation>
    </message>
    <message>
        <source>Refund cancelled</source>
        <translation>撤销退款</translation>
    </message>
    <message>
        <source>Refund paid</source>
        <translation>退款支付</translation>
    </message>
    <message>
        <source>the system</source>
        <translation>系统</translation>
    </message>
    <message numerus="yes">
        <source>%1 returns</source>
        <translation>
            <numerusform>%1 个退货单</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 refunds</source>
        <translation>
            <numerusform>%1 笔退款</numerusform>
        </translation>
    </message>
    <message>
        <source>One person is enough for %1: below the four-eyes threshold.</source>
        <translation>%1 未超过双人复核限额，一人审批即可。</translation>
    </message>
    <message>
        <source>%1 is above the four-eyes threshold: somebody other than %2 must approve.</source>
        <translation>%1 超过双人复核限额，须由 %2 以外的人审批。</translation>
    </message>
    <message>
        <source>%1 is above the second threshold: two people must approve, neither of them %2.</source>
        <translation>%1 超过第二限额，须由两人审批，且都不是 %2。</translation>
    </message>
    <message>
        <source>%1 is above the second threshold: %2 has approved; one more must, neither %2 nor %3.</source>
        <translation>%1 超过第二限额，%2 已审批，还须一人审批，不能是 %2 或 %3。</translation>
    </message>
    <message>
        <source>%1; %2</source>
        <comment>units, amount</comment>
        <translation>%1；%2</translation>
    </message>
    <message>
        <source>token %1</source>
        <comment>name of an API token</comment>
        <translation>令牌 %1</translation>
    </message>
    <message>
        <source>Paid order %1</source>
        <translation>已支付订单 %1</translation>
    </message>
    <message>
        <source>Waits for a decision</source>
        <translation>等待处理</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>备注</translation>
    </message>
    <message>
        <source>Payment matched</source>
        <translation>付款已匹配</translation>
    </message>
    <message numerus="yes">
        <source>%1 payments</source>
        <translation>
            <numerusform>%1 笔付款</numerusform>
        </translation>
    </message>
    <message>
        <source>it has paid order %1</source>
        <translation>已用于支付订单 %1</translation>
    </message>
    <message>
        <source>Assigned</source>
        <translation>已分派</translation>
    </message>
    <message>
        <source>to nobody</source>
        <translation>不分派给任何人</translation>
    </message>
    <message>
        <source>to %1</source>
        <comment>person</comment>
        <translation>给 %1</translation>
    </message>
    <message>
        <source>Decided by rule</source>
        <translation>按规则决定</translation>
    </message>
    <message>
        <source>Restocking fees</source>
        <translation>重新上架费</translation>
    </message>
    <message>
        <source>Restocking fee kept</source>
        <translation>收取重新上架费</translation>
    </message>
    <message>
        <source>Restocking fee waived</source>
        <translation>免除重新上架费</translation>
    </message>
    <message>
        <source>approved by the system: up to %1 of an order</source>
        <translation>由系统批准：每个订单不超过 %1</translation>
    </message>
    <message>
        <source>approved by the system: up to %1 of an order, for reason %2</source>
        <translation>由系统批准：每个订单不超过 %1，原因 %2</translation>
    </message>
    <message>
        <source>restocking fee of %1 %: %2 kept</source>
        <translation>重新上架费 %1 %：收取 %2</translation>
    </message>
</context>
<context>
    <name>OperationLabels</name>
    <message>
        <source>Connected consoles</source>
        <translation>已连接的控制台</translation>
    </message>
    <message>
        <source>View orders</source>
        <translation>查看订单</translation>
    </message>
    <message>
        <source>Place an order</source>
        <translation>下单</translation>
    </message>
    <message>
        <source>Pay an order</source>
        <translation>订单付款</translation>
    </message>
    <message>
        <source>Record a payment by hand</source>
        <translation>手工登记付款</translation>
    </message>
    <message>
        <source>Cancel an order</source>
        <translation>取消订单</translation>
    </message>
    <message>
        <source>Report pick-up or delivery</source>
        <translation>上报取货或送达</translation>
    </message>
    <message>
        <source>Change products</source>
        <translation>修改商品</translation>
    </message>
    <message>
        <source>View dispatch</source>
        <translation>查看派单</translation>
    </message>
    <message>
        <source>Choose and charge a courier</source>
        <translation>选定骑手并扣步</translation>
    </message>
    <message>
        <source>Change a campus</source>
        <translation>修改校区</translation>
    </message>
    <message>
        <source>Pause or resume dispatch</source>
        <translation>暂停或恢复派单</translation>
    </message>
    <message>
        <source>Change couriers</source>
        <translation>修改骑手</translation>
    </message>
    <message>
        <source>Set on or off duty</source>
        <translation>设置在岗或离岗</translation>
    </message>
    <message>
        <source>Reassign an order</source>
        <translation>改派订单</translation>
    </message>
    <message>
        <source>Hand over a courier&apos;s work</source>
        <translation>交接骑手的订单</translation>
    </message>
    <message>
        <source>Undo a reassignment</source>
        <translation>撤回改派</translation>
    </message>
    <message>
        <source>Calibrate weights</source>
        <translation>校准权重</translation>
    </message>
    <message>
        <source>Retry dead letters of dispatch</source>
        <translation>重试派单死信</translation>
    </message>
    <message>
        <source>View timers</source>
        <translation>查看定时器</translation>
    </message>
    <message>
        <source>Advance time</source>
        <translation>推进时间</translation>
    </message>
    <message>
        <source>Change delays</source>
        <translation>修改延迟时间</translation>
    </message>
    <message>
        <source>Pause or resume timers</source>
        <translation>暂停或恢复定时器</translation>
    </message>
    <message>
        <source>Switch the delay queue</source>
        <translation>开关延迟队列</translation>
    </message>
    <message>
        <source>Run a timer now</source>
        <translation>立即执行定时器</translation>
    </message>
    <message>
        <source>Postpone a timer</source>
        <translation>推迟定时器</translation>
    </message>
    <message>
        <source>Cancel a timer</source>
        <translation>取消定时器</translation>
    </message>
    <message>
        <source>Retry a timer</source>
        <translation>重试定时器</translation>
    </message>
    <message>
        <source>Re-arm the delay queue</source>
        <translation>补齐延迟队列</translation>
    </message>
    <message>
        <source>Acknowledge an alert</source>
        <translation>确认告警</translation>
    </message>
    <message>
        <source>Silence an alert</source>
        <translation>静音告警</translation>
    </message>
    <message>
        <source>Resolve an alert</source>
        <translation>解除告警</translation>
    </message>
    <message>
        <source>View flash sales</source>
        <translation>查看秒杀</translation>
    </message>
    <message>
        <source>Attempt in a flash sale</source>
        <translation>秒杀抢购</translation>
    </message>
    <message>
        <source>Set up a flash sale</source>
        <translation>创建秒杀</translation>
    </message>
    <message>
        <source>Edit a flash sale</source>
        <translation>修改秒杀</translation>
    </message>
    <message>
        <source>Delete a flash sale</source>
        <translation>删除秒杀</translation>
    </message>
    <message>
        <source>Start a flash sale</source>
        <translation>启动秒杀</translation>
    </message>
    <message>
        <source>Resume a flash sale</source>
        <translation>恢复秒杀</translation>
    </message>
    <message>
        <source>Stop a flash sale</source>
        <translation>停止秒杀</translation>
    </message>
    <message>
        <source>Add stock to a flash sale</source>
        <translation>秒杀补货</translation>
    </message>
    <message>
        <source>End a flash sale</source>
        <translation>结束秒杀</translation>
    </message>
    <message>
        <source>Claim a message of a flash sale</source>
        <translation>认领秒杀消息</translation>
    </message>
    <message>
        <source>Acknowledge a message of a flash sale</source>
        <translation>确认秒杀消息</translation>
    </message>
    <message>
        <source>Release a reservation</source>
        <translation>释放预占</translation>
    </message>
    <message>
        <source>Retry dead letters of a flash sale</source>
        <translation>重试秒杀死信</translation>
    </message>
    <message>
        <source>Dismiss dead letters of a flash sale</source>
        <translation>移除秒杀死信</translation>
    </message>
    <message>
        <source>Repair a flash sale</source>
        <translation>修复秒杀</translation>
    </message>
    <message>
        <source>View campaigns</source>
        <translation>查看活动</translation>
    </message>
    <message>
        <source>Draw a discount</source>
        <translation>抽取优惠</translation>
    </message>
    <message>
        <source>Set up a campaign</source>
        <translation>创建活动</translation>
    </message>
    <message>
        <source>Edit a campaign</source>
        <translation>修改活动</translation>
    </message>
    <message>
        <source>Copy a campaign</source>
        <translation>复制活动</translation>
    </message>
    <message>
        <source>Delete a campaign</source>
        <translation>删除活动</translation>
    </message>
    <message>
        <source>Start a campaign</source>
        <translation>启动活动</translation>
    </message>
    <message>
        <source>Pause a campaign</source>
        <translation>暂停活动</translation>
    </message>
    <message>
        <source>Resume a campaign</source>
        <translation>恢复活动</translation>
    </message>
    <message>
        <source>Stop a campaign</source>
        <translation>停止活动</translation>
    </message>
    <message>
        <source>Give a discount back</source>
        <translation>退回优惠</translation>
    </message>
    <message>
        <source>View returns</source>
        <translation>查看退货</translation>
    </message>
    <message>
        <source>Request a return</source>
        <translation>申请退货</translation>
    </message>
    <message>
        <source>Approve a return</source>
        <translation>批准退货</translation>
    </message>
    <message>
        <source>Reject a return</source>
        <translation>拒绝退货</translation>
    </message>
    <message>
        <source>Cancel a return</source>
        <translation>撤销退货</translation>
    </message>
    <message>
        <source>Undo a decision on a return</source>
        <translation>撤回退货决定</translation>
    </message>
    <message>
        <source>Undo the cancellation of a return</source>
        <translation>恢复已撤销的退货</translation>
    </message>
    <message>
        <source>Receive goods</source>
        <translation>收货</translation>
    </message>
    <message>
        <source>Skip goods</source>
        <translation>免收货</translation>
    </message>
    <message>
        <source>Undo the receipt of goods</source>
        <translation>撤回收货</translation>
    </message>
    <message>
        <source>Change return settings</source>
        <translation>修改退货设置</translation>
    </message>
    <message>
        <source>View refunds</source>
        <translation>查看退款</translation>
    </message>
    <message>
        <source>Send refunds</source>
        <translation>发送退款</translation>
    </message>
    <message>
        <source>Request a refund</source>
        <translation>申请退款</translation>
    </message>
    <message>
        <source>Approve a refund</source>
        <translation>批准退款</translation>
    </message>
    <message>
        <source>Cancel a refund</source>
        <translation>撤销退款</translation>
    </message>
    <message>
        <source>Retry a refund</source>
        <translation>重试退款</translation>
    </message>
    <message>
        <source>Record a refund as paid</source>
        <translation>登记退款为已退</translation>
    </message>
    <message>
        <source>Record a refund as not paid</source>
        <translation>登记退款为未退</translation>
    </message>
    <message>
        <source>Change the refund method</source>
        <translation>修改退款方式</translation>
    </message>
    <message>
        <source>View the ledger</source>
        <translation>查看总账</translation>
    </message>
    <message>
        <source>View tasks</source>
        <translation>查看任务</translation>
    </message>
    <message>
        <source>Run tasks</source>
        <translation>执行任务</translation>
    </message>
    <message>
        <source>Retry tasks</source>
        <translation>重试任务</translation>
    </message>
    <message>
        <source>Drop tasks</source>
        <translation>丢弃任务</translation>
    </message>
    <message>
        <source>Hold or release tasks</source>
        <translation>暂停或放行任务</translation>
    </message>
    <message>
        <source>View webhooks</source>
        <translation>查看 Webhook</translation>
    </message>
    <message>
        <source>Add a webhook</source>
        <translation>添加 Webhook</translation>
    </message>
    <message>
        <source>Edit a webhook</source>
        <translation>修改 Webhook</translation>
    </message>
    <message>
        <source>Remove a webhook</source>
        <translation>删除 Webhook</translation>
    </message>
    <message>
        <source>Replace the secret of a webhook</source>
        <translation>更换 Webhook 密钥</translation>
    </message>
    <message>
        <source>Test a webhook</source>
        <translation>测试 Webhook</translation>
    </message>
    <message>
        <source>Resend a webhook&apos;s message</source>
        <translation>重发 Webhook 消息</translation>
    </message>
    <message>
        <source>View people</source>
        <translation>查看人员</translation>
    </message>
    <message>
        <source>Sign in</source>
        <translation>登录</translation>
    </message>
    <message>
        <source>Sign out</source>
        <translation>退出登录</translation>
    </message>
    <message>
        <source>Unlock</source>
        <translation>解锁</translation>
    </message>
    <message>
        <source>Change own password</source>
        <translation>修改自己的密码</translation>
    </message>
    <message>
        <source>Add a person</source>
        <translation>添加人员</translation>
    </message>
    <message>
        <source>Rename a person</source>
        <translation>修改姓名</translation>
    </message>
    <message>
        <source>Change roles</source>
        <translation>修改角色</translation>
    </message>
    <message>
        <source>Reset a password</source>
        <translation>重置密码</translation>
    </message>
    <message>
        <source>Disable or enable a person</source>
        <translation>停用或启用人员</translation>
    </message>
    <message>
        <source>Lift a lock</source>
        <translation>解除锁定</translation>
    </message>
    <message>
        <source>Change sign-in rules</source>
        <translation>修改登录规则</translation>
    </message>
    <message>
        <source>View API tokens</source>
        <translation>查看 API 令牌</translation>
    </message>
    <message>
        <source>Create an API token</source>
        <translation>创建 API 令牌</translation>
    </message>
    <message>
        <source>Revoke an API token</source>
        <translation>吊销 API 令牌</translation>
    </message>
    <message>
        <source>API tokens</source>
        <translation>API 令牌</translation>
    </message>
    <message>
        <source>View the audit log</source>
        <translation>查看审计日志</translation>
    </message>
    <message>
        <source>View backups</source>
        <translation>查看备份</translation>
    </message>
    <message>
        <source>Take a backup</source>
        <translation>备份</translation>
    </message>
    <message>
        <source>Verify a backup</source>
        <translation>验证备份</translation>
    </message>
    <message>
        <source>Change the backup schedule</source>
        <translation>修改备份计划</translation>
    </message>
    <message>
        <source>Restore from a backup</source>
        <translation>从备份恢复</translation>
    </message>
    <message>
        <source>Orders</source>
        <translation>订单</translation>
    </message>
    <message>
        <source>Dispatch</source>
        <translation>派单</translation>
    </message>
    <message>
        <source>Timers</source>
        <translation>定时器</translation>
    </message>
    <message>
        <source>Alerts</source>
        <translation>告警</translation>
    </message>
    <message>
        <source>Flash sales</source>
        <translation>秒杀</translation>
    </message>
    <message>
        <source>Campaigns</source>
        <translation>活动</translation>
    </message>
    <message>
        <source>Returns</source>
        <translation>退货</translation>
    </message>
    <message>
        <source>Refunds</source>
        <translation>退款</translation>
    </message>
    <message>
        <source>Ledger</source>
        <translation>总账</translation>
    </message>
    <message>
        <source>Tasks</source>
        <translation>任务</translation>
    </message>
    <message>
        <source>Webhooks</source>
        <translation>Webhook</translation>
    </message>
    <message>
        <source>People</source>
        <translation>人员</translation>
    </message>
    <message>
        <source>Audit log</source>
        <translation>审计日志</translation>
    </message>
    <message>
        <source>HTTP service</source>
        <translation>HTTP 服务</translation>
    </message>
    <message>
        <source>HTTP requests</source>
        <translation>HTTP 请求</translation>
    </message>
    <message>
        <source>Backups</source>
        <translation>备份</translation>
    </message>
    <message>
        <source>View sign-in rules</source>
        <translation>查看登录规则</translation>
    </message>
    <message>
        <source>Seal the audit log with another key</source>
        <translation>审计日志改由另一密钥封印</translation>
    </message>
    <message>
        <source>Set a new anchor of the audit log</source>
        <translation>重新设定审计日志锚点</translation>
    </message>
    <message>
        <source>Start or stop the HTTP API</source>
        <translation>启动或停止 HTTP API</translation>
    </message>
    <message>
        <source>Reset engine time to the clock</source>
        <translation>将引擎时间重置为本机时钟</translation>
    </message>
    <message>
        <source>Change the secret that signs refunds</source>
        <translation>更换退款签名密钥</translation>
    </message>
    <message>
        <source>HTTP API request</source>
        <translation>HTTP API 请求</translation>
    </message>
    <message>
        <source>Continue without missing work</source>
        <translation>缺失部分工作后继续</translation>
    </message>
    <message>
        <source>Export rows to a file</source>
        <translation>导出数据到文件</translation>
    </message>
    <message>
        <source>Set a load limit</source>
        <translation>设置接单上限</translation>
    </message>
    <message>
        <source>Take an order by hand</source>
        <translation>手工下单</translation>
    </message>
    <message>
        <source>View the shop</source>
        <translation>查看店铺</translation>
    </message>
    <message>
        <source>Add a campus</source>
        <translation>添加校区</translation>
    </message>
    <message>
        <source>Rename a campus</source>
        <translation>修改校区名称</translation>
    </message>
    <message>
        <source>Disable or enable a campus</source>
        <translation>停用或启用校区</translation>
    </message>
    <message>
        <source>Add a courier</source>
        <translation>添加骑手</translation>
    </message>
    <message>
        <source>Edit a courier</source>
        <translation>编辑骑手</translation>
    </message>
    <message>
        <source>Disable or enable a courier</source>
        <translation>停用或启用骑手</translation>
    </message>
    <message>
        <source>Add a product</source>
        <translation>添加商品</translation>
    </message>
    <message>
        <source>Edit a product</source>
        <translation>编辑商品</translation>
    </message>
    <message>
        <source>Disable or enable a product</source>
        <translation>停用或启用商品</translation>
    </message>
    <message>
        <source>Receive stock</source>
        <translation>入库</translation>
    </message>
    <message>
        <source>Correct stock</source>
        <translation>修正库存</translation>
    </message>
    <message>
        <source>Shop</source>
        <translation>店铺</translation>
    </message>
    <message>
        <source>View rosters</source>
        <translation>查看排班</translation>
    </message>
    <message>
        <source>Change a roster</source>
        <translation>修改排班</translation>
    </message>
    <message>
        <source>Import rows from a file</source>
        <translation>从文件导入数据</translation>
    </message>
    <message>
        <source>Exports and imports</source>
        <translation>导出与导入</translation>
    </message>
    <message>
        <source>Shifts</source>
        <translation>排班</translation>
    </message>
    <message>
        <source>View alerts</source>
        <translation>查看告警</translation>
    </message>
    <message>
        <source>Set the limits of alerts</source>
        <translation>设置告警限额</translation>
    </message>
    <message>
        <source>Match a payment to an order</source>
        <translation>将付款匹配到订单</translation>
    </message>
    <message>
        <source>Send an owed payment back</source>
        <translation>退回应退付款</translation>
    </message>
    <message>
        <source>Write a note on a refund</source>
        <translation>为退款写备注</translation>
    </message>
    <message>
        <source>Assign a return to a clerk</source>
        <translation>为退货指定处理人</translation>
    </message>
    <message>
        <source>Write a note on an order</source>
        <translation>为订单写备注</translation>
    </message>
    <message>
        <source>Write a note on a return</source>
        <translation>为退货写备注</translation>
    </message>
    <message>
        <source>Change reasons and age limit of returns</source>
        <translation>修改退货原因与时限</translation>
    </message>
    <message>
        <source>Assign a refund to a clerk</source>
        <translation>为退款指定处理人</translation>
    </message>
    <message>
        <source>Search</source>
        <translation>搜索</translation>
    </message>
    <message>
        <source>View connected consoles</source>
        <translation>查看已连接的控制台</translation>
    </message>
    <message>
        <source>End a connection</source>
        <translation>断开连接</translation>
    </message>
    <message>
        <source>Show what is open</source>
        <translation>显示正在查看的内容</translation>
    </message>
    <message>
        <source>Set the number of workers</source>
        <translation>设置后台进程数</translation>
    </message>
    <message>
        <source>Compare the keyspace with the database</source>
        <translation>比对键空间与数据库</translation>
    </message>
    <message>
        <source>Rebuild the keyspace from the database</source>
        <translation>按数据库重建键空间</translation>
    </message>
    <message>
        <source>Keyspace</source>
        <translation>键空间</translation>
    </message>
</context>
<context>
    <name>OrderFacts</name>
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
        <translation>应付（%1）</translation>
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
    <name>OrderFields</name>
    <message>
        <source>Courier</source>
        <translation>骑手</translation>
    </message>
    <message>
        <source>Order number or user</source>
        <translation>订单号或用户</translation>
    </message>
    <message>
        <source>At least four characters from anywhere in the order number, or how an order number or user begins</source>
        <translation>订单号中任意位置的至少四个字符，或订单号、用户的开头</translation>
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
        <source>User</source>
        <translation>用户</translation>
    </message>
    <message>
        <source>Exactly this user</source>
        <translation>仅限该用户</translation>
    </message>
    <message>
        <source>Unassigned</source>
        <translation>未派单</translation>
    </message>
    <message>
        <source>Paid, open and without a courier</source>
        <translation>已付款、未结束且无骑手</translation>
    </message>
    <message>
        <source>Late</source>
        <translation>已超时</translation>
    </message>
    <message>
        <source>Past their limit for assignment, pick-up or delivery</source>
        <translation>派单、取货或送达已超过时限</translation>
    </message>
</context>
<context>
    <name>OrderReadBack</name>
    <message>
        <source>Order</source>
        <translation>订单</translation>
    </message>
    <message>
        <source>Before</source>
        <translation>此前</translation>
    </message>
    <message>
        <source>Now</source>
        <translation>当前状态</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <comment>status of an order, its courier</comment>
        <translation>%1，%2</translation>
    </message>
</context>
<context>
    <name>OrderRowsFlow</name>
    <message>
        <source>Payment number</source>
        <translation>付款号</translation>
    </message>
    <message>
        <source>Enter a payment number.</source>
        <translation>请填写付款号。</translation>
    </message>
    <message>
        <source>Amount (%1)</source>
        <translation>金额（%1）</translation>
    </message>
    <message>
        <source>The payable amount is %1; a payment must match it.</source>
        <translation>应付 %1；付款金额必须与之一致。</translation>
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
        <source>%1 Up to %2 goes back to customers.</source>
        <comment>what is closed, amount</comment>
        <translation>%1 最多 %2 将退还给顾客。</translation>
    </message>
</context>
<context>
    <name>OutcomeTexts</name>
    <message>
        <source>Done</source>
        <translation>完成</translation>
    </message>
    <message>
        <source>Skipped</source>
        <translation>已跳过</translation>
    </message>
    <message>
        <source>Refused</source>
        <translation>被拒绝</translation>
    </message>
    <message>
        <source>%1 done</source>
        <translation>%1 项完成</translation>
    </message>
    <message>
        <source>%1 changed meanwhile</source>
        <translation>%1 项期间已被更改</translation>
    </message>
    <message>
        <source>%1 refused</source>
        <translation>%1 项被拒绝</translation>
    </message>
    <message>
        <source>%1 skipped</source>
        <translation>%1 项已跳过</translation>
    </message>
    <message>
        <source>Not known</source>
        <translation>结果未知</translation>
    </message>
    <message>
        <source>Changed meanwhile</source>
        <translation>期间已变更</translation>
    </message>
    <message>
        <source>%1 not known, check before repeating</source>
        <translation>%1 项结果未知，重复操作前请先核对</translation>
    </message>
    <message>
        <source>nobody</source>
        <translation>无</translation>
    </message>
    <message>
        <source>With %1 now.</source>
        <translation>现由%1负责。</translation>
    </message>
    <message>
        <source>Going to %1.</source>
        <comment>courier or couriers</comment>
        <translation>将交给%1。</translation>
    </message>
    <message>
        <source>%1 by %2, %3</source>
        <comment>what was done, who, when</comment>
        <translation>%2于%3%1</translation>
    </message>
    <message numerus="yes">
        <source>%1 more go to the next fairest couriers.</source>
        <translation>
            <numerusform>另有 %1 单将派给下一位最应派单的骑手。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>They go to the next fairest couriers.</source>
        <translation>
            <numerusform>将派给下一位最应派单的骑手。</numerusform>
        </translation>
    </message>
    <message>
        <source>Changed</source>
        <comment>by somebody, at a time</comment>
        <translation>修改</translation>
    </message>
    <message>
        <source>Not done</source>
        <translation>未执行</translation>
    </message>
    <message>
        <source>%1 not done</source>
        <translation>%1 项未执行</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>changed by whom and when, what was done</comment>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <comment>what became of it, by whom</comment>
        <translation>%1（%2）</translation>
    </message>
    <message>
        <source>, </source>
        <comment>between names</comment>
        <translation>、</translation>
    </message>
    <message>
        <source>, </source>
        <comment>between parts</comment>
        <translation>，</translation>
    </message>
</context>
<context>
    <name>OwedFlow</name>
    <message>
        <source>Match to an order…</source>
        <translation>匹配到订单…</translation>
    </message>
    <message>
        <source>Send back…</source>
        <translation>退回…</translation>
    </message>
    <message>
        <source>Record as paid…</source>
        <translation>登记为已付…</translation>
    </message>
    <message>
        <source>Write a note…</source>
        <translation>写备注…</translation>
    </message>
    <message>
        <source>Order</source>
        <translation>订单</translation>
    </message>
    <message>
        <source>Enter the order&apos;s number.</source>
        <translation>请输入订单号。</translation>
    </message>
    <message>
        <source>This order does not wait for a payment; it is: %1.</source>
        <translation>该订单不在等待付款，当前为：%1。</translation>
    </message>
    <message>
        <source>This order asks for %1.</source>
        <translation>该订单应付 %1。</translation>
    </message>
    <message>
        <source>Required; kept in the history</source>
        <translation>必填；保留在历史记录中</translation>
    </message>
    <message>
        <source>Match to an order</source>
        <translation>匹配到订单</translation>
    </message>
    <message>
        <source>This payment of %1 pays the order that it was for.</source>
        <translation>这笔 %1 的付款将用于支付它本该支付的订单。</translation>
    </message>
    <message>
        <source>The order must wait for just this amount. It counts as paid from now on, and the payment no longer goes back.</source>
        <translation>订单必须正在等待相同金额的付款。匹配后订单即视为已付款，这笔付款不再退回。</translation>
    </message>
    <message>
        <source>Match</source>
        <translation>匹配</translation>
    </message>
    <message>
        <source>Send back</source>
        <translation>退回</translation>
    </message>
    <message>
        <source>%1, %2 in all, will go back to the payers.</source>
        <comment>n payments, amount</comment>
        <translation>%1（合计 %2）将退回给付款人。</translation>
    </message>
    <message>
        <source>By the refund method that is set. What has gone back cannot be matched any more.</source>
        <translation>按已设置的退款方式退回。退回后不能再匹配。</translation>
    </message>
    <message>
        <source>Write a note</source>
        <translation>写备注</translation>
    </message>
    <message>
        <source>A note stays in the history of the payment and cannot be changed.</source>
        <translation>备注会保留在付款的历史记录中，不能修改。</translation>
    </message>
    <message>
        <source>Write</source>
        <translation>写入</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>备注</translation>
    </message>
    <message>
        <source>Who was called, what was agreed</source>
        <translation>联系了谁、怎样商定</translation>
    </message>
    <message>
        <source>%1 sent back</source>
        <comment>amount</comment>
        <translation>%1 已退回</translation>
    </message>
    <message>
        <source>It has paid order %1.</source>
        <translation>已用于支付订单 %1。</translation>
    </message>
    <message>
        <source>It goes back already; it is: %1.</source>
        <translation>已在退回，当前为：%1。</translation>
    </message>
    <message>
        <source>It has been sent back; it is: %1.</source>
        <translation>已经退回，当前为：%1。</translation>
    </message>
    <message>
        <source>Payment</source>
        <translation>付款</translation>
    </message>
    <message>
        <source>Cause</source>
        <translation>原因</translation>
    </message>
    <message>
        <source>Now</source>
        <translation>当前</translation>
    </message>
</context>
<context>
    <name>People</name>
    <message>
        <source>Make the first person an administrator: from then on everybody has to sign in.</source>
        <translation>请将第一个人设为管理员：此后所有人都须登录。</translation>
    </message>
    <message>
        <source>They must change the password at their first sign-in.</source>
        <translation>首次登录时必须修改密码。</translation>
    </message>
    <message>
        <source>Add a person</source>
        <translation>添加人员</translation>
    </message>
    <message>
        <source>Add</source>
        <translation>添加</translation>
    </message>
    <message>
        <source>Sign-in name</source>
        <translation>登录名</translation>
    </message>
    <message>
        <source>It cannot be changed later.</source>
        <translation>以后不能更改。</translation>
    </message>
    <message>
        <source>Display name</source>
        <translation>显示名称</translation>
    </message>
    <message>
        <source>Optional.</source>
        <translation>可留空。</translation>
    </message>
    <message>
        <source>Roles</source>
        <translation>角色</translation>
    </message>
    <message>
        <source>Without a role, a person cannot do anything.</source>
        <translation>没有角色则没有任何权限。</translation>
    </message>
    <message>
        <source>Password</source>
        <translation>密码</translation>
    </message>
    <message>
        <source>%1 is added.</source>
        <translation>已添加 %1。</translation>
    </message>
    <message>
        <source>Rename %1</source>
        <translation>为 %1 改名</translation>
    </message>
    <message>
        <source>The name for signing in stays.</source>
        <translation>登录名不变。</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>保存</translation>
    </message>
    <message>
        <source>%1 is renamed.</source>
        <translation>%1 已改名。</translation>
    </message>
    <message>
        <source>Roles of %1</source>
        <translation>%1 的角色</translation>
    </message>
    <message>
        <source>They take effect at once, even for what is running now.</source>
        <translation>立即生效，对正在进行的操作也一样。</translation>
    </message>
    <message>
        <source>%1 now has: %2.</source>
        <translation>%1 现在的角色：%2。</translation>
    </message>
    <message>
        <source>New password for %1</source>
        <translation>为 %1 设新密码</translation>
    </message>
    <message>
        <source>They are signed out everywhere, and must change it at their next sign-in.</source>
        <translation>对方会在所有地方退出登录，下次登录时必须修改密码。</translation>
    </message>
    <message>
        <source>Set the password</source>
        <translation>设定密码</translation>
    </message>
    <message>
        <source>%1 has a new password.</source>
        <translation>%1 的密码已更换。</translation>
    </message>
    <message>
        <source>Sign-in rules</source>
        <translation>登录规则</translation>
    </message>
    <message>
        <source>For everybody in this workspace.</source>
        <translation>适用于本工作区的所有人。</translation>
    </message>
    <message>
        <source>0, or at least 1 min.</source>
        <translation>0，或至少 1 分钟。</translation>
    </message>
    <message>
        <source>Lock when idle for</source>
        <translation>空闲多久后锁定</translation>
    </message>
    <message>
        <source>1 min to 24 h; 0: never.</source>
        <translation>1 分钟到 24 小时；0 表示从不。</translation>
    </message>
    <message>
        <source>Failures without a delay</source>
        <translation>可立即重试的失败次数</translation>
    </message>
    <message>
        <source>0 to 10.</source>
        <translation>0 到 10。</translation>
    </message>
    <message>
        <source>First delay</source>
        <translation>首次等待时长</translation>
    </message>
    <message>
        <source>Doubles with every further failure.</source>
        <translation>每多失败一次加倍。</translation>
    </message>
    <message>
        <source>Lock after failures</source>
        <translation>失败多少次后锁定</translation>
    </message>
    <message>
        <source>In a row; more than those without a delay.</source>
        <translation>连续失败的次数；须多于可立即重试的次数。</translation>
    </message>
    <message>
        <source>Locked for</source>
        <translation>锁定时长</translation>
    </message>
    <message>
        <source>Doubles with every further failure, up to 1 d.</source>
        <translation>每多失败一次加倍，最多 1 天。</translation>
    </message>
    <message>
        <source>The sign-in rules are saved.</source>
        <translation>登录规则已保存。</translation>
    </message>
    <message>
        <source>Enter a name.</source>
        <translation>请填写登录名。</translation>
    </message>
</context>
<context>
    <name>RehearsalTexts</name>
    <message>
        <source>Preparing a copy</source>
        <translation>正在准备副本</translation>
    </message>
    <message>
        <source>The crowd buys</source>
        <translation>人群抢购中</translation>
    </message>
    <message>
        <source>Payments and time-outs</source>
        <translation>付款与超时</translation>
    </message>
    <message>
        <source>Checking the invariants</source>
        <translation>正在检查不变量</translation>
    </message>
</context>
<context>
    <name>ReturnTexts</name>
    <message>
        <source>Required; kept in the history</source>
        <translation>必填；记入历史</translation>
    </message>
    <message>
        <source>Kept in the history</source>
        <translation>记入历史</translation>
    </message>
    <message>
        <source>Approve returns</source>
        <translation>批准退货</translation>
    </message>
    <message>
        <source>Refunds are granted at once or held until the goods arrive, as set for the campus. Above the thresholds somebody else must approve; refused rows are listed.</source>
        <translation>退款按校区设置立即同意或等待收货。超过限额时须双人复核；被拒绝的会逐行说明。</translation>
    </message>
    <message>
        <source>Approve %1</source>
        <comment>n returns</comment>
        <translation>批准 %1</translation>
    </message>
    <message>
        <source>Reject returns</source>
        <translation>拒绝退货</translation>
    </message>
    <message>
        <source>%1 will be rejected.</source>
        <comment>n returns</comment>
        <translation>将拒绝 %1。</translation>
    </message>
    <message>
        <source>The units can be requested again. The customer sees the note, not the reason.</source>
        <translation>这些件数可再次申请。备注给顾客看，原因仅供内部。</translation>
    </message>
    <message>
        <source>Reject %1</source>
        <comment>n returns</comment>
        <translation>拒绝 %1</translation>
    </message>
    <message>
        <source>Receive goods</source>
        <translation>收货</translation>
    </message>
    <message>
        <source>The goods of this return have come back.</source>
        <translation>此退货单的商品已退回。</translation>
    </message>
    <message>
        <source>Sellable units go back to stock, damaged ones do not. A refund that was held for the goods is granted.</source>
        <translation>可售件退回库存，损坏件不退回。等待收货的退款随即同意。</translation>
    </message>
    <message>
        <source>Receive</source>
        <translation>收货</translation>
    </message>
    <message>
        <source>Skip goods</source>
        <translation>免收货</translation>
    </message>
    <message>
        <source>No goods are expected back for this return any more.</source>
        <translation>此退货单不再等待商品退回。</translation>
    </message>
    <message>
        <source>Nothing goes to stock. A refund that was held for the goods is granted.</source>
        <translation>库存不变。等待收货的退款随即同意。</translation>
    </message>
    <message>
        <source>Undo the decision</source>
        <translation>撤回决定</translation>
    </message>
    <message>
        <source>The last decision on this return is undone; it waits again.</source>
        <translation>撤回此退货单的上一个决定，恢复等待。</translation>
    </message>
    <message>
        <source>A granted refund that was not sent yet is cancelled.</source>
        <translation>已同意但未发出的退款将被撤销。</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>撤回</translation>
    </message>
    <message>
        <source>Undo the receipt</source>
        <translation>撤回收货</translation>
    </message>
    <message>
        <source>The goods of this return are awaited again.</source>
        <translation>此退货单的商品恢复为待收货。</translation>
    </message>
    <message>
        <source>What went to stock is taken out again, if it is still there.</source>
        <translation>已入库的件数若仍在库则再取出。</translation>
    </message>
    <message>
        <source>Cancel requests</source>
        <translation>撤销申请</translation>
    </message>
    <message>
        <source>%1 will be cancelled.</source>
        <comment>n returns</comment>
        <translation>将撤销 %1。</translation>
    </message>
    <message>
        <source>Nothing was decided and nothing is refunded; the units can be requested again.</source>
        <translation>尚未作出决定，不会退款；这些件数可再次申请。</translation>
    </message>
    <message>
        <source>Cancel %1</source>
        <comment>n returns</comment>
        <translation>撤销 %1</translation>
    </message>
    <message>
        <source>second approval, %1</source>
        <comment>amount</comment>
        <translation>二次审批，%1</translation>
    </message>
    <message>
        <source>approved, %1</source>
        <comment>amount</comment>
        <translation>批准，%1</translation>
    </message>
    <message>
        <source>rejected, %1 stays</source>
        <comment>amount</comment>
        <translation>拒绝，%1 不退</translation>
    </message>
    <message>
        <source>cancelled, %1 stays</source>
        <comment>amount</comment>
        <translation>撤销，%1 不退</translation>
    </message>
    <message>
        <source>Retry</source>
        <translation>重试</translation>
    </message>
    <message>
        <source>%1, %2 in all, will be retried at once.</source>
        <comment>n refunds, amount</comment>
        <translation>将立即重试 %1，共 %2。</translation>
    </message>
    <message>
        <source>The idempotency key stays the same, so nothing is paid twice. Failures are counted from 0 again.</source>
        <translation>使用相同的幂等键，不会重复支付。之前的失败次数清零。</translation>
    </message>
    <message>
        <source>Record as paid</source>
        <translation>登记为已退</translation>
    </message>
    <message>
        <source>%1 was paid back by hand.</source>
        <comment>amount</comment>
        <translation>已人工退回 %1。</translation>
    </message>
    <message>
        <source>The refund is closed under the reference you give. This cannot be undone.</source>
        <translation>退款按您填写的凭证号结束，无法撤回。</translation>
    </message>
    <message>
        <source>Approve refunds</source>
        <translation>批准退款</translation>
    </message>
    <message>
        <source>%1, %2 in all, will be approved.</source>
        <comment>n refunds, amount</comment>
        <translation>将批准 %1，共 %2。</translation>
    </message>
    <message>
        <source>Where two approvals are needed, yours counts as the first.</source>
        <translation>需要第二审批人时，您的审批记为第一次。</translation>
    </message>
    <message>
        <source>Approve %1</source>
        <comment>n refunds</comment>
        <translation>批准 %1</translation>
    </message>
    <message>
        <source>Record as not paid</source>
        <translation>登记为未退</translation>
    </message>
    <message>
        <source>%1 was definitely not paid back.</source>
        <comment>amount</comment>
        <translation>已确认 %1 未退回。</translation>
    </message>
    <message>
        <source>The refund counts as failed; it can then be retried or cancelled.</source>
        <translation>退款记为失败，之后可重试或撤销。</translation>
    </message>
    <message>
        <source>Cancel refunds</source>
        <translation>撤销退款</translation>
    </message>
    <message>
        <source>%1, %2 in all, will not be paid.</source>
        <comment>n refunds, amount</comment>
        <translation>将不支付 %1，共 %2。</translation>
    </message>
    <message>
        <source>The approval of a return is undone with its refund.</source>
        <translation>退货的批准随退款一并撤回。</translation>
    </message>
    <message>
        <source>Cancel %1</source>
        <comment>n refunds</comment>
        <translation>撤销 %1</translation>
    </message>
    <message>
        <source>%1 retried</source>
        <comment>amount</comment>
        <translation>重试 %1</translation>
    </message>
    <message>
        <source>%1 recorded as paid</source>
        <comment>amount</comment>
        <translation>登记 %1 已退</translation>
    </message>
    <message>
        <source>%1 approved</source>
        <comment>amount</comment>
        <translation>批准 %1</translation>
    </message>
    <message>
        <source>%1 recorded as not paid</source>
        <comment>amount</comment>
        <translation>登记 %1 未退</translation>
    </message>
    <message>
        <source>%1 cancelled</source>
        <comment>amount</comment>
        <translation>撤销 %1</translation>
    </message>
    <message>
        <source>Required above the four-eyes threshold; kept in the history</source>
        <translation>超过双人复核限额时必填；记入历史</translation>
    </message>
    <message>
        <source>%1 will be approved as requested, for %2 in all.</source>
        <comment>n returns, amount</comment>
        <translation>将按申请批准%1，共 %2。</translation>
    </message>
</context>
<context>
    <name>RowCopying</name>
    <message>
        <source>Copy the rows</source>
        <translation>复制所选行</translation>
    </message>
    <message>
        <source>Copy the cell</source>
        <translation>复制单元格</translation>
    </message>
</context>
<context>
    <name>SeckillFlowTexts</name>
    <message>
        <source>User</source>
        <translation>用户</translation>
    </message>
    <message>
        <source>Order</source>
        <translation>订单</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>state, order</comment>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>Reservation now</source>
        <translation>当前预占</translation>
    </message>
    <message>
        <source>Required; kept in the history of the sale</source>
        <translation>必填；记入秒杀历史</translation>
    </message>
</context>
<context>
    <name>SeckillLabels</name>
    <message>
        <source>Draft</source>
        <translation>草稿</translation>
    </message>
    <message>
        <source>Scheduled</source>
        <translation>待开始</translation>
    </message>
    <message>
        <source>On sale</source>
        <translation>进行中</translation>
    </message>
    <message>
        <source>Stopped</source>
        <translation>已停止</translation>
    </message>
    <message>
        <source>Closing</source>
        <translation>收尾中</translation>
    </message>
    <message>
        <source>Ended</source>
        <translation>已结束</translation>
    </message>
    <message>
        <source>Reserved</source>
        <translation>已预占</translation>
    </message>
    <message>
        <source>Sold out</source>
        <translation>已售罄</translation>
    </message>
    <message>
        <source>Has one already</source>
        <translation>已有一份</translation>
    </message>
    <message>
        <source>Unknown sale</source>
        <translation>未知秒杀</translation>
    </message>
    <message>
        <source>Too early</source>
        <translation>太早</translation>
    </message>
    <message>
        <source>Too late</source>
        <translation>太晚</translation>
    </message>
    <message>
        <source>While stopped</source>
        <translation>停止期间</translation>
    </message>
    <message>
        <source>no reservation</source>
        <translation>无预占</translation>
    </message>
    <message>
        <source>waiting to be read</source>
        <translation>等待读取</translation>
    </message>
    <message>
        <source>tried again later</source>
        <translation>稍后重试</translation>
    </message>
    <message>
        <source>ordered</source>
        <translation>已下单</translation>
    </message>
    <message>
        <source>Set up</source>
        <translation>已创建</translation>
    </message>
    <message>
        <source>Changed</source>
        <translation>已修改</translation>
    </message>
    <message>
        <source>Deleted</source>
        <translation>已删除</translation>
    </message>
    <message>
        <source>End requested</source>
        <translation>已请求结束</translation>
    </message>
    <message>
        <source>Started</source>
        <translation>已启动</translation>
    </message>
    <message>
        <source>Resumed</source>
        <translation>已恢复</translation>
    </message>
    <message>
        <source>Stock added</source>
        <translation>已追加库存</translation>
    </message>
    <message>
        <source>Released</source>
        <translation>已释放</translation>
    </message>
    <message>
        <source>Acknowledged</source>
        <translation>已确认</translation>
    </message>
    <message>
        <source>Claimed</source>
        <translation>已认领</translation>
    </message>
    <message>
        <source>Retried</source>
        <translation>已重试</translation>
    </message>
    <message>
        <source>Dismissed</source>
        <translation>已移除</translation>
    </message>
    <message>
        <source>Repaired</source>
        <translation>已修复</translation>
    </message>
    <message>
        <source>Number</source>
        <translation>编号</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Campus</source>
        <translation>校区</translation>
    </message>
    <message>
        <source>Sale price</source>
        <translation>秒杀价</translation>
    </message>
    <message>
        <source>Units</source>
        <translation>份数</translation>
    </message>
    <message>
        <source>Begins</source>
        <translation>开始</translation>
    </message>
    <message>
        <source>Ends</source>
        <translation>结束</translation>
    </message>
    <message numerus="yes">
        <source>%1 units</source>
        <translation>
            <numerusform>%1 份</numerusform>
        </translation>
    </message>
    <message>
        <source>Product</source>
        <translation>商品</translation>
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
    <message>
        <source>Disconnected since %1</source>
        <translation>自 %1 起已断开</translation>
    </message>
    <message>
        <source>The machine&apos;s clock (%1) is behind the newest committed time (%2). Timers wait for it; correct the clock, or run &quot;evenhandctl clock reset&quot;.</source>
        <translation>本机时钟（%1）落后于最近一次提交的时间（%2），定时器会一直等到时钟赶上。请校准时钟，或运行“evenhandctl clock reset”。</translation>
    </message>
</context>
<context>
    <name>PeopleLabels</name>
    <message>
        <source>read</source>
        <translation>查看</translation>
    </message>
    <message>
        <source>place orders</source>
        <translation>下单</translation>
    </message>
    <message>
        <source>dispatch</source>
        <translation>派单</translation>
    </message>
    <message>
        <source>cancel orders</source>
        <translation>取消订单</translation>
    </message>
    <message>
        <source>manage the catalogue</source>
        <translation>管理商品</translation>
    </message>
    <message>
        <source>manage couriers</source>
        <translation>管理骑手</translation>
    </message>
    <message>
        <source>change settings</source>
        <translation>修改设置</translation>
    </message>
    <message>
        <source>manage flash sales</source>
        <translation>管理秒杀</translation>
    </message>
    <message>
        <source>manage campaigns</source>
        <translation>管理活动</translation>
    </message>
    <message>
        <source>request returns</source>
        <translation>申请退货</translation>
    </message>
    <message>
        <source>receive goods</source>
        <translation>收货</translation>
    </message>
    <message>
        <source>approve returns</source>
        <translation>批准退货</translation>
    </message>
    <message>
        <source>refund money</source>
        <translation>退款</translation>
    </message>
    <message>
        <source>approve refunds</source>
        <translation>批准退款</translation>
    </message>
    <message>
        <source>send refunds (workers)</source>
        <translation>发送退款（后台进程）</translation>
    </message>
    <message>
        <source>record payments by hand</source>
        <translation>手工登记付款</translation>
    </message>
    <message>
        <source>manage tasks</source>
        <translation>管理任务</translation>
    </message>
    <message>
        <source>run tasks (workers)</source>
        <translation>执行任务（后台进程）</translation>
    </message>
    <message>
        <source>manage webhooks</source>
        <translation>管理 Webhook</translation>
    </message>
    <message>
        <source>manage people</source>
        <translation>管理人员</translation>
    </message>
    <message>
        <source>read the audit log</source>
        <translation>查看审计日志</translation>
    </message>
    <message>
        <source>manage backups</source>
        <translation>管理备份</translation>
    </message>
    <message>
        <source>Administrator</source>
        <translation>管理员</translation>
    </message>
    <message>
        <source>Dispatcher</source>
        <translation>调度员</translation>
    </message>
    <message>
        <source>Campaign manager</source>
        <translation>活动经理</translation>
    </message>
    <message>
        <source>Refund clerk</source>
        <translation>退款专员</translation>
    </message>
    <message>
        <source>Refund approver</source>
        <translation>退款审批人</translation>
    </message>
    <message>
        <source>Auditor</source>
        <translation>审计员</translation>
    </message>
    <message>
        <source>Everything, people and settings included.</source>
        <translation>所有操作，包括人员和设置。</translation>
    </message>
    <message>
        <source>Dispatches, cancels orders, manages couriers.</source>
        <translation>派单、取消订单、管理骑手。</translation>
    </message>
    <message>
        <source>Sets up and runs flash sales and campaigns.</source>
        <translation>创建和运行秒杀与活动。</translation>
    </message>
    <message>
        <source>Requests returns, receives goods, refunds money.</source>
        <translation>申请退货、收货、退款。</translation>
    </message>
    <message>
        <source>Approves returns and refunds.</source>
        <translation>审批退货和退款。</translation>
    </message>
    <message>
        <source>Reads everything, the audit log included; changes nothing.</source>
        <translation>查看一切，包括审计日志；不做任何修改。</translation>
    </message>
    <message>
        <source>, </source>
        <comment>between roles</comment>
        <translation>、</translation>
    </message>
    <message>
        <source>It contains invalid characters.</source>
        <translation>含有无效字符。</translation>
    </message>
    <message>
        <source>It needs at least %1 characters.</source>
        <translation>至少需要 %1 个字符。</translation>
    </message>
    <message>
        <source>It may have %1 characters at most.</source>
        <translation>最多 %1 个字符。</translation>
    </message>
    <message>
        <source>It is a sequence or a repetition.</source>
        <translation>是连续或重复的字符。</translation>
    </message>
    <message>
        <source>It is too similar to a name.</source>
        <translation>与名字过于相似。</translation>
    </message>
    <message>
        <source>It is a common password.</source>
        <translation>这是常见密码。</translation>
    </message>
    <message>
        <source>Refund</source>
        <translation>退款</translation>
    </message>
    <message>
        <source>Webhook</source>
        <translation>Webhook</translation>
    </message>
    <message>
        <source>Calibration</source>
        <translation>校准</translation>
    </message>
    <message>
        <source>Reconciliation</source>
        <translation>对账</translation>
    </message>
    <message>
        <source>Clean-up</source>
        <translation>清理</translation>
    </message>
    <message>
        <source>Backup</source>
        <translation>备份</translation>
    </message>
    <message>
        <source>Rehearsal</source>
        <translation>演练</translation>
    </message>
    <message>
        <source>Pending</source>
        <translation>待处理</translation>
    </message>
    <message>
        <source>In progress</source>
        <translation>处理中</translation>
    </message>
    <message>
        <source>Done</source>
        <translation>完成</translation>
    </message>
    <message>
        <source>Dead letter</source>
        <translation>死信</translation>
    </message>
    <message>
        <source>Dropped</source>
        <translation>已丢弃</translation>
    </message>
    <message>
        <source>Joined</source>
        <translation>加入</translation>
    </message>
    <message>
        <source>Left</source>
        <translation>离开</translation>
    </message>
    <message>
        <source>Lost</source>
        <translation>失联</translation>
    </message>
    <message>
        <source>Order assigned</source>
        <translation>订单已派</translation>
    </message>
    <message>
        <source>Order reassigned</source>
        <translation>订单已改派</translation>
    </message>
    <message>
        <source>Order closed</source>
        <translation>订单已关闭</translation>
    </message>
    <message>
        <source>Return decided</source>
        <translation>退货已决定</translation>
    </message>
    <message>
        <source>Refund succeeded</source>
        <translation>退款成功</translation>
    </message>
    <message>
        <source>Test</source>
        <translation>测试</translation>
    </message>
    <message>
        <source>Delivered</source>
        <translation>已送达</translation>
    </message>
    <message>
        <source>Engine</source>
        <translation>引擎</translation>
    </message>
    <message>
        <source>Console</source>
        <translation>控制台</translation>
    </message>
    <message>
        <source>Command line</source>
        <translation>命令行</translation>
    </message>
    <message>
        <source>HTTP</source>
        <translation>HTTP</translation>
    </message>
    <message>
        <source>Refused</source>
        <translation>被拒绝</translation>
    </message>
    <message>
        <source>Noted</source>
        <translation>记录</translation>
    </message>
    <message>
        <source>Changed or moved</source>
        <translation>被修改或移动</translation>
    </message>
    <message>
        <source>Entries are missing</source>
        <translation>缺少记录</translation>
    </message>
    <message>
        <source>The seal does not fit</source>
        <translation>封印不符</translation>
    </message>
    <message>
        <source>Cut off at the end</source>
        <translation>末尾被截断</translation>
    </message>
    <message>
        <source>The anchor names another entry</source>
        <translation>锚点记录的是另一条记录</translation>
    </message>
    <message>
        <source>The anchor is missing</source>
        <translation>锚点缺失</translation>
    </message>
    <message>
        <source>Sealed with an unknown key</source>
        <translation>由未知密钥封印</translation>
    </message>
    <message>
        <source>Being written</source>
        <translation>正在写入</translation>
    </message>
    <message>
        <source>Verified</source>
        <translation>已验证</translation>
    </message>
    <message>
        <source>Failed</source>
        <translation>失败</translation>
    </message>
    <message>
        <source>take orders by hand</source>
        <translation>手工下单</translation>
    </message>
    <message>
        <source>Order placed</source>
        <translation>已下单</translation>
    </message>
    <message>
        <source>Order paid</source>
        <translation>已付款</translation>
    </message>
    <message>
        <source>Order picked up</source>
        <translation>已取货</translation>
    </message>
    <message>
        <source>Order delivered</source>
        <translation>已送达</translation>
    </message>
    <message>
        <source>Order late</source>
        <translation>订单超时</translation>
    </message>
    <message>
        <source>Refund failed</source>
        <translation>退款失败</translation>
    </message>
    <message>
        <source>Campaign budget reached a limit</source>
        <translation>活动预算达到限额</translation>
    </message>
    <message>
        <source>Alert fired</source>
        <translation>告警触发</translation>
    </message>
    <message>
        <source>Alert resolved</source>
        <translation>告警解除</translation>
    </message>
    <message>
        <source>assign cases and write notes</source>
        <translation>分派处理人和写备注</translation>
    </message>
</context>
<context>
    <name>TimerTexts</name>
    <message>
        <source>%1, due %2: %3 now</source>
        <comment>kind, instant, effect</comment>
        <translation>%1，到期 %2：立即%3</translation>
    </message>
    <message>
        <source>%1, due %2: happens later</source>
        <comment>kind, instant</comment>
        <translation>%1，到期 %2：推迟发生</translation>
    </message>
    <message>
        <source>%1, due %2: never happens</source>
        <comment>kind, instant</comment>
        <translation>%1，到期 %2：不再发生</translation>
    </message>
    <message numerus="yes">
        <source>%1 timers</source>
        <translation>
            <numerusform>%1 个定时器</numerusform>
        </translation>
    </message>
    <message>
        <source>Run now</source>
        <translation>立即执行</translation>
    </message>
    <message>
        <source>%1 will run now, whatever the due time.</source>
        <comment>n timers</comment>
        <translation>%1将立即执行，无论何时到期。</translation>
    </message>
    <message>
        <source>Orders whose payment window ends this way are closed; this cannot be undone.</source>
        <translation>以此结束付款时限的订单会被关闭，无法撤回。</translation>
    </message>
    <message>
        <source>Postpone</source>
        <translation>推迟</translation>
    </message>
    <message>
        <source>%1 will happen later.</source>
        <comment>n timers</comment>
        <translation>%1将推迟发生。</translation>
    </message>
    <message>
        <source>A delay counts from the due time, or from now if that has passed.</source>
        <translation>延迟从到期时刻算起；已过期的从现在算起。</translation>
    </message>
    <message>
        <source>Cancel timers</source>
        <translation>取消定时器</translation>
    </message>
    <message>
        <source>%1 will never happen.</source>
        <comment>n timers</comment>
        <translation>%1将不再发生。</translation>
    </message>
    <message>
        <source>The orders stay as they are; their next stage has a timer again.</source>
        <translation>订单保持原状；进入下一阶段时会重新计时。</translation>
    </message>
    <message>
        <source>Cancel the timer</source>
        <translation>取消该定时器</translation>
    </message>
    <message>
        <source>Cancel %1</source>
        <translation>取消%1</translation>
    </message>
    <message>
        <source>Retry</source>
        <translation>重试</translation>
    </message>
    <message>
        <source>%1 will be retried at once.</source>
        <comment>n timers</comment>
        <translation>%1将立即重试。</translation>
    </message>
    <message>
        <source>Failures are counted from 0 again.</source>
        <translation>之前的失败次数清零。</translation>
    </message>
    <message>
        <source>%1, due %2</source>
        <comment>status, instant</comment>
        <translation>%1，%2 到期</translation>
    </message>
    <message>
        <source>%1, no timer</source>
        <comment>status</comment>
        <translation>%1，没有定时器</translation>
    </message>
    <message>
        <source>Order</source>
        <translation>订单</translation>
    </message>
    <message>
        <source>Timer</source>
        <translation>定时器</translation>
    </message>
    <message>
        <source>Now</source>
        <translation>现状</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>order, what happens</comment>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>It would have been due at %1.</source>
        <translation>原到期时间 %1 已过。</translation>
    </message>
    <message>
        <source>%1, due %2 again</source>
        <comment>kind, instant</comment>
        <translation>%1，恢复为 %2 到期</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>撤回</translation>
    </message>
    <message>
        <source>%1 will be due when they were before.</source>
        <comment>n timers</comment>
        <translation>%1将恢复原到期时间。</translation>
    </message>
    <message>
        <source>The timer will be due when it was before.</source>
        <translation>定时器将恢复原到期时间。</translation>
    </message>
</context>
<context>
    <name>TokenLabels</name>
    <message>
        <source>Read orders</source>
        <translation>读取订单</translation>
    </message>
    <message>
        <source>Place orders</source>
        <translation>下单</translation>
    </message>
    <message>
        <source>Cancel orders</source>
        <translation>取消订单</translation>
    </message>
    <message>
        <source>Report for couriers</source>
        <translation>代骑手上报</translation>
    </message>
    <message>
        <source>Add and change couriers</source>
        <translation>添加和修改骑手</translation>
    </message>
    <message>
        <source>Add and change products</source>
        <translation>添加和修改商品</translation>
    </message>
    <message>
        <source>Attempt flash sales</source>
        <translation>参与秒杀</translation>
    </message>
    <message>
        <source>Read flash sales</source>
        <translation>读取秒杀</translation>
    </message>
    <message>
        <source>Draw discounts</source>
        <translation>抽取优惠</translation>
    </message>
    <message>
        <source>Read campaigns</source>
        <translation>读取活动</translation>
    </message>
    <message>
        <source>Request returns</source>
        <translation>申请退货</translation>
    </message>
    <message>
        <source>Read returns</source>
        <translation>读取退货</translation>
    </message>
    <message>
        <source>Follow live events</source>
        <translation>订阅实时事件</translation>
    </message>
    <message>
        <source>Read figures for monitoring</source>
        <translation>读取监控指标</translation>
    </message>
    <message>
        <source>everything</source>
        <translation>全部</translation>
    </message>
    <message>
        <source>, </source>
        <comment>between scopes</comment>
        <translation>、</translation>
    </message>
    <message>
        <source>Notify payments</source>
        <translation>通知付款</translation>
    </message>
    <message>
        <source>Read campuses, couriers and products</source>
        <translation>读取校区、骑手和商品</translation>
    </message>
    <message>
        <source>Add, change and disable campuses</source>
        <translation>添加、更改和停用校区</translation>
    </message>
    <message>
        <source>Read alerts</source>
        <translation>读取告警</translation>
    </message>
    <message>
        <source>Acknowledge alerts</source>
        <translation>确认告警</translation>
    </message>
    <message>
        <source>Match payments to orders</source>
        <translation>将付款匹配到订单</translation>
    </message>
    <message>
        <source>Search</source>
        <translation>搜索</translation>
    </message>
    <message>
        <source>Give late orders more time</source>
        <translation>延长超时订单的时限</translation>
    </message>
    <message>
        <source>Write notes on orders</source>
        <translation>为订单写备注</translation>
    </message>
    <message>
        <source>Reassign orders</source>
        <translation>改派订单</translation>
    </message>
    <message>
        <source>Silence and resolve alerts</source>
        <translation>静音和解除告警</translation>
    </message>
    <message>
        <source>Send owed payments back</source>
        <translation>退回应退付款</translation>
    </message>
    <message>
        <source>Assign cases and write notes</source>
        <translation>分派处理人和写备注</translation>
    </message>
    <message>
        <source>Set rules of returns, cases and alerts</source>
        <translation>更改退货、处理时限和告警的规则</translation>
    </message>
</context>
<context>
    <name>Tokens</name>
    <message>
        <source>1 to %1 characters: a to z, digits, dots, hyphens or underscores.</source>
        <translation>1 到 %1 个字符：小写字母 a 到 z、数字、点、连字符或下划线。</translation>
    </message>
    <message>
        <source>Requests per second</source>
        <translation>每秒请求数</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <comment>scope, as programs write it</comment>
        <translation>%1（%2）</translation>
    </message>
    <message>
        <source>Scopes</source>
        <translation>权限范围</translation>
    </message>
    <message>
        <source>Only what the program needs. A program that notifies payments also gets a signing key.</source>
        <translation>只给程序所需的范围。通知付款的程序还会得到一个签名密钥。</translation>
    </message>
    <message>
        <source>Choose at least one scope.</source>
        <translation>至少选择一个范围。</translation>
    </message>
    <message>
        <source>An IP address such as 127.0.0.1 or ::1; 0.0.0.0 is every address of this computer.</source>
        <translation>填写 IP 地址，如 127.0.0.1 或 ::1；0.0.0.0 表示本机的所有地址。</translation>
    </message>
    <message>
        <source>Choose…</source>
        <translation>选择…</translation>
    </message>
    <message>
        <source>Choose: %1</source>
        <translation>选择：%1</translation>
    </message>
    <message>
        <source>This file does not exist.</source>
        <translation>文件不存在。</translation>
    </message>
    <message>
        <source>Address</source>
        <translation>地址</translation>
    </message>
    <message>
        <source>127.0.0.1: only this computer can connect.</source>
        <translation>127.0.0.1：只有本机可以连接。</translation>
    </message>
    <message>
        <source>Port</source>
        <translation>端口</translation>
    </message>
    <message>
        <source>0 to 65,535; 0: any free port.</source>
        <translation>0 到 65,535；0 表示任一空闲端口。</translation>
    </message>
    <message>
        <source>Certificate</source>
        <translation>证书</translation>
    </message>
    <message>
        <source>PEM, with its chain. Empty: no TLS.</source>
        <translation>PEM，含证书链。留空：不使用 TLS。</translation>
    </message>
    <message>
        <source>Private key</source>
        <translation>证书的私钥</translation>
    </message>
    <message>
        <source>PEM.</source>
        <translation>PEM。</translation>
    </message>
    <message>
        <source>At most %1; for tokens without a rate of their own.</source>
        <translation>最多 %1；用于没有单独设置速率的令牌。</translation>
    </message>
    <message>
        <source>unlimited</source>
        <translation>不限</translation>
    </message>
    <message>
        <source>Open to other computers without TLS: tokens are sent unencrypted and can be stolen. Add a certificate, or use 127.0.0.1 behind a proxy.</source>
        <translation>向其他计算机开放但未使用 TLS：令牌以明文传输，可能被窃取。请添加证书，或使用 127.0.0.1 并置于代理之后。</translation>
    </message>
    <message>
        <source>Create a token</source>
        <translation>创建令牌</translation>
    </message>
    <message>
        <source>It says which program asks and what it may do. It is shown only once.</source>
        <translation>说明是哪个程序在请求、可以做什么。令牌只显示一次。</translation>
    </message>
    <message>
        <source>Create</source>
        <translation>创建</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>The program&apos;s name in the audit log; it cannot be changed later.</source>
        <translation>程序在审计日志中的名称；以后不能更改。</translation>
    </message>
    <message>
        <source>At most %1; requests above the rate are refused.</source>
        <translation>最多 %1；超出速率的请求会被拒绝。</translation>
    </message>
    <message>
        <source>API default</source>
        <translation>API 默认值</translation>
    </message>
    <message>
        <source>Token %1 is created.</source>
        <translation>已创建令牌 %1。</translation>
    </message>
    <message>
        <source>API address</source>
        <translation>API 的服务地址</translation>
    </message>
    <message>
        <source>It takes effect at once; connected programs have to reconnect.</source>
        <translation>立即生效；已连接的程序需要重新连接。</translation>
    </message>
    <message>
        <source>Saved for this workspace on this computer; of files, only the paths.</source>
        <translation>在本机为此工作区保存；文件只保存路径。</translation>
    </message>
    <message>
        <source>Apply</source>
        <translation>应用</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>保存</translation>
    </message>
    <message>
        <source>The certificate and its key go together.</source>
        <translation>证书和私钥必须同时提供。</translation>
    </message>
    <message>
        <source>Not written to the audit log: %1</source>
        <translation>未写入审计日志：%1</translation>
    </message>
    <message>
        <source>Token</source>
        <translation>令牌</translation>
    </message>
    <message>
        <source>Key that signs payment notifications</source>
        <translation>付款通知的签名密钥</translation>
    </message>
    <message>
        <source>Token %1</source>
        <translation>令牌 %1</translation>
    </message>
    <message>
        <source>This is shown only once. Give it to the program now: only its hash is kept, so nobody can read it again.</source>
        <translation>只显示这一次。请立即交给程序：令牌只保存其哈希值，之后无人能再读到。</translation>
    </message>
</context>
<context>
    <name>Webhooks</name>
    <message>
        <source>An address such as https://shop.example/hooks.</source>
        <translation>形如 https://shop.example/hooks 的地址。</translation>
    </message>
    <message>
        <source>Without TLS others can read what is sent; tick below to allow it.</source>
        <translation>没有 TLS，他人可以读到所发送的内容；要允许请在下面勾选。</translation>
    </message>
    <message>
        <source>Without a user and without a #fragment.</source>
        <translation>不能带用户名和 #片段。</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Shown in the console.</source>
        <translation>显示在控制台中。</translation>
    </message>
    <message>
        <source>Enter a name.</source>
        <translation>请填写名称。</translation>
    </message>
    <message>
        <source>Allow http, without TLS</source>
        <translation>允许不带 TLS 的 http</translation>
    </message>
    <message>
        <source>Allow addresses that are not public, this computer included</source>
        <translation>允许非公网地址，包括本机</translation>
    </message>
    <message>
        <source>Enabled</source>
        <translation>已启用</translation>
    </message>
    <message>
        <source>Address</source>
        <translation>地址</translation>
    </message>
    <message>
        <source>The address is checked at every connection; redirects are not followed.</source>
        <translation>每次连接都会检查地址；不跟随重定向。</translation>
    </message>
    <message>
        <source>Events</source>
        <translation>事件</translation>
    </message>
    <message>
        <source>Choose at least one event.</source>
        <translation>至少选一个事件。</translation>
    </message>
    <message>
        <source>Empty: generated</source>
        <translation>留空则自动生成</translation>
    </message>
    <message>
        <source>Secret</source>
        <translation>密钥</translation>
    </message>
    <message>
        <source>One that the receiver already has: whsec_ and base64.</source>
        <translation>对方已有的密钥：whsec_ 加 base64。</translation>
    </message>
    <message>
        <source>It begins with whsec_.</source>
        <translation>须以 whsec_ 开头。</translation>
    </message>
    <message>
        <source>Add a webhook</source>
        <translation>添加 Webhook</translation>
    </message>
    <message>
        <source>Edit a webhook</source>
        <translation>修改 Webhook</translation>
    </message>
    <message>
        <source>Events are posted as JSON, signed with a shared secret.</source>
        <translation>事件以 JSON 发送，用双方共享的密钥签名。</translation>
    </message>
    <message>
        <source>Add</source>
        <translation>添加</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>保存</translation>
    </message>
    <message>
        <source>The webhook is added.</source>
        <translation>已添加 Webhook。</translation>
    </message>
    <message>
        <source>The webhook is saved.</source>
        <translation>Webhook 已保存。</translation>
    </message>
    <message>
        <source>New secret of %1</source>
        <translation>%1 的新密钥</translation>
    </message>
    <message>
        <source>The old secret is no longer valid from the next attempt on.</source>
        <translation>从下一次尝试起，旧密钥不再有效。</translation>
    </message>
    <message>
        <source>Replace the secret</source>
        <translation>更换密钥</translation>
    </message>
    <message>
        <source>The webhook has a new secret.</source>
        <translation>Webhook 的密钥已更换。</translation>
    </message>
    <message>
        <source>Secret of %1</source>
        <translation>%1 的密钥</translation>
    </message>
    <message>
        <source>This is shown only once. Give it to the receiver now; it is kept in the keychain only, and nobody can read it again.</source>
        <translation>只显示这一次。请立即交给对方；它只保存在钥匙串中，之后无人能再读到。</translation>
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
        <translation>读取时 %1 最应派单，但在此之前已被另一订单扣步：弱一致模式分读取和扣步两步。</translation>
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
        <source>%1 had the highest weight on duty, %2; next was %3 with %4.</source>
        <translation>%1 在岗权重最高，为 %2；其次是 %3，为 %4。</translation>
    </message>
    <message>
        <source>%1 was chosen by a person, not by the ranking.</source>
        <translation>%1 由人工指定，排名未起作用。</translation>
    </message>
    <message>
        <source>Excluded, because the order was taken from them: %1.</source>
        <translation>因订单从其手中取回而被排除：%1。</translation>
    </message>
    <message numerus="yes">
        <source>%1 was tied with %3 others at the highest weight, %2; among equals the last by id is chosen.</source>
        <translation>
            <numerusform>%1与另外%3人权重并列最高（%2）；并列时取编号排在最后的一位。</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 had the highest weight of those with room, %2.</source>
        <translation>%1在还能接单的骑手中权重最高，为 %2。</translation>
    </message>
    <message>
        <source>%1 had the highest weight of those with room, %2; next was %3 with %4.</source>
        <translation>%1在还能接单的骑手中权重最高，为 %2；其次是%3，为 %4。</translation>
    </message>
    <message>
        <source>Passed over, with as many orders in hand as allowed: %1.</source>
        <translation>因手上订单已达上限而跳过：%1。</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <comment>orders in hand, at most</comment>
        <translation>%1/%2</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <comment>courier, orders in hand</comment>
        <translation>%1（%2）</translation>
    </message>
    <message numerus="yes">
        <source>%1 and %2 more couriers</source>
        <translation>
            <numerusform>%1，另有 %2 名骑手</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>evenhand::app::ConsoleApp</name>
    <message>
        <source>Preparing the demo data</source>
        <translation>正在生成演示数据</translation>
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
        <source>%1: the database is empty. Connecting creates a workspace in it.</source>
        <translation>%1：数据库为空，连接后将在其中创建工作区。</translation>
    </message>
    <message>
        <source>Opening the workspace…</source>
        <translation>正在打开工作区…</translation>
    </message>
    <message>
        <source>Nobody can sign in at this service yet. Add an administrator where it runs.</source>
        <translation>此服务尚无人可以登录。请在服务所在的机器上添加管理员。</translation>
    </message>
    <message>
        <source>Connecting to the service…</source>
        <translation>正在连接服务…</translation>
    </message>
    <message>
        <source>The workspace was not opened: it needs a password.</source>
        <translation>未打开工作区：需要密码。</translation>
    </message>
    <message>
        <source>The password was not saved: %1</source>
        <translation>未保存密码：%1</translation>
    </message>
    <message>
        <source>The administrator could not be added: %1</source>
        <translation>无法添加管理员：%1</translation>
    </message>
    <message>
        <source>Sign in as %1; the password is always &quot;%2&quot;.</source>
        <translation>可用以下人员登录：%1；密码都是“%2”。</translation>
    </message>
    <message>
        <source>There is no workspace in %1.</source>
        <translation>%1 中没有工作区。</translation>
    </message>
    <message>
        <source>The HTTP API could not be started: %1</source>
        <translation>无法启动 HTTP API：%1</translation>
    </message>
    <message>
        <source>%1 What it held when its files were lost is in %2; &quot;evenhandctl restore&quot; creates a workspace from it.</source>
        <comment>there is no workspace, file</comment>
        <translation>%1 文件丢失时的内容保存在 %2，可用 &quot;evenhandctl restore&quot; 恢复为工作区。</translation>
    </message>
    <message>
        <source>The demo is open: a simulated storefront at %1× real time.</source>
        <translation>演示已打开：模拟店铺，以 %1 倍速运行。</translation>
    </message>
    <message>
        <source>The certificate of the service was not remembered: %1</source>
        <translation>未能记住服务的证书：%1</translation>
    </message>
    <message>
        <source>%1 shows another certificate than before, so nothing was sent.</source>
        <translation>%1 出示的证书与以前不同，因此没有发送任何内容。</translation>
    </message>
</context>
<context>
    <name>evenhand::ui::AccountPane</name>
    <message>
        <source>My account</source>
        <translation>我的账户</translation>
    </message>
    <message>
        <source>Signed in as</source>
        <translation>登录为</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>姓名</translation>
    </message>
    <message>
        <source>Roles</source>
        <translation>角色</translation>
    </message>
    <message>
        <source>Permissions</source>
        <translation>权限</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>Last sign-in</source>
        <translation>上次登录</translation>
    </message>
    <message>
        <source>Sign out</source>
        <translation>退出登录</translation>
    </message>
    <message>
        <source>Sign in as somebody…</source>
        <translation>以他人身份登录…</translation>
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
        <source>en</source>
        <comment>code of the language shown</comment>
        <translation>zh</translation>
    </message>
    <message>
        <source>Change my password…</source>
        <translation>修改我的密码…</translation>
    </message>
    <message>
        <source>Lock</source>
        <translation>锁定</translation>
    </message>
    <message>
        <source>Appearance and language</source>
        <translation>外观与语言</translation>
    </message>
    <message>
        <source>Appearance</source>
        <translation>外观</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>语言</translation>
    </message>
    <message>
        <source>A sound when an alert fires</source>
        <translation>告警时发出声音</translation>
    </message>
</context>
<context>
    <name>evenhand::ui::ActionDialog</name>
    <message>
        <source>skipped: %1</source>
        <translation>跳过：%1</translation>
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
        <translation>处理方式</translation>
    </message>
    <message>
        <source>Affected orders</source>
        <translation>涉及的订单</translation>
    </message>
    <message>
        <source>Required; kept with the order</source>
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
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Do not cancel</source>
        <translation>保持不变</translation>
    </message>
    <message>
        <source>None of the orders allows it.</source>
        <translation>没有订单允许此操作。</translation>
    </message>
    <message>
        <source>Enter a reason.</source>
        <translation>请填写原因。</translation>
    </message>
    <message>
        <source>The reason is longer than %1 characters.</source>
        <translation>原因超过 %1 个字符。</translation>
    </message>
    <message>
        <source>Required</source>
        <translation>必填</translation>
    </message>
    <message>
        <source>Optional</source>
        <translation>可选</translation>
    </message>
    <message>
        <source>changed meanwhile</source>
        <translation>期间已变更</translation>
    </message>
    <message>
        <source>Nothing is left to do: these orders were changed meanwhile.</source>
        <translation>没有可执行的订单：它们期间已被更改。</translation>
    </message>
    <message>
        <source>Missing: %1.</source>
        <comment>name of a field</comment>
        <translation>未填写：%1。</translation>
    </message>
</context>
<context>
    <name>evenhand::ui::ActivityWizard</name>
    <message>
        <source>Change %1</source>
        <translation>修改 %1</translation>
    </message>
    <message>
        <source>Set up a flash sale</source>
        <translation>创建秒杀</translation>
    </message>
    <message>
        <source>Milk tea at noon</source>
        <translation>正午奶茶</translation>
    </message>
    <message>
        <source>Nothing has been changed.</source>
        <translation>没有任何更改。</translation>
    </message>
    <message>
        <source>Save the changes</source>
        <translation>保存修改</translation>
    </message>
    <message>
        <source>Set up</source>
        <translation>创建</translation>
    </message>
    <message>
        <source>Product</source>
        <translation>商品</translation>
    </message>
    <message>
        <source>Units, price and times</source>
        <translation>份数、价格和时间</translation>
    </message>
    <message>
        <source>Review</source>
        <translation>确认</translation>
    </message>
</context>
<context>
    <name>evenhand::ui::AlertsPanel</name>
    <message numerus="yes">
        <source>%1 alerts</source>
        <translation>
            <numerusform>%1 条告警</numerusform>
        </translation>
    </message>
    <message>
        <source>It is already resolved.</source>
        <translation>已经解除。</translation>
    </message>
    <message>
        <source>In order of the moment since when each is late. A resolved one shows how late it had become.</source>
        <translation>按开始超时的时间排序；已解除的显示当时共超时多久。</translation>
    </message>
    <message>
        <source>Acknowledge</source>
        <translation>确认</translation>
    </message>
    <message>
        <source>Silence</source>
        <translation>静音</translation>
    </message>
    <message>
        <source>%1 will be quiet for a while.</source>
        <comment>n alerts</comment>
        <translation>%1将暂时静音。</translation>
    </message>
    <message>
        <source>Resolve</source>
        <translation>解除</translation>
    </message>
    <message>
        <source>%1 will be closed by hand.</source>
        <comment>n alerts</comment>
        <translation>%1将被手动解除。</translation>
    </message>
    <message>
        <source>Mark as seen; it stops repeating</source>
        <translation>标记为已知悉，不再重复</translation>
    </message>
    <message>
        <source>Silence…</source>
        <translation>静音…</translation>
    </message>
    <message>
        <source>Resolve…</source>
        <translation>解除…</translation>
    </message>
    <message>
        <source>Sound</source>
        <translation>声音</translation>
    </message>
    <message>
        <source>Sound when an alert fires, also while the window is minimised</source>
        <translation>告警时发出声音，窗口最小化时也会</translation>
    </message>
    <message>
        <source>Include resolved</source>
        <translation>包括已解除的</translation>
    </message>
    <message>
        <source>Alerts</source>
        <translation>告警</translation>
    </message>
    <message>
        <source>Open the orders</source>
        <translation>打开订单</translation>
    </message>
    <message>
        <source>Resolved %1: %2</source>
        <comment>when, by what</comment>
        <translation>已于%1解除：%2</translation>
    </message>
    <message>
        <source>Resolved by %1, %2: %3</source>
        <comment>who, when, why</comment>
        <translation>由%1于%2解除：%3</translation>
    </message>
    <message>
        <source>No alert matches the filter.</source>
        <translation>没有符合条件的告警。</translation>
    </message>
    <message>
        <source>Export alerts</source>
        <translation>导出告警</translation>
    </message>
    <message>
        <source>State</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>Late for</source>
        <translation>已超时</translation>
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
        <source>Telephone</source>
        <translation>电话</translation>
    </message>
    <message>
        <source>Fired</source>
        <translation>告警时间</translation>
    </message>
    <message>
        <source>Repeats</source>
        <translation>重复次数</translation>
    </message>
    <message>
        <source>Fires again</source>
        <translation>再次告警</translation>
    </message>
    <message>
        <source>By</source>
        <translation>处理人</translation>
    </message>
    <message>
        <source>Resolution</source>
        <translation>解除原因</translation>
    </message>
    <message>
        <source>Everything</source>
        <translation>全部</translation>
    </message>
    <message>
        <source>Now</source>
        <translation>当前状态</translation>
    </message>
    <message>
        <source>%1 will be marked as seen.</source>
        <comment>n alerts</comment>
        <translation>%1将标记为已知悉。</translation>
    </message>
    <message>
        <source>closed by hand</source>
        <translation>手动关闭</translation>
    </message>
    <message>
        <source>No alerts.</source>
        <translation>没有告警。</translation>
    </message>
    <message>
        <source>Nothing to do: what is late or wrong appears here by itself.</source>
        <translation>无需操作：超时或异常会自动出现在这里。</translation>
    </message>
    <message>
        <source>What is wrong</source>
        <translation>问题</translation>
    </message>
    <message>
        <source>About</source>
        <translation>对象</translation>
    </message>
    <message>
        <source>Found</source>
        <translation>数值</translation>
    </message>
    <message>
        <source>It fires again afterwards, if it is still so.</source>
        <translation>之后若仍未恢复，会再次告警。</translation>
    </message>
    <message>
        <source>quiet; fires again if it is still so</source>
        <translation>静音；若仍未恢复会再次告警</translation>
    </message>
    <message>
        <source>Nothing else changes. The reason is kept as the resolution.</source>
        <translation>其他不变。原因将记为解除原因。</translation>
    </message>
    <message>
        <source>This alert does not say that its order is late.</source>
        <translation>这不是订单超时的告警。</translation>
    </message>
</context>
<context>
    <name>evenhand::ui::ApiPane</name>
    <message>
        <source>HTTP API</source>
        <translation>HTTP API</translation>
    </message>
    <message>
        <source>This program cannot serve the API; use evenhandctl serve.</source>
        <translation>此程序不能提供 API 服务；请使用 evenhandctl serve。</translation>
    </message>
    <message>
        <source>The API is off.</source>
        <translation>API 未启动。</translation>
    </message>
    <message>
        <source>It is starting.</source>
        <translation>正在启动。</translation>
    </message>
    <message>
        <source>It is stopping.</source>
        <translation>正在停止。</translation>
    </message>
    <message>
        <source>It is already running.</source>
        <translation>已在运行。</translation>
    </message>
    <message>
        <source>Select a token first.</source>
        <translation>请先选择一个令牌。</translation>
    </message>
    <message>
        <source>It is already revoked.</source>
        <translation>它已被吊销。</translation>
    </message>
    <message>
        <source>The HTTP API is running at %1.</source>
        <translation>HTTP API 正在 %1 运行。</translation>
    </message>
    <message>
        <source>The HTTP API could not be started: %1</source>
        <translation>无法启动 HTTP API：%1</translation>
    </message>
    <message>
        <source>The HTTP API has stopped.</source>
        <translation>HTTP API 已停止。</translation>
    </message>
    <message>
        <source>off</source>
        <translation>未启动</translation>
    </message>
    <message>
        <source>starting…</source>
        <translation>正在启动…</translation>
    </message>
    <message>
        <source>running</source>
        <translation>运行中</translation>
    </message>
    <message>
        <source>stopping…</source>
        <translation>正在停止…</translation>
    </message>
    <message>
        <source>failed; retried at the next opening if it was on</source>
        <translation>启动失败；如果此前已启动，下次打开时会重试</translation>
    </message>
    <message>
        <source>State</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>%1, port %2</source>
        <translation>%1，端口 %2</translation>
    </message>
    <message>
        <source>Address</source>
        <translation>地址</translation>
    </message>
    <message>
        <source>API reference</source>
        <translation>接口说明</translation>
    </message>
    <message>
        <source>Encryption</source>
        <translation>加密</translation>
    </message>
    <message>
        <source>TLS, with %1</source>
        <translation>TLS，证书 %1</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>Requests per second per token</source>
        <translation>每个令牌每秒请求数</translation>
    </message>
    <message>
        <source>unlimited</source>
        <translation>不限</translation>
    </message>
    <message>
        <source>Could not be started: %1</source>
        <translation>无法启动：%1</translation>
    </message>
    <message>
        <source>Start</source>
        <translation>启动</translation>
    </message>
    <message>
        <source>Start the HTTP API, now and whenever the workspace is opened here</source>
        <translation>启动 HTTP API，以后每次在此打开工作区时也启动</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Address…</source>
        <translation>地址…</translation>
    </message>
    <message>
        <source>Address, port, certificate</source>
        <translation>地址、端口、证书</translation>
    </message>
    <message>
        <source>Copy the address</source>
        <translation>复制地址</translation>
    </message>
    <message>
        <source>Create a token…</source>
        <translation>创建令牌…</translation>
    </message>
    <message>
        <source>Revoke…</source>
        <translation>吊销…</translation>
    </message>
    <message>
        <source>Tokens</source>
        <translation>令牌</translation>
    </message>
    <message>
        <source>Tokens of the HTTP API</source>
        <translation>HTTP API 的令牌</translation>
    </message>
    <message>
        <source>No program has access yet. Create a token for each program that needs it.</source>
        <translation>还没有程序可以访问。请为每个需要访问的程序创建令牌。</translation>
    </message>
    <message numerus="yes">
        <source>%1 tokens</source>
        <translation>
            <numerusform>%1 个令牌</numerusform>
        </translation>
    </message>
    <message>
        <source>No token matches the filter.</source>
        <translation>没有符合条件的令牌。</translation>
    </message>
    <message>
        <source>Export tokens</source>
        <translation>导出令牌</translation>
    </message>
    <message>
        <source>Name, scope or state</source>
        <translation>名称、权限范围或状态</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Scopes</source>
        <translation>权限范围</translation>
    </message>
    <message>
        <source>Per second</source>
        <translation>每秒</translation>
    </message>
    <message>
        <source>default</source>
        <translation>默认</translation>
    </message>
    <message>
        <source>Revoked</source>
        <translation>已吊销</translation>
    </message>
    <message>
        <source>Active</source>
        <translation>有效</translation>
    </message>
    <message>
        <source>Created</source>
        <translation>创建时间</translation>
    </message>
    <message>
        <source>Created by</source>
        <translation>创建人</translation>
    </message>
    <message>
        <source>Revoked at</source>
        <translation>吊销时间</translation>
    </message>
    <message>
        <source>Revoked by</source>
        <translation>吊销人</translation>
    </message>
    <message>
        <source>Token</source>
        <translation>令牌</translation>
    </message>
    <message>
        <source>Now</source>
        <translation>现状</translation>
    </message>
    <message>
        <source>refused from now on</source>
        <translation>从现在起被拒绝</translation>
    </message>
    <message>
        <source>Revoke %1</source>
        <translation>吊销 %1</translation>
    </message>
    <message>
        <source>Revoke</source>
        <translation>吊销</translation>
    </message>
    <message numerus="yes">
        <source>%1 tokens will be revoked.</source>
        <translation>
            <numerusform>将吊销 %1 个令牌。</numerusform>
        </translation>
    </message>
    <message>
        <source>Programs that use it are refused at once, even during a request. This cannot be undone.</source>
        <translation>使用它的程序会立即被拒绝，进行中的请求也不例外。此操作无法撤回。</translation>
    </message>
    <message>
        <source>Required; kept in the audit log</source>
        <translation>必填；记入审计日志</translation>
    </message>
    <message>
        <source>The service serves the API itself, at %1.</source>
        <translation>接口由服务自己在 %1 提供。</translation>
    </message>
</context>
<context>
    <name>evenhand::ui::ApprovalField</name>
    <message>
        <source>Product</source>
        <translation>商品</translation>
    </message>
    <message>
        <source>Requested</source>
        <translation>申请</translation>
    </message>
    <message>
        <source>Approved</source>
        <translation>批准</translation>
    </message>
    <message>
        <source>Refused</source>
        <translation>不批准</translation>
    </message>
    <message>
        <source>The second approver must approve the same units as the first, or reject.</source>
        <translation>第二审批人须同意与第一审批人相同的件数，否则拒绝。</translation>
    </message>
    <message>
        <source>Approve at least one unit, or reject the return.</source>
        <translation>请至少批准一件，否则请拒绝。</translation>
    </message>
    <message>
        <source>Calculating the amount…</source>
        <translation>正在计算金额…</translation>
    </message>
    <message>
        <source>%1 will be refunded once a second person has approved.</source>
        <translation>第二人审批后将退款 %1。</translation>
    </message>
    <message>
        <source>%1 will be refunded once the goods are received.</source>
        <translation>收到商品后将退款 %1。</translation>
    </message>
    <message>
        <source>Nothing will be refunded.</source>
        <translation>不会退款。</translation>
    </message>
    <message>
        <source>%1 will be granted for refund now.</source>
        <translation>将立即同意退款 %1。</translation>
    </message>
    <message>
        <source>The lines are worth %1; only what is still refundable is paid back.</source>
        <translation>商品行价值 %1；最多退回尚可退的金额。</translation>
    </message>
    <message>
        <source>A restocking fee of %1 is kept.</source>
        <translation>将收取重新上架费 %1。</translation>
    </message>
</context>
<context>
    <name>evenhand::ui::AttemptDelay</name>
    <message>
        <source>Too many failed attempts. Wait %1 before the next one.</source>
        <translation>失败次数过多。请等待 %1 再试。</translation>
    </message>
</context>
<context>
    <name>evenhand::ui::AttemptsPlot</name>
    <message>
        <source>No attempts.</source>
        <translation>没有抢购。</translation>
    </message>
    <message>
        <source>%1: %2 per second</source>
        <translation>%1：每秒 %2</translation>
    </message>
    <message>
        <source>No attempts now.</source>
        <translation>现在没有抢购。</translation>
    </message>
</context>
<context>
    <name>evenhand::ui::AuditPage</name>
    <message>
        <source>Audit</source>
        <translation>审计</translation>
    </message>
    <message>
        <source>Verification of the audit log</source>
        <translation>验证审计日志</translation>
    </message>
    <message>
        <source>The verification was cancelled; there is no result.</source>
        <translation>验证已取消；没有结论。</translation>
    </message>
    <message>
        <source>The audit log could not be verified: %1</source>
        <translation>无法验证审计日志：%1</translation>
    </message>
    <message>
        <source>not sealed: %1</source>
        <translation>未封印：%1</translation>
    </message>
    <message>
        <source>sealed with key %1</source>
        <translation>由密钥 %1 封印</translation>
    </message>
    <message>
        <source>anchored at %1</source>
        <translation>锚定于 %1</translation>
    </message>
    <message>
        <source>not anchored yet</source>
        <translation>尚未锚定</translation>
    </message>
    <message>
        <source>A verification is running.</source>
        <translation>正在验证。</translation>
    </message>
    <message>
        <source>Verify the chain</source>
        <translation>验证链</translation>
    </message>
    <message>
        <source>Every entry, its seal, and the anchor outside the database</source>
        <translation>每条记录、其封印，以及数据库之外的锚点</translation>
    </message>
    <message>
        <source>Find an entry</source>
        <translation>查找记录</translation>
    </message>
    <message>
        <source>Refresh</source>
        <translation>刷新</translation>
    </message>
    <message>
        <source>Export the faults</source>
        <translation>导出错误</translation>
    </message>
</context>
<context>
    <name>evenhand::ui::AuditPane</name>
    <message>
        <source>Entry in detail</source>
        <translation>记录详情</translation>
    </message>
    <message>
        <source>Entries of the audit log</source>
        <translation>审计日志记录</translation>
    </message>
    <message numerus="yes">
        <source>%1 entries</source>
        <translation>
            <numerusform>%1 条记录</numerusform>
        </translation>
    </message>
    <message>
        <source>The audit log is empty.</source>
        <translation>审计日志为空。</translation>
    </message>
    <message>
        <source>No entry matches the filter.</source>
        <translation>没有符合条件的记录。</translation>
    </message>
    <message>
        <source>Export the entries</source>
        <translation>导出记录</translation>
    </message>
    <message>
        <source>Export with hashes…</source>
        <translation>导出含哈希…</translation>
    </message>
    <message>
        <source>All entries of the filter with their hashes and seals, as CSV</source>
        <translation>符合条件的所有记录及其哈希和封印，导出为 CSV</translation>
    </message>
    <message>
        <source>Export of the audit log</source>
        <translation>导出审计日志</translation>
    </message>
    <message numerus="yes">
        <source>Exported %1 entries to %2</source>
        <translation>
            <numerusform>已将 %1 条记录导出到 %2</numerusform>
        </translation>
    </message>
    <message>
        <source>No.</source>
        <translation>编号</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>Who</source>
        <translation>操作人</translation>
    </message>
    <message>
        <source>Action</source>
        <translation>操作</translation>
    </message>
    <message>
        <source>Outcome</source>
        <translation>结果</translation>
    </message>
    <message>
        <source>Subject</source>
        <translation>对象</translation>
    </message>
    <message>
        <source>Reason</source>
        <translation>原因</translation>
    </message>
    <message>
        <source>Change</source>
        <translation>变更</translation>
    </message>
    <message>
        <source>Via</source>
        <translation>途径</translation>
    </message>
    <message>
        <source>%1: all</source>
        <comment>desk</comment>
        <translation>%1：全部</translation>
    </message>
    <message>
        <source>Who, full name</source>
        <translation>操作人（完整姓名）</translation>
    </message>
    <message>
        <source>Operation</source>
        <translation>操作代码</translation>
    </message>
    <message>
        <source>Every operation</source>
        <translation>全部操作</translation>
    </message>
    <message>
        <source>Every outcome</source>
        <translation>全部结果</translation>
    </message>
    <message>
        <source>Select an entry to see all of it.</source>
        <translation>选择一条记录以查看全部内容。</translation>
    </message>
    <message>
        <source>Entry no. %1</source>
        <translation>第 %1 条记录</translation>
    </message>
    <message>
        <source>Nothing to do: every change is logged here by itself.</source>
        <translation>无需操作：每次更改都会自动记录在这里。</translation>
    </message>
</context>
<context>
    <name>evenhand::ui::AuditReportDialog</name>
    <message numerus="yes">
        <source>The audit log is not intact: %1 faults.</source>
        <translation>
            <numerusform>审计日志不完好：%1 处错误。</numerusform>
        </translation>
    </message>
    <message>
        <source>The audit log is not intact. First bad entry: no. %1. %2.</source>
        <comment>number, what</comment>
        <translation>审计日志不完好。第一条有问题的记录是第 %1 条。%2。</translation>
    </message>
    <message>
        <source>Verification of the audit log</source>
        <translation>验证审计日志</translation>
    </message>
    <message>
        <source>Entries checked</source>
        <translation>已检查记录</translation>
    </message>
    <message>
        <source>Seals checked</source>
        <translation>已核对封印</translation>
    </message>
    <message>
        <source>Faults</source>
        <translation>错误</translation>
    </message>
    <message>
        <source>Newest entry</source>
        <translation>最新记录</translation>
    </message>
    <message>
        <source>Anchor outside the database</source>
        <translation>数据库之外的锚点</translation>
    </message>
    <message>
        <source>Key</source>
        <translation>密钥</translation>
    </message>
    <message>
        <source>none: entries are not sealed</source>
        <translation>无：记录未封印</translation>
    </message>
    <message>
        <source>Entry</source>
        <translation>记录</translation>
    </message>
    <message>
        <source>Fault</source>
        <translation>错误</translation>
    </message>
    <message>
        <source>Details</source>
        <translation>详情</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>If the loss is explained, an administrator can set a new anchor while the workspace is closed: evenhandctl audit anchor --reason …. The log records who did it and why.</source>
        <translation>如果丢失的原因已查明，管理员可在工作区关闭时重设锚点：evenhandctl audit anchor --reason …。日志会记录操作人和原因。</translation>
    </message>
    <message numerus="yes">
        <source>The audit log is intact: %1 entries checked, %2 of them sealed.</source>
        <translation>
            <numerusform>审计日志完好：检查了 %1 条记录，其中 %2 条有封印。</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>evenhand::ui::BackupPane</name>
    <message>
        <source>Backup and restore</source>
        <translation>备份与恢复</translation>
    </message>
    <message>
        <source>The schedule is not known yet.</source>
        <translation>尚未读取计划。</translation>
    </message>
    <message>
        <source>This program cannot restore; use evenhandctl restore.</source>
        <translation>本程序不能恢复；请使用 evenhandctl restore。</translation>
    </message>
    <message>
        <source>A backup is being written or read.</source>
        <translation>正在写入或读取备份。</translation>
    </message>
    <message>
        <source>Backups (*.evenhand-backup)</source>
        <translation>备份 (*.evenhand-backup)</translation>
    </message>
    <message>
        <source>Backup</source>
        <translation>备份</translation>
    </message>
    <message numerus="yes">
        <source>The backup is written and verified: %1, %2 rows, %3.</source>
        <translation>
            <numerusform>备份已写入并验证：%1，%2 行，%3。</numerusform>
        </translation>
    </message>
    <message>
        <source>The backup was cancelled; no file was left.</source>
        <translation>备份已取消；没有留下文件。</translation>
    </message>
    <message>
        <source>The backup failed: %1</source>
        <translation>备份失败：%1</translation>
    </message>
    <message>
        <source>Verification of a backup</source>
        <translation>验证备份</translation>
    </message>
    <message>
        <source>%1 is a good backup.</source>
        <translation>%1 是完好的备份。</translation>
    </message>
    <message>
        <source>The verification was cancelled; there is no result.</source>
        <translation>验证已取消；没有结论。</translation>
    </message>
    <message>
        <source>%1 is not a good backup: %2</source>
        <translation>%1 不是完好的备份：%2</translation>
    </message>
    <message>
        <source>Automatic backups</source>
        <translation>自动备份</translation>
    </message>
    <message>
        <source>One a day, verified after writing. Older automatic backups in the folder are deleted; manual ones stay.</source>
        <translation>每天一次，写入后验证。文件夹中较旧的自动备份会被删除；手动备份保留。</translation>
    </message>
    <message>
        <source>Folder</source>
        <translation>文件夹</translation>
    </message>
    <message>
        <source>Empty: no automatic backups.</source>
        <translation>留空：不自动备份。</translation>
    </message>
    <message>
        <source>Enter the full path of the folder.</source>
        <translation>请填写文件夹的完整路径。</translation>
    </message>
    <message>
        <source>Time of day</source>
        <translation>时刻</translation>
    </message>
    <message>
        <source>In the business time zone.</source>
        <translation>按业务时区。</translation>
    </message>
    <message>
        <source>Keep</source>
        <translation>保留</translation>
    </message>
    <message>
        <source>How many of the newest are kept: 1 to 1,000.</source>
        <translation>保留最新的多少个：1 到 1,000。</translation>
    </message>
    <message>
        <source>The backup schedule is saved.</source>
        <translation>备份计划已保存。</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>Daily at</source>
        <translation>每天</translation>
    </message>
    <message>
        <source>Kept</source>
        <translation>保留数</translation>
    </message>
    <message>
        <source>Take a backup now…</source>
        <translation>立即备份…</translation>
    </message>
    <message>
        <source>Schedule…</source>
        <translation>计划…</translation>
    </message>
    <message>
        <source>Verify…</source>
        <translation>验证…</translation>
    </message>
    <message>
        <source>Verify the selected backup, or a file</source>
        <translation>验证所选的备份，或一个文件</translation>
    </message>
    <message>
        <source>Restore…</source>
        <translation>恢复…</translation>
    </message>
    <message>
        <source>Restore the selected backup, or a file, to another place</source>
        <translation>将所选的备份或一个文件恢复到另一处</translation>
    </message>
    <message>
        <source>Backups</source>
        <translation>备份</translation>
    </message>
    <message>
        <source>No backup has been taken yet.</source>
        <translation>还没有备份。</translation>
    </message>
    <message numerus="yes">
        <source>%1 backups</source>
        <translation>
            <numerusform>%1 个备份</numerusform>
        </translation>
    </message>
    <message>
        <source>No backup matches the filter.</source>
        <translation>没有符合条件的备份。</translation>
    </message>
    <message>
        <source>Export the list of backups</source>
        <translation>导出备份列表</translation>
    </message>
    <message>
        <source>File, state or person</source>
        <translation>文件、状态或人员</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>Status</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>File</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>大小</translation>
    </message>
    <message>
        <source>Rows</source>
        <translation>行数</translation>
    </message>
    <message>
        <source>By</source>
        <translation>操作人</translation>
    </message>
    <message>
        <source>the schedule</source>
        <translation>备份计划</translation>
    </message>
    <message>
        <source>Took</source>
        <translation>用时</translation>
    </message>
    <message>
        <source>Error</source>
        <translation>错误</translation>
    </message>
    <message>
        <source>Choose a folder</source>
        <translation>选择文件夹</translation>
    </message>
    <message>
        <source>On the service&apos;s machine. Empty: no automatic backups.</source>
        <translation>位于服务所在的机器上。留空则不自动备份。</translation>
    </message>
    <message>
        <source>A backup is restored on the service&apos;s machine, with evenhandctl restore.</source>
        <translation>请在服务所在的机器上用 evenhandctl restore 恢复备份。</translation>
    </message>
</context>
<context>
    <name>evenhand::ui::BudgetPage</name>
    <message>
        <source>The exact total to give away, in %1.</source>
        <translation>恰好发放的总金额（%1）。</translation>
    </message>
    <message>
        <source>How many discounts there are; each is drawn once.</source>
        <translation>优惠的份数；每份只抽取一次。</translation>
    </message>
    <message>
        <source>The most that one discount can be; a multiple of %1.</source>
        <translation>单笔优惠的最高金额；须为 %1 的整数倍。</translation>
    </message>
    <message>
        <source>Budget, places and largest discount must fit together.</source>
        <translation>预算、名额和单笔上限须相互匹配。</translation>
    </message>
    <message>
        <source>Checking…</source>
        <translation>正在核对…</translation>
    </message>
    <message>
        <source>Could not be checked: %1</source>
        <translation>无法核对：%1</translation>
    </message>
    <message>
        <source>These values do not fit together. The nearest that do:</source>
        <translation>这几个值无法搭配。最接近的可行值：</translation>
    </message>
    <message>
        <source>These values fit together: %1 with a mean of %2 each.</source>
        <translation>可行：%1，平均每个 %2。</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>field, value</comment>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>Use this value</source>
        <translation>采用此值</translation>
    </message>
</context>
<context>
    <name>evenhand::ui::BurnPlot</name>
    <message>
        <source>Not started.</source>
        <translation>未启动。</translation>
    </message>
    <message>
        <source>left</source>
        <translation>剩余</translation>
    </message>
    <message>
        <source>ideal</source>
        <translation>理想</translation>
    </message>
    <message>
        <source>at this rate</source>
        <translation>按当前速度</translation>
    </message>
    <message numerus="yes">
        <source>left: %1, %2 places</source>
        <translation>
            <numerusform>剩余：%1，%2 个名额</numerusform>
        </translation>
    </message>
    <message>
        <source>at this rate: %1</source>
        <translation>按当前速度：%1</translation>
    </message>
    <message>
        <source>ideal: %1</source>
        <translation>理想：%1</translation>
    </message>
    <message>
        <source>used up at this rate on %1</source>
        <comment>date and time</comment>
        <translation>按当前速度，%1 用完</translation>
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
        <source>Every weight matches the records. Nothing to apply.</source>
        <translation>所有权重均与记录一致，无需应用。</translation>
    </message>
    <message numerus="yes">
        <source>%1 of %2 differ from the records, %3 in all. Applying adds the differences, so assignments made meanwhile are kept.</source>
        <translation>
            <numerusform>%2中有 %1 名与记录不一致，合计 %3。应用时只加上差额，期间的派单不会丢失。</numerusform>
        </translation>
    </message>
    <message>
        <source>There is nothing to apply.</source>
        <translation>没有可应用的内容。</translation>
    </message>
    <message>
        <source>Enter a reason.</source>
        <translation>请填写原因。</translation>
    </message>
    <message>
        <source>Export the weights</source>
        <translation>导出权重</translation>
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
    <name>evenhand::ui::CampaignPage</name>
    <message>
        <source>Campaigns</source>
        <translation>随机立减</translation>
    </message>
    <message>
        <source>Draws</source>
        <translation>抽取</translation>
    </message>
    <message>
        <source>Setting</source>
        <translation>设置</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>值</translation>
    </message>
    <message>
        <source>Set up a campaign…</source>
        <translation>创建活动…</translation>
    </message>
    <message>
        <source>Set up a random-discount campaign step by step</source>
        <translation>逐步创建随机立减活动</translation>
    </message>
    <message>
        <source>Start…</source>
        <translation>启动…</translation>
    </message>
    <message>
        <source>Allocate the discounts to queues and accept draws</source>
        <translation>把优惠分配到队列并接受抽取</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>暂停</translation>
    </message>
    <message>
        <source>Refuse draws until it is resumed</source>
        <translation>拒绝抽取，直到恢复</translation>
    </message>
    <message>
        <source>Resume</source>
        <translation>恢复</translation>
    </message>
    <message>
        <source>Accept draws again</source>
        <translation>重新接受抽取</translation>
    </message>
    <message>
        <source>Stop…</source>
        <translation>停止…</translation>
    </message>
    <message>
        <source>End the campaign; it cannot be resumed</source>
        <translation>结束活动，之后不能恢复</translation>
    </message>
    <message>
        <source>Copy…</source>
        <translation>复制…</translation>
    </message>
    <message>
        <source>Create a draft with the same settings</source>
        <translation>以相同设置创建草稿</translation>
    </message>
    <message>
        <source>Change…</source>
        <translation>修改…</translation>
    </message>
    <message>
        <source>Change what can still be changed</source>
        <translation>修改仍可修改的内容</translation>
    </message>
    <message>
        <source>Export…</source>
        <translation>导出…</translation>
    </message>
    <message>
        <source>Export the granted discounts as CSV</source>
        <translation>将已发放的优惠导出为 CSV</translation>
    </message>
    <message>
        <source>Delete the draft…</source>
        <translation>删除草稿…</translation>
    </message>
    <message>
        <source>Save the burn-down as an image…</source>
        <translation>把预算曲线存为图片…</translation>
    </message>
    <message>
        <source>Refresh</source>
        <translation>刷新</translation>
    </message>
    <message>
        <source>Queues</source>
        <translation>队列</translation>
    </message>
    <message>
        <source>Refusals</source>
        <translation>拒绝</translation>
    </message>
    <message>
        <source>Top users</source>
        <translation>领取最多</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>设置</translation>
    </message>
    <message>
        <source>No campaign is selected.</source>
        <translation>未选择活动。</translation>
    </message>
    <message>
        <source>There is no burn-down yet.</source>
        <translation>尚无预算曲线。</translation>
    </message>
    <message>
        <source>Nobody has drawn yet: it is a draft.</source>
        <translation>尚无人抽取：这是草稿。</translation>
    </message>
    <message>
        <source>An export is running.</source>
        <translation>正在导出。</translation>
    </message>
    <message>
        <source>Its end time has passed. Change it first.</source>
        <translation>结束时间已过。请先修改结束时间。</translation>
    </message>
    <message>
        <source>Only a draft can be started; this one is: %1.</source>
        <translation>只能启动草稿；当前：%1。</translation>
    </message>
    <message>
        <source>Only a running campaign can be paused; this one is: %1.</source>
        <translation>只能暂停进行中的活动；当前：%1。</translation>
    </message>
    <message>
        <source>Only a paused campaign can be resumed; this one is: %1.</source>
        <translation>只能恢复已暂停的活动；当前：%1。</translation>
    </message>
    <message>
        <source>Only a campaign that was started can be stopped; this one is: %1.</source>
        <translation>只能停止已启动的活动；当前：%1。</translation>
    </message>
    <message>
        <source>Only a draft can be deleted; this one keeps its history.</source>
        <translation>只能删除草稿；该活动保留其历史。</translation>
    </message>
    <message>
        <source>Required; kept in the audit log</source>
        <translation>必填；记入审计日志</translation>
    </message>
    <message>
        <source>Kept in the audit log</source>
        <translation>记入审计日志</translation>
    </message>
    <message>
        <source>Start %1</source>
        <translation>启动 %1</translation>
    </message>
    <message>
        <source>%1 is allocated to %2.</source>
        <comment>amount, places</comment>
        <translation>%1 分配到 %2。</translation>
    </message>
    <message>
        <source>Draws are accepted from %1. Budget, places, queues and seed can no longer be changed.</source>
        <translation>%1 起接受抽取。预算、名额、队列和种子不能再修改。</translation>
    </message>
    <message>
        <source>Its start time has passed: draws are accepted at once. Budget, places, queues and seed can no longer be changed.</source>
        <translation>开始时间已过：立即接受抽取。预算、名额、队列和种子不能再修改。</translation>
    </message>
    <message>
        <source>Start</source>
        <translation>启动</translation>
    </message>
    <message>
        <source>Pause %1</source>
        <translation>暂停 %1</translation>
    </message>
    <message>
        <source>%1 is paused: draws are refused.</source>
        <translation>%1 已暂停：拒绝抽取。</translation>
    </message>
    <message>
        <source>Resume %1</source>
        <translation>恢复 %1</translation>
    </message>
    <message>
        <source>%1 is resumed.</source>
        <translation>%1 已恢复。</translation>
    </message>
    <message>
        <source>Stop %1</source>
        <translation>停止 %1</translation>
    </message>
    <message>
        <source>The campaign ends now and cannot be resumed.</source>
        <translation>活动立即结束，之后不能恢复。</translation>
    </message>
    <message>
        <source>Stop the campaign</source>
        <translation>停止活动</translation>
    </message>
    <message>
        <source>%1 is stopped.</source>
        <translation>%1 已停止。</translation>
    </message>
    <message>
        <source>Copy %1</source>
        <translation>复制 %1</translation>
    </message>
    <message>
        <source>A copy of %1 is a draft now.</source>
        <translation>%1 的副本已成为草稿。</translation>
    </message>
    <message>
        <source>Nobody has drawn from it.</source>
        <translation>没有人从中抽取。</translation>
    </message>
    <message>
        <source>Export of %1</source>
        <translation>导出 %1</translation>
    </message>
    <message>
        <source>Save the burn-down as an image</source>
        <translation>把预算曲线存为图片</translation>
    </message>
    <message>
        <source>Campaign: %1</source>
        <translation>活动：%1</translation>
    </message>
    <message>
        <source>begins %1</source>
        <translation>%1开始</translation>
    </message>
    <message>
        <source>start time has passed</source>
        <translation>开始时间已过</translation>
    </message>
    <message>
        <source>%1 of %2 allocated</source>
        <translation>已分配 %1 / %2</translation>
    </message>
    <message>
        <source>ends %1</source>
        <translation>%1结束</translation>
    </message>
    <message>
        <source>ended %1</source>
        <translation>%1 已结束</translation>
    </message>
    <message>
        <source>%1 · %2 to %3 · %4</source>
        <comment>number, begin, end, countdown</comment>
        <translation>%1 · %2 至 %3 · %4</translation>
    </message>
    <message>
        <source>The figures could not be read: %1</source>
        <translation>无法读取数据：%1</translation>
    </message>
    <message>
        <source>The figures do not add up to the budget: they differ by %1. &quot;evenhandctl verify&quot; shows where.</source>
        <translation>数字与预算不符：相差 %1。“evenhandctl verify”会指出位置。</translation>
    </message>
    <message>
        <source>Rehearse…</source>
        <translation>演练…</translation>
    </message>
    <message>
        <source>Simulate a crowd on a copy and check every invariant</source>
        <translation>在副本上模拟人群，并检查所有不变量</translation>
    </message>
    <message>
        <source>Pause…</source>
        <translation>暂停…</translation>
    </message>
    <message>
        <source>Resume…</source>
        <translation>恢复…</translation>
    </message>
    <message>
        <source>Draws are refused until the campaign is resumed.</source>
        <translation>恢复之前，所有抽取都会被拒绝。</translation>
    </message>
    <message>
        <source>Wrong settings</source>
        <translation>设置有误</translation>
    </message>
    <message>
        <source>Spent too fast</source>
        <translation>预算消耗过快</translation>
    </message>
    <message>
        <source>Something is broken</source>
        <translation>出现故障</translation>
    </message>
    <message>
        <source>Draws are accepted again.</source>
        <translation>将重新接受抽取。</translation>
    </message>
    <message>
        <source>%1 is started: %2 allocated; draws from %3.</source>
        <translation>%1 已启动：已分配 %2；%3 起可抽取。</translation>
    </message>
    <message>
        <source>%1 of the budget, in %2, is left and counts as unspent. Discounts that were granted stay valid.</source>
        <comment>amount, places</comment>
        <translation>剩余预算 %1（%2）计为未用。已发放的优惠仍然有效。</translation>
    </message>
    <message>
        <source>Exported %1 to %2</source>
        <comment>draws, file</comment>
        <translation>已将%1导出到 %2</translation>
    </message>
</context>
<context>
    <name>evenhand::ui::CampaignPlots</name>
    <message>
        <source>Could not be read: %1</source>
        <translation>无法读取：%1</translation>
    </message>
    <message>
        <source>Not started.</source>
        <translation>未启动。</translation>
    </message>
    <message>
        <source>The discounts are being allocated.</source>
        <translation>正在分配优惠。</translation>
    </message>
    <message>
        <source>%1 granted, %2 unspent</source>
        <translation>已发放 %1，未用 %2</translation>
    </message>
    <message>
        <source>%1/min</source>
        <translation>%1/分钟</translation>
    </message>
    <message>
        <source>nothing drawn yet</source>
        <translation>尚无抽取</translation>
    </message>
    <message>
        <source>ends about %1</source>
        <translation>约 %1 结束</translation>
    </message>
    <message>
        <source>Nothing was granted yet.</source>
        <translation>尚未发放。</translation>
    </message>
    <message>
        <source>%1, mean %2</source>
        <comment>draws, amount</comment>
        <translation>%1，平均 %2</translation>
    </message>
    <message>
        <source>Budget left</source>
        <translation>剩余预算</translation>
    </message>
    <message>
        <source>Budget left over time, with the ideal line and the projection</source>
        <translation>剩余预算随时间的变化，含理想线和预测</translation>
    </message>
    <message>
        <source>Discounts granted</source>
        <translation>已发放的优惠</translation>
    </message>
    <message>
        <source>Granted draws per tenth of the largest discount</source>
        <translation>按单笔上限的十分之一分段的已发放抽取</translation>
    </message>
    <message>
        <source>%1 left</source>
        <translation>剩余 %1</translation>
    </message>
    <message>
        <source>about %1 left at the end, %2</source>
        <translation>%2 结束时约剩 %1</translation>
    </message>
</context>
<context>
    <name>evenhand::ui::CampaignRehearsalDialog</name>
    <message>
        <source>Rehearse %1</source>
        <translation>演练 %1</translation>
    </message>
    <message>
        <source>A simulated crowd uses the real engine on a copy with its own clock. The campaign itself, its budget and its users are not affected.</source>
        <translation>模拟人群在副本上使用真实引擎，副本有独立的时钟。活动本身、其预算和用户都不受影响。</translation>
    </message>
    <message>
        <source>Start the campaign…</source>
        <translation>启动活动…</translation>
    </message>
    <message>
        <source>Users</source>
        <translation>用户数</translation>
    </message>
    <message>
        <source>Different users in the crowd</source>
        <translation>人群中不同的用户</translation>
    </message>
    <message>
        <source>Attempts</source>
        <translation>尝试次数</translation>
    </message>
    <message>
        <source>Total attempts, by random users. 0: until all is drawn or nobody can get more</source>
        <translation>随机用户的总尝试次数。0：直到抽完或再无人能抽到</translation>
    </message>
    <message>
        <source>Attempts per second</source>
        <translation>每秒尝试</translation>
    </message>
    <message>
        <source>Rate at which attempts arrive</source>
        <translation>到来的速度</translation>
    </message>
    <message>
        <source>Sent twice (%)</source>
        <translation>重复发送（%）</translation>
    </message>
    <message>
        <source>Attempts sent twice with the same number, like a double tap</source>
        <translation>以同一编号发送两次的尝试，如连点两次</translation>
    </message>
    <message>
        <source>Order (%)</source>
        <translation>下单（%）</translation>
    </message>
    <message>
        <source>Attempts that place an order; some of the orders are cancelled and give their discount back</source>
        <translation>同时下单的尝试；部分订单会被取消并退回优惠</translation>
    </message>
    <message>
        <source>Seed</source>
        <translation>种子</translation>
    </message>
    <message>
        <source>The same plan and seed give the same crowd</source>
        <translation>相同的计划和种子产生相同的人群</translation>
    </message>
    <message>
        <source>Granted over time</source>
        <translation>发放金额走势</translation>
    </message>
    <message>
        <source>Amount granted over time, with the budget</source>
        <translation>发放金额随时间的变化，含预算</translation>
    </message>
    <message>
        <source>Discounts granted</source>
        <translation>已发放的优惠</translation>
    </message>
    <message>
        <source>Granted draws per tenth of the largest discount</source>
        <translation>按单笔上限的十分之一分段的已发放抽取</translation>
    </message>
    <message>
        <source>Preparing a copy</source>
        <translation>正在准备副本</translation>
    </message>
    <message numerus="yes">
        <source>The crowd draws: %1 attempts</source>
        <translation>
            <numerusform>人群正在抽取：%1 次尝试</numerusform>
        </translation>
    </message>
    <message>
        <source>granted</source>
        <translation>已发放</translation>
    </message>
    <message>
        <source>budget</source>
        <translation>预算</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 / %2</translation>
    </message>
    <message>
        <source>mean %1</source>
        <translation>平均 %1</translation>
    </message>
    <message>
        <source>Granted</source>
        <translation>已发放</translation>
    </message>
    <message>
        <source>Refused</source>
        <translation>被拒绝</translation>
    </message>
    <message>
        <source>Duplicates</source>
        <translation>重复请求</translation>
    </message>
    <message>
        <source>Orders with a draw</source>
        <translation>带抽取的订单</translation>
    </message>
    <message>
        <source>Cancelled of these</source>
        <translation>其中已取消</translation>
    </message>
    <message>
        <source>Given back</source>
        <translation>已退回</translation>
    </message>
    <message>
        <source>Places left</source>
        <translation>剩余名额</translation>
    </message>
    <message>
        <source>Users with a discount</source>
        <translation>获得优惠的用户</translation>
    </message>
    <message>
        <source>Attempts (0: to the end)</source>
        <translation>尝试次数（0：直到抽完）</translation>
    </message>
</context>
<context>
    <name>evenhand::ui::CampaignTiles</name>
    <message>
        <source>of %1</source>
        <translation>共 %1</translation>
    </message>
    <message>
        <source>unspent, %1</source>
        <translation>未用，%1</translation>
    </message>
    <message>
        <source>%1 given back</source>
        <translation>退回 %1</translation>
    </message>
    <message>
        <source>counted as unspent</source>
        <translation>计为未用</translation>
    </message>
    <message>
        <source>goes to later draws</source>
        <translation>留给以后的抽取</translation>
    </message>
    <message>
        <source>%1, oldest %2</source>
        <comment>amount, age</comment>
        <translation>%1，最久 %2</translation>
    </message>
    <message>
        <source>%1 refused</source>
        <translation>被拒绝 %1</translation>
    </message>
    <message>
        <source>Budget left</source>
        <translation>剩余预算</translation>
    </message>
    <message>
        <source>Places left</source>
        <translation>剩余名额</translation>
    </message>
    <message>
        <source>Granted</source>
        <translation>已发放</translation>
    </message>
    <message>
        <source>Compensation</source>
        <translation>补偿</translation>
    </message>
    <message>
        <source>Draws in flight</source>
        <translation>处理中的抽取</translation>
    </message>
    <message>
        <source>Rolled back</source>
        <translation>已回滚</translation>
    </message>
    <message numerus="yes">
        <source>to %1 users</source>
        <translation>
            <numerusform>发给 %1 名用户</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>evenhand::ui::CampaignWizard</name>
    <message>
        <source>Change %1</source>
        <translation>修改 %1</translation>
    </message>
    <message>
        <source>Set up a campaign</source>
        <translation>创建活动</translation>
    </message>
    <message>
        <source>Lunch discounts</source>
        <translation>午餐立减</translation>
    </message>
    <message>
        <source>Nothing has been changed.</source>
        <translation>没有任何更改。</translation>
    </message>
    <message>
        <source>Save the changes</source>
        <translation>保存修改</translation>
    </message>
    <message>
        <source>Set up</source>
        <translation>创建</translation>
    </message>
    <message>
        <source>Name and dates</source>
        <translation>名称与时间</translation>
    </message>
    <message>
        <source>Budget and places</source>
        <translation>预算与名额</translation>
    </message>
    <message>
        <source>Limits</source>
        <translation>上限</translation>
    </message>
    <message>
        <source>Queues and preview</source>
        <translation>队列与预览</translation>
    </message>
    <message>
        <source>Review</source>
        <translation>确认</translation>
    </message>
</context>
<context>
    <name>evenhand::ui::CampusField</name>
    <message>
        <source>Chosen at the top, for all pages</source>
        <translation>已在顶部选定，适用于所有页面</translation>
    </message>
    <message>
        <source>Campus</source>
        <translation>校区</translation>
    </message>
    <message>
        <source>All campuses</source>
        <translation>全部校区</translation>
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
        <translation>%1 个未派单</translation>
    </message>
    <message>
        <source>%1 of %2 on duty</source>
        <translation>在岗 %1/%2</translation>
    </message>
    <message>
        <source>highest − lowest %1</source>
        <translation>最高与最低相差 %1</translation>
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
    <name>evenhand::ui::ChosenField</name>
    <message numerus="yes">
        <source>%1 chosen orders</source>
        <translation>
            <numerusform>选定的 %1 个订单</numerusform>
        </translation>
    </message>
    <message>
        <source>Show all orders again</source>
        <translation>重新显示所有订单</translation>
    </message>
</context>
<context>
    <name>evenhand::ui::CommandPalette</name>
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
    <message>
        <source>%1 · the first %2</source>
        <comment>kind, count</comment>
        <translation>%1 · 前 %2 项</translation>
    </message>
    <message>
        <source>A command, a page, an order number, a name, a phone, initials</source>
        <translation>命令、页面、订单号、名称、电话、拼音首字母</translation>
    </message>
    <message>
        <source>Some things could not be searched: %1</source>
        <translation>有些内容未能搜索：%1</translation>
    </message>
    <message>
        <source>Nothing was found. Type a part of an order&apos;s number, of a user, a name or a phone, or how a payment or a return begins.</source>
        <translation>没有找到。可以输入订单号、用户、名称或电话的任意一段，或者付款单号、退货单号的开头。</translation>
    </message>
</context>
<context>
    <name>evenhand::ui::ConsistencyPanel</name>
    <message>
        <source>Checking %1</source>
        <translation>正在核对 %1</translation>
    </message>
    <message>
        <source>Repair</source>
        <translation>修复</translation>
    </message>
    <message>
        <source>The last check found nothing to repair. The sale is checked again, and differences are fixed.</source>
        <translation>上次核对没有发现需要修复的内容。将重新核对并修正。</translation>
    </message>
    <message>
        <source>The keyspace of this sale is repaired from the database.</source>
        <translation>按数据库修正这场秒杀的键空间。</translation>
    </message>
    <message>
        <source>Orders and stock in the database stay as they are; the sale continues.</source>
        <translation>数据库中的订单和库存保持不变；秒杀同时继续。</translation>
    </message>
    <message>
        <source>Required; kept in the history of the sale</source>
        <translation>必填；记入秒杀历史</translation>
    </message>
    <message>
        <source>Repairing</source>
        <translation>正在修复</translation>
    </message>
    <message>
        <source>Repaired: %1 fixed; both agree now.</source>
        <translation>已修复：修正 %1 项；现在一致。</translation>
    </message>
    <message>
        <source>Repaired: %1 fixed; they do not agree yet.</source>
        <translation>已修复：修正 %1 项；尚未一致。</translation>
    </message>
    <message>
        <source>Repair: %1</source>
        <translation>修复：%1</translation>
    </message>
    <message>
        <source>The sale is missing in the keyspace: every attempt is refused until it is repaired.</source>
        <translation>键空间中没有这场秒杀：修复之前所有抢购都被拒绝。</translation>
    </message>
    <message>
        <source>The stock is missing in the keyspace: attempts are refused until it is repaired.</source>
        <translation>键空间中缺少库存：修复之前抢购都被拒绝。</translation>
    </message>
    <message>
        <source>The keyspace would sell %1 too many.</source>
        <translation>键空间会多卖 %1 份。</translation>
    </message>
    <message>
        <source>The keyspace would leave %1 unsold.</source>
        <translation>键空间会少卖 %1 份。</translation>
    </message>
    <message numerus="yes">
        <source>%1 live orders have no slot: their users could try to get a second one.</source>
        <translation>
            <numerusform>%1 个有效订单没有占位：其用户可能再抢一份。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 slots have neither an order nor a reservation: their users are locked out.</source>
        <translation>
            <numerusform>%1 个占位既无订单也无预占：其用户无法再参与。</numerusform>
        </translation>
    </message>
    <message>
        <source>State, start or end differ.</source>
        <translation>状态、开始或结束不一致。</translation>
    </message>
    <message>
        <source>Stock in the keyspace</source>
        <translation>键空间中的库存</translation>
    </message>
    <message>
        <source>Stock by the database</source>
        <translation>按数据库的库存</translation>
    </message>
    <message>
        <source>Slots in the keyspace</source>
        <translation>键空间中的占位</translation>
    </message>
    <message>
        <source>Live orders</source>
        <translation>有效订单</translation>
    </message>
    <message>
        <source>Reservations in progress</source>
        <translation>处理中的预占</translation>
    </message>
    <message>
        <source>Live orders without their slot</source>
        <translation>没有占位的有效订单</translation>
    </message>
    <message>
        <source>Slots without an owner</source>
        <translation>无主占位</translation>
    </message>
    <message>
        <source>State, start and end</source>
        <translation>状态、开始和结束</translation>
    </message>
    <message>
        <source>differ</source>
        <translation>不一致</translation>
    </message>
    <message>
        <source>agree</source>
        <translation>一致</translation>
    </message>
    <message>
        <source>Fixed by this run</source>
        <translation>本次修正</translation>
    </message>
    <message>
        <source>Checked at</source>
        <translation>核对时间</translation>
    </message>
    <message>
        <source>Could not be checked: %1</source>
        <translation>无法核对：%1</translation>
    </message>
    <message>
        <source>Not checked yet.</source>
        <translation>尚未核对。</translation>
    </message>
    <message>
        <source>Keyspace and database agree.</source>
        <translation>键空间与数据库一致。</translation>
    </message>
    <message>
        <source>Keyspace and database differ. Repair fixes the keyspace.</source>
        <translation>键空间与数据库不一致。修复会修正键空间。</translation>
    </message>
    <message>
        <source>No sale is selected.</source>
        <translation>没有选中秒杀。</translation>
    </message>
    <message>
        <source>Only a started sale is in the keyspace.</source>
        <translation>只有已启动的秒杀在键空间中有内容。</translation>
    </message>
    <message>
        <source>A check is running.</source>
        <translation>正在核对。</translation>
    </message>
    <message>
        <source>Check</source>
        <translation>核对</translation>
    </message>
    <message>
        <source>Compare keyspace and database of this sale</source>
        <translation>核对这场秒杀的键空间与数据库</translation>
    </message>
    <message>
        <source>Repair…</source>
        <translation>修复…</translation>
    </message>
    <message>
        <source>Repair the keyspace from the database</source>
        <translation>按数据库修正键空间</translation>
    </message>
</context>
<context>
    <name>evenhand::ui::CourierEdit</name>
    <message>
        <source>on duty</source>
        <translation>在岗</translation>
    </message>
    <message>
        <source>off duty</source>
        <translation>离岗</translation>
    </message>
    <message>
        <source>%1  %2 · %3 in hand · weight %4 · %5</source>
        <comment>name, id, orders, weight, on or off duty</comment>
        <translation>%1  %2 · 手上 %3 单 · 权重 %4 · %5</translation>
    </message>
    <message>
        <source>The couriers could not be read: %1</source>
        <translation>无法读取骑手：%1</translation>
    </message>
</context>
<context>
    <name>evenhand::ui::CourierPicker</name>
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
        <translation>%1   ·   权重 %2   ·   手上 %3 单</translation>
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
    <message>
        <source>Part of the name, its initials, the id or the telephone number</source>
        <translation>姓名的一部分、拼音首字母、编号或电话</translation>
    </message>
    <message>
        <source>No courier on duty matches &quot;%1&quot;.</source>
        <translation>没有在岗骑手符合“%1”。</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <comment>orders in hand, at most</comment>
        <translation>%1/%2</translation>
    </message>
</context>
<context>
    <name>evenhand::ui::CsvExport</name>
    <message>
        <source>CSV files (*.csv)</source>
        <translation>CSV 文件 (*.csv)</translation>
    </message>
    <message>
        <source>The export was cancelled; no file was left.</source>
        <translation>导出已取消，未留下文件。</translation>
    </message>
    <message>
        <source>The export failed: %1</source>
        <translation>导出失败：%1</translation>
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
        <source>Enter the path of the socket.</source>
        <translation>请填写套接字路径。</translation>
    </message>
    <message>
        <source>Enter a host.</source>
        <translation>请填写主机。</translation>
    </message>
    <message>
        <source>The port is a number from 1 to 65535.</source>
        <translation>端口是 1 到 65535 的数字。</translation>
    </message>
    <message>
        <source>Enter the name of the database.</source>
        <translation>请填写数据库名称。</translation>
    </message>
    <message>
        <source>Enter a user.</source>
        <translation>请填写用户。</translation>
    </message>
    <message>
        <source>The certificate file cannot be read.</source>
        <translation>无法读取证书文件。</translation>
    </message>
    <message>
        <source>Enter the full path of the folder.</source>
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
        <source>PEM file; with it, only encrypted</source>
        <translation>PEM 文件；填写后只用加密连接</translation>
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
        <source>Currency of a new workspace; it cannot be changed later</source>
        <translation>新工作区的币种；以后不能更改</translation>
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
        <translation>MySQL 8.0 或 MariaDB 10.5 及更新版本。空数据库会创建工作区；已有工作区则直接打开。</translation>
    </message>
</context>
<context>
    <name>evenhand::ui::DatesPage</name>
    <message>
        <source>The end must be later than %1.</source>
        <translation>结束必须晚于 %1。</translation>
    </message>
    <message>
        <source>The end has passed: it must be later than %1.</source>
        <translation>结束时间已过：必须晚于 %1。</translation>
    </message>
    <message>
        <source>For the team; may be changed at any time.</source>
        <translation>供团队使用；随时可修改。</translation>
    </message>
    <message>
        <source>Storefronts use it for draws. Empty: generated.</source>
        <translation>店铺凭此抽取。留空：自动生成。</translation>
    </message>
    <message>
        <source>This time has passed: draws are accepted as soon as it is started.</source>
        <translation>开始时间已过：启动后立即接受抽取。</translation>
    </message>
    <message>
        <source>Business time zone: %1</source>
        <translation>业务时区：%1</translation>
    </message>
    <message>
        <source>lasts %1</source>
        <translation>持续 %1</translation>
    </message>
</context>
<context>
    <name>evenhand::ui::DelayedPage</name>
    <message>
        <source>Delayed orders</source>
        <translation>超时订单</translation>
    </message>
    <message>
        <source>Could not be read.</source>
        <translation>无法读取。</translation>
    </message>
    <message>
        <source>%1 later</source>
        <translation>之后还有 %1 个</translation>
    </message>
    <message>
        <source>Dead letters (%1)</source>
        <translation>死信（%1）</translation>
    </message>
    <message>
        <source>Dead letters</source>
        <translation>死信</translation>
    </message>
    <message>
        <source>Alerts (%1)</source>
        <translation>告警（%1）</translation>
    </message>
    <message>
        <source>Alerts</source>
        <translation>告警</translation>
    </message>
    <message>
        <source>The figures could not be read: %1</source>
        <translation>无法读取数据：%1</translation>
    </message>
    <message>
        <source>The clock was set back by %1. Nothing falls due until it has caught up.</source>
        <translation>时钟被调回了 %1。在追上之前不会有定时器到期。</translation>
    </message>
    <message>
        <source>The delay queue is off: only the poller runs, timers may be up to %1 late.</source>
        <translation>延迟队列已关闭：仅由轮询处理，定时器最多可能晚 %1。</translation>
    </message>
    <message>
        <source>Resume timers: %1…</source>
        <comment>kind</comment>
        <translation>恢复定时器：%1…</translation>
    </message>
    <message>
        <source>Pause timers: %1…</source>
        <comment>kind</comment>
        <translation>暂停定时器：%1…</translation>
    </message>
    <message>
        <source>The figures are not known yet.</source>
        <translation>数据尚未获得。</translation>
    </message>
    <message>
        <source>Refresh</source>
        <translation>刷新</translation>
    </message>
    <message>
        <source>Timer settings…</source>
        <translation>定时器设置…</translation>
    </message>
    <message>
        <source>Delays of every campus</source>
        <translation>各校区的延迟时间</translation>
    </message>
    <message>
        <source>Timers by kind</source>
        <translation>各类定时器</translation>
    </message>
    <message>
        <source>Falls due, by minute</source>
        <translation>每分钟到期数</translation>
    </message>
    <message>
        <source>Timers</source>
        <translation>定时器</translation>
    </message>
    <message>
        <source>Queue vs database</source>
        <translation>队列与数据库对照</translation>
    </message>
    <message>
        <source>Lateness</source>
        <translation>超时时长</translation>
    </message>
    <message>
        <source>p50</source>
        <translation>p50</translation>
    </message>
    <message>
        <source>p99</source>
        <translation>p99</translation>
    </message>
    <message>
        <source>No timer ran recently.</source>
        <translation>近期没有执行定时器。</translation>
    </message>
    <message>
        <source>Pause timers</source>
        <translation>暂停定时器</translation>
    </message>
    <message>
        <source>Resume timers</source>
        <translation>恢复定时器</translation>
    </message>
    <message>
        <source>Due timers wait. Late payments are accepted meanwhile.</source>
        <translation>到期的定时器会等待。期间迟到的付款仍会被接受。</translation>
    </message>
    <message>
        <source>Overdue timers run at once.</source>
        <translation>到期未处理的定时器会立即执行。</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>暂停</translation>
    </message>
    <message>
        <source>Resume</source>
        <translation>恢复</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>%1: paused.</source>
        <comment>kind</comment>
        <translation>%1：已暂停。</translation>
    </message>
    <message>
        <source>%1: resumed.</source>
        <comment>kind</comment>
        <translation>%1：已恢复。</translation>
    </message>
    <message>
        <source>Timer settings: %1</source>
        <translation>定时器设置：%1</translation>
    </message>
    <message>
        <source>There is no campus yet.</source>
        <translation>还没有校区。</translation>
    </message>
    <message>
        <source>Due by minute</source>
        <translation>每分钟到期数</translation>
    </message>
    <message>
        <source>These timers will not run: %1.</source>
        <comment>kind</comment>
        <translation>以下定时器将不再执行：%1。</translation>
    </message>
    <message>
        <source>These timers will run again: %1.</source>
        <comment>kind</comment>
        <translation>以下定时器将恢复执行：%1。</translation>
    </message>
    <message>
        <source>On all campuses, not only %1.</source>
        <translation>对全部校区生效，不只是%1。</translation>
    </message>
    <message>
        <source>Late orders: %1</source>
        <translation>超时订单：%1</translation>
    </message>
    <message>
        <source>Past their limit for assignment, pick-up or delivery</source>
        <translation>派单、取货或送达已超过时限</translation>
    </message>
    <message>
        <source>in flight and lateness: all campuses</source>
        <translation>处理中和超时时长为全部校区</translation>
    </message>
    <message>
        <source>Lateness, all campuses</source>
        <translation>超时时长（全部校区）</translation>
    </message>
    <message>
        <source>Late orders</source>
        <translation>超时订单</translation>
    </message>
    <message>
        <source>Late orders (%1)</source>
        <translation>超时订单（%1）</translation>
    </message>
</context>
<context>
    <name>evenhand::ui::DeliveryDialog</name>
    <message>
        <source>Delivery of %1</source>
        <translation>投递：%1</translation>
    </message>
    <message>
        <source>Webhook</source>
        <translation>Webhook</translation>
    </message>
    <message>
        <source>Message</source>
        <translation>消息</translation>
    </message>
    <message>
        <source>Subject</source>
        <translation>对象</translation>
    </message>
    <message>
        <source>Status</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>Request body</source>
        <translation>请求内容</translation>
    </message>
    <message>
        <source>no response</source>
        <translation>无响应</translation>
    </message>
    <message>
        <source>delivered</source>
        <translation>已送达</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>Response</source>
        <translation>响应</translation>
    </message>
    <message>
        <source>Took</source>
        <translation>用时</translation>
    </message>
    <message>
        <source>Outcome</source>
        <translation>结果</translation>
    </message>
    <message>
        <source>Response body</source>
        <translation>响应内容</translation>
    </message>
    <message>
        <source>Attempts</source>
        <translation>尝试次数</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
</context>
<context>
    <name>evenhand::ui::DiscountHistogram</name>
    <message>
        <source>over %1 to %2
%3 of %4 (%5%)</source>
        <comment>amount, amount, count, count, share</comment>
        <translation>大于 %1 至 %2
%3 / %4（%5%）</translation>
    </message>
    <message>
        <source>Most: %1</source>
        <comment>range and count</comment>
        <translation>最多：%1</translation>
    </message>
</context>
<context>
    <name>evenhand::ui::DispatchActions</name>
    <message>
        <source>Reassign</source>
        <translation>改派</translation>
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
        <source>All open work of %1, now %2, will be given away, each order to the next fairest courier.</source>
        <translation>%1 的全部未完成工作（现有%2）将逐单交给下一位最应派单的骑手。</translation>
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
        <source>End of shift</source>
        <translation>下班</translation>
    </message>
    <message>
        <source>%1 goes off duty</source>
        <translation>%1离岗</translation>
    </message>
    <message>
        <source>Off duty</source>
        <translation>离岗</translation>
    </message>
    <message>
        <source>%1 off duty, with %2 in hand.</source>
        <comment>courier or couriers, orders</comment>
        <translation>%1将离岗，手上还有%2。</translation>
    </message>
    <message>
        <source>They keep these orders and deliver them, unless they are handed over.</source>
        <translation>如不交接，这些订单仍由其继续配送。</translation>
    </message>
    <message>
        <source>Hand these orders over, each to the next fairest courier</source>
        <translation>交接这些订单，每单派给最应派单的骑手</translation>
    </message>
    <message>
        <source>First, on duty again: %1.</source>
        <comment>courier or couriers</comment>
        <translation>先恢复在岗：%1。</translation>
    </message>
    <message>
        <source>There is nothing to give away.</source>
        <translation>没有可交出的订单。</translation>
    </message>
    <message>
        <source>These orders are being read.</source>
        <translation>正在读取这些订单。</translation>
    </message>
    <message>
        <source>Dispatch is paused, so no order is given away. Resume it first.</source>
        <translation>派单已暂停，订单不会分配给骑手。请先恢复派单。</translation>
    </message>
    <message>
        <source>dispatch is paused</source>
        <translation>派单已暂停</translation>
    </message>
    <message>
        <source>%1 go off duty</source>
        <comment>counted couriers</comment>
        <translation>%1离岗</translation>
    </message>
</context>
<context>
    <name>evenhand::ui::DispatchPage</name>
    <message>
        <source>Dispatch</source>
        <translation>派单</translation>
    </message>
    <message>
        <source>There is no courier %1.</source>
        <translation>没有骑手 %1。</translation>
    </message>
    <message>
        <source>All campuses are shown now: %1 does not belong to %2.</source>
        <comment>courier, campus</comment>
        <translation>现显示全部校区：%1 不属于%2。</translation>
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
        <source>mean –   ·   highest − lowest –</source>
        <translation>平均 –   ·   最高与最低相差 –</translation>
    </message>
    <message>
        <source>mean %1   ·   highest − lowest %2</source>
        <translation>平均 %1   ·   最高与最低相差 %2</translation>
    </message>
    <message numerus="yes">
        <source>%1 (%2 steps)</source>
        <comment>figures of weights</comment>
        <translation>
            <numerusform>%1（%2 步）</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 of %2 on duty</source>
        <translation>在岗 %1/%2</translation>
    </message>
    <message>
        <source>Paused</source>
        <translation>已暂停</translation>
    </message>
    <message>
        <source>%1 (as strong)</source>
        <comment>soft mode of one engine alone</comment>
        <translation>%1（同强一致）</translation>
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
        <source>Resume dispatch; waiting orders are assigned at once</source>
        <translation>恢复派单；等待中的订单立即派单</translation>
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
        <translation>未派单  %1</translation>
    </message>
    <message>
        <source>Select a courier to see the orders in hand.</source>
        <translation>选择一名骑手以查看其手上订单。</translation>
    </message>
    <message>
        <source>%1 has no orders in hand.</source>
        <translation>%1 手上没有订单。</translation>
    </message>
    <message>
        <source>In hand  –</source>
        <translation>手上订单  –</translation>
    </message>
    <message>
        <source>%1  %2</source>
        <comment>courier, orders in hand</comment>
        <translation>%1  %2</translation>
    </message>
    <message>
        <source>spread –</source>
        <translation>派单差距 –</translation>
    </message>
    <message>
        <source>spread %1 now   ·   %2 assigned today</source>
        <translation>当前派单差距 %1   ·   今日已派 %2 单</translation>
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
        <source>Refresh</source>
        <translation>刷新</translation>
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
        <translation>让所选骑手离岗；手上订单仍归其所有</translation>
    </message>
    <message>
        <source>Hand over…</source>
        <translation>交接…</translation>
    </message>
    <message>
        <source>Give each open order of the courier to the next fairest one</source>
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
        <source>Give each of the selected orders to the next fairest courier</source>
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
        <translation>为 %1 派单</translation>
    </message>
    <message>
        <source>Fairness</source>
        <translation>公平性</translation>
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
    <message>
        <source>Settings of which campus?</source>
        <translation>设置哪个校区？</translation>
    </message>
    <message>
        <source>Dead letters  %1, all campuses</source>
        <translation>死信  %1（全部校区）</translation>
    </message>
    <message>
        <source>No courier is selected.</source>
        <translation>未选择骑手。</translation>
    </message>
    <message>
        <source>Nothing to do: orders come here when nobody can take them.</source>
        <translation>无需处理：没有骑手能接的订单会出现在这里。</translation>
    </message>
    <message>
        <source>Nothing to do: nothing is to be handed over.</source>
        <translation>无需处理：没有可移交的订单。</translation>
    </message>
    <message>
        <source>Load limit…</source>
        <translation>接单上限…</translation>
    </message>
    <message>
        <source>How many orders the selected couriers may have in hand</source>
        <translation>所选骑手手上最多可有多少单</translation>
    </message>
    <message>
        <source>Spread: the most orders that a courier on duty got today, less the fewest. It is about the whole day; highest − lowest of the weights says how even things are now.</source>
        <translation>派单差距：今天在岗骑手中派单最多与最少之差，看的是全天；权重的最高与最低之差看的是当前是否均衡。</translation>
    </message>
    <message>
        <source>Paid orders wait until dispatch is resumed.</source>
        <translation>已付款的订单会等到恢复派单。</translation>
    </message>
    <message>
        <source>Dispatch is paused, so no order is given away. Resume it first.</source>
        <translation>派单已暂停，订单不会分配给骑手。请先恢复派单。</translation>
    </message>
    <message>
        <source>%1 · step %2 · %3</source>
        <comment>mode, step of weights, rule of joining</comment>
        <translation>%1 · 每步 %2 · %3</translation>
    </message>
    <message>
        <source>%1 · step %2</source>
        <comment>mode, step of weights</comment>
        <translation>%1 · 每步 %2</translation>
    </message>
    <message>
        <source>Resume all…</source>
        <translation>全部恢复…</translation>
    </message>
    <message>
        <source>Resume dispatch on all campuses; waiting orders are assigned at once</source>
        <translation>恢复全部校区的派单；等待中的订单立即派单</translation>
    </message>
    <message>
        <source>Open the tab of all campuses first.</source>
        <translation>请先打开“全部校区”标签页。</translation>
    </message>
    <message>
        <source>The campuses have not been read yet.</source>
        <translation>尚未读取校区。</translation>
    </message>
    <message>
        <source>Dispatch is paused on every campus.</source>
        <translation>全部校区的派单都已暂停。</translation>
    </message>
    <message>
        <source>Dispatch is paused on no campus.</source>
        <translation>没有校区暂停派单。</translation>
    </message>
    <message>
        <source>Pause all…</source>
        <translation>全部暂停…</translation>
    </message>
    <message>
        <source>Pause dispatch on all campuses</source>
        <translation>暂停全部校区的派单</translation>
    </message>
</context>
<context>
    <name>evenhand::ui::DraftDialog</name>
    <message>
        <source>Discard what you typed?</source>
        <translation>放弃已填写的内容？</translation>
    </message>
    <message>
        <source>Discard</source>
        <translation>放弃</translation>
    </message>
    <message>
        <source>Keep editing</source>
        <translation>继续编辑</translation>
    </message>
</context>
<context>
    <name>evenhand::ui::DrawsPane</name>
    <message>
        <source>Nobody has drawn yet.</source>
        <translation>尚无人抽取。</translation>
    </message>
    <message>
        <source>Nothing was granted.</source>
        <translation>未发放任何优惠。</translation>
    </message>
    <message>
        <source>It was already given back.</source>
        <translation>已经退回。</translation>
    </message>
    <message>
        <source>Order %1 has used it: it comes back when the order is closed.</source>
        <translation>订单 %1 已使用它：订单关闭时会退回。</translation>
    </message>
    <message>
        <source>given back</source>
        <translation>退回</translation>
    </message>
    <message>
        <source>Give draws back</source>
        <translation>退回抽取</translation>
    </message>
    <message numerus="yes">
        <source>%1 of %2 in all are taken from their users.</source>
        <comment>draws, amount</comment>
        <translation>
            <numerusform>从用户收回 %1，共 %2。</numerusform>
        </translation>
    </message>
    <message>
        <source>The campaign has ended: the amounts count as unspent. The places stay used.</source>
        <translation>活动已结束：金额计为未用。名额仍算已用。</translation>
    </message>
    <message>
        <source>The amounts go to later draws. The places stay used, and so do the users&apos; draws.</source>
        <translation>金额将给之后的抽取。名额仍算已用，用户的次数也是。</translation>
    </message>
    <message>
        <source>Give back</source>
        <translation>退回</translation>
    </message>
    <message>
        <source>Required; kept in the audit log</source>
        <translation>必填；记入审计日志</translation>
    </message>
    <message>
        <source>User</source>
        <translation>用户</translation>
    </message>
    <message>
        <source>Amount</source>
        <translation>金额</translation>
    </message>
    <message>
        <source>Draws</source>
        <translation>抽取</translation>
    </message>
    <message>
        <source>Current state</source>
        <translation>当前状态</translation>
    </message>
    <message>
        <source>Give back…</source>
        <translation>退回…</translation>
    </message>
    <message>
        <source>Take back a granted discount that no order has used</source>
        <translation>收回尚无订单使用的已发放优惠</translation>
    </message>
    <message>
        <source>No draw matches the filter.</source>
        <translation>没有符合条件的抽取。</translation>
    </message>
    <message>
        <source>Export draws</source>
        <translation>导出抽取</translation>
    </message>
    <message>
        <source>given back %1</source>
        <translation>%1 已退回</translation>
    </message>
    <message>
        <source>no order yet, valid until %1</source>
        <translation>尚无订单，有效至 %1</translation>
    </message>
    <message>
        <source>State</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>Order</source>
        <translation>订单</translation>
    </message>
    <message>
        <source>Queue</source>
        <translation>队列</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>备注</translation>
    </message>
    <message>
        <source>Draw</source>
        <translation>抽取</translation>
    </message>
    <message>
        <source>Draw %1
%2</source>
        <comment>id, instant</comment>
        <translation>抽取 %1
%2</translation>
    </message>
    <message>
        <source>User, in full</source>
        <translation>用户（完整编号）</translation>
    </message>
    <message>
        <source>Every state</source>
        <translation>全部状态</translation>
    </message>
    <message>
        <source>used by order %1</source>
        <translation>已用于订单 %1</translation>
    </message>
    <message>
        <source>Start the campaign, if it is not running: its users draw then.</source>
        <translation>如果活动尚未运行，请先启动，用户随后即可抽取。</translation>
    </message>
</context>
<context>
    <name>evenhand::ui::DueField</name>
    <message>
        <source>Timers due between</source>
        <translation>到期时间介于</translation>
    </message>
    <message>
        <source>Overdue</source>
        <translation>到期未处理</translation>
    </message>
    <message>
        <source>within %1</source>
        <translation>%1内</translation>
    </message>
    <message>
        <source>between…</source>
        <translation>介于…</translation>
    </message>
    <message>
        <source>Due</source>
        <translation>到期</translation>
    </message>
    <message>
        <source>Any time</source>
        <translation>任何时间</translation>
    </message>
</context>
<context>
    <name>evenhand::ui::DuePlot</name>
    <message>
        <source>No timer is armed.</source>
        <translation>没有已设定的定时器。</translation>
    </message>
    <message>
        <source>Overdue: %1</source>
        <translation>到期未处理：%1</translation>
    </message>
    <message numerus="yes">
        <source>%1: %2 fall due</source>
        <comment>time, count</comment>
        <translation>
            <numerusform>%1：%2 个到期</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 fall due by %2</source>
        <comment>count, time</comment>
        <translation>
            <numerusform>%2 之前有 %1 个到期</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>evenhand::ui::DutyFlow</name>
    <message>
        <source>on duty</source>
        <comment>a courier</comment>
        <translation>在岗</translation>
    </message>
    <message>
        <source>off duty</source>
        <comment>a courier</comment>
        <translation>离岗</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>what was done, what became of it</comment>
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
        <source>Courier</source>
        <translation>骑手</translation>
    </message>
    <message>
        <source>Id</source>
        <translation>编号</translation>
    </message>
    <message>
        <source>Now</source>
        <translation>当前状态</translation>
    </message>
    <message>
        <source>On duty</source>
        <translation>在岗</translation>
    </message>
    <message>
        <source>Off duty</source>
        <translation>离岗</translation>
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
        <source>You are no longer signed in.</source>
        <translation>您已不再处于登录状态。</translation>
    </message>
    <message>
        <source>%1 has no permission for this: it needs &quot;%2&quot;. Roles that have it: %3.</source>
        <translation>%1 没有此操作的权限：需要“%2”。拥有该权限的角色：%3。</translation>
    </message>
    <message>
        <source>The workspace&apos;s files were deleted, moved or replaced. What was done until then is still here: save a copy before you close the console.</source>
        <translation>工作区文件已被删除、移动或替换。此前的操作结果仍保留在已打开的文件中：请在关闭控制台之前保存副本。</translation>
    </message>
    <message>
        <source>The workspace&apos;s files at the service were deleted, moved or replaced. What was done until then is still there: save a copy before the service is stopped.</source>
        <translation>服务的工作区文件已被删除、移动或替换。此前的操作仍在其中：请在停止服务之前保存副本。</translation>
    </message>
    <message>
        <source>The service that answers shows a certificate that is not trusted; nothing is sent to it.</source>
        <translation>应答的服务出示了不受信任的证书，没有向它发送任何内容。</translation>
    </message>
    <message>
        <source>The service that answers runs another version than this console. Update the older of the two, then start this console again.</source>
        <translation>应答的服务与此控制台的版本不同。请更新其中较旧的一个，然后重新启动此控制台。</translation>
    </message>
    <message>
        <source>There is no connection to the service %1: %2</source>
        <translation>与服务 %1 的连接已中断：%2</translation>
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
        <source>Click for details.</source>
        <translation>点击查看详情。</translation>
    </message>
    <message>
        <source>%1/s committed, %2 ms each</source>
        <comment>commits per second, latency</comment>
        <translation>每秒提交 %1，每次 %2 毫秒</translation>
    </message>
    <message>
        <source>Service: %1</source>
        <translation>服务：%1</translation>
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
        <source>not required</source>
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
        <source>median %1, 99 % under %2</source>
        <translation>中位数 %1，99 % 低于 %2</translation>
    </message>
    <message>
        <source>Commands waiting</source>
        <translation>排队的命令</translation>
    </message>
    <message>
        <source>Commit latency</source>
        <translation>提交延迟</translation>
    </message>
    <message>
        <source>Service</source>
        <translation>服务</translation>
    </message>
    <message>
        <source>Folder at the service</source>
        <translation>服务上的文件夹</translation>
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
        <source>Excluded</source>
        <translation>被排除</translation>
    </message>
    <message>
        <source>Off duty</source>
        <translation>离岗</translation>
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
        <translation>该订单尚未派给任何人。</translation>
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
        <source>Chosen by a person</source>
        <translation>由人工指定</translation>
    </message>
    <message>
        <source>Export the ranking</source>
        <translation>导出排名</translation>
    </message>
    <message>
        <source>In hand before</source>
        <translation>此前手上</translation>
    </message>
    <message>
        <source>Passed over</source>
        <translation>跳过</translation>
    </message>
    <message>
        <source>no, the courier keeps it</source>
        <translation>否，仍由该骑手配送</translation>
    </message>
    <message>
        <source>Taken back</source>
        <translation>已收回</translation>
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
        <translation>派单差距</translation>
    </message>
    <message>
        <source>Assigned</source>
        <translation>已派</translation>
    </message>
    <message>
        <source>%1
Spread %2, %3 assigned</source>
        <translation>%1
派单差距 %2，已派 %3 单</translation>
    </message>
    <message>
        <source>Spread %1, %2 assigned</source>
        <translation>派单差距 %1，已派 %2 单</translation>
    </message>
</context>
<context>
    <name>evenhand::ui::FilterBar</name>
    <message>
        <source>Show all</source>
        <translation>显示全部</translation>
    </message>
    <message>
        <source>Show: %1</source>
        <translation>显示：%1</translation>
    </message>
</context>
<context>
    <name>evenhand::ui::FirstStart</name>
    <message>
        <source>Choose a folder</source>
        <translation>选择文件夹</translation>
    </message>
    <message>
        <source>Choose a folder.</source>
        <translation>请指定文件夹。</translation>
    </message>
    <message>
        <source>Enter the full path of the folder.</source>
        <translation>请填写文件夹的完整路径。</translation>
    </message>
    <message>
        <source>This is a file, not a folder.</source>
        <translation>这是文件，不是文件夹。</translation>
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
        <source>Create a workspace on this computer</source>
        <translation>在本机创建工作区</translation>
    </message>
    <message>
        <source>Open a workspace</source>
        <translation>打开工作区</translation>
    </message>
    <message>
        <source>A simulated storefront with lunch and dinner peaks, in a temporary folder.</source>
        <translation>带有午、晚高峰的模拟店铺，使用临时文件夹。</translation>
    </message>
    <message>
        <source>Orders, couriers and money in one folder, for one computer. Currency and time zone cannot be changed later.</source>
        <translation>订单、骑手与款项都在一个文件夹中，供一台计算机使用。币种和时区以后不能更改。</translation>
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
        <source>Create the workspace</source>
        <translation>创建工作区</translation>
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
        <translation>工作区位于 MySQL 或 MariaDB，店铺和报表也可读取。同一时间由一个控制台运行。</translation>
    </message>
    <message>
        <source>Enter the administrator&apos;s name.</source>
        <translation>请填写管理员的登录名。</translation>
    </message>
    <message>
        <source>The administrator&apos;s password: %1</source>
        <translation>管理员的密码：%1</translation>
    </message>
    <message>
        <source>Ask people to sign in (otherwise anyone who opens the folder can do everything)</source>
        <translation>打开时要求登录（否则能打开文件夹的人可以做任何事）</translation>
    </message>
    <message>
        <source>First administrator</source>
        <translation>首位管理员</translation>
    </message>
    <message>
        <source>Sign-in name</source>
        <translation>登录名</translation>
    </message>
    <message>
        <source>Create a workspace…</source>
        <translation>创建工作区…</translation>
    </message>
    <message>
        <source>Back</source>
        <translation>返回</translation>
    </message>
    <message>
        <source>Recent workspaces</source>
        <translation>最近的工作区</translation>
    </message>
    <message>
        <source>Connect to a service</source>
        <translation>连接服务</translation>
    </message>
    <message>
        <source>A workspace that runs as a service elsewhere, for several consoles at a time.</source>
        <translation>在别处作为服务运行的工作区，可供多个控制台同时使用。</translation>
    </message>
    <message>
        <source>Connect to a service…</source>
        <translation>连接服务…</translation>
    </message>
</context>
<context>
    <name>evenhand::ui::FormDialog</name>
    <message>
        <source>Reason</source>
        <translation>原因</translation>
    </message>
    <message>
        <source>Reason, required; kept in the audit log</source>
        <translation>原因，必填；记入审计日志</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>field, problem</comment>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>Enter a reason.</source>
        <translation>请填写原因。</translation>
    </message>
    <message>
        <source>The reason is longer than %1 characters.</source>
        <translation>原因超过 %1 个字符。</translation>
    </message>
    <message>
        <source>Waiting for the engine…</source>
        <translation>正在等待引擎…</translation>
    </message>
    <message>
        <source>Nothing has been changed.</source>
        <translation>没有任何更改。</translation>
    </message>
</context>
<context>
    <name>evenhand::ui::GlancePage</name>
    <message>
        <source>Setting</source>
        <translation>设置</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>值</translation>
    </message>
    <message>
        <source>Can be changed</source>
        <translation>何时可改</translation>
    </message>
    <message>
        <source>A change affects</source>
        <translation>修改影响</translation>
    </message>
    <message>
        <source>Everything that was entered</source>
        <translation>输入的全部内容</translation>
    </message>
    <message>
        <source>Keep it as a draft: nothing is allocated yet</source>
        <translation>保留为草稿：尚不分配</translation>
    </message>
    <message>
        <source>Start it now: the discounts are allocated to queues</source>
        <translation>立即启动：优惠分配到队列</translation>
    </message>
    <message>
        <source>generated</source>
        <translation>自动生成</translation>
    </message>
    <message>
        <source>the largest discount</source>
        <translation>单笔上限</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>generated at start</source>
        <translation>启动时生成</translation>
    </message>
    <message>
        <source>Discounts that were drawn stay as they are.</source>
        <translation>已抽取的优惠保持不变。</translation>
    </message>
    <message>
        <source>Its start time has passed: draws are accepted as soon as it is started.</source>
        <translation>开始时间已过：启动后立即接受抽取。</translation>
    </message>
    <message>
        <source>Once started, it waits for its start time; draws before that are refused.</source>
        <translation>启动后等待开始时间；此前的抽取被拒绝。</translation>
    </message>
    <message>
        <source>Rehearse it with a simulated crowd, then decide</source>
        <translation>先用模拟人群演练，再决定</translation>
    </message>
    <message>
        <source>Export the settings</source>
        <translation>导出设置</translation>
    </message>
</context>
<context>
    <name>evenhand::ui::JobView</name>
    <message>
        <source>Cancel the job</source>
        <translation>取消此操作</translation>
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
    <message>
        <source>Pause the job</source>
        <translation>暂停此操作</translation>
    </message>
    <message>
        <source>Continue the job</source>
        <translation>继续此操作</translation>
    </message>
    <message>
        <source>%1 – paused</source>
        <translation>%1 – 已暂停</translation>
    </message>
    <message>
        <source>%1  %2 of %3 · %4 a second</source>
        <translation>%1  %2 / %3 · 每秒 %4</translation>
    </message>
</context>
<context>
    <name>evenhand::ui::KindPane</name>
    <message>
        <source>Kinds of tasks</source>
        <translation>任务类型</translation>
    </message>
    <message numerus="yes">
        <source>%1 kinds</source>
        <translation>
            <numerusform>%1 种类型</numerusform>
        </translation>
    </message>
    <message>
        <source>There are no kinds of tasks.</source>
        <translation>没有任务类型。</translation>
    </message>
    <message>
        <source>No kind matches the filter.</source>
        <translation>没有符合条件的类型。</translation>
    </message>
    <message>
        <source>Export kinds of tasks</source>
        <translation>导出任务类型</translation>
    </message>
    <message>
        <source>Kind, state or reason</source>
        <translation>类型、状态或原因</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>Pending</source>
        <translation>待处理</translation>
    </message>
    <message>
        <source>Now</source>
        <translation>当前</translation>
    </message>
    <message>
        <source>Held</source>
        <translation>已暂停</translation>
    </message>
    <message>
        <source>Running</source>
        <translation>进行中</translation>
    </message>
    <message>
        <source>%1, %2: %3</source>
        <comment>who, when, why</comment>
        <translation>%1，%2：%3</translation>
    </message>
    <message>
        <source>State</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>In progress</source>
        <translation>处理中</translation>
    </message>
    <message>
        <source>Done</source>
        <translation>完成</translation>
    </message>
    <message>
        <source>Dead letters</source>
        <translation>死信</translation>
    </message>
    <message>
        <source>Dropped</source>
        <translation>已丢弃</translation>
    </message>
    <message>
        <source>Oldest late by</source>
        <translation>最长超时</translation>
    </message>
    <message>
        <source>Held by</source>
        <translation>暂停人</translation>
    </message>
    <message>
        <source>Hold…</source>
        <translation>暂停…</translation>
    </message>
    <message>
        <source>Release…</source>
        <translation>放行…</translation>
    </message>
    <message>
        <source>Keep tasks of the selected kinds waiting</source>
        <translation>不再处理所选类型的任务</translation>
    </message>
    <message>
        <source>Run tasks of the selected kinds again</source>
        <translation>重新处理所选类型的任务</translation>
    </message>
    <message>
        <source>Select kinds under &quot;Kinds and holds&quot; first.</source>
        <translation>请先在“类型与暂停”中选择类型。</translation>
    </message>
    <message>
        <source>Nothing is held.</source>
        <translation>没有暂停任何任务。</translation>
    </message>
    <message>
        <source>It is already held.</source>
        <translation>已经暂停。</translation>
    </message>
    <message>
        <source>It is not held.</source>
        <translation>没有暂停。</translation>
    </message>
    <message>
        <source>its tasks wait</source>
        <translation>任务将等待</translation>
    </message>
    <message>
        <source>its tasks run again</source>
        <translation>任务将重新处理</translation>
    </message>
    <message>
        <source>Hold</source>
        <translation>暂停</translation>
    </message>
    <message>
        <source>Release</source>
        <translation>放行</translation>
    </message>
    <message>
        <source>Tasks of these kinds will wait until they are released: %1.</source>
        <translation>放行之前，以下类型的任务会等待：%1。</translation>
    </message>
    <message>
        <source>Tasks of these kinds will run again: %1.</source>
        <translation>将重新处理以下类型的任务：%1。</translation>
    </message>
    <message numerus="yes">
        <source>%1 tasks are waiting; those in progress continue.</source>
        <translation>
            <numerusform>%1 个任务正在等待；处理中的会继续。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 waiting tasks start at once. After a restore, what was sent since the backup is sent again.</source>
        <translation>
            <numerusform>%1 个等待中的任务将立即处理。恢复之后，备份以来已发送的内容会再次发送。</numerusform>
        </translation>
    </message>
    <message>
        <source>Required; kept in the audit log</source>
        <translation>必填；记入审计日志</translation>
    </message>
    <message>
        <source>Nothing to do.</source>
        <translation>无需操作。</translation>
    </message>
</context>
<context>
    <name>evenhand::ui::LedgerPane</name>
    <message>
        <source>Export of the ledger</source>
        <translation>导出总账</translation>
    </message>
    <message>
        <source>Could not be read: %1</source>
        <translation>无法读取：%1</translation>
    </message>
    <message numerus="yes">
        <source>%1 entries</source>
        <translation>
            <numerusform>%1 条分录</numerusform>
        </translation>
    </message>
    <message>
        <source>The accounts are out of balance by %1.</source>
        <translation>借贷相差 %1。</translation>
    </message>
    <message>
        <source>The accounts balance.</source>
        <translation>借贷平衡。</translation>
    </message>
    <message>
        <source>Trial balance</source>
        <translation>试算平衡</translation>
    </message>
    <message>
        <source>Entries</source>
        <translation>分录</translation>
    </message>
    <message>
        <source>Entries of the ledger</source>
        <translation>总账分录</translation>
    </message>
    <message>
        <source>Full order number</source>
        <translation>完整订单号</translation>
    </message>
    <message>
        <source>Account</source>
        <translation>科目</translation>
    </message>
    <message>
        <source>Every account</source>
        <translation>全部科目</translation>
    </message>
    <message>
        <source>Trial balance, all campuses</source>
        <translation>试算平衡（全部校区）</translation>
    </message>
    <message>
        <source>Entries, all campuses</source>
        <translation>分录（全部校区）</translation>
    </message>
    <message numerus="yes">
        <source>Exported %1 entries to %2, two rows each</source>
        <translation>
            <numerusform>已将 %1 条分录导出到 %2，每条两行</numerusform>
        </translation>
    </message>
    <message>
        <source>No entry matches the filter.</source>
        <translation>没有符合条件的分录。</translation>
    </message>
    <message>
        <source>Entry</source>
        <translation>分录</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>类别</translation>
    </message>
    <message>
        <source>Debit</source>
        <translation>借方</translation>
    </message>
    <message>
        <source>Credit</source>
        <translation>贷方</translation>
    </message>
    <message>
        <source>Amount (%1)</source>
        <translation>金额（%1）</translation>
    </message>
    <message>
        <source>Order</source>
        <translation>订单</translation>
    </message>
    <message>
        <source>Payment</source>
        <translation>付款</translation>
    </message>
    <message>
        <source>By</source>
        <translation>操作人</translation>
    </message>
    <message>
        <source>Export for accounting…</source>
        <translation>导出会计分录…</translation>
    </message>
    <message>
        <source>Each entry as two rows, so that the file balances</source>
        <translation>每条分录写成借贷两行，文件借贷平衡</translation>
    </message>
    <message>
        <source>Export the entries</source>
        <translation>导出分录</translation>
    </message>
    <message>
        <source>There are no accounts.</source>
        <translation>没有科目。</translation>
    </message>
    <message>
        <source>Nothing to do.</source>
        <translation>无需操作。</translation>
    </message>
    <message>
        <source>Export the trial balance</source>
        <translation>导出试算平衡</translation>
    </message>
    <message>
        <source>Debit (%1)</source>
        <translation>借方（%1）</translation>
    </message>
    <message>
        <source>Credit (%1)</source>
        <translation>贷方（%1）</translation>
    </message>
    <message>
        <source>Balance (%1)</source>
        <translation>余额（%1）</translation>
    </message>
    <message>
        <source>There are no entries yet.</source>
        <translation>还没有分录。</translation>
    </message>
    <message>
        <source>Nothing to do: the first payment writes one.</source>
        <translation>无需操作：首笔付款后会自动生成分录。</translation>
    </message>
    <message>
        <source>No account matches the filter.</source>
        <translation>没有符合条件的科目。</translation>
    </message>
    <message>
        <source>Account or kind</source>
        <translation>科目或类别</translation>
    </message>
</context>
<context>
    <name>evenhand::ui::LetterPane</name>
    <message numerus="yes">
        <source>%1 dead letters</source>
        <translation>
            <numerusform>%1 条死信</numerusform>
        </translation>
    </message>
    <message>
        <source>A retry reserves again, but the sale is not running.</source>
        <translation>重试会重新预占，但秒杀未在进行。</translation>
    </message>
    <message>
        <source>reserves again</source>
        <translation>重新预占</translation>
    </message>
    <message>
        <source>leaves the list</source>
        <translation>移出列表</translation>
    </message>
    <message>
        <source>Retry dead letters</source>
        <translation>重试死信</translation>
    </message>
    <message>
        <source>Dismiss dead letters</source>
        <translation>移除死信</translation>
    </message>
    <message>
        <source>%1: a unit is reserved again for each user.</source>
        <comment>n dead letters</comment>
        <translation>%1：为每位用户重新预占一份。</translation>
    </message>
    <message numerus="yes">
        <source>%1 leave the list.</source>
        <comment>n dead letters</comment>
        <translation>
            <numerusform>%1 移出列表。</numerusform>
        </translation>
    </message>
    <message>
        <source>Refused if the sale is sold out or the user already has one.</source>
        <translation>已售罄或用户已有一份时被拒绝。</translation>
    </message>
    <message>
        <source>Their reservations were already released; nothing else changes.</source>
        <translation>其预占此前已释放；其他不变。</translation>
    </message>
    <message>
        <source>Retry</source>
        <translation>重试</translation>
    </message>
    <message>
        <source>Dismiss</source>
        <translation>移除</translation>
    </message>
    <message>
        <source>Retry…</source>
        <translation>重试…</translation>
    </message>
    <message>
        <source>Reserve again for the users of the selected dead letters</source>
        <translation>为所选死信的用户重新预占</translation>
    </message>
    <message>
        <source>Dismiss…</source>
        <translation>移除…</translation>
    </message>
    <message>
        <source>Take the selected dead letters off the list</source>
        <translation>把所选死信移出列表</translation>
    </message>
    <message>
        <source>Dead letters of the sale</source>
        <translation>秒杀的死信</translation>
    </message>
    <message>
        <source>No dead letters.</source>
        <translation>没有死信。</translation>
    </message>
    <message>
        <source>User, order or reason</source>
        <translation>用户、订单或原因</translation>
    </message>
    <message>
        <source>No dead letter matches the filter.</source>
        <translation>没有符合条件的死信。</translation>
    </message>
    <message>
        <source>Export dead letters</source>
        <translation>导出死信</translation>
    </message>
    <message>
        <source>Given up at</source>
        <translation>放弃时间</translation>
    </message>
    <message>
        <source>User</source>
        <translation>用户</translation>
    </message>
    <message>
        <source>Order not created</source>
        <translation>未生成的订单</translation>
    </message>
    <message>
        <source>Failures</source>
        <translation>失败次数</translation>
    </message>
    <message>
        <source>Last reason</source>
        <translation>最后原因</translation>
    </message>
    <message>
        <source>Nothing to do: no reservation was given up.</source>
        <translation>无需操作：没有被放弃的预占。</translation>
    </message>
</context>
<context>
    <name>evenhand::ui::LimitsPage</name>
    <message>
        <source>No draw gets more than the largest discount</source>
        <translation>单次抽取不超过单笔上限</translation>
    </message>
    <message>
        <source>It was started: the limit can only be raised, to at least %1.</source>
        <translation>已启动：上限只能提高，至少 %1。</translation>
    </message>
    <message>
        <source>How often one user may draw: 1 to %1.</source>
        <translation>每位用户可抽取的次数：1 到 %1。</translation>
    </message>
    <message>
        <source>Less than the largest discount of %1: large ones will be cut to it.</source>
        <translation>低于单笔上限 %1：较大的优惠会被截到此值。</translation>
    </message>
    <message>
        <source>What one user may get in all, in %1.</source>
        <translation>每位用户总共可得的金额（%1）。</translation>
    </message>
    <message>
        <source>Off: a draw may get what others could not use on top of its own discount.</source>
        <translation>关闭：抽取除自身优惠外，还可得到他人未能使用的部分。</translation>
    </message>
    <message>
        <source>A draw that no order uses in this time is given back.</source>
        <translation>在此时间内没有订单使用的抽取会被退回。</translation>
    </message>
    <message>
        <source>An interrupted draw is completed or undone after this time.</source>
        <translation>中断的抽取在此时间后完成或回滚。</translation>
    </message>
</context>
<context>
    <name>evenhand::ui::ListDetailPage</name>
    <message>
        <source>More</source>
        <translation>更多</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>%1: nothing was done. %2</source>
        <translation>%1：未做任何更改。%2</translation>
    </message>
    <message>
        <source>%1 is set up.</source>
        <translation>%1 已创建。</translation>
    </message>
    <message>
        <source>%1 was changed.</source>
        <translation>%1 已修改。</translation>
    </message>
    <message>
        <source>The draft %1 is deleted.</source>
        <translation>草稿 %1 已删除。</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>删除</translation>
    </message>
    <message>
        <source>Delete %1</source>
        <translation>删除 %1</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Before</source>
        <translation>此前</translation>
    </message>
    <message>
        <source>Now</source>
        <translation>当前状态</translation>
    </message>
</context>
<context>
    <name>evenhand::ui::LockScreen</name>
    <message>
        <source>One moment…</source>
        <translation>请稍候…</translation>
    </message>
    <message>
        <source>Enter the password.</source>
        <translation>请输入密码。</translation>
    </message>
    <message>
        <source>The password is wrong.</source>
        <translation>密码错误。</translation>
    </message>
    <message>
        <source>Locked</source>
        <translation>已锁定</translation>
    </message>
    <message>
        <source>%1 has been away for a while. The engine keeps running.</source>
        <translation>%1 离开了一会儿。引擎仍在运行。</translation>
    </message>
    <message>
        <source>%1 has locked the console. The engine keeps running.</source>
        <translation>%1 锁定了控制台。引擎仍在运行。</translation>
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
        <source>Unlock</source>
        <translation>解锁</translation>
    </message>
    <message>
        <source>Sign out</source>
        <translation>退出登录</translation>
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
        <source>Appearance</source>
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
    <message>
        <source>Change my password…</source>
        <translation>修改我的密码…</translation>
    </message>
    <message>
        <source>Lock</source>
        <translation>锁定</translation>
    </message>
    <message>
        <source>You are no longer signed in: the session has ended. Sign in again.</source>
        <translation>您已退出登录：会话已结束。请重新登录。</translation>
    </message>
    <message>
        <source>Last sign-in: %1.</source>
        <translation>上次登录：%1。</translation>
    </message>
    <message numerus="yes">
        <source>Last sign-in: %1; since then %2 attempts with your name failed.</source>
        <translation>
            <numerusform>上次登录：%1；此后以您的登录名登录失败 %2 次。</numerusform>
        </translation>
    </message>
    <message>
        <source>Nobody can sign in yet: add an administrator in Settings first.</source>
        <translation>还没有人可以登录：请先在设置中添加管理员。</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <comment>person, roles</comment>
        <translation>%1（%2）</translation>
    </message>
    <message>
        <source>Sign out</source>
        <translation>退出登录</translation>
    </message>
    <message>
        <source>Sign in as somebody…</source>
        <translation>以他人身份登录…</translation>
    </message>
    <message>
        <source>There is nothing to undo.</source>
        <translation>没有可撤回的操作。</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>撤回</translation>
    </message>
    <message>
        <source>Demo</source>
        <translation>演示</translation>
    </message>
    <message>
        <source>%1 – %2 – Evenhand</source>
        <comment>person, workspace</comment>
        <translation>%1 – %2 – 均派</translation>
    </message>
    <message>
        <source>%1 – Evenhand</source>
        <comment>workspace</comment>
        <translation>%1 – 均派</translation>
    </message>
    <message>
        <source>Switch workspace…</source>
        <translation>切换工作区…</translation>
    </message>
    <message>
        <source>Your settings are not saved on this computer yet: %1</source>
        <translation>这里的设置还没有保存到本机：%1</translation>
    </message>
    <message>
        <source>If you quit without a copy, Evenhand tries to write one next to the workspace.</source>
        <translation>若不保存副本就退出，均派会尝试在工作区旁写入一份。</translation>
    </message>
    <message>
        <source>Save a copy…</source>
        <translation>保存副本…</translation>
    </message>
    <message>
        <source>all campuses</source>
        <translation>全部校区</translation>
    </message>
    <message>
        <source>The count is of all campuses.</source>
        <translation>此数字为全部校区合计。</translation>
    </message>
    <message>
        <source>Results of this session</source>
        <translation>本次登录的处理结果</translation>
    </message>
    <message>
        <source>Switch workspace</source>
        <translation>切换工作区</translation>
    </message>
    <message>
        <source>Import…</source>
        <translation>导入…</translation>
    </message>
    <message>
        <source>This program cannot import files.</source>
        <translation>此程序不能导入文件。</translation>
    </message>
    <message>
        <source>%1 is still being imported.</source>
        <comment>file</comment>
        <translation>%1 仍在导入。</translation>
    </message>
    <message>
        <source>What has been imported so far stays, complete. For the rest, import the same file again.</source>
        <translation>此前导入的内容会完整保留。要导入其余内容，请再次导入同一文件。</translation>
    </message>
    <message>
        <source>Stop and leave</source>
        <translation>停止并离开</translation>
    </message>
    <message>
        <source>Stay</source>
        <translation>留下</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>page, what its command does</comment>
        <translation>%1：%2</translation>
    </message>
</context>
<context>
    <name>evenhand::ui::ManifestDialog</name>
    <message>
        <source>Taken at</source>
        <translation>备份时间</translation>
    </message>
    <message>
        <source>Workspace</source>
        <translation>所属工作区</translation>
    </message>
    <message>
        <source>Database at that time</source>
        <translation>当时的数据库</translation>
    </message>
    <message>
        <source>Currency and zone</source>
        <translation>币种与时区</translation>
    </message>
    <message>
        <source>Rows</source>
        <translation>行数</translation>
    </message>
    <message numerus="yes">
        <source>%1 in %2 tables</source>
        <translation>
            <numerusform>%2 张表，共 %1 行</numerusform>
        </translation>
    </message>
    <message>
        <source>Size</source>
        <translation>大小</translation>
    </message>
    <message>
        <source>Audit log up to entry</source>
        <translation>审计日志至第几条</translation>
    </message>
    <message>
        <source>Written by</source>
        <translation>由何程序写入</translation>
    </message>
    <message>
        <source>Evenhand %1, schema %2</source>
        <translation>Evenhand %1，数据结构 %2</translation>
    </message>
    <message>
        <source>Verified backup</source>
        <translation>已验证的备份</translation>
    </message>
    <message>
        <source>%1 was read completely and its checksum is correct.</source>
        <translation>已读完 %1，校验和正确。</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
</context>
<context>
    <name>evenhand::ui::MomentEdit</name>
    <message>
        <source>Now</source>
        <translation>现在</translation>
    </message>
    <message>
        <source>Business time zone: %1</source>
        <translation>业务时区：%1</translation>
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
    <name>evenhand::ui::NavigationButton</name>
    <message>
        <source>%1, %2</source>
        <comment>count, of what</comment>
        <translation>%1，%2</translation>
    </message>
</context>
<context>
    <name>evenhand::ui::NewPasswordFields</name>
    <message>
        <source>Enter a password of at least %1 characters.</source>
        <translation>请输入密码：至少 %1 个字符。</translation>
    </message>
    <message>
        <source>The two passwords differ.</source>
        <translation>两次输入的密码不一致。</translation>
    </message>
    <message>
        <source>Good password.</source>
        <translation>可以使用。</translation>
    </message>
    <message>
        <source>New password</source>
        <translation>新密码</translation>
    </message>
    <message>
        <source>Confirm password</source>
        <translation>确认密码</translation>
    </message>
    <message>
        <source>Confirm the new password</source>
        <translation>确认新密码</translation>
    </message>
</context>
<context>
    <name>evenhand::ui::OrderActionFlow</name>
    <message>
        <source>Reassign</source>
        <translation>改派</translation>
    </message>
    <message>
        <source>These orders belong to several campuses, and a courier works on one: choose those of one campus.</source>
        <translation>这些订单属于多个校区，而骑手只在一个校区工作：请选择同一校区的订单。</translation>
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
        <translation>报告已取货</translation>
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
        <translation>订单在取货前可以取消；此订单：%1。</translation>
    </message>
    <message>
        <source>Only a paid order that is still open can be reassigned; this one is: %1.</source>
        <translation>只有已付款且未结束的订单可以改派；此订单：%1。</translation>
    </message>
    <message>
        <source>Only an assigned order that waits for pick-up can be picked up; this one is: %1.</source>
        <translation>只有已派单的待取货订单可以取货；此订单：%1。</translation>
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
        <source>Reassign…</source>
        <translation>改派…</translation>
    </message>
    <message>
        <source>Mark paid…</source>
        <translation>标记付款…</translation>
    </message>
    <message>
        <source>Refund…</source>
        <translation>退款…</translation>
    </message>
    <message>
        <source>Request a return…</source>
        <translation>申请退货…</translation>
    </message>
    <message>
        <source>Only a paid order that is not closed can be refunded; this one is: %1.</source>
        <translation>只有已付款且未关闭的订单可以退款；此订单：%1。</translation>
    </message>
    <message>
        <source>Only a paid order that is not closed can be returned; this one is: %1.</source>
        <translation>只有已付款且未关闭的订单可以退货；此订单：%1。</translation>
    </message>
    <message>
        <source>Dispatch is paused on its campus; resume it first.</source>
        <translation>其校区已暂停派单；请先恢复。</translation>
    </message>
</context>
<context>
    <name>evenhand::ui::OrderDetailPanel</name>
    <message>
        <source>Select an order to see it here.</source>
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
        <source>none: %1</source>
        <translation>无：%1</translation>
    </message>
    <message>
        <source>Payable</source>
        <translation>应付</translation>
    </message>
    <message>
        <source>Not assigned yet.</source>
        <translation>尚未派单。</translation>
    </message>
    <message>
        <source>Time</source>
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
        <source>Order</source>
        <translation>订单</translation>
    </message>
    <message>
        <source>Timer</source>
        <translation>定时器</translation>
    </message>
    <message>
        <source>Late by</source>
        <translation>已超时</translation>
    </message>
    <message>
        <source>%1 (%2 returned)</source>
        <translation>%1（已退 %2）</translation>
    </message>
    <message>
        <source>Left to deliver</source>
        <translation>尚需配送</translation>
    </message>
    <message>
        <source>The ranking of that moment</source>
        <translation>当时的排名</translation>
    </message>
    <message>
        <source>Courier&apos;s telephone</source>
        <translation>骑手电话</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <comment>name, ID</comment>
        <translation>%1（%2）</translation>
    </message>
</context>
<context>
    <name>evenhand::ui::OrderMoneyBox</name>
    <message>
        <source>Payment number</source>
        <translation>付款号</translation>
    </message>
    <message>
        <source>Paid</source>
        <translation>已付</translation>
    </message>
    <message>
        <source>Discount</source>
        <translation>优惠</translation>
    </message>
    <message>
        <source>Refunded</source>
        <translation>已退回</translation>
    </message>
    <message>
        <source>On its way back</source>
        <translation>退款中</translation>
    </message>
    <message>
        <source>Still refundable</source>
        <translation>尚可退</translation>
    </message>
    <message>
        <source>Owed back: %1, %2</source>
        <translation>应退：%1，%2</translation>
    </message>
    <message>
        <source>Refund: %1</source>
        <comment>status</comment>
        <translation>退款：%1</translation>
    </message>
    <message>
        <source>Return %1: %2</source>
        <comment>number, stage</comment>
        <translation>退货 %1：%2</translation>
    </message>
    <message>
        <source>Show its refunds</source>
        <translation>查看退款</translation>
    </message>
    <message>
        <source>Show its returns</source>
        <translation>查看退货</translation>
    </message>
    <message>
        <source>Money</source>
        <translation>款项</translation>
    </message>
</context>
<context>
    <name>evenhand::ui::OrderMoneyFlow</name>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>%1: nothing is left to refund.</source>
        <translation>%1：没有可退金额。</translation>
    </message>
    <message>
        <source>Amount (%1)</source>
        <translation>金额（%1）</translation>
    </message>
    <message>
        <source>At most %1 can still be refunded.</source>
        <translation>最多还可退 %1。</translation>
    </message>
    <message>
        <source>Refund of %1</source>
        <translation>%1 退款</translation>
    </message>
    <message>
        <source>The money of order %1 is paid back to the payer.</source>
        <translation>订单 %1 的款项将退回付款人。</translation>
    </message>
    <message>
        <source>Paid %1, refunded %2, on its way %3, still refundable %4. Goods and stock stay as they are. Above the four-eyes threshold somebody else must approve.</source>
        <translation>已付 %1，已退 %2，退款中 %3，尚可退 %4。商品与库存不变。超过双人复核限额须由他人审批。</translation>
    </message>
    <message>
        <source>Request the refund</source>
        <translation>申请退款</translation>
    </message>
    <message>
        <source>Required; kept with the order</source>
        <translation>必填；随订单保存</translation>
    </message>
    <message>
        <source>%1 of %2: somebody else must approve it.</source>
        <comment>amount, order</comment>
        <translation>%2 的 %1：须由他人审批。</translation>
    </message>
    <message>
        <source>%1 of %2 is granted; it goes to the provider next.</source>
        <comment>amount, order</comment>
        <translation>%2 的 %1 已同意退款，接下来发给支付渠道。</translation>
    </message>
    <message>
        <source>%1 of %2: %3.</source>
        <comment>amount, order, status</comment>
        <translation>%2 的 %1：%3。</translation>
    </message>
    <message>
        <source>Return number</source>
        <translation>退货单号</translation>
    </message>
    <message>
        <source>Enter a return number.</source>
        <translation>请填写退货单号。</translation>
    </message>
    <message>
        <source>Return of %1</source>
        <translation>%1 退货</translation>
    </message>
    <message>
        <source>Units of order %1 will be returned.</source>
        <translation>订单 %1 的部分商品将退回。</translation>
    </message>
    <message>
        <source>The units are held for this request until it is decided. The refund is based on what was actually paid.</source>
        <translation>在决定之前这些件数为此申请保留。退款金额按实际支付计算。</translation>
    </message>
    <message>
        <source>Request the return</source>
        <translation>申请退货</translation>
    </message>
    <message>
        <source>The customer&apos;s reason</source>
        <translation>顾客的原因</translation>
    </message>
    <message>
        <source>Product</source>
        <translation>商品</translation>
    </message>
    <message>
        <source>Deducted</source>
        <translation>已扣</translation>
    </message>
    <message>
        <source>Returned</source>
        <translation>已退</translation>
    </message>
    <message>
        <source>Waiting</source>
        <translation>待处理</translation>
    </message>
    <message>
        <source>Returnable</source>
        <translation>可退</translation>
    </message>
    <message>
        <source>Return</source>
        <translation>退货</translation>
    </message>
    <message>
        <source>Units</source>
        <translation>件数</translation>
    </message>
    <message>
        <source>Enter at least one unit.</source>
        <translation>请填写至少一件。</translation>
    </message>
    <message>
        <source>Approve at once, if four eyes allow it</source>
        <translation>在双人复核允许时立即批准</translation>
    </message>
    <message>
        <source>Return %1 is approved: %2.</source>
        <comment>number, amount</comment>
        <translation>退货 %1 已批准：%2。</translation>
    </message>
    <message>
        <source>Return %1 was requested before; nothing was repeated.</source>
        <translation>退货 %1 之前已申请，未重复处理。</translation>
    </message>
    <message>
        <source>Return %1 is requested: %2, waits for approval.</source>
        <comment>number, amount</comment>
        <translation>退货 %1 已申请：%2，等待审批。</translation>
    </message>
    <message>
        <source>Refund</source>
        <translation>退款</translation>
    </message>
    <message>
        <source>Undo the request</source>
        <translation>撤回申请</translation>
    </message>
    <message>
        <source>Return %1 of order %2 will be cancelled.</source>
        <translation>订单 %2 的退货 %1 将被取消。</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>撤回</translation>
    </message>
    <message>
        <source>Required; kept in the history</source>
        <translation>必填；记入历史</translation>
    </message>
    <message>
        <source>Order</source>
        <translation>订单</translation>
    </message>
    <message>
        <source>Now</source>
        <translation>当前状态</translation>
    </message>
    <message>
        <source>None</source>
        <translation>无</translation>
    </message>
    <message>
        <source>Reason from the list</source>
        <translation>列表中的原因</translation>
    </message>
</context>
<context>
    <name>evenhand::ui::OrderPane</name>
    <message numerus="yes">
        <source>%1 orders</source>
        <translation>
            <numerusform>%1 个订单</numerusform>
        </translation>
    </message>
    <message>
        <source>Order in detail</source>
        <translation>订单详情</translation>
    </message>
    <message>
        <source>Orders</source>
        <translation>订单</translation>
    </message>
    <message>
        <source>There are no orders yet.</source>
        <translation>还没有订单。</translation>
    </message>
    <message>
        <source>No order was found.
Type how its number begins, or any four characters of it.</source>
        <translation>没有找到订单。
请输入订单号开头，或其中任意连续四个字符。</translation>
    </message>
    <message>
        <source>No order was found.</source>
        <translation>没有找到订单。</translation>
    </message>
    <message>
        <source>Export what is shown</source>
        <translation>导出所显示的内容</translation>
    </message>
    <message numerus="yes">
        <source>%1 new orders</source>
        <translation>
            <numerusform>%1 个新订单</numerusform>
        </translation>
    </message>
    <message>
        <source>Show them at the top</source>
        <translation>在顶部显示</translation>
    </message>
    <message>
        <source>Export for programs…</source>
        <translation>导出供程序使用…</translation>
    </message>
    <message>
        <source>All orders of the filter with all their columns, times in UTC, statuses as codes</source>
        <translation>筛选出的全部订单及其所有列，时间为 UTC，状态为代码</translation>
    </message>
    <message>
        <source>Export of orders</source>
        <translation>导出订单</translation>
    </message>
    <message numerus="yes">
        <source>Exported %1 orders to %2</source>
        <translation>
            <numerusform>已将 %1 个订单导出到 %2</numerusform>
        </translation>
    </message>
    <message>
        <source>Late · %1</source>
        <comment>status</comment>
        <translation>超时 · %1</translation>
    </message>
    <message>
        <source>All campuses are shown now: %1 does not belong to %2.</source>
        <comment>order, campus</comment>
        <translation>现显示全部校区：%1 不属于%2。</translation>
    </message>
    <message>
        <source>None of the selected orders allows it. %1</source>
        <translation>所选订单都不允许此操作。%1</translation>
    </message>
    <message>
        <source>Telephone</source>
        <translation>电话</translation>
    </message>
</context>
<context>
    <name>evenhand::ui::OrderTimerBox</name>
    <message>
        <source>Open an order&apos;s details first.</source>
        <translation>请先打开一个订单的详情。</translation>
    </message>
    <message>
        <source>The timer is not known yet.</source>
        <translation>定时器尚未读出。</translation>
    </message>
    <message>
        <source>The order has no timer; it is: %1.</source>
        <translation>订单没有定时器，当前状态：%1。</translation>
    </message>
    <message>
        <source>Due</source>
        <translation>到期</translation>
    </message>
    <message>
        <source>Then</source>
        <translation>届时</translation>
    </message>
    <message>
        <source>State</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>Failures</source>
        <translation>失败次数</translation>
    </message>
    <message>
        <source>Failed because</source>
        <translation>失败原因</translation>
    </message>
    <message>
        <source>no timer</source>
        <translation>无定时器</translation>
    </message>
    <message>
        <source>Postpone the timer…</source>
        <translation>推迟定时器…</translation>
    </message>
    <message>
        <source>Postpone the order&apos;s timer</source>
        <translation>推迟该订单的定时器</translation>
    </message>
    <message>
        <source>Postpone the timer</source>
        <translation>推迟定时器</translation>
    </message>
</context>
<context>
    <name>evenhand::ui::OrdersPage</name>
    <message>
        <source>Orders</source>
        <translation>订单</translation>
    </message>
    <message>
        <source>Search orders</source>
        <translation>搜索订单</translation>
    </message>
    <message>
        <source>Refresh</source>
        <translation>刷新</translation>
    </message>
    <message>
        <source>Take an order…</source>
        <translation>手工下单…</translation>
    </message>
    <message>
        <source>Place an order for somebody who calls</source>
        <translation>为来电的顾客下单</translation>
    </message>
    <message>
        <source>This program cannot import files.</source>
        <translation>此程序不能导入文件。</translation>
    </message>
    <message>
        <source>Import…</source>
        <translation>导入…</translation>
    </message>
    <message>
        <source>Import orders from a CSV file</source>
        <translation>从 CSV 文件导入订单</translation>
    </message>
</context>
<context>
    <name>evenhand::ui::OverviewPage</name>
    <message>
        <source>Overview</source>
        <translation>总览</translation>
    </message>
    <message>
        <source>%1 committed/s</source>
        <translation>每秒提交 %1</translation>
    </message>
    <message>
        <source>p50 %1 ms, p99 %2 ms</source>
        <translation>p50 %1 毫秒，p99 %2 毫秒</translation>
    </message>
    <message>
        <source>since midnight</source>
        <translation>自零点起</translation>
    </message>
    <message>
        <source>all campuses, last minute</source>
        <translation>全部校区，最近一分钟</translation>
    </message>
    <message>
        <source>measuring</source>
        <translation>测量中</translation>
    </message>
    <message>
        <source>paid, without a courier</source>
        <translation>已付款，无骑手</translation>
    </message>
    <message>
        <source>worst: %1</source>
        <comment>campus</comment>
        <translation>最大：%1</translation>
    </message>
    <message>
        <source>today</source>
        <translation>今天</translation>
    </message>
    <message>
        <source>Engine</source>
        <translation>引擎</translation>
    </message>
    <message>
        <source>Database</source>
        <translation>数据库</translation>
    </message>
    <message>
        <source>Commands waiting</source>
        <translation>排队的命令</translation>
    </message>
    <message>
        <source>Committed since the start</source>
        <translation>启动以来提交</translation>
    </message>
    <message>
        <source>Delay queue</source>
        <translation>延迟队列</translation>
    </message>
    <message>
        <source>on</source>
        <translation>开</translation>
    </message>
    <message>
        <source>off</source>
        <translation>关</translation>
    </message>
    <message>
        <source>Timers in flight</source>
        <translation>处理中的定时器</translation>
    </message>
    <message>
        <source>Polling interval</source>
        <translation>轮询间隔</translation>
    </message>
    <message>
        <source>Last poll</source>
        <translation>上次轮询</translation>
    </message>
    <message>
        <source>Missed timers found</source>
        <translation>找回的遗漏定时器</translation>
    </message>
    <message>
        <source>Clock</source>
        <translation>时钟</translation>
    </message>
    <message>
        <source>set back by %1</source>
        <translation>被调回 %1</translation>
    </message>
    <message>
        <source>in sync</source>
        <translation>正常</translation>
    </message>
    <message>
        <source>Orders today</source>
        <translation>今日订单</translation>
    </message>
    <message>
        <source>Paid per minute</source>
        <translation>每分钟付款</translation>
    </message>
    <message>
        <source>Unassigned</source>
        <translation>未派单</translation>
    </message>
    <message>
        <source>Fairness spread</source>
        <translation>派单差距</translation>
    </message>
    <message>
        <source>Dead letters</source>
        <translation>死信</translation>
    </message>
    <message>
        <source>Throughput</source>
        <translation>吞吐量</translation>
    </message>
    <message>
        <source>Commit latency</source>
        <translation>提交延迟</translation>
    </message>
    <message>
        <source>Alerts</source>
        <translation>告警</translation>
    </message>
    <message>
        <source>Engine and workers</source>
        <translation>引擎与后台进程</translation>
    </message>
    <message>
        <source>committed/s</source>
        <translation>每秒提交</translation>
    </message>
    <message>
        <source>No data yet.</source>
        <translation>暂无数据。</translation>
    </message>
    <message>
        <source>p50</source>
        <translation>p50</translation>
    </message>
    <message>
        <source>p99</source>
        <translation>p99</translation>
    </message>
    <message>
        <source>Refresh</source>
        <translation>刷新</translation>
    </message>
    <message>
        <source>no campaign is running</source>
        <translation>没有活动在进行</translation>
    </message>
    <message>
        <source>of %1</source>
        <comment>budget</comment>
        <translation>共 %1</translation>
    </message>
    <message numerus="yes">
        <source>%1, %2 campaigns</source>
        <comment>of budget, count</comment>
        <translation>
            <numerusform>%1，%2 个活动</numerusform>
        </translation>
    </message>
    <message>
        <source>Campaign budget left</source>
        <translation>活动剩余预算</translation>
    </message>
    <message numerus="yes">
        <source>%1 refunds failed</source>
        <translation>
            <numerusform>%1 笔退款失败</numerusform>
        </translation>
    </message>
    <message>
        <source>for approval</source>
        <translation>等待审批</translation>
    </message>
    <message>
        <source>Returns waiting</source>
        <translation>待审退货</translation>
    </message>
    <message>
        <source>tasks: %1</source>
        <translation>任务：%1</translation>
    </message>
    <message>
        <source>messages: %1</source>
        <translation>消息：%1</translation>
    </message>
    <message>
        <source>timers: %1</source>
        <translation>定时器：%1</translation>
    </message>
    <message>
        <source>nothing was given up</source>
        <translation>没有被放弃的任务</translation>
    </message>
    <message>
        <source>on the ring</source>
        <translation>在环上</translation>
    </message>
    <message>
        <source>refunds and webhooks are held</source>
        <translation>退款和 Webhook 被暂停</translation>
    </message>
    <message>
        <source>no worker is running</source>
        <translation>没有运行中的后台进程</translation>
    </message>
    <message>
        <source>backlog %1</source>
        <translation>积压 %1</translation>
    </message>
    <message>
        <source>the ring is not covered</source>
        <translation>环未被完全覆盖</translation>
    </message>
    <message>
        <source>Workers</source>
        <translation>后台进程</translation>
    </message>
    <message numerus="yes">
        <source>%1 timers not handled</source>
        <translation>
            <numerusform>%1 个定时器未处理</numerusform>
        </translation>
    </message>
    <message>
        <source>past their limit</source>
        <translation>超过时限</translation>
    </message>
    <message>
        <source>Late</source>
        <translation>已超时</translation>
    </message>
    <message>
        <source>%1, all campuses</source>
        <translation>%1（全部校区）</translation>
    </message>
</context>
<context>
    <name>evenhand::ui::OwedDetailPanel</name>
    <message>
        <source>Payment</source>
        <translation>付款</translation>
    </message>
    <message>
        <source>Select a payment to see it here.</source>
        <translation>选择一笔付款，在此查看。</translation>
    </message>
    <message>
        <source>What happened</source>
        <translation>经过</translation>
    </message>
    <message>
        <source>Amount</source>
        <translation>金额</translation>
    </message>
    <message>
        <source>Cause</source>
        <translation>原因</translation>
    </message>
    <message>
        <source>For order</source>
        <translation>所付订单</translation>
    </message>
    <message>
        <source>Arrived</source>
        <translation>到账时间</translation>
    </message>
    <message>
        <source>Paid order</source>
        <translation>已支付订单</translation>
    </message>
    <message>
        <source>Campus</source>
        <translation>校区</translation>
    </message>
    <message>
        <source>Reference</source>
        <translation>凭证号</translation>
    </message>
    <message>
        <source>Last error</source>
        <translation>最近错误</translation>
    </message>
</context>
<context>
    <name>evenhand::ui::OwedPane</name>
    <message>
        <source>Payment in detail</source>
        <translation>付款详情</translation>
    </message>
    <message>
        <source>Owed payments</source>
        <translation>应退付款</translation>
    </message>
    <message numerus="yes">
        <source>%1 payments</source>
        <translation>
            <numerusform>%1 笔付款</numerusform>
        </translation>
    </message>
    <message>
        <source>There are no late or unmatched payments.</source>
        <translation>没有超时或无法匹配的付款。</translation>
    </message>
    <message>
        <source>Nothing to do: every payment was that of its order.</source>
        <translation>无需处理：每笔付款都对应自己的订单。</translation>
    </message>
    <message>
        <source>No payment matches the filter.</source>
        <translation>没有符合条件的付款。</translation>
    </message>
    <message>
        <source>Every late or unmatched payment has gone back or has paid its order.</source>
        <translation>超时或无法匹配的付款均已退回或已支付订单。</translation>
    </message>
    <message>
        <source>Export owed payments</source>
        <translation>导出应退付款</translation>
    </message>
    <message>
        <source>Payment</source>
        <translation>付款</translation>
    </message>
    <message>
        <source>Status</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>Age</source>
        <translation>时长</translation>
    </message>
    <message>
        <source>Arrived %1</source>
        <translation>%1 到账</translation>
    </message>
    <message>
        <source>Amount (%1)</source>
        <translation>金额（%1）</translation>
    </message>
    <message>
        <source>Cause</source>
        <translation>原因</translation>
    </message>
    <message>
        <source>For order</source>
        <translation>所付订单</translation>
    </message>
    <message>
        <source>As the payer gave it; there may be no such order</source>
        <translation>付款人填写的订单号，可能并不存在</translation>
    </message>
    <message>
        <source>Paid order</source>
        <translation>已支付订单</translation>
    </message>
    <message>
        <source>Arrived</source>
        <translation>到账时间</translation>
    </message>
    <message>
        <source>Reference</source>
        <translation>凭证号</translation>
    </message>
    <message>
        <source>Campus</source>
        <translation>校区</translation>
    </message>
    <message>
        <source>Order or payment number begins with</source>
        <translation>订单号或付款号开头</translation>
    </message>
    <message>
        <source>Every status</source>
        <translation>全部状态</translation>
    </message>
    <message>
        <source>Every cause</source>
        <translation>全部原因</translation>
    </message>
</context>
<context>
    <name>evenhand::ui::Page</name>
    <message>
        <source>Find</source>
        <translation>查找</translation>
    </message>
    <message>
        <source>Clear the filter</source>
        <translation>清除筛选</translation>
    </message>
    <message>
        <source>Nothing is filtered here.</source>
        <translation>这里没有筛选。</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>action, why not</comment>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>Images (*.png);;Documents (*.pdf)</source>
        <translation>图片 (*.png);;文档 (*.pdf)</translation>
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
        <source>To the field that finds rows; again, or where there is none, to the search over everything</source>
        <translation>转到查找行的输入框；再按一次，或没有输入框时，打开全局搜索</translation>
    </message>
</context>
<context>
    <name>evenhand::ui::PagedTable</name>
    <message>
        <source>Only the first %1 rows were read, so they cannot be sorted.</source>
        <translation>只读取了前 %1 行，无法排序。</translation>
    </message>
</context>
<context>
    <name>evenhand::ui::PagedView</name>
    <message>
        <source>Columns</source>
        <translation>列</translation>
    </message>
    <message>
        <source>Show also those without room</source>
        <translation>放不下的也显示</translation>
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
    <name>evenhand::ui::PendingPane</name>
    <message>
        <source>%1 read and not acknowledged</source>
        <translation>%1已读取未确认</translation>
    </message>
    <message>
        <source>Its order does not exist yet: acknowledging it would lose the reservation.</source>
        <translation>其订单还不存在：确认会丢失预占。</translation>
    </message>
    <message>
        <source>Its order already exists: acknowledge it instead.</source>
        <translation>其订单已存在：请改为确认。</translation>
    </message>
    <message>
        <source>its order is created at once</source>
        <translation>立即生成订单</translation>
    </message>
    <message>
        <source>finished; its order stays</source>
        <translation>处理完毕；订单保留</translation>
    </message>
    <message>
        <source>no order; unit returned, user released</source>
        <translation>不下单；归还库存，释放用户</translation>
    </message>
    <message>
        <source>its order exists: finished</source>
        <translation>订单已存在：处理完毕</translation>
    </message>
    <message>
        <source>Claim messages</source>
        <translation>认领消息</translation>
    </message>
    <message numerus="yes">
        <source>This engine takes over %1 and handles them at once.</source>
        <comment>n messages</comment>
        <translation>
            <numerusform>本引擎接管%1并立即处理。</numerusform>
        </translation>
    </message>
    <message>
        <source>An engine that read them earlier will skip them.</source>
        <translation>之前读取的引擎会跳过它们。</translation>
    </message>
    <message>
        <source>Claim</source>
        <translation>认领</translation>
    </message>
    <message>
        <source>Acknowledge messages</source>
        <translation>确认消息</translation>
    </message>
    <message numerus="yes">
        <source>%1 are finished; their orders exist.</source>
        <comment>n messages</comment>
        <translation>
            <numerusform>%1处理完毕；订单已存在。</numerusform>
        </translation>
    </message>
    <message>
        <source>Acknowledge</source>
        <translation>确认</translation>
    </message>
    <message>
        <source>Release reservations</source>
        <translation>释放预占</translation>
    </message>
    <message numerus="yes">
        <source>The reservations of %1 are released: no orders are created.</source>
        <comment>n messages</comment>
        <translation>
            <numerusform>释放%1的预占：不生成订单。</numerusform>
        </translation>
    </message>
    <message>
        <source>Each gives a unit back to the sale, and its user may try again.</source>
        <translation>每条归还一份给秒杀，其用户可以再试。</translation>
    </message>
    <message>
        <source>Release</source>
        <translation>释放</translation>
    </message>
    <message>
        <source>Claim…</source>
        <translation>认领…</translation>
    </message>
    <message>
        <source>Take the selected messages over and handle them at once</source>
        <translation>接管所选消息并立即处理</translation>
    </message>
    <message>
        <source>Acknowledge…</source>
        <translation>确认…</translation>
    </message>
    <message>
        <source>Finish messages whose order exists</source>
        <translation>了结订单已存在的消息</translation>
    </message>
    <message>
        <source>Release…</source>
        <translation>释放…</translation>
    </message>
    <message>
        <source>Release the reservations: units are returned, users can try again</source>
        <translation>释放预占：归还库存，用户可以再试</translation>
    </message>
    <message>
        <source>Messages read and not acknowledged</source>
        <translation>已读取未确认的消息</translation>
    </message>
    <message>
        <source>Nothing is pending.</source>
        <translation>没有待确认的消息。</translation>
    </message>
    <message>
        <source>User, order or state</source>
        <translation>用户、订单或状态</translation>
    </message>
    <message>
        <source>No message matches the filter.</source>
        <translation>没有符合条件的消息。</translation>
    </message>
    <message>
        <source>Export pending messages</source>
        <translation>导出待确认消息</translation>
    </message>
    <message>
        <source>Order exists</source>
        <translation>订单已存在</translation>
    </message>
    <message>
        <source>Creating</source>
        <translation>正在生成</translation>
    </message>
    <message numerus="yes">
        <source>Failed %1 times</source>
        <translation>
            <numerusform>失败 %1 次</numerusform>
        </translation>
    </message>
    <message>
        <source>User</source>
        <translation>用户</translation>
    </message>
    <message>
        <source>Planned order</source>
        <translation>将生成的订单</translation>
    </message>
    <message>
        <source>State</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>Read by</source>
        <translation>读取者</translation>
    </message>
    <message>
        <source>this engine</source>
        <translation>本引擎</translation>
    </message>
    <message>
        <source>Reserved</source>
        <translation>已预占</translation>
    </message>
    <message>
        <source>Idle for</source>
        <translation>闲置</translation>
    </message>
    <message>
        <source>Next try</source>
        <translation>下次尝试</translation>
    </message>
    <message>
        <source>Message</source>
        <translation>消息</translation>
    </message>
    <message>
        <source>Nothing to do: every message that was read is acknowledged.</source>
        <translation>无需操作：已读取的消息均已确认。</translation>
    </message>
</context>
<context>
    <name>evenhand::ui::PeoplePane</name>
    <message>
        <source>People and roles</source>
        <translation>人员与角色</translation>
    </message>
    <message>
        <source>Not loaded yet.</source>
        <translation>尚未读取。</translation>
    </message>
    <message>
        <source>Select a person first.</source>
        <translation>请先选择一个人。</translation>
    </message>
    <message>
        <source>You cannot change your own roles. Ask another administrator.</source>
        <translation>不能修改自己的角色：须由另一位管理员修改。</translation>
    </message>
    <message>
        <source>You cannot disable yourself. Ask another administrator.</source>
        <translation>不能停用自己：须由另一位管理员操作。</translation>
    </message>
    <message>
        <source>Change your own password under &quot;My account&quot;.</source>
        <translation>自己的密码请在“我的账户”中修改。</translation>
    </message>
    <message>
        <source>There is nothing to lift: no attempt has failed.</source>
        <translation>没有可解除的：没有失败的尝试。</translation>
    </message>
    <message>
        <source>Lock when idle for</source>
        <translation>空闲多久后锁定</translation>
    </message>
    <message>
        <source>never</source>
        <translation>从不</translation>
    </message>
    <message>
        <source>Failures without a delay</source>
        <translation>可立即重试的失败次数</translation>
    </message>
    <message>
        <source>First delay</source>
        <translation>首次等待时长</translation>
    </message>
    <message>
        <source>Lock after failures</source>
        <translation>失败多少次后锁定</translation>
    </message>
    <message>
        <source>Locked for</source>
        <translation>锁定时长</translation>
    </message>
    <message>
        <source>Enable…</source>
        <translation>启用…</translation>
    </message>
    <message>
        <source>Disable…</source>
        <translation>停用…</translation>
    </message>
    <message>
        <source>Add a person…</source>
        <translation>添加人员…</translation>
    </message>
    <message>
        <source>Roles…</source>
        <translation>角色…</translation>
    </message>
    <message>
        <source>Rename…</source>
        <translation>改名…</translation>
    </message>
    <message>
        <source>Reset the password…</source>
        <translation>重置密码…</translation>
    </message>
    <message>
        <source>Lift the lock…</source>
        <translation>解除锁定…</translation>
    </message>
    <message>
        <source>Sign-in rules…</source>
        <translation>登录规则…</translation>
    </message>
    <message>
        <source>People</source>
        <translation>人员</translation>
    </message>
    <message>
        <source>Sign-in rules</source>
        <translation>登录规则</translation>
    </message>
    <message>
        <source>There are no people yet: anyone who can open the folder is an administrator. Add a person to require signing in.</source>
        <translation>还没有人员：能打开文件夹的人就是管理员。添加人员后即须登录。</translation>
    </message>
    <message numerus="yes">
        <source>%1 people</source>
        <translation>
            <numerusform>%1 人</numerusform>
        </translation>
    </message>
    <message>
        <source>Nobody matches the filter.</source>
        <translation>没有符合条件的人员。</translation>
    </message>
    <message>
        <source>Export people</source>
        <translation>导出人员</translation>
    </message>
    <message>
        <source>Name, role or state</source>
        <translation>姓名、角色或状态</translation>
    </message>
    <message>
        <source>Disabled</source>
        <translation>已停用</translation>
    </message>
    <message>
        <source>Locked until %1</source>
        <translation>锁定至 %1</translation>
    </message>
    <message>
        <source>Must change the password</source>
        <translation>须修改密码</translation>
    </message>
    <message>
        <source>Active</source>
        <translation>正常</translation>
    </message>
    <message>
        <source>Sign-in name</source>
        <translation>登录名</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>姓名</translation>
    </message>
    <message>
        <source>Roles</source>
        <translation>角色</translation>
    </message>
    <message>
        <source>State</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>Last sign-in</source>
        <translation>最近登录</translation>
    </message>
    <message>
        <source>Failures</source>
        <translation>失败次数</translation>
    </message>
    <message>
        <source>Added by</source>
        <translation>添加人</translation>
    </message>
    <message>
        <source>Person</source>
        <translation>人员</translation>
    </message>
    <message>
        <source>Now</source>
        <translation>现状</translation>
    </message>
    <message>
        <source>Already disabled.</source>
        <translation>已停用。</translation>
    </message>
    <message>
        <source>Not disabled.</source>
        <translation>未停用。</translation>
    </message>
    <message>
        <source>cannot sign in</source>
        <translation>无法登录</translation>
    </message>
    <message>
        <source>can sign in again</source>
        <translation>可以重新登录</translation>
    </message>
    <message>
        <source>Disable</source>
        <translation>停用</translation>
    </message>
    <message>
        <source>Enable</source>
        <translation>启用</translation>
    </message>
    <message>
        <source>%1: sign-in will be disabled.</source>
        <comment>who</comment>
        <translation>将停用登录：%1。</translation>
    </message>
    <message>
        <source>%1: sign-in will be enabled.</source>
        <comment>who</comment>
        <translation>将启用登录：%1。</translation>
    </message>
    <message>
        <source>They are signed out everywhere and cannot sign in. People are never deleted, because records refer to them.</source>
        <translation>对方会在所有地方退出且不能再登录。人员从不删除，因为记录中会引用。</translation>
    </message>
    <message>
        <source>They can sign in again, with the password they had.</source>
        <translation>对方可以用原来的密码重新登录。</translation>
    </message>
    <message>
        <source>Required; kept in the audit log</source>
        <translation>必填；记入审计日志</translation>
    </message>
    <message>
        <source>can try again at once</source>
        <translation>可以立即再试</translation>
    </message>
    <message>
        <source>Lift the lock of %1</source>
        <translation>解除 %1 的锁定</translation>
    </message>
    <message>
        <source>Lift the lock</source>
        <translation>解除锁定</translation>
    </message>
    <message numerus="yes">
        <source>%1 failed attempts are cleared; they can try again at once.</source>
        <translation>
            <numerusform>将清除 %1 次失败尝试；可以立即再试。</numerusform>
        </translation>
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
        <source>1 to 200 characters.</source>
        <translation>1 至 200 个字符。</translation>
    </message>
    <message>
        <source>Mode</source>
        <translation>模式</translation>
    </message>
    <message>
        <source>Strong: always the fairest, in one step. Soft: two steps; here the same as strong, for one engine alone has nobody between them.</source>
        <translation>强一致：一步完成，始终派给最应派单者。弱一致：分两步；此处与强一致相同，因为只有一个引擎，两步之间没有其他处理者。</translation>
    </message>
    <message>
        <source>Strong: always the fairest, in one step. Soft: two steps, evens out over time.</source>
        <translation>强一致：一步完成，始终派给最应派单者。弱一致：分两步，随时间趋于均衡。</translation>
    </message>
    <message>
        <source>Coming on duty</source>
        <translation>上岗规则</translation>
    </message>
    <message>
        <source>Fair from now: a new courier joins at the median, one who comes back as far from it as before. Catch up: keeps the weight from before.</source>
        <translation>从现在起公平：新骑手以中位权重加入，回来的骑手与中位权重的差距同离开时一样。补齐：保留之前的权重。</translation>
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
        <source>A whole number, 1 to %1. Current weights stay as they are.</source>
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
        <source>1 minute to 30 days; longer than any message can be delayed.</source>
        <translation>1 分钟到 30 天；须长于消息可能晚到的时间。</translation>
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
        <source>Not valid. %1</source>
        <translation>无效。%1</translation>
    </message>
    <message>
        <source>Automatic calibration is off.</source>
        <translation>自动校准已关闭。</translation>
    </message>
    <message>
        <source>%1: policy saved.</source>
        <translation>%1：策略已保存。</translation>
    </message>
    <message>
        <source>at most</source>
        <translation>最多</translation>
    </message>
    <message>
        <source>Orders in hand</source>
        <translation>手上订单</translation>
    </message>
    <message>
        <source>Load limit</source>
        <translation>接单上限</translation>
    </message>
    <message>
        <source>Orders that a courier without an own limit may have in hand, 1 to %1.</source>
        <translation>未单独设置上限的骑手手上最多可有的订单数，1 至 %1。</translation>
    </message>
    <message>
        <source>There is no load limit.</source>
        <translation>没有接单上限。</translation>
    </message>
</context>
<context>
    <name>evenhand::ui::QuantityGrid</name>
    <message>
        <source>and %1 more</source>
        <translation>另有 %1 项</translation>
    </message>
</context>
<context>
    <name>evenhand::ui::QueryPaneBase</name>
    <message>
        <source>Reading…</source>
        <translation>正在读取…</translation>
    </message>
    <message>
        <source>It is not among the first %1 rows, and others are not shown here.</source>
        <translation>它不在前 %1 行之内，这里不显示其余的行。</translation>
    </message>
    <message>
        <source>Other rows were selected meanwhile; nothing was done.</source>
        <translation>期间选择了其他行，未执行任何操作。</translation>
    </message>
    <message>
        <source>%1 selected</source>
        <translation>已选 %1</translation>
    </message>
    <message>
        <source>Select a row first.</source>
        <translation>请先选择一行。</translation>
    </message>
    <message>
        <source>Only one row at a time; %1 are selected.</source>
        <translation>一次只能选一行；已选 %1 行。</translation>
    </message>
    <message>
        <source>At most %1 rows at a time; %2 are selected.</source>
        <translation>一次最多 %1 行；已选 %2 行。</translation>
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
        <source>Clear the filter</source>
        <translation>清除筛选</translation>
    </message>
    <message>
        <source>All rows of the filter and the columns shown, as CSV</source>
        <translation>符合条件的所有行和显示的列，导出为 CSV</translation>
    </message>
    <message>
        <source>Copy the rows</source>
        <translation>复制所选行</translation>
    </message>
    <message>
        <source>Copy the cell</source>
        <translation>复制单元格</translation>
    </message>
    <message numerus="yes">
        <source>Exported %1 rows to %2</source>
        <translation>
            <numerusform>已将 %1 行导出到 %2</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Copied %1 rows.</source>
        <translation>
            <numerusform>已复制 %1 行。</numerusform>
        </translation>
    </message>
    <message>
        <source>None of the selected rows allows it. %1</source>
        <translation>所选的行都不允许。%1</translation>
    </message>
    <message>
        <source>More than %1</source>
        <comment>2,000 messages</comment>
        <translation>超过 %1</translation>
    </message>
    <message>
        <source>%1 among the first %2</source>
        <comment>3 messages; rows read</comment>
        <translation>前 %2 行中有 %1</translation>
    </message>
    <message>
        <source>Choose all campuses at the top to see those of the others.</source>
        <translation>在顶部选择全部校区，即可查看其他校区的内容。</translation>
    </message>
    <message>
        <source>Only the first %1 rows were read; there are more.</source>
        <translation>只读取了前 %1 行，还有更多。</translation>
    </message>
    <message>
        <source>%1. %2</source>
        <comment>what was exported; what was not</comment>
        <translation>%1。%2</translation>
    </message>
    <message>
        <source>Reading the selected rows</source>
        <translation>正在读取所选行</translation>
    </message>
    <message numerus="yes">
        <source>%1 of the %2 selected rows are no longer there.</source>
        <translation>
            <numerusform>所选的 %2 行中，%1 行已不存在。</numerusform>
        </translation>
    </message>
    <message>
        <source>Show all campuses</source>
        <translation>显示全部校区</translation>
    </message>
</context>
<context>
    <name>evenhand::ui::QueuePanel</name>
    <message>
        <source>Re-arming the delay queue</source>
        <translation>正在补齐延迟队列</translation>
    </message>
    <message>
        <source>Comparing queue and database</source>
        <translation>正在对照队列与数据库</translation>
    </message>
    <message>
        <source>Re-armed: %1 fixed.</source>
        <translation>已补齐：修正 %1 个。</translation>
    </message>
    <message>
        <source>Re-arm: %1</source>
        <translation>补齐：%1</translation>
    </message>
    <message>
        <source>Armed in the database</source>
        <translation>数据库中的定时器</translation>
    </message>
    <message>
        <source>In the queue</source>
        <translation>队列中</translation>
    </message>
    <message>
        <source>Missing in the queue</source>
        <translation>队列中缺少</translation>
    </message>
    <message>
        <source>With another due time</source>
        <translation>到期时间不一致</translation>
    </message>
    <message>
        <source>Not armed any more</source>
        <translation>已无对应定时器</translation>
    </message>
    <message>
        <source>Fixed by this run</source>
        <translation>本次修正</translation>
    </message>
    <message>
        <source>Compared at</source>
        <translation>对照时间</translation>
    </message>
    <message>
        <source>Delay queue</source>
        <translation>延迟队列</translation>
    </message>
    <message>
        <source>on</source>
        <translation>开</translation>
    </message>
    <message>
        <source>off: polling only</source>
        <translation>关：仅轮询</translation>
    </message>
    <message>
        <source>Polling interval</source>
        <translation>轮询间隔</translation>
    </message>
    <message>
        <source>Last poll</source>
        <translation>上次轮询</translation>
    </message>
    <message>
        <source>Missed timers found</source>
        <translation>找回的遗漏定时器</translation>
    </message>
    <message>
        <source>Could not be compared: %1</source>
        <translation>无法对照：%1</translation>
    </message>
    <message>
        <source>Not compared yet.</source>
        <translation>尚未对照。</translation>
    </message>
    <message>
        <source>Queue and database agree.</source>
        <translation>队列与数据库一致。</translation>
    </message>
    <message>
        <source>With the queue, every timer runs exactly when due. Without it, only the poller runs, and timers are late by up to its interval.</source>
        <translation>使用队列时，定时器在到期时刻执行。关闭后仅由轮询处理，最多晚一个轮询间隔。</translation>
    </message>
    <message>
        <source>The delay queue is on.</source>
        <translation>延迟队列已开启。</translation>
    </message>
    <message>
        <source>The delay queue is off; only the poller runs.</source>
        <translation>延迟队列已关闭，仅由轮询处理。</translation>
    </message>
    <message>
        <source>A comparison is running.</source>
        <translation>正在对照。</translation>
    </message>
    <message>
        <source>The delay queue is off.</source>
        <translation>延迟队列已关闭。</translation>
    </message>
    <message>
        <source>Compare</source>
        <translation>对照</translation>
    </message>
    <message>
        <source>Compare the delay queue with the database</source>
        <translation>将延迟队列与数据库对照</translation>
    </message>
    <message>
        <source>Re-arm</source>
        <translation>补齐</translation>
    </message>
    <message>
        <source>Compare, and fix what is missing or differs</source>
        <translation>对照，并修正缺少或不一致的</translation>
    </message>
    <message>
        <source>Delay queue on or off…</source>
        <translation>开关延迟队列…</translation>
    </message>
    <message>
        <source>Queue vs database</source>
        <translation>队列与数据库对照</translation>
    </message>
    <message>
        <source>How it works now</source>
        <translation>当前工作方式</translation>
    </message>
    <message>
        <source>Re-arm the delay queue</source>
        <translation>补齐延迟队列</translation>
    </message>
    <message>
        <source>Queue and database are compared, and what is missing or differs is fixed.</source>
        <translation>将对照队列与数据库，并补全或修正有差异的部分。</translation>
    </message>
    <message>
        <source>Required; kept in the audit log</source>
        <translation>必填；记入审计日志</translation>
    </message>
    <message numerus="yes">
        <source>%1 timers are missing or wrong in the queue; the poller still finds them.</source>
        <translation>
            <numerusform>队列中有 %1 个定时器缺失或有误；轮询仍会找到它们。</numerusform>
        </translation>
    </message>
    <message>
        <source>Queue vs database, all campuses</source>
        <translation>队列与数据库对照（全部校区）</translation>
    </message>
    <message>
        <source>How it works now, all campuses</source>
        <translation>当前工作方式（全部校区）</translation>
    </message>
    <message>
        <source>Not loaded yet.</source>
        <translation>尚未读取。</translation>
    </message>
</context>
<context>
    <name>evenhand::ui::QueuesPage</name>
    <message>
        <source>Another seed</source>
        <translation>换一个种子</translation>
    </message>
    <message>
        <source>Places per tenth of the largest discount</source>
        <translation>按单笔上限的十分之一分段的名额</translation>
    </message>
    <message>
        <source>List</source>
        <translation>列表</translation>
    </message>
    <message>
        <source>Places</source>
        <translation>名额</translation>
    </message>
    <message>
        <source>Amount</source>
        <translation>金额</translation>
    </message>
    <message>
        <source>Share</source>
        <translation>占比</translation>
    </message>
    <message>
        <source>The lists that the discounts come from</source>
        <translation>优惠的来源列表</translation>
    </message>
    <message>
        <source>The discounts are allocated to this many queues; on a cluster these are on different nodes.</source>
        <translation>优惠分配到这些队列；在集群上位于不同节点。</translation>
    </message>
    <message>
        <source>Empty: a new one is generated at start; what is shown is an example.</source>
        <translation>留空：启动时另外生成；所示仅为示例。</translation>
    </message>
    <message>
        <source>The same seed gives the same discounts on every machine.</source>
        <translation>相同的种子在任何机器上分配相同的优惠。</translation>
    </message>
    <message>
        <source>Allocating…</source>
        <translation>正在分配…</translation>
    </message>
    <message>
        <source>Budget and places do not fit together; go back and change them.</source>
        <translation>预算与名额无法搭配；请返回修改。</translation>
    </message>
    <message>
        <source>No preview: %1</source>
        <translation>无预览：%1</translation>
    </message>
    <message>
        <source>1  even amounts</source>
        <translation>1  均匀金额</translation>
    </message>
    <message>
        <source>2  small change</source>
        <translation>2  零头</translation>
    </message>
    <message>
        <source>3  the rest, random</source>
        <translation>3  其余，随机</translation>
    </message>
    <message>
        <source>together</source>
        <translation>合计</translation>
    </message>
    <message>
        <source>Each queue gets %1.</source>
        <translation>每个队列 %1。</translation>
    </message>
    <message numerus="yes">
        <source>Each queue gets %1 to %2 places.</source>
        <translation>
            <numerusform>每个队列 %1 至 %2 个名额。</numerusform>
        </translation>
    </message>
    <message>
        <source>First ones of queue 1, seed %1: %2%3</source>
        <translation>队列 1 的前几份，种子 %1：%2%3</translation>
    </message>
    <message>
        <source>Export the lists</source>
        <translation>导出列表</translation>
    </message>
</context>
<context>
    <name>evenhand::ui::RankingModel</name>
    <message>
        <source>Chosen</source>
        <translation>选中</translation>
    </message>
    <message>
        <source>Excluded</source>
        <translation>被排除</translation>
    </message>
    <message>
        <source>Rank</source>
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
    <message>
        <source>Remark</source>
        <translation>备注</translation>
    </message>
    <message>
        <source>Passed over, %1 in hand</source>
        <translation>已跳过，手上 %1 单</translation>
    </message>
</context>
<context>
    <name>evenhand::ui::ReadError</name>
    <message>
        <source>Could not be read: %1</source>
        <translation>无法读取：%1</translation>
    </message>
    <message>
        <source>A click hides this.</source>
        <translation>点击可隐藏。</translation>
    </message>
</context>
<context>
    <name>evenhand::ui::RefundActions</name>
    <message>
        <source>Retry…</source>
        <translation>重试…</translation>
    </message>
    <message>
        <source>Record as paid…</source>
        <translation>登记为已退…</translation>
    </message>
    <message>
        <source>Approve the refund…</source>
        <translation>批准退款…</translation>
    </message>
    <message>
        <source>Record as not paid…</source>
        <translation>登记为未退…</translation>
    </message>
    <message>
        <source>Cancel the refund…</source>
        <translation>撤销退款…</translation>
    </message>
    <message>
        <source>Only a refund that failed or was given up can be retried; this one is: %1.</source>
        <translation>只有失败或已放弃的退款可以重试；此退款：%1。</translation>
    </message>
    <message>
        <source>Only a granted refund that is not with the provider can be recorded as paid; this one is: %1.</source>
        <translation>只有已同意且不在支付渠道处理中的退款可登记为已退；此退款：%1。</translation>
    </message>
    <message>
        <source>Only a refund that needs approval can be approved; this one is: %1.</source>
        <translation>只有待审批的退款可以批准；此退款：%1。</translation>
    </message>
    <message>
        <source>Only a refund that was sent and given up can be recorded as not paid; this one is: %1.</source>
        <translation>只有已发出且已放弃的退款可登记为未退；此退款：%1。</translation>
    </message>
    <message>
        <source>It is due by rule (%1) and cannot be cancelled.</source>
        <translation>按规则应退（%1），不能撤销。</translation>
    </message>
    <message>
        <source>Only a refund that was not sent can be cancelled; this one is: %1.</source>
        <translation>只有未发出的退款可以撤销；此退款：%1。</translation>
    </message>
    <message>
        <source>Select a refund first.</source>
        <translation>请先选择退款。</translation>
    </message>
</context>
<context>
    <name>evenhand::ui::RefundPane</name>
    <message numerus="yes">
        <source>%1 refunds</source>
        <translation>
            <numerusform>%1 笔退款</numerusform>
        </translation>
    </message>
    <message>
        <source>Not sent %1 · outcome open %2 · failed %3</source>
        <translation>未发出 %1 · 结果未知 %2 · 失败 %3</translation>
    </message>
    <message>
        <source>Given up %1</source>
        <translation>已放弃 %1</translation>
    </message>
    <message>
        <source>Given up</source>
        <translation>已放弃</translation>
    </message>
    <message>
        <source>There are no refunds.</source>
        <translation>没有退款。</translation>
    </message>
    <message>
        <source>No refund matches the filter.</source>
        <translation>没有符合条件的退款。</translation>
    </message>
    <message>
        <source>Refunds</source>
        <translation>退款</translation>
    </message>
    <message>
        <source>Refunds that the sender has given up; they need attention.</source>
        <translation>发送方已放弃的退款，须人工处理。</translation>
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
        <source>Cause</source>
        <translation>事由</translation>
    </message>
    <message>
        <source>Every cause</source>
        <translation>全部事由</translation>
    </message>
    <message>
        <source>Order</source>
        <translation>订单</translation>
    </message>
    <message>
        <source>Amount (%1)</source>
        <translation>金额（%1）</translation>
    </message>
    <message>
        <source>Requested</source>
        <translation>申请时间</translation>
    </message>
    <message>
        <source>Attempts</source>
        <translation>尝试次数</translation>
    </message>
    <message>
        <source>Next try</source>
        <translation>下次尝试</translation>
    </message>
    <message>
        <source>Last error</source>
        <translation>上次错误</translation>
    </message>
    <message>
        <source>Payment</source>
        <translation>付款</translation>
    </message>
    <message>
        <source>Reference</source>
        <translation>凭证号</translation>
    </message>
    <message>
        <source>Method</source>
        <translation>方式</translation>
    </message>
    <message>
        <source>Campus</source>
        <translation>校区</translation>
    </message>
    <message>
        <source>Return</source>
        <translation>退货单</translation>
    </message>
    <message>
        <source>Requested by</source>
        <translation>申请人</translation>
    </message>
    <message>
        <source>Approved by</source>
        <translation>审批人</translation>
    </message>
    <message>
        <source>Export refunds</source>
        <translation>导出退款</translation>
    </message>
    <message>
        <source>Nothing to do: returns and cancelled orders that were paid make refunds.</source>
        <translation>无需操作：退货或已付款订单取消后会产生退款。</translation>
    </message>
    <message>
        <source>Order or payment number begins with</source>
        <translation>订单号或付款号的开头</translation>
    </message>
    <message>
        <source>Age</source>
        <translation>时长</translation>
    </message>
    <message>
        <source>Clerk</source>
        <translation>处理人</translation>
    </message>
    <message>
        <source>My queue</source>
        <translation>我的队列</translation>
    </message>
    <message>
        <source>Only what is assigned to you</source>
        <translation>只看分派给自己的</translation>
    </message>
    <message>
        <source>Reason</source>
        <translation>原因</translation>
    </message>
</context>
<context>
    <name>evenhand::ui::RefundSettingsDialog</name>
    <message>
        <source>Refund method</source>
        <translation>退款方式</translation>
    </message>
    <message>
        <source>At most %1 characters.</source>
        <translation>最多 %1 个字符。</translation>
    </message>
    <message>
        <source>Address</source>
        <translation>地址</translation>
    </message>
    <message>
        <source>https, or http to this computer.</source>
        <translation>https，或本机的 http。</translation>
    </message>
    <message>
        <source>An address such as https://pay.example/refunds.</source>
        <translation>例如 https://pay.example/refunds 的地址。</translation>
    </message>
    <message>
        <source>Key id</source>
        <translation>密钥标识</translation>
    </message>
    <message>
        <source>Sent with the signature, says whose it is.</source>
        <translation>随签名发送，标明签名方。</translation>
    </message>
    <message>
        <source>Name of the secret</source>
        <translation>密钥名称</translation>
    </message>
    <message>
        <source>Of the entry in the keychain of the computer that sends.</source>
        <translation>发送方计算机的钥匙串中使用的名称。</translation>
    </message>
    <message>
        <source>Time-out</source>
        <translation>超时</translation>
    </message>
    <message>
        <source>Of one request, 100 ms to 5 min.</source>
        <translation>单次请求，100 ms 至 5 min。</translation>
    </message>
    <message>
        <source>Lease</source>
        <translation>租约</translation>
    </message>
    <message>
        <source>Then another sender may take it; longer than the time-out, up to 1 h.</source>
        <translation>之后可由其他发送方接手；须长于超时，最长 1 h。</translation>
    </message>
    <message>
        <source>First retry after</source>
        <translation>首次重试间隔</translation>
    </message>
    <message>
        <source>Doubles with every attempt; 100 ms to 1 d.</source>
        <translation>每次加倍；100 ms 至 1 d。</translation>
    </message>
    <message>
        <source>Longest retry delay</source>
        <translation>最长重试间隔</translation>
    </message>
    <message>
        <source>Up to 7 d.</source>
        <translation>最长 7 d。</translation>
    </message>
    <message>
        <source>Attempts</source>
        <translation>尝试次数</translation>
    </message>
    <message>
        <source>Then a person must decide; 1 to 1,000.</source>
        <translation>之后须人工处理；1 至 1,000。</translation>
    </message>
    <message>
        <source>A whole number, 1 to %1.</source>
        <translation>1 至 %1 的整数。</translation>
    </message>
    <message>
        <source>Method</source>
        <translation>退款方式</translation>
    </message>
    <message>
        <source>By hand: a clerk pays and records the reference. Over HTTP: every refund carries an idempotency key that stays the same over all attempts.</source>
        <translation>人工：由职员支付并登记凭证号。HTTP：每笔退款带有在所有尝试中不变的幂等键。</translation>
    </message>
    <message>
        <source>Longer than the time-out.</source>
        <translation>须长于超时。</translation>
    </message>
    <message>
        <source>Not shorter than the first.</source>
        <translation>不得短于首次间隔。</translation>
    </message>
    <message>
        <source>The refund method is saved.</source>
        <translation>退款方式已保存。</translation>
    </message>
    <message>
        <source>Go back at once</source>
        <translation>立即退回</translation>
    </message>
    <message>
        <source>Wait for a decision</source>
        <translation>等待处理</translation>
    </message>
    <message>
        <source>Late and unmatched payments</source>
        <translation>超时和无法匹配的付款</translation>
    </message>
</context>
<context>
    <name>evenhand::ui::RehearsalDialog</name>
    <message>
        <source>Rehearse %1</source>
        <translation>演练 %1</translation>
    </message>
    <message>
        <source>A simulated crowd uses the real engine on a copy with its own clock. The sale itself, its stock and its users are not affected.</source>
        <translation>模拟人群在副本上使用真实引擎，副本有独立的时钟。秒杀本身、其库存和用户都不受影响。</translation>
    </message>
    <message>
        <source>Units</source>
        <translation>份数</translation>
    </message>
    <message>
        <source>Units on sale</source>
        <translation>出售的份数</translation>
    </message>
    <message>
        <source>Users</source>
        <translation>用户数</translation>
    </message>
    <message>
        <source>Different users in the crowd</source>
        <translation>人群中不同的用户</translation>
    </message>
    <message>
        <source>Attempts</source>
        <translation>抢购次数</translation>
    </message>
    <message>
        <source>Total attempts, by random users</source>
        <translation>随机用户的抢购总次数</translation>
    </message>
    <message>
        <source>Attempts per second</source>
        <translation>每秒抢购</translation>
    </message>
    <message>
        <source>Rate at which attempts arrive</source>
        <translation>到来的速度</translation>
    </message>
    <message>
        <source>Sent twice (%)</source>
        <translation>重复发送（%）</translation>
    </message>
    <message>
        <source>Attempts sent twice at once, like a double tap</source>
        <translation>同时发送两次的抢购，如连点两次</translation>
    </message>
    <message>
        <source>Pay (%)</source>
        <translation>付款（%）</translation>
    </message>
    <message>
        <source>Orders that are paid; the others time out and return their unit</source>
        <translation>会付款的订单；其余超时并归还份数</translation>
    </message>
    <message>
        <source>Pay within (s)</source>
        <translation>付款时限（秒）</translation>
    </message>
    <message>
        <source>Payments arrive at random within this time</source>
        <translation>付款在此时限内随机到达</translation>
    </message>
    <message>
        <source>Seed</source>
        <translation>种子</translation>
    </message>
    <message>
        <source>The same plan and seed give the same crowd</source>
        <translation>相同的计划和种子产生相同的人群</translation>
    </message>
    <message>
        <source>Units over time</source>
        <translation>份数走势</translation>
    </message>
    <message>
        <source>Units left, ordered and paid over time</source>
        <translation>剩余、已下单、已付款份数的走势</translation>
    </message>
    <message>
        <source>Attempts per second by outcome</source>
        <translation>每秒抢购数（按结果）</translation>
    </message>
    <message>
        <source>Start the sale…</source>
        <translation>启动秒杀…</translation>
    </message>
    <message>
        <source>Attempts per second: the attempts would take %1, the sale lasts %2.</source>
        <translation>每秒抢购：抢购需要 %1，而秒杀持续 %2。</translation>
    </message>
    <message>
        <source>left</source>
        <translation>剩余</translation>
    </message>
    <message>
        <source>ordered</source>
        <translation>已下单</translation>
    </message>
    <message>
        <source>paid</source>
        <translation>已付款</translation>
    </message>
    <message>
        <source>for sale</source>
        <comment>units</comment>
        <translation>总份数</translation>
    </message>
    <message>
        <source>Sold out after</source>
        <translation>售罄用时</translation>
    </message>
    <message>
        <source>never</source>
        <translation>从不</translation>
    </message>
    <message>
        <source>Orders</source>
        <translation>订单</translation>
    </message>
    <message>
        <source>Paid</source>
        <translation>已付款</translation>
    </message>
    <message>
        <source>Closed unpaid</source>
        <translation>未付款关闭</translation>
    </message>
    <message>
        <source>Unsold at the end</source>
        <translation>最终未售</translation>
    </message>
    <message>
        <source>%1: %2, %3</source>
        <comment>stage, n attempts, n orders</comment>
        <translation>%1：%2，%3</translation>
    </message>
    <message numerus="yes">
        <source>%1 attempts</source>
        <translation>
            <numerusform>%1 次抢购</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>evenhand::ui::RehearsalFrame</name>
    <message>
        <source>Progress</source>
        <translation>进度</translation>
    </message>
    <message>
        <source>Rehearse</source>
        <translation>演练</translation>
    </message>
    <message>
        <source>Cancel the rehearsal</source>
        <translation>取消演练</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>field, why</comment>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>It is being cancelled.</source>
        <translation>正在取消。</translation>
    </message>
    <message>
        <source>Cancelled; nothing was changed.</source>
        <translation>已取消；未更改任何内容。</translation>
    </message>
    <message>
        <source>Took %1.</source>
        <translation>用时 %1。</translation>
    </message>
    <message>
        <source>Every invariant held.</source>
        <translation>所有不变量成立。</translation>
    </message>
    <message numerus="yes">
        <source>%1 of %2 invariants were broken.</source>
        <translation>
            <numerusform>%2 个不变量中有 %1 个被破坏。</numerusform>
        </translation>
    </message>
    <message>
        <source>held</source>
        <translation>成立</translation>
    </message>
    <message>
        <source>broken: %1</source>
        <translation>不成立：%1</translation>
    </message>
    <message>
        <source>%1: %2 to %3</source>
        <comment>what it is, least, most</comment>
        <translation>%1：%2 到 %3</translation>
    </message>
    <message>
        <source>Result</source>
        <translation>结论</translation>
    </message>
    <message>
        <source>Invariant</source>
        <translation>不变量</translation>
    </message>
    <message>
        <source>Checked</source>
        <translation>检查数</translation>
    </message>
    <message>
        <source>Details</source>
        <translation>详情</translation>
    </message>
    <message>
        <source>Invariants checked</source>
        <translation>检查过的不变量</translation>
    </message>
    <message>
        <source>The rehearsal is running.</source>
        <translation>正在演练。</translation>
    </message>
    <message>
        <source>Rehearse it first: every invariant must hold.</source>
        <translation>请先演练：所有不变量都必须成立。</translation>
    </message>
    <message>
        <source>Rehearse again</source>
        <translation>再次演练</translation>
    </message>
    <message>
        <source>Export the results</source>
        <translation>导出结果</translation>
    </message>
</context>
<context>
    <name>evenhand::ui::RequestPreviewField</name>
    <message>
        <source>Calculating the amount…</source>
        <translation>正在计算金额…</translation>
    </message>
    <message>
        <source>Nothing will be refunded.</source>
        <translation>不会退款。</translation>
    </message>
    <message>
        <source>%1 will be refunded.</source>
        <translation>将退款 %1。</translation>
    </message>
    <message>
        <source>A restocking fee of %1 % is kept: %2.</source>
        <comment>percent, amount</comment>
        <translation>将收取 %1 % 的重新上架费：%2。</translation>
    </message>
    <message>
        <source>The lines are worth %1; only what is still refundable is paid back.</source>
        <translation>商品行价值 %1；最多退回尚可退的金额。</translation>
    </message>
    <message>
        <source>It is approved at once.</source>
        <translation>将立即批准。</translation>
    </message>
    <message>
        <source>The return rules approve it at once: up to %1 of an order.</source>
        <translation>按退货规则将立即批准：每单累计不超过 %1。</translation>
    </message>
    <message>
        <source>It waits for approval.</source>
        <translation>将等待审批。</translation>
    </message>
    <message>
        <source>It waits for approval by somebody other than the requester.</source>
        <translation>将等待申请人以外的人审批。</translation>
    </message>
    <message>
        <source>It waits for approval by two people other than the requester.</source>
        <translation>将等待申请人以外的两人审批。</translation>
    </message>
</context>
<context>
    <name>evenhand::ui::RestoreDialog</name>
    <message>
        <source>Restore from a backup</source>
        <translation>从备份恢复</translation>
    </message>
    <message>
        <source>A new workspace is created from %1 in another place. Nothing existing is changed. Refunds and webhooks are held until an administrator releases them: what was sent since the backup would be sent again.</source>
        <translation>将由 %1 在另一处创建新的工作区，现有内容不受影响。退款和 Webhook 会被暂停，直到管理员放行：备份之后已发送的内容会再次发送。</translation>
    </message>
    <message>
        <source>New folder</source>
        <translation>新文件夹</translation>
    </message>
    <message>
        <source>New or empty</source>
        <translation>新建或空的</translation>
    </message>
    <message>
        <source>Choose…</source>
        <translation>选择…</translation>
    </message>
    <message>
        <source>Database</source>
        <translation>数据库</translation>
    </message>
    <message>
        <source>Empty: a file in the folder. Else mysql://… of an empty database</source>
        <translation>留空：使用文件夹中的文件。否则填空数据库的 mysql://… 地址</translation>
    </message>
    <message>
        <source>Choose a folder</source>
        <translation>选择文件夹</translation>
    </message>
    <message>
        <source>Restore</source>
        <translation>恢复</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>The backup cannot be restored: %1</source>
        <translation>无法恢复该备份：%1</translation>
    </message>
    <message>
        <source>Orders</source>
        <translation>订单</translation>
    </message>
    <message>
        <source>People</source>
        <translation>人员</translation>
    </message>
    <message>
        <source>Refunds and webhooks that would be held</source>
        <translation>将被暂停的退款和 Webhook</translation>
    </message>
    <message>
        <source>This workspace&apos;s audit log is ahead by</source>
        <translation>本工作区审计日志领先</translation>
    </message>
    <message numerus="yes">
        <source>%1 entries</source>
        <translation>
            <numerusform>%1 条记录</numerusform>
        </translation>
    </message>
    <message>
        <source>another workspace</source>
        <translation>另一个工作区</translation>
    </message>
    <message>
        <source>Restored.</source>
        <translation>已恢复。</translation>
    </message>
    <message>
        <source>The backup is being read…</source>
        <translation>正在读取备份…</translation>
    </message>
    <message>
        <source>The backup cannot be restored.</source>
        <translation>无法恢复该备份。</translation>
    </message>
    <message>
        <source>It is being restored…</source>
        <translation>正在恢复…</translation>
    </message>
    <message>
        <source>Choose a folder.</source>
        <translation>请指定文件夹。</translation>
    </message>
    <message>
        <source>Enter the full path of the folder.</source>
        <translation>请填写文件夹的完整路径。</translation>
    </message>
    <message>
        <source>This place is not empty, and nothing is overwritten.</source>
        <translation>那里已有内容，不会覆盖。</translation>
    </message>
    <message>
        <source>An address such as mysql://user@host/database.</source>
        <translation>形如 mysql://user@host/database 的地址。</translation>
    </message>
    <message>
        <source>The workspace is restored in %1. Open it from the start page; refunds and webhooks are held there.</source>
        <translation>工作区已恢复到 %1。请从首页打开；其中的退款和 Webhook 被暂停。</translation>
    </message>
    <message>
        <source>The restore was cancelled; nothing was created.</source>
        <translation>恢复已取消；未创建任何内容。</translation>
    </message>
    <message>
        <source>The restore failed; nothing was created. %1</source>
        <translation>恢复失败；未创建任何内容。%1</translation>
    </message>
</context>
<context>
    <name>evenhand::ui::ResultsPopover</name>
    <message>
        <source>Results of this session</source>
        <translation>本次登录的处理结果</translation>
    </message>
    <message>
        <source>Show each row</source>
        <translation>查看逐条结果</translation>
    </message>
    <message>
        <source>It has no list of rows.</source>
        <translation>这条结果没有逐条列表。</translation>
    </message>
    <message>
        <source>Nothing has been done yet.</source>
        <translation>还没有任何操作。</translation>
    </message>
    <message numerus="yes">
        <source>%1 older results are no longer listed.</source>
        <translation>
            <numerusform>更早的 %1 条结果不再列出。</numerusform>
        </translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>撤回</translation>
    </message>
    <message>
        <source>Choose a result.</source>
        <translation>请选择一条结果。</translation>
    </message>
    <message>
        <source>This can no longer be undone here.</source>
        <translation>此项在这里已无法撤回。</translation>
    </message>
</context>
<context>
    <name>evenhand::ui::ReturnActionFlow</name>
    <message>
        <source>%1 (refund: %2)</source>
        <comment>stage, refund</comment>
        <translation>%1（退款：%2）</translation>
    </message>
    <message>
        <source>Return</source>
        <translation>退货单</translation>
    </message>
    <message>
        <source>Order</source>
        <translation>订单</translation>
    </message>
    <message>
        <source>Now</source>
        <translation>现状</translation>
    </message>
    <message>
        <source>What the customer is told, if anything</source>
        <translation>告知顾客的内容，可留空</translation>
    </message>
    <message>
        <source>Note for the customer</source>
        <translation>给顾客的备注</translation>
    </message>
    <message>
        <source>The note is longer than %1 characters.</source>
        <translation>备注超过 %1 个字符。</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>Approve %1</source>
        <comment>return</comment>
        <translation>批准 %1</translation>
    </message>
    <message>
        <source>Return %1 of order %2 will be approved.</source>
        <translation>将批准订单 %2 的退货 %1。</translation>
    </message>
    <message>
        <source>The customer gave no reason.</source>
        <translation>顾客未说明原因。</translation>
    </message>
    <message>
        <source>The customer says: %1</source>
        <translation>顾客说：%1</translation>
    </message>
    <message>
        <source>Approve</source>
        <translation>批准</translation>
    </message>
    <message>
        <source>Units</source>
        <translation>件数</translation>
    </message>
    <message>
        <source>Product</source>
        <translation>商品</translation>
    </message>
    <message>
        <source>Approved</source>
        <translation>批准</translation>
    </message>
    <message>
        <source>Damaged</source>
        <translation>损坏</translation>
    </message>
    <message>
        <source>Sellable</source>
        <translation>可售</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>撤回</translation>
    </message>
    <message>
        <source>The decision on return %1 will be undone.</source>
        <translation>将撤回对退货单 %1 的决定。</translation>
    </message>
    <message>
        <source>Required; kept in the history</source>
        <translation>必填；记入历史</translation>
    </message>
    <message>
        <source>The receipt of return %1 will be undone.</source>
        <translation>退货 %1 的收货登记将被撤回。</translation>
    </message>
    <message numerus="yes">
        <source>The decisions on %1 returns will be undone.</source>
        <translation>
            <numerusform>%1 笔退货的审批决定将被撤回。</numerusform>
        </translation>
    </message>
    <message>
        <source>A decision stays if its refund has already been sent.</source>
        <translation>退款已发出的，其审核结果不能撤销。</translation>
    </message>
    <message>
        <source>undone; now: %1</source>
        <comment>state</comment>
        <translation>撤回；当前：%1</translation>
    </message>
    <message>
        <source>This cannot be undone any more.</source>
        <translation>已经无法撤回。</translation>
    </message>
</context>
<context>
    <name>evenhand::ui::ReturnActions</name>
    <message>
        <source>Approve…</source>
        <translation>批准…</translation>
    </message>
    <message>
        <source>Reject…</source>
        <translation>拒绝…</translation>
    </message>
    <message>
        <source>Receive goods…</source>
        <translation>收货…</translation>
    </message>
    <message>
        <source>Skip goods…</source>
        <translation>免收货…</translation>
    </message>
    <message>
        <source>Undo the decision…</source>
        <translation>撤回决定…</translation>
    </message>
    <message>
        <source>Undo the receipt…</source>
        <translation>撤回收货…</translation>
    </message>
    <message>
        <source>Cancel the request…</source>
        <translation>撤销申请…</translation>
    </message>
    <message>
        <source>Only a return that waits for approval can be approved; this one is: %1.</source>
        <translation>只有待审批的退货可以批准；此退货：%1。</translation>
    </message>
    <message>
        <source>%1 has already approved it; somebody else must give the second approval.</source>
        <translation>%1 已审批，须由他人作第二次审批。</translation>
    </message>
    <message>
        <source>Only a return that waits for approval can be rejected; this one is: %1.</source>
        <translation>只有待审批的退货可以拒绝；此退货：%1。</translation>
    </message>
    <message>
        <source>Only a request that was not decided can be cancelled; this one is: %1.</source>
        <translation>只有未决定的申请可以撤销；此退货：%1。</translation>
    </message>
    <message>
        <source>Only an approved return waits for goods; this one is: %1.</source>
        <translation>只有已批准的退货才等待收货；此退货：%1。</translation>
    </message>
    <message>
        <source>No goods were received or skipped.</source>
        <translation>没有收货或免收货可撤回。</translation>
    </message>
    <message>
        <source>Nothing was decided yet.</source>
        <translation>尚未作出决定。</translation>
    </message>
    <message>
        <source>The goods were received; undo the receipt first.</source>
        <translation>已收货，请先撤回收货。</translation>
    </message>
    <message>
        <source>The refund was already sent: %1.</source>
        <translation>退款已发出：%1。</translation>
    </message>
    <message>
        <source>Undo…</source>
        <translation>撤回…</translation>
    </message>
</context>
<context>
    <name>evenhand::ui::ReturnDetailPanel</name>
    <message>
        <source>Select a return to see it here.</source>
        <translation>选择一个退货单在此查看。</translation>
    </message>
    <message>
        <source>Order</source>
        <translation>订单</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <comment>order, status</comment>
        <translation>%1，%2</translation>
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
        <source>Requested</source>
        <translation>申请时间</translation>
    </message>
    <message>
        <source>%1 by %2</source>
        <comment>instant, person</comment>
        <translation>%1，%2</translation>
    </message>
    <message>
        <source>Goods</source>
        <translation>商品</translation>
    </message>
    <message>
        <source>Decided because</source>
        <translation>决定原因</translation>
    </message>
    <message>
        <source>Note for the customer</source>
        <translation>给顾客的备注</translation>
    </message>
    <message>
        <source>This return is decided.</source>
        <translation>此退货已有决定。</translation>
    </message>
    <message>
        <source>You may not decide: %1</source>
        <translation>您不能审批：%1</translation>
    </message>
    <message>
        <source>You may decide.</source>
        <translation>您可以审批。</translation>
    </message>
    <message>
        <source>Deducted</source>
        <translation>已扣</translation>
    </message>
    <message>
        <source>Returned</source>
        <translation>已退</translation>
    </message>
    <message>
        <source>Waiting</source>
        <translation>待处理</translation>
    </message>
    <message>
        <source>Returnable</source>
        <translation>可退</translation>
    </message>
    <message>
        <source>Approved</source>
        <translation>批准</translation>
    </message>
    <message>
        <source>This return</source>
        <translation>本次退货</translation>
    </message>
    <message>
        <source>To be refunded</source>
        <translation>将退款</translation>
    </message>
    <message>
        <source>Paid</source>
        <translation>已付</translation>
    </message>
    <message>
        <source>Refunded</source>
        <translation>已退回</translation>
    </message>
    <message>
        <source>Granted, on its way</source>
        <translation>已同意，退款中</translation>
    </message>
    <message>
        <source>Still refundable</source>
        <translation>尚可退</translation>
    </message>
    <message>
        <source>Refund</source>
        <translation>退款</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>none yet</source>
        <translation>暂无</translation>
    </message>
    <message>
        <source>Now</source>
        <translation>现状</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <comment>status, amount</comment>
        <translation>%1，%2</translation>
    </message>
    <message>
        <source>Granted</source>
        <translation>同意</translation>
    </message>
    <message>
        <source>Sent</source>
        <translation>发出</translation>
    </message>
    <message>
        <source>Paid back</source>
        <translation>已退回</translation>
    </message>
    <message>
        <source>Method</source>
        <translation>方式</translation>
    </message>
    <message>
        <source>Reference</source>
        <translation>凭证号</translation>
    </message>
    <message>
        <source>Attempts</source>
        <translation>尝试次数</translation>
    </message>
    <message>
        <source>Next try</source>
        <translation>下次尝试</translation>
    </message>
    <message>
        <source>Last error</source>
        <translation>上次错误</translation>
    </message>
    <message>
        <source>Return</source>
        <translation>退货</translation>
    </message>
    <message>
        <source>The customer&apos;s reason</source>
        <translation>顾客的原因</translation>
    </message>
    <message>
        <source>Units</source>
        <translation>件数</translation>
    </message>
    <message>
        <source>Money of the order</source>
        <translation>订单款项</translation>
    </message>
    <message>
        <source>Four eyes</source>
        <translation>双人复核</translation>
    </message>
    <message>
        <source>What happened</source>
        <translation>经过</translation>
    </message>
    <message>
        <source>Not refunded</source>
        <translation>未退款</translation>
    </message>
    <message>
        <source>Requested</source>
        <comment>units</comment>
        <translation>申请</translation>
    </message>
    <message>
        <source>Clerk</source>
        <translation>处理人</translation>
    </message>
    <message>
        <source>Reason</source>
        <translation>原因</translation>
    </message>
    <message>
        <source>Restocking fee</source>
        <translation>重新上架费</translation>
    </message>
</context>
<context>
    <name>evenhand::ui::ReturnPane</name>
    <message>
        <source>Export of returns</source>
        <translation>导出退货</translation>
    </message>
    <message numerus="yes">
        <source>%1 returns</source>
        <translation>
            <numerusform>%1 个退货单</numerusform>
        </translation>
    </message>
    <message>
        <source>oldest waits %1</source>
        <translation>最久已等 %1</translation>
    </message>
    <message>
        <source>Nothing waits for approval.</source>
        <translation>没有待审批的退货。</translation>
    </message>
    <message>
        <source>No return matches the filter.</source>
        <translation>没有符合条件的退货。</translation>
    </message>
    <message>
        <source>Returns</source>
        <translation>退货</translation>
    </message>
    <message>
        <source>Return in detail</source>
        <translation>退货详情</translation>
    </message>
    <message numerus="yes">
        <source>Exported %1 rows of returns to %2</source>
        <translation>
            <numerusform>已将 %1 行退货导出到 %2</numerusform>
        </translation>
    </message>
    <message>
        <source>There are no returns.</source>
        <translation>没有退货。</translation>
    </message>
    <message>
        <source>Export returns</source>
        <translation>导出退货</translation>
    </message>
    <message>
        <source>Export with units…</source>
        <translation>导出明细…</translation>
    </message>
    <message>
        <source>All returns of the filter, a row for each product of each</source>
        <translation>符合条件的所有退货，每件商品一行</translation>
    </message>
    <message>
        <source>Return</source>
        <translation>退货单</translation>
    </message>
    <message>
        <source>Stage</source>
        <translation>阶段</translation>
    </message>
    <message>
        <source>Age</source>
        <translation>等待</translation>
    </message>
    <message>
        <source>Requested %1</source>
        <translation>申请于 %1</translation>
    </message>
    <message>
        <source>Amount (%1)</source>
        <translation>金额（%1）</translation>
    </message>
    <message>
        <source>Units</source>
        <translation>件数</translation>
    </message>
    <message>
        <source>Order</source>
        <translation>订单</translation>
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
        <source>Requested by</source>
        <translation>申请人</translation>
    </message>
    <message>
        <source>Requested</source>
        <translation>申请时间</translation>
    </message>
    <message>
        <source>Goods</source>
        <translation>商品</translation>
    </message>
    <message>
        <source>Refund</source>
        <translation>退款</translation>
    </message>
    <message>
        <source>First approval by</source>
        <translation>一审人</translation>
    </message>
    <message>
        <source>Four eyes: %1</source>
        <translation>双人复核：%1</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <comment>stage, count</comment>
        <translation>%1 %2</translation>
    </message>
    <message>
        <source>On the page Orders, choose an order and &quot;Request a return…&quot;.</source>
        <translation>请在“订单”页面选择一个订单，然后点“申请退货…”。</translation>
    </message>
    <message>
        <source>Return or order number begins with</source>
        <translation>退货单号或订单号的开头</translation>
    </message>
    <message>
        <source>Clerk</source>
        <translation>处理人</translation>
    </message>
    <message>
        <source>Reason</source>
        <translation>原因</translation>
    </message>
    <message>
        <source>My queue</source>
        <translation>我的队列</translation>
    </message>
    <message>
        <source>Only what is assigned to you</source>
        <translation>只看分派给自己的</translation>
    </message>
</context>
<context>
    <name>evenhand::ui::ReturnPolicyDialog</name>
    <message>
        <source>Return settings</source>
        <translation>退货设置</translation>
    </message>
    <message>
        <source>Above this the approver must not be the requester.</source>
        <translation>超过此金额，审批人不得是申请人。</translation>
    </message>
    <message>
        <source>Above this two others must approve. Not below four eyes.</source>
        <translation>超过此金额须由另外两人审批。不低于双人复核限额。</translation>
    </message>
    <message>
        <source>The workspace</source>
        <translation>工作区</translation>
    </message>
    <message>
        <source>For</source>
        <translation>适用于</translation>
    </message>
    <message>
        <source>Own settings; otherwise those of the workspace</source>
        <translation>使用自己的设置；否则使用工作区设置</translation>
    </message>
    <message>
        <source>Goods and money</source>
        <translation>收货与退款</translation>
    </message>
    <message>
        <source>Amounts are added up per order: what was approved before and what is requested now. The settings apply to decisions made from now on.</source>
        <translation>金额按订单累计：之前已批准的与本次申请的。设置适用于此后的决定。</translation>
    </message>
    <message>
        <source>Set the four-eyes threshold first.</source>
        <translation>须先设双人复核限额。</translation>
    </message>
    <message>
        <source>Must not be below the four-eyes threshold.</source>
        <translation>不得低于双人复核限额。</translation>
    </message>
    <message>
        <source>Return settings of the workspace are saved.</source>
        <translation>工作区的退货设置已保存。</translation>
    </message>
    <message>
        <source>%1: return settings saved.</source>
        <translation>%1：退货设置已保存。</translation>
    </message>
    <message>
        <source>above</source>
        <translation>超过</translation>
    </message>
    <message>
        <source>Four eyes</source>
        <translation>双人复核</translation>
    </message>
    <message>
        <source>Second approver</source>
        <translation>第二审批人</translation>
    </message>
    <message>
        <source>up to</source>
        <translation>不超过</translation>
    </message>
    <message>
        <source>Return window (days)</source>
        <translation>退货期限（天）</translation>
    </message>
    <message>
        <source>From delivery; empty: for ever.</source>
        <translation>自送达起；留空：不限。</translation>
    </message>
    <message>
        <source>Approved by the system</source>
        <translation>由系统批准</translation>
    </message>
    <message>
        <source>All of an order together; never above four eyes.</source>
        <translation>按整个订单累计；绝不超过双人复核限额。</translation>
    </message>
    <message>
        <source>Only for reasons</source>
        <translation>仅限原因</translation>
    </message>
    <message>
        <source>Codes with commas between; empty: every reason.</source>
        <translation>代码之间用逗号分隔；留空：所有原因。</translation>
    </message>
    <message>
        <source>Restocking fee (%)</source>
        <translation>重新上架费（%）</translation>
    </message>
    <message>
        <source>Of what is refunded, once the goods had left; 0 to 100.</source>
        <translation>按应退金额计算，仅限已取货的订单；0 至 100。</translation>
    </message>
    <message>
        <source>0 to 100, with two places at most.</source>
        <translation>0 至 100，最多两位小数。</translation>
    </message>
    <message>
        <source>No fee for reasons</source>
        <translation>免费的原因</translation>
    </message>
    <message>
        <source>Codes with commas between.</source>
        <translation>代码之间用逗号分隔。</translation>
    </message>
    <message>
        <source>A whole number, 1 to %1.</source>
        <translation>整数，1 至 %1。</translation>
    </message>
</context>
<context>
    <name>evenhand::ui::ReturnsPage</name>
    <message>
        <source>Returns</source>
        <translation>退货</translation>
    </message>
    <message>
        <source>There are no return settings yet.</source>
        <translation>尚无退货设置。</translation>
    </message>
    <message>
        <source>Return settings: %1</source>
        <translation>退货设置：%1</translation>
    </message>
    <message>
        <source>Refund method: %1</source>
        <translation>退款方式：%1</translation>
    </message>
    <message>
        <source>Refunds (%1 failed)</source>
        <translation>退款（%1 失败）</translation>
    </message>
    <message>
        <source>Refunds</source>
        <translation>退款</translation>
    </message>
    <message>
        <source>Ledger</source>
        <translation>总账</translation>
    </message>
    <message>
        <source>Refresh</source>
        <translation>刷新</translation>
    </message>
    <message>
        <source>Return settings…</source>
        <translation>退货设置…</translation>
    </message>
    <message>
        <source>Goods and money, four eyes; per campus</source>
        <translation>收货与退款、双人复核；按校区</translation>
    </message>
    <message>
        <source>Refund method…</source>
        <translation>退款方式…</translation>
    </message>
    <message>
        <source>By hand or over HTTP</source>
        <translation>人工或通过 HTTP</translation>
    </message>
    <message>
        <source>Owed payments</source>
        <translation>应退付款</translation>
    </message>
    <message>
        <source>Reasons and age of returns: %1</source>
        <translation>退货原因与时限：%1</translation>
    </message>
    <message>
        <source>Reasons and age…</source>
        <translation>原因与时限…</translation>
    </message>
    <message>
        <source>Reasons that are offered, and when a return is old</source>
        <translation>可选的原因，以及退货何时算超期</translation>
    </message>
</context>
<context>
    <name>evenhand::ui::RingPlanDialog</name>
    <message>
        <source>More workers</source>
        <translation>增加后台进程</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>How many more</source>
        <translation>增加多少</translation>
    </message>
    <message>
        <source>Of what</source>
        <translation>增加什么</translation>
    </message>
    <message>
        <source>workers</source>
        <translation>个后台进程</translation>
    </message>
    <message numerus="yes">
        <source>services of %1 workers</source>
        <translation>
            <numerusform>个服务，每个 %1 个后台进程</numerusform>
        </translation>
    </message>
    <message>
        <source>If there were more:</source>
        <translation>如果增加：</translation>
    </message>
    <message>
        <source>Reading…</source>
        <translation>正在读取…</translation>
    </message>
    <message>
        <source>Now</source>
        <translation>现在</translation>
    </message>
    <message>
        <source>Then</source>
        <translation>之后</translation>
    </message>
    <message>
        <source>Point at a segment, or step through them with the arrow keys.</source>
        <translation>指向一段，或用方向键逐段浏览。</translation>
    </message>
    <message>
        <source>Workers draw their places when they join: this is an example of them, the shares will be near these. Nothing is changed here.</source>
        <translation>后台进程加入时才抽取位置：这里是一个示例，实际占比会与此接近。此处不做任何更改。</translation>
    </message>
    <message>
        <source>Could not be read: %1</source>
        <translation>无法读取：%1</translation>
    </message>
    <message>
        <source>nobody</source>
        <translation>无</translation>
    </message>
    <message>
        <source>new worker %1</source>
        <translation>新后台进程 %1</translation>
    </message>
    <message numerus="yes">
        <source>%1 workers then, each with about %2 of the ring. %3 of the ring moves.</source>
        <comment>workers, share, share</comment>
        <translation>
            <numerusform>之后共 %1 个后台进程，各占环的约 %2。环的 %3 会转移。</numerusform>
        </translation>
    </message>
    <message>
        <source>From</source>
        <translation>从</translation>
    </message>
    <message>
        <source>To</source>
        <translation>到</translation>
    </message>
    <message>
        <source>Ranges</source>
        <translation>区间</translation>
    </message>
    <message>
        <source>Share of the ring</source>
        <translation>占环的比例</translation>
    </message>
    <message>
        <source>What moves</source>
        <translation>转移的部分</translation>
    </message>
</context>
<context>
    <name>evenhand::ui::RingView</name>
    <message>
        <source>%1: from %2 up to %3, %4 of the ring; all its ranges %5.</source>
        <comment>worker, position, position, share, share</comment>
        <translation>%1：从 %2 到 %3，占环的 %4；其全部区间占 %5。</translation>
    </message>
    <message>
        <source>Ring of workers</source>
        <translation>后台进程环</translation>
    </message>
    <message>
        <source>The ring is not known.</source>
        <translation>环的情况未知。</translation>
    </message>
    <message>
        <source>No worker is running: no task is done.</source>
        <translation>没有运行中的后台进程：任务不会被处理。</translation>
    </message>
    <message numerus="yes">
        <source>%1 workers: %2.</source>
        <translation>
            <numerusform>%1 个后台进程：%2。</numerusform>
        </translation>
    </message>
    <message>
        <source>not known</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>no workers</source>
        <translation>无后台进程</translation>
    </message>
    <message numerus="yes">
        <source>workers, all covered</source>
        <translation>
            <numerusform>个后台进程，全部覆盖</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>workers, not all covered</source>
        <translation>
            <numerusform>个后台进程，未全部覆盖</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>evenhand::ui::RowFlow</name>
    <message>
        <source>skipped: %1</source>
        <translation>跳过：%1</translation>
    </message>
    <message>
        <source>What will happen</source>
        <translation>处理方式</translation>
    </message>
    <message>
        <source>Affected rows</source>
        <translation>涉及的行</translation>
    </message>
    <message>
        <source>Rows</source>
        <translation>行</translation>
    </message>
    <message>
        <source>None of the rows allows it.</source>
        <translation>所选行都不允许此操作。</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>%1: nothing was done. %2</source>
        <translation>%1：未做任何更改。%2</translation>
    </message>
    <message>
        <source>%1: %2 is done.</source>
        <comment>action, number</comment>
        <translation>%1：%2 已完成。</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>撤回</translation>
    </message>
    <message>
        <source>%1: %2. %3</source>
        <comment>action, number, why not</comment>
        <translation>%1：%2。%3</translation>
    </message>
    <message>
        <source>It was: %1.</source>
        <comment>state</comment>
        <translation>原为：%1。</translation>
    </message>
    <message>
        <source>%1: %2 was changed meanwhile; nothing was overwritten.</source>
        <comment>action, number</comment>
        <translation>%1：%2 期间已被更改，未作覆盖。</translation>
    </message>
    <message>
        <source>At %1: %2.</source>
        <comment>time, state</comment>
        <translation>%1 时为：%2。</translation>
    </message>
    <message>
        <source>%1: %2. At %3: %4.</source>
        <comment>action, number, time, state</comment>
        <translation>%1：%2。%3：%4。</translation>
    </message>
    <message>
        <source>%1: an earlier action on these rows is still going on.</source>
        <translation>%1：此前的操作仍在进行中。</translation>
    </message>
    <message>
        <source>Cancelled before its turn came.</source>
        <translation>轮到此项之前已取消。</translation>
    </message>
    <message>
        <source>An earlier part of the rows could not be done.</source>
        <translation>前一批未能完成，其余未再执行。</translation>
    </message>
    <message>
        <source>%1.</source>
        <comment>a sentence</comment>
        <translation>%1。</translation>
    </message>
    <message>
        <source>Export these rows</source>
        <translation>导出这些行</translation>
    </message>
    <message>
        <source>Export the outcomes</source>
        <translation>导出结果</translation>
    </message>
</context>
<context>
    <name>evenhand::ui::RowOutcomeDialog</name>
    <message>
        <source>Outcome</source>
        <translation>结果</translation>
    </message>
    <message>
        <source>Why</source>
        <translation>原因</translation>
    </message>
    <message>
        <source>Outcome of every row</source>
        <translation>每行的结果</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
</context>
<context>
    <name>evenhand::ui::SaleLogPane</name>
    <message>
        <source>Action, person or reason</source>
        <translation>操作、人员或原因</translation>
    </message>
    <message>
        <source>What was done, and by whom</source>
        <translation>做了什么，由谁</translation>
    </message>
    <message numerus="yes">
        <source>%1 entries</source>
        <translation>
            <numerusform>%1 条记录</numerusform>
        </translation>
    </message>
    <message>
        <source>Nothing was done to this sale yet.</source>
        <translation>这场秒杀还没有任何操作。</translation>
    </message>
    <message>
        <source>No entry matches the filter.</source>
        <translation>没有符合条件的记录。</translation>
    </message>
    <message>
        <source>Export the history</source>
        <translation>导出历史</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>Action</source>
        <translation>操作</translation>
    </message>
    <message>
        <source>By</source>
        <translation>操作人</translation>
    </message>
    <message>
        <source>Units or rows</source>
        <translation>份数或行数</translation>
    </message>
    <message>
        <source>Reason</source>
        <translation>原因</translation>
    </message>
    <message>
        <source>Nothing to do: what is done to the sale is listed here.</source>
        <translation>无需操作：对这场秒杀的操作会列在这里。</translation>
    </message>
</context>
<context>
    <name>evenhand::ui::SalePlot</name>
    <message>
        <source>%1 after the start</source>
        <translation>开始后 %1</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>name, value</comment>
        <translation>%1：%2</translation>
    </message>
</context>
<context>
    <name>evenhand::ui::SaleTiles</name>
    <message>
        <source>%1 ms</source>
        <translation>%1 毫秒</translation>
    </message>
    <message>
        <source>sold out, of %1</source>
        <translation>已售罄，共 %1</translation>
    </message>
    <message numerus="yes">
        <source>of %1 units</source>
        <translation>
            <numerusform>共 %1 份</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 not read yet</source>
        <translation>%1 未读取</translation>
    </message>
    <message numerus="yes">
        <source>%1 dead letters</source>
        <translation>
            <numerusform>%1 条死信</numerusform>
        </translation>
    </message>
    <message>
        <source>oldest: %1</source>
        <translation>最久：%1</translation>
    </message>
    <message>
        <source>p99 %1</source>
        <translation>p99 %1</translation>
    </message>
    <message>
        <source>Left to sell</source>
        <translation>剩余可售</translation>
    </message>
    <message>
        <source>%1 of %2 not sold</source>
        <translation>%2 份中 %1 份未售出</translation>
    </message>
    <message>
        <source>Sold</source>
        <translation>已售</translation>
    </message>
    <message>
        <source>Stream</source>
        <translation>消息流</translation>
    </message>
    <message>
        <source>Pending</source>
        <translation>待确认</translation>
    </message>
    <message>
        <source>%1 paid</source>
        <translation>%1 已付款</translation>
    </message>
    <message>
        <source>%1 since start</source>
        <translation>启动以来 %1</translation>
    </message>
    <message>
        <source>Attempts/s</source>
        <translation>每秒抢购</translation>
    </message>
    <message>
        <source>Time to order</source>
        <translation>下单用时</translation>
    </message>
</context>
<context>
    <name>evenhand::ui::SavedFilters</name>
    <message>
        <source>Save this filter…</source>
        <translation>保存此筛选…</translation>
    </message>
    <message>
        <source>Delete a filter</source>
        <translation>删除筛选</translation>
    </message>
    <message>
        <source>The filter &quot;%1&quot; is deleted.</source>
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
        <source>The filter is saved as &quot;%1&quot;.</source>
        <translation>筛选已保存为“%1”。</translation>
    </message>
    <message>
        <source>Saved filters</source>
        <translation>已保存的筛选</translation>
    </message>
    <message>
        <source>Start with</source>
        <translation>打开时使用</translation>
    </message>
    <message>
        <source>No filter</source>
        <translation>不筛选</translation>
    </message>
</context>
<context>
    <name>evenhand::ui::SeckillPage</name>
    <message>
        <source>The sale has ended.
Attempts are shown while it runs.</source>
        <translation>秒杀已结束。
每秒抢购仅在进行时显示。</translation>
    </message>
    <message>
        <source>Flash sales</source>
        <translation>秒杀</translation>
    </message>
    <message>
        <source>Set up a sale…</source>
        <translation>创建秒杀…</translation>
    </message>
    <message>
        <source>Set up a flash sale step by step</source>
        <translation>逐步创建秒杀</translation>
    </message>
    <message>
        <source>Start…</source>
        <translation>启动…</translation>
    </message>
    <message>
        <source>Take the units out of stock and open the sale</source>
        <translation>从库存取出份数并开放秒杀</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Stop the sale at once; it can be resumed</source>
        <translation>立即停止秒杀；可以恢复</translation>
    </message>
    <message>
        <source>Resume</source>
        <translation>恢复</translation>
    </message>
    <message>
        <source>Accept attempts again</source>
        <translation>重新接受抢购</translation>
    </message>
    <message>
        <source>Add stock…</source>
        <translation>追加库存…</translation>
    </message>
    <message>
        <source>Rehearse…</source>
        <translation>演练…</translation>
    </message>
    <message>
        <source>Simulate a crowd on a copy of the sale</source>
        <translation>在副本上模拟人群</translation>
    </message>
    <message>
        <source>Change…</source>
        <translation>修改…</translation>
    </message>
    <message>
        <source>Change what can still be changed</source>
        <translation>修改仍可修改的内容</translation>
    </message>
    <message>
        <source>End now…</source>
        <translation>立即结束…</translation>
    </message>
    <message>
        <source>End the sale early; it cannot be resumed</source>
        <translation>提前结束秒杀，之后不能恢复</translation>
    </message>
    <message>
        <source>Delete the draft…</source>
        <translation>删除草稿…</translation>
    </message>
    <message>
        <source>Refresh</source>
        <translation>刷新</translation>
    </message>
    <message>
        <source>Sales</source>
        <translation>秒杀列表</translation>
    </message>
    <message>
        <source>Sold</source>
        <translation>已售</translation>
    </message>
    <message>
        <source>Units sold and paid over time</source>
        <translation>已售和已付款份数的走势</translation>
    </message>
    <message>
        <source>Attempts per second</source>
        <translation>每秒抢购</translation>
    </message>
    <message>
        <source>Attempts per second by outcome</source>
        <translation>每秒抢购数（按结果）</translation>
    </message>
    <message>
        <source>Keyspace vs database</source>
        <translation>键空间与数据库</translation>
    </message>
    <message>
        <source>History</source>
        <translation>历史</translation>
    </message>
    <message>
        <source>No sale is selected.</source>
        <translation>没有选中秒杀。</translation>
    </message>
    <message>
        <source>The sale has no duration.</source>
        <translation>秒杀没有持续时间。</translation>
    </message>
    <message>
        <source>Only a draft can be started; this one is: %1.</source>
        <translation>只能启动草稿；当前：%1。</translation>
    </message>
    <message>
        <source>Only a running sale can be stopped; this one is: %1.</source>
        <translation>只能停止进行中的秒杀；当前：%1。</translation>
    </message>
    <message>
        <source>Only a stopped sale can be resumed; this one is: %1.</source>
        <translation>只能恢复已停止的秒杀；当前：%1。</translation>
    </message>
    <message>
        <source>Stock can only be added to a started sale; this one is: %1.</source>
        <translation>只能给已启动的秒杀追加库存；当前：%1。</translation>
    </message>
    <message>
        <source>Only a started sale can be ended; this one is: %1.</source>
        <translation>只有已启动的秒杀可以结束；当前：%1。</translation>
    </message>
    <message>
        <source>Only a draft can be deleted; this one keeps its history.</source>
        <translation>只能删除草稿；这场秒杀保留其历史。</translation>
    </message>
    <message>
        <source>Required; kept in the history of the sale</source>
        <translation>必填；记入秒杀历史</translation>
    </message>
    <message>
        <source>Kept in the history of the sale</source>
        <translation>记入秒杀历史</translation>
    </message>
    <message>
        <source>Start %1</source>
        <translation>启动 %1</translation>
    </message>
    <message>
        <source>%1 is started: %2 on sale from %3.</source>
        <translation>%1 已启动：%2自 %3 起出售。</translation>
    </message>
    <message>
        <source>Start</source>
        <translation>启动</translation>
    </message>
    <message>
        <source>Stop %1</source>
        <translation>停止 %1</translation>
    </message>
    <message>
        <source>%1 is stopped: %2 not ordered; what is reserved becomes orders.</source>
        <translation>%1 已停止：%2未下单；已预占的会成为订单。</translation>
    </message>
    <message>
        <source>Every attempt is refused until the sale is resumed.</source>
        <translation>恢复之前，所有抢购都会被拒绝。</translation>
    </message>
    <message>
        <source>%1 not ordered; what is reserved still becomes orders.</source>
        <translation>%1未下单；已预占的仍会成为订单。</translation>
    </message>
    <message>
        <source>Resume %1</source>
        <translation>恢复 %1</translation>
    </message>
    <message>
        <source>%1 is resumed: %2 left.</source>
        <translation>%1 已恢复：剩余 %2。</translation>
    </message>
    <message>
        <source>Add stock to %1</source>
        <translation>给 %1 追加库存</translation>
    </message>
    <message>
        <source>More units of %1 are taken out of its stock and put on sale.</source>
        <translation>从“%1”的库存取出更多份数用于秒杀。</translation>
    </message>
    <message>
        <source>%1 now; %2 not ordered.</source>
        <translation>现有 %1；%2未下单。</translation>
    </message>
    <message>
        <source>Units</source>
        <translation>份数</translation>
    </message>
    <message>
        <source>Units: %1</source>
        <translation>份数：%1</translation>
    </message>
    <message>
        <source>%1: %2 added, %3 in total.</source>
        <translation>%1：追加 %2，共 %3。</translation>
    </message>
    <message>
        <source>End %1</source>
        <translation>结束 %1</translation>
    </message>
    <message>
        <source>The sale ends now and cannot be resumed.</source>
        <translation>秒杀立即结束，之后不能恢复。</translation>
    </message>
    <message>
        <source>End the sale</source>
        <translation>结束秒杀</translation>
    </message>
    <message>
        <source>%1 has ended: %2 ordered, %3 back in stock.</source>
        <translation>%1 已结束：%2 已下单，%3 归还库存。</translation>
    </message>
    <message>
        <source>Nothing was taken out of stock for it.</source>
        <translation>没有为它取出库存。</translation>
    </message>
    <message>
        <source>Could not be read: %1</source>
        <translation>无法读取：%1</translation>
    </message>
    <message>
        <source>Sale: %1</source>
        <translation>秒杀：%1</translation>
    </message>
    <message>
        <source>last two minutes</source>
        <translation>最近两分钟</translation>
    </message>
    <message>
        <source>Not started.</source>
        <translation>未启动。</translation>
    </message>
    <message>
        <source>Not begun.</source>
        <translation>未开始。</translation>
    </message>
    <message>
        <source>sold</source>
        <translation>已售</translation>
    </message>
    <message>
        <source>paid</source>
        <translation>已付款</translation>
    </message>
    <message>
        <source>for sale</source>
        <comment>units</comment>
        <translation>总份数</translation>
    </message>
    <message numerus="yes">
        <source>%1 sold, %2 paid of %3 units</source>
        <translation>
            <numerusform>%3 份中已售 %1，已付款 %2</numerusform>
        </translation>
    </message>
    <message>
        <source>Pending (%1)</source>
        <translation>待确认（%1）</translation>
    </message>
    <message>
        <source>Pending</source>
        <translation>待确认</translation>
    </message>
    <message>
        <source>Dead letters (%1)</source>
        <translation>死信（%1）</translation>
    </message>
    <message>
        <source>Dead letters</source>
        <translation>死信</translation>
    </message>
    <message>
        <source>begins %1</source>
        <translation>%1开始</translation>
    </message>
    <message>
        <source>start time has passed</source>
        <translation>开始时间已过</translation>
    </message>
    <message>
        <source>ends %1</source>
        <translation>%1结束</translation>
    </message>
    <message>
        <source>the last reservations become orders</source>
        <translation>最后的预占正在成为订单</translation>
    </message>
    <message>
        <source>ended %1</source>
        <translation>%1 已结束</translation>
    </message>
    <message>
        <source>The figures could not be read: %1</source>
        <translation>无法读取数据：%1</translation>
    </message>
    <message>
        <source>Keyspace and database differ for this sale. &quot;Keyspace vs database&quot; shows how, and repairs it.</source>
        <translation>键空间与数据库对这场秒杀不一致。“键空间与数据库”说明差异并可修复。</translation>
    </message>
    <message>
        <source>Stop…</source>
        <translation>停止…</translation>
    </message>
    <message>
        <source>Resume…</source>
        <translation>恢复…</translation>
    </message>
    <message>
        <source>Wrong price</source>
        <translation>价格有误</translation>
    </message>
    <message>
        <source>Wrong stock</source>
        <translation>库存有误</translation>
    </message>
    <message>
        <source>Something is broken</source>
        <translation>出现故障</translation>
    </message>
    <message>
        <source>Attempts are accepted again.</source>
        <translation>将重新接受抢购。</translation>
    </message>
    <message>
        <source>More units out of the product&apos;s stock</source>
        <translation>从该商品的库存中追加份数</translation>
    </message>
    <message numerus="yes">
        <source>%1 of %2 are taken out of stock and put on sale.</source>
        <comment>n units, product</comment>
        <translation>
            <numerusform>从“%2”的库存取出 %1用于秒杀。</numerusform>
        </translation>
    </message>
    <message>
        <source>Attempts are accepted from %1. Product, price and start time can no longer be changed.</source>
        <translation>%1 起接受抢购。商品、价格和开始时间不能再修改。</translation>
    </message>
    <message>
        <source>Its start time has passed: attempts are accepted at once. Product, price and start time can no longer be changed.</source>
        <translation>开始时间已过，将立即接受抢购。商品、价格和开始时间不能再修改。</translation>
    </message>
    <message numerus="yes">
        <source>%1 not ordered go back into the product&apos;s stock once the last reservations have become orders. Orders stay as they are.</source>
        <translation>
            <numerusform>最后的预占成为订单后，未成单的 %1 退回该商品的库存。订单保持不变。</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 · %2 · %3 to %4 · %5</source>
        <comment>product, price, begin, end, countdown</comment>
        <translation>%1 · %2 · %3 至 %4 · %5</translation>
    </message>
    <message>
        <source>This campus has no flash sales.</source>
        <translation>该校区没有秒杀。</translation>
    </message>
    <message>
        <source>There is no flash sale yet.</source>
        <translation>还没有秒杀。</translation>
    </message>
    <message>
        <source>Add stock</source>
        <translation>追加库存</translation>
    </message>
</context>
<context>
    <name>evenhand::ui::SecretDialog</name>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>I have it</source>
        <translation>我已保存</translation>
    </message>
    <message>
        <source>Copy: %1</source>
        <translation>复制：%1</translation>
    </message>
</context>
<context>
    <name>evenhand::ui::SeriesPlot</name>
    <message>
        <source>%1 ms</source>
        <translation>%1 毫秒</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>name, value</comment>
        <translation>%1：%2</translation>
    </message>
</context>
<context>
    <name>evenhand::ui::Session</name>
    <message>
        <source>Nobody is signed in: the owner of the folder needs no password.</source>
        <translation>没有人登录：文件夹的所有者不需要密码。</translation>
    </message>
</context>
<context>
    <name>evenhand::ui::SettingsDialog</name>
    <message>
        <source>Save</source>
        <translation>保存</translation>
    </message>
</context>
<context>
    <name>evenhand::ui::SettingsPage</name>
    <message>
        <source>Settings</source>
        <translation>设置</translation>
    </message>
    <message>
        <source>Sections of the settings</source>
        <translation>设置的各部分</translation>
    </message>
    <message>
        <source>Refresh</source>
        <translation>刷新</translation>
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
    <name>evenhand::ui::SignInWindow</name>
    <message>
        <source>One moment…</source>
        <translation>请稍候…</translation>
    </message>
    <message>
        <source>Enter a name.</source>
        <translation>请填写登录名。</translation>
    </message>
    <message>
        <source>Enter a password.</source>
        <translation>请输入密码。</translation>
    </message>
    <message>
        <source>Evenhand</source>
        <translation>均派</translation>
    </message>
    <message>
        <source>Sign in</source>
        <translation>登录</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>登录名</translation>
    </message>
    <message>
        <source>Password</source>
        <translation>密码</translation>
    </message>
    <message>
        <source>Continue without signing in</source>
        <translation>不登录继续</translation>
    </message>
    <message>
        <source>%1, your password was set by somebody else. Choose your own now.</source>
        <translation>%1，您的密码是别人设定的。请现在设定自己的密码。</translation>
    </message>
    <message>
        <source>Your password was set by somebody else. Choose your own now.</source>
        <translation>您的密码是别人设定的。请现在设定自己的密码。</translation>
    </message>
    <message>
        <source>Set the password and continue</source>
        <translation>设定密码并继续</translation>
    </message>
    <message>
        <source>Another workspace…</source>
        <translation>其他工作区…</translation>
    </message>
</context>
<context>
    <name>evenhand::ui::StateBanner</name>
    <message>
        <source>The engine is degraded: %1</source>
        <translation>引擎已降级：%1</translation>
    </message>
    <message>
        <source>%1  What you see may be out of date; nothing can be changed until it works again.</source>
        <translation>%1  您看到的可能是旧数据；恢复之前无法更改任何内容。</translation>
    </message>
    <message>
        <source>Save a copy…</source>
        <translation>保存副本…</translation>
    </message>
    <message>
        <source>%1  What you see is as of %2; nothing can be changed until it works again.</source>
        <translation>%1  您看到的是 %2 时的数据；恢复之前无法更改任何内容。</translation>
    </message>
</context>
<context>
    <name>evenhand::ui::StatusLine</name>
    <message>
        <source>Undo</source>
        <translation>撤回</translation>
    </message>
    <message>
        <source>Earlier: %1</source>
        <comment>what was done</comment>
        <translation>此前：%1</translation>
    </message>
    <message>
        <source>Dismiss</source>
        <translation>关闭提示</translation>
    </message>
    <message>
        <source>Dismiss the earlier result</source>
        <translation>关闭先前的结果</translation>
    </message>
    <message>
        <source>Dismiss: it can no longer be undone here</source>
        <translation>关闭：已无法在这里撤回</translation>
    </message>
    <message>
        <source>Results of this session</source>
        <translation>本次登录的处理结果</translation>
    </message>
</context>
<context>
    <name>evenhand::ui::SummaryPage</name>
    <message>
        <source>Keep it as a draft: nothing is taken out of stock</source>
        <translation>保留为草稿：不取出库存</translation>
    </message>
    <message>
        <source>Rehearse it with a simulated crowd, then decide</source>
        <translation>先用模拟人群演练，再决定</translation>
    </message>
    <message>
        <source>at any time</source>
        <translation>随时</translation>
    </message>
    <message>
        <source>until it is started</source>
        <translation>启动之前</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Number</source>
        <translation>编号</translation>
    </message>
    <message>
        <source>never</source>
        <translation>从不</translation>
    </message>
    <message>
        <source>Campus</source>
        <translation>校区</translation>
    </message>
    <message>
        <source>Units</source>
        <translation>份数</translation>
    </message>
    <message>
        <source>until it is started; then only increased</source>
        <translation>启动之前；之后只能增加</translation>
    </message>
    <message>
        <source>Sale price</source>
        <translation>秒杀价</translation>
    </message>
    <message>
        <source>Begins</source>
        <translation>开始</translation>
    </message>
    <message>
        <source>Ends</source>
        <translation>结束</translation>
    </message>
    <message>
        <source>until it has ended</source>
        <translation>结束之前</translation>
    </message>
    <message>
        <source>Per user</source>
        <translation>每位用户</translation>
    </message>
    <message>
        <source>one live order</source>
        <translation>一个有效订单</translation>
    </message>
    <message>
        <source>Setting</source>
        <translation>设置</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>值</translation>
    </message>
    <message>
        <source>Can be changed later</source>
        <translation>以后可修改</translation>
    </message>
    <message>
        <source>Everything that was entered</source>
        <translation>输入的全部内容</translation>
    </message>
    <message>
        <source>Start it now: its units are taken out of the product&apos;s stock</source>
        <translation>立即启动：从该商品的库存中取出份数</translation>
    </message>
    <message>
        <source>Product</source>
        <translation>商品</translation>
    </message>
    <message>
        <source>%1 has %2 on hand; starting takes %3 of them. What is not sold comes back at the end.</source>
        <comment>product, count, count</comment>
        <translation>%1 现有 %2；启动时取出 %3。未售出的在结束时归还。</translation>
    </message>
    <message>
        <source>Export the settings</source>
        <translation>导出设置</translation>
    </message>
</context>
<context>
    <name>evenhand::ui::TaskPane</name>
    <message>
        <source>Refund tasks are handled on the Returns page; the money stays due.</source>
        <translation>退款任务请在退货页处理；欠款仍然存在。</translation>
    </message>
    <message>
        <source>Only a pending task or a dead letter; this one is: %1.</source>
        <translation>只能处理死信或待处理的任务；这一个是：%1。</translation>
    </message>
    <message>
        <source>will never run</source>
        <translation>永远不会执行</translation>
    </message>
    <message>
        <source>due now, attempts start over</source>
        <translation>立即到期，重新计次</translation>
    </message>
    <message>
        <source>Drop</source>
        <translation>丢弃</translation>
    </message>
    <message>
        <source>Retry</source>
        <translation>重试</translation>
    </message>
    <message numerus="yes">
        <source>%1 tasks will be dropped and never run.</source>
        <translation>
            <numerusform>将丢弃 %1 个任务，它们不会再执行。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 tasks will be retried at once.</source>
        <translation>
            <numerusform>将立即重试 %1 个任务。</numerusform>
        </translation>
    </message>
    <message>
        <source>Required; kept in the audit log</source>
        <translation>必填；记入审计日志</translation>
    </message>
    <message>
        <source>Task</source>
        <translation>任务</translation>
    </message>
    <message>
        <source>Subject</source>
        <translation>对象</translation>
    </message>
    <message>
        <source>Now</source>
        <translation>现状</translation>
    </message>
    <message numerus="yes">
        <source>%1 tasks</source>
        <translation>
            <numerusform>%1 个任务</numerusform>
        </translation>
    </message>
    <message>
        <source>There are no tasks.</source>
        <translation>没有任务。</translation>
    </message>
    <message>
        <source>No task matches the filter.</source>
        <translation>没有符合条件的任务。</translation>
    </message>
    <message>
        <source>Retry…</source>
        <translation>重试…</translation>
    </message>
    <message>
        <source>Drop…</source>
        <translation>丢弃…</translation>
    </message>
    <message>
        <source>Tasks</source>
        <translation>任务</translation>
    </message>
    <message>
        <source>Worker, full name</source>
        <translation>后台进程（完整名称）</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>Every kind</source>
        <translation>全部类型</translation>
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
        <source>Its lease ends at %1.</source>
        <translation>其租约于 %1 结束。</translation>
    </message>
    <message>
        <source>No.</source>
        <translation>编号</translation>
    </message>
    <message>
        <source>Attempts</source>
        <translation>尝试次数</translation>
    </message>
    <message>
        <source>Due</source>
        <translation>到期</translation>
    </message>
    <message>
        <source>Worker</source>
        <translation>后台进程</translation>
    </message>
    <message>
        <source>Last error</source>
        <translation>上次错误</translation>
    </message>
    <message>
        <source>Created</source>
        <translation>创建时间</translation>
    </message>
    <message>
        <source>Ended</source>
        <translation>结束于</translation>
    </message>
    <message>
        <source>Position</source>
        <translation>位置</translation>
    </message>
    <message>
        <source>Token</source>
        <translation>令牌</translation>
    </message>
    <message>
        <source>Export tasks</source>
        <translation>导出任务</translation>
    </message>
    <message>
        <source>Nothing to do: refunds, webhooks and backups make tasks by themselves.</source>
        <translation>无需操作：退款、Webhook 和备份会自动产生任务。</translation>
    </message>
</context>
<context>
    <name>evenhand::ui::TermsPage</name>
    <message>
        <source>Sale price (%1)</source>
        <translation>秒杀价（%1）</translation>
    </message>
    <message>
        <source>Business time zone: %1</source>
        <translation>业务时区：%1</translation>
    </message>
    <message>
        <source>%1 on hand</source>
        <translation>现有 %1</translation>
    </message>
    <message>
        <source>%1 normally costs %2</source>
        <translation>%1 平时 %2</translation>
    </message>
    <message>
        <source>lasts %1</source>
        <translation>持续 %1</translation>
    </message>
    <message>
        <source>This time has passed: it is on sale as soon as it is started.</source>
        <translation>开始时间已过：启动后立即出售。</translation>
    </message>
    <message>
        <source>That is more than the normal price: %1.</source>
        <translation>高于平时价格：%1。</translation>
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
    <name>evenhand::ui::TimerActions</name>
    <message>
        <source>Run now…</source>
        <translation>立即执行…</translation>
    </message>
    <message>
        <source>Postpone…</source>
        <translation>推迟…</translation>
    </message>
    <message>
        <source>Cancel the timer…</source>
        <translation>取消定时器…</translation>
    </message>
    <message>
        <source>Retry…</source>
        <translation>重试…</translation>
    </message>
    <message>
        <source>Only a timer that failed can be retried; this one is: %1.</source>
        <translation>只有失败的定时器可以重试；当前状态：%1。</translation>
    </message>
    <message>
        <source>It closes the order, and %1 may not cancel orders.</source>
        <translation>这会关闭订单，而 %1 无权取消订单。</translation>
    </message>
</context>
<context>
    <name>evenhand::ui::TimerBoardPane</name>
    <message>
        <source>Timers by kind</source>
        <translation>各类定时器</translation>
    </message>
    <message>
        <source>There are no kinds of timers.</source>
        <translation>没有定时器类型。</translation>
    </message>
    <message>
        <source>Nothing to do.</source>
        <translation>无需操作。</translation>
    </message>
    <message>
        <source>Export timers by kind</source>
        <translation>导出各类定时器</translation>
    </message>
    <message>
        <source>How late recent timers ran: %1 within %2.</source>
        <comment>count, span</comment>
        <translation>最近执行的超时情况：%2内 %1 个。</translation>
    </message>
    <message>
        <source>No timer ran within %1.</source>
        <comment>span</comment>
        <translation>%1内没有执行定时器。</translation>
    </message>
    <message>
        <source>due</source>
        <translation>到期</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>%1, paused</source>
        <comment>kind</comment>
        <translation>%1（已暂停）</translation>
    </message>
    <message>
        <source>When due, it %1.</source>
        <comment>effect</comment>
        <translation>到期时%1。</translation>
    </message>
    <message>
        <source>Armed</source>
        <translation>已设定</translation>
    </message>
    <message>
        <source>Overdue</source>
        <translation>到期未处理</translation>
    </message>
    <message>
        <source>Oldest</source>
        <translation>最久</translation>
    </message>
    <message>
        <source>p50 late</source>
        <translation>p50 超时</translation>
    </message>
    <message>
        <source>p99 late</source>
        <translation>p99 超时</translation>
    </message>
    <message>
        <source>Next in</source>
        <translation>下次到期</translation>
    </message>
    <message>
        <source>No timer is armed.</source>
        <translation>没有已设定的定时器。</translation>
    </message>
    <message>
        <source>In flight</source>
        <translation>处理中</translation>
    </message>
    <message>
        <source>The delay queue is off.</source>
        <translation>延迟队列已关闭。</translation>
    </message>
    <message>
        <source>Retrying</source>
        <translation>重试中</translation>
    </message>
    <message>
        <source>Dead</source>
        <translation>死信</translation>
    </message>
    <message>
        <source>No kind matches the filter.</source>
        <translation>没有符合条件的类型。</translation>
    </message>
    <message>
        <source>Every kind</source>
        <translation>全部类型</translation>
    </message>
</context>
<context>
    <name>evenhand::ui::TimerPane</name>
    <message numerus="yes">
        <source>%1 timers</source>
        <translation>
            <numerusform>%1 个定时器</numerusform>
        </translation>
    </message>
    <message>
        <source>Dead letters</source>
        <translation>死信</translation>
    </message>
    <message>
        <source>Timers</source>
        <translation>定时器</translation>
    </message>
    <message>
        <source>No dead letters: every timer ran or will be retried.</source>
        <translation>没有死信：每个定时器都已执行，或会重试。</translation>
    </message>
    <message>
        <source>No timer matches the filter.</source>
        <translation>没有符合条件的定时器。</translation>
    </message>
    <message>
        <source>No timer is armed.</source>
        <translation>没有已设定的定时器。</translation>
    </message>
    <message>
        <source>Export dead letters</source>
        <translation>导出死信</translation>
    </message>
    <message>
        <source>Export timers</source>
        <translation>导出定时器</translation>
    </message>
    <message>
        <source>%1: when due, it %2</source>
        <comment>kind, effect</comment>
        <translation>%1：到期时%2</translation>
    </message>
    <message>
        <source>Next try at %1</source>
        <translation>下次重试 %1</translation>
    </message>
    <message>
        <source>Order</source>
        <translation>订单</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>Due in</source>
        <translation>倒计时</translation>
    </message>
    <message>
        <source>Due at</source>
        <translation>到期时刻</translation>
    </message>
    <message>
        <source>State</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>Order status</source>
        <translation>订单状态</translation>
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
        <source>Payable (%1)</source>
        <translation>应付（%1）</translation>
    </message>
    <message>
        <source>Failures</source>
        <translation>失败次数</translation>
    </message>
    <message>
        <source>Failed because</source>
        <translation>失败原因</translation>
    </message>
    <message>
        <source>Order begins with</source>
        <translation>订单号开头</translation>
    </message>
    <message>
        <source>Every kind</source>
        <translation>全部类型</translation>
    </message>
    <message>
        <source>Every state</source>
        <translation>全部状态</translation>
    </message>
    <message>
        <source>Nothing to do.</source>
        <translation>无需操作。</translation>
    </message>
    <message>
        <source>Nothing to do: every order that is placed arms its own.</source>
        <translation>无需操作：下单时会自动设定。</translation>
    </message>
    <message>
        <source>Telephone</source>
        <translation>电话</translation>
    </message>
</context>
<context>
    <name>evenhand::ui::TimerPolicyDialog</name>
    <message>
        <source>Timer settings</source>
        <translation>定时器设置</translation>
    </message>
    <message>
        <source>Campus</source>
        <translation>校区</translation>
    </message>
    <message>
        <source>Unpaid</source>
        <translation>未付款</translation>
    </message>
    <message>
        <source>After placing; then the order is closed.</source>
        <translation>下单后；到期则关闭订单。</translation>
    </message>
    <message>
        <source>Unassigned</source>
        <translation>未派单</translation>
    </message>
    <message>
        <source>After payment; then an alert, and assignment is retried.</source>
        <translation>付款后；到期则告警并再次派单。</translation>
    </message>
    <message>
        <source>Pick-up late</source>
        <translation>取货超时</translation>
    </message>
    <message>
        <source>After assignment; then an alert.</source>
        <translation>派单后；到期则告警。</translation>
    </message>
    <message>
        <source>Delivery late</source>
        <translation>送达超时</translation>
    </message>
    <message>
        <source>After pick-up; then an alert.</source>
        <translation>取货后；到期则告警。</translation>
    </message>
    <message>
        <source>Auto-confirm</source>
        <translation>自动确认收货</translation>
    </message>
    <message>
        <source>After delivery; then the order is completed.</source>
        <translation>送达后；到期则完成订单。</translation>
    </message>
    <message>
        <source>Alerts repeat every</source>
        <translation>告警重复间隔</translation>
    </message>
    <message>
        <source>Until somebody acknowledges; 0: they do not repeat.</source>
        <translation>直到有人确认；0 表示不重复。</translation>
    </message>
    <message>
        <source>Reassign to the next fairest courier when the pick-up is late</source>
        <translation>取货超时后改派给下一位最应派单的骑手</translation>
    </message>
    <message>
        <source>Any delay from 0 s to 10 years, to the millisecond: 90 s, 1 h 30 min, 250 ms. Timers that are already armed keep their due time.</source>
        <translation>延迟可为 0 秒到 10 年，精确到毫秒：90 s、1 h 30 min、250 ms。已设定的定时器保持原到期时刻。</translation>
    </message>
    <message>
        <source>0, or at least %1.</source>
        <translation>0，或至少 %1。</translation>
    </message>
    <message>
        <source>%1: timer settings saved.</source>
        <translation>%1：定时器设置已保存。</translation>
    </message>
</context>
<context>
    <name>evenhand::ui::TopBar</name>
    <message>
        <source>All campuses</source>
        <translation>全部校区</translation>
    </message>
    <message>
        <source>Campus shown on every page</source>
        <translation>所有页面显示的校区</translation>
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
    <message numerus="yes">
        <source>%1 alerts</source>
        <translation>
            <numerusform>%1 条告警</numerusform>
        </translation>
    </message>
    <message>
        <source>Firing alerts that nobody has acknowledged</source>
        <translation>正在告警且无人确认</translation>
    </message>
    <message>
        <source>Search    Ctrl+K</source>
        <translation>搜索    Ctrl+K</translation>
    </message>
    <message>
        <source>Orders, people, pages and commands</source>
        <translation>订单、人员、页面和命令</translation>
    </message>
    <message>
        <source>%1: appearance, language, help</source>
        <comment>person</comment>
        <translation>%1：外观、语言、帮助</translation>
    </message>
    <message>
        <source>This page shows all campuses, whichever is chosen</source>
        <translation>本页显示全部校区，不受所选校区影响</translation>
    </message>
    <message>
        <source>business time</source>
        <translation>业务时区</translation>
    </message>
</context>
<context>
    <name>evenhand::ui::UnitsGrid</name>
    <message numerus="yes">
        <source>%1 more lines, unchanged</source>
        <translation>
            <numerusform>另有 %1 行，保持不变</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>evenhand::ui::VoucherTableModel</name>
    <message>
        <source>no stock</source>
        <translation>无库存</translation>
    </message>
    <message>
        <source>SKU</source>
        <translation>SKU</translation>
    </message>
    <message>
        <source>Price (%1)</source>
        <translation>价格（%1）</translation>
    </message>
    <message>
        <source>On hand</source>
        <translation>现有</translation>
    </message>
    <message>
        <source>Product</source>
        <translation>商品</translation>
    </message>
</context>
<context>
    <name>evenhand::ui::WebhookPane</name>
    <message>
        <source>Webhooks</source>
        <translation>Webhook</translation>
    </message>
    <message>
        <source>Select a webhook first.</source>
        <translation>请先选择一个 Webhook。</translation>
    </message>
    <message>
        <source>the same message is resent</source>
        <translation>再次发送同一条消息</translation>
    </message>
    <message>
        <source>Resend</source>
        <translation>重新发送</translation>
    </message>
    <message numerus="yes">
        <source>%1 messages will be resent, delivered or not.</source>
        <translation>
            <numerusform>将重新发送 %1 条消息，无论是否已送达。</numerusform>
        </translation>
    </message>
    <message>
        <source>The message ID stays the same, so the receiver can detect duplicates.</source>
        <translation>消息编号不变，接收方可据此识别重复消息。</translation>
    </message>
    <message>
        <source>Required; kept in the audit log</source>
        <translation>必填；记入审计日志</translation>
    </message>
    <message>
        <source>Message</source>
        <translation>消息</translation>
    </message>
    <message>
        <source>Webhook</source>
        <translation>Webhook</translation>
    </message>
    <message>
        <source>Now</source>
        <translation>现状</translation>
    </message>
    <message>
        <source>Deliveries to %1: %2</source>
        <translation>发往 %1 的投递：%2</translation>
    </message>
    <message>
        <source>Deliveries to all: %1</source>
        <translation>全部投递：%1</translation>
    </message>
    <message>
        <source>Add a webhook…</source>
        <translation>添加 Webhook…</translation>
    </message>
    <message>
        <source>Edit…</source>
        <translation>修改…</translation>
    </message>
    <message>
        <source>New secret…</source>
        <translation>新密钥…</translation>
    </message>
    <message>
        <source>Send a test</source>
        <translation>发送测试</translation>
    </message>
    <message>
        <source>Remove…</source>
        <translation>删除…</translation>
    </message>
    <message>
        <source>Resend…</source>
        <translation>重新发送…</translation>
    </message>
    <message>
        <source>Deliveries</source>
        <translation>投递</translation>
    </message>
    <message>
        <source>There are no webhooks yet. Add one to send events to a program.</source>
        <translation>还没有 Webhook。添加一个即可将事件发送给程序。</translation>
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
        <source>Nothing has been sent yet.</source>
        <translation>还没有发送过。</translation>
    </message>
    <message>
        <source>No delivery matches the filter.</source>
        <translation>没有符合条件的投递。</translation>
    </message>
    <message>
        <source>Export deliveries</source>
        <translation>导出投递</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>Event</source>
        <translation>事件</translation>
    </message>
    <message>
        <source>Subject</source>
        <translation>对象</translation>
    </message>
    <message>
        <source>Attempts</source>
        <translation>尝试次数</translation>
    </message>
    <message>
        <source>Response</source>
        <translation>响应</translation>
    </message>
    <message>
        <source>Last error</source>
        <translation>上次错误</translation>
    </message>
    <message>
        <source>Next try</source>
        <translation>下次尝试</translation>
    </message>
    <message numerus="yes">
        <source>%1 webhooks</source>
        <translation>
            <numerusform>%1 个 Webhook</numerusform>
        </translation>
    </message>
    <message>
        <source>No webhook matches the filter.</source>
        <translation>没有符合条件的 Webhook。</translation>
    </message>
    <message>
        <source>Export webhooks</source>
        <translation>导出 Webhook</translation>
    </message>
    <message>
        <source>Name, address or event</source>
        <translation>名称、地址或事件</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Address</source>
        <translation>地址</translation>
    </message>
    <message>
        <source>Events</source>
        <translation>事件</translation>
    </message>
    <message>
        <source>State</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>Enabled</source>
        <translation>已启用</translation>
    </message>
    <message>
        <source>Disabled</source>
        <translation>已停用</translation>
    </message>
    <message>
        <source>Waiting</source>
        <translation>等待中</translation>
    </message>
    <message>
        <source>Dead letters</source>
        <translation>死信</translation>
    </message>
    <message>
        <source>Last delivered</source>
        <translation>最近送达</translation>
    </message>
    <message>
        <source>Added</source>
        <translation>添加时间</translation>
    </message>
    <message>
        <source>Add a webhook or send a test to one: what is sent is listed here.</source>
        <translation>请添加 Webhook 或发送一次测试，发送的内容会列在这里。</translation>
    </message>
    <message>
        <source>on its way; the log shows the outcome</source>
        <translation>正在发送；结果见日志</translation>
    </message>
    <message>
        <source>Enable…</source>
        <translation>启用…</translation>
    </message>
    <message>
        <source>Disable…</source>
        <translation>停用…</translation>
    </message>
    <message>
        <source>Already enabled.</source>
        <translation>已启用。</translation>
    </message>
    <message>
        <source>Already disabled.</source>
        <translation>已停用。</translation>
    </message>
    <message>
        <source>Enable</source>
        <translation>启用</translation>
    </message>
    <message>
        <source>Disable</source>
        <translation>停用</translation>
    </message>
    <message>
        <source>Events will be sent to: %1.</source>
        <translation>将向以下对象发送事件：%1。</translation>
    </message>
    <message>
        <source>Events will no longer be sent to: %1.</source>
        <translation>将不再向以下对象发送事件：%1。</translation>
    </message>
    <message numerus="yes">
        <source>%1 waiting deliveries are dropped; the log stays.</source>
        <translation>
            <numerusform>%1 条等待中的投递将被丢弃；日志保留。</numerusform>
        </translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>删除</translation>
    </message>
    <message>
        <source>To be removed: %1.</source>
        <translation>将删除：%1。</translation>
    </message>
    <message>
        <source>Removed</source>
        <translation>已删除</translation>
    </message>
    <message>
        <source>Export the attempts</source>
        <translation>导出投递记录</translation>
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
    <message numerus="yes">
        <source>%1 couriers, mean weight %2, spread %3</source>
        <translation>
            <numerusform>%1 名骑手，平均权重 %2，差距 %3</numerusform>
        </translation>
    </message>
    <message>
        <source>the next order goes to %1</source>
        <translation>下一单给 %1</translation>
    </message>
</context>
<context>
    <name>evenhand::ui::WhatPage</name>
    <message>
        <source>For the team; may be changed at any time.</source>
        <translation>供团队使用；随时可修改。</translation>
    </message>
    <message>
        <source>Storefronts use it to name the sale; it cannot be changed later.</source>
        <translation>店铺以此编号指称秒杀；以后不能更改。</translation>
    </message>
    <message>
        <source>Whose couriers deliver the orders.</source>
        <translation>由其骑手配送订单。</translation>
    </message>
    <message>
        <source>Name or SKU begins with</source>
        <translation>名称或 SKU 开头</translation>
    </message>
    <message>
        <source>Price and stock come from the catalogue.</source>
        <translation>价格和现有库存来自商品目录。</translation>
    </message>
    <message>
        <source>Could not be read: %1</source>
        <translation>无法读取：%1</translation>
    </message>
    <message>
        <source>There is no campus yet. The Dispatch page says how to add one.</source>
        <translation>还没有校区。派单页说明如何添加。</translation>
    </message>
    <message>
        <source>Choose a campus.</source>
        <translation>请选择校区。</translation>
    </message>
    <message>
        <source>Choose a product.</source>
        <translation>请选择商品。</translation>
    </message>
    <message>
        <source>Find a product</source>
        <translation>查找商品</translation>
    </message>
    <message>
        <source>Products</source>
        <translation>商品</translation>
    </message>
    <message>
        <source>This product has no stock.</source>
        <translation>该商品没有库存。</translation>
    </message>
    <message>
        <source>There are no products yet.</source>
        <translation>还没有商品。</translation>
    </message>
    <message>
        <source>No product begins with this.</source>
        <translation>没有以此开头的商品。</translation>
    </message>
    <message>
        <source>Export the products</source>
        <translation>导出商品</translation>
    </message>
</context>
<context>
    <name>evenhand::ui::WhenField</name>
    <message>
        <source>How the time is given</source>
        <translation>时间的给定方式</translation>
    </message>
    <message>
        <source>by</source>
        <translation>延后</translation>
    </message>
    <message>
        <source>until</source>
        <translation>直到</translation>
    </message>
    <message>
        <source>Delay</source>
        <translation>延迟</translation>
    </message>
    <message>
        <source>like 90 s or 1 h 30 min</source>
        <translation>如 90 s 或 1 h 30 min</translation>
    </message>
    <message>
        <source>Date and time</source>
        <translation>日期时间</translation>
    </message>
    <message>
        <source>Delay: %1</source>
        <translation>延迟：%1</translation>
    </message>
    <message>
        <source>Date and time: this has passed already.</source>
        <translation>日期时间：已经过去。</translation>
    </message>
    <message>
        <source>Date and time: at most %1 from now.</source>
        <translation>日期时间：最多从现在起 %1。</translation>
    </message>
</context>
<context>
    <name>evenhand::ui::WizardFrame</name>
    <message>
        <source>Back</source>
        <translation>返回</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>%1  %2</source>
        <comment>number, step</comment>
        <translation>%1  %2</translation>
    </message>
    <message>
        <source>Saving…</source>
        <translation>正在保存…</translation>
    </message>
    <message>
        <source>Next</source>
        <translation>下一步</translation>
    </message>
    <message>
        <source>This is the first step.</source>
        <translation>这是第一步。</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>field, why</comment>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
</context>
<context>
    <name>evenhand::ui::WizardStep</name>
    <message>
        <source>%1: %2</source>
        <comment>field, why</comment>
        <translation>%1：%2</translation>
    </message>
</context>
<context>
    <name>evenhand::ui::WorkerPane</name>
    <message>
        <source>Workers</source>
        <translation>后台进程</translation>
    </message>
    <message numerus="yes">
        <source>%1 workers</source>
        <translation>
            <numerusform>%1 个后台进程</numerusform>
        </translation>
    </message>
    <message>
        <source>No worker is running: no task is done.</source>
        <translation>没有运行中的后台进程：任务不会被处理。</translation>
    </message>
    <message>
        <source>Restart the program: its workers start with it.</source>
        <translation>请重新启动程序，后台进程会随之启动。</translation>
    </message>
    <message>
        <source>No worker matches the filter.</source>
        <translation>没有符合条件的后台进程。</translation>
    </message>
    <message>
        <source>Export workers</source>
        <translation>导出后台进程</translation>
    </message>
    <message>
        <source>Worker</source>
        <translation>后台进程</translation>
    </message>
    <message>
        <source>Share</source>
        <translation>占比</translation>
    </message>
    <message>
        <source>Backlog</source>
        <translation>积压</translation>
    </message>
    <message>
        <source>In hand</source>
        <translation>处理中</translation>
    </message>
    <message>
        <source>Done/s</source>
        <translation>完成/秒</translation>
    </message>
    <message>
        <source>Done</source>
        <translation>完成</translation>
    </message>
    <message>
        <source>Last seen</source>
        <translation>最近活动</translation>
    </message>
    <message>
        <source>Lease ends</source>
        <translation>租约结束</translation>
    </message>
    <message>
        <source>Nodes</source>
        <translation>节点</translation>
    </message>
    <message>
        <source>Ranges</source>
        <translation>区间</translation>
    </message>
    <message>
        <source>Since</source>
        <translation>加入时间</translation>
    </message>
</context>
<context>
    <name>evenhand::ui::WorkerSettingsDialog</name>
    <message>
        <source>Number of workers</source>
        <translation>后台进程数</translation>
    </message>
    <message>
        <source>Workers</source>
        <translation>后台进程</translation>
    </message>
    <message>
        <source>Of each program that runs the workspace, 1 to %1.</source>
        <translation>每个运行工作区的程序有多少个，1 到 %1。</translation>
    </message>
    <message>
        <source>A whole number, 1 to %1.</source>
        <translation>整数，1 到 %1。</translation>
    </message>
    <message>
        <source>In effect at once. Workers that are too many finish what they have in hand; the others take over their part of the ring.</source>
        <translation>立即生效。多余的后台进程做完手上的任务后退出；它们在环上的部分由其他进程接管。</translation>
    </message>
    <message>
        <source>The number of workers is saved.</source>
        <translation>后台进程数已保存。</translation>
    </message>
</context>
<context>
    <name>evenhand::ui::WorkersPage</name>
    <message>
        <source>Workers</source>
        <translation>后台进程</translation>
    </message>
    <message>
        <source>Could not be read: %1</source>
        <translation>无法读取：%1</translation>
    </message>
    <message>
        <source>Point at a segment, or step through them with the arrow keys.</source>
        <translation>指向一段，或用方向键逐段浏览。</translation>
    </message>
    <message>
        <source>backlog %1 · %2 done/s</source>
        <translation>积压 %1 · 每秒完成 %2</translation>
    </message>
    <message>
        <source>Held until an administrator releases them: %1. %2</source>
        <translation>在管理员放行之前暂停：%1。%2</translation>
    </message>
    <message>
        <source>Tasks</source>
        <translation>任务</translation>
    </message>
    <message>
        <source>Kinds and holds</source>
        <translation>类型与暂停</translation>
    </message>
    <message>
        <source>Hand-overs</source>
        <translation>移交</translation>
    </message>
    <message>
        <source>Dead letters (%1)</source>
        <translation>死信（%1）</translation>
    </message>
    <message>
        <source>Dead letters</source>
        <translation>死信</translation>
    </message>
    <message>
        <source>Refresh</source>
        <translation>刷新</translation>
    </message>
    <message>
        <source>Ring</source>
        <translation>环</translation>
    </message>
    <message>
        <source>Number of workers: %1</source>
        <translation>后台进程数：%1</translation>
    </message>
    <message>
        <source>What if more…</source>
        <translation>如果增加…</translation>
    </message>
    <message>
        <source>What would move if there were more workers or services</source>
        <translation>如果增加后台进程或服务，环上哪些部分会转移</translation>
    </message>
    <message>
        <source>Number of workers…</source>
        <translation>后台进程数…</translation>
    </message>
    <message>
        <source>How many workers each program has</source>
        <translation>每个程序有多少个后台进程</translation>
    </message>
</context>
<context>
    <name>evenhand::ui::WorkspacePane</name>
    <message>
        <source>Workspace</source>
        <translation>工作区</translation>
    </message>
    <message>
        <source>Where</source>
        <translation>位置</translation>
    </message>
    <message>
        <source>Connection</source>
        <translation>连接</translation>
    </message>
    <message>
        <source>encrypted</source>
        <translation>已加密</translation>
    </message>
    <message>
        <source>not encrypted</source>
        <translation>未加密</translation>
    </message>
    <message>
        <source>a folder of this computer</source>
        <translation>本机的文件夹</translation>
    </message>
    <message>
        <source>Database</source>
        <translation>数据库</translation>
    </message>
    <message>
        <source>State</source>
        <translation>状态</translation>
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
        <source>Id</source>
        <translation>编号</translation>
    </message>
    <message>
        <source>Program</source>
        <translation>程序</translation>
    </message>
    <message>
        <source>Rules per campus</source>
        <translation>各校区规则</translation>
    </message>
    <message>
        <source>Each rule is set on its own page.</source>
        <translation>各项规则在对应的页面中设置。</translation>
    </message>
    <message>
        <source>Dispatch: mode, step, weights…</source>
        <translation>派单：模式、步长、权重…</translation>
    </message>
    <message>
        <source>Delays of every timer…</source>
        <translation>各种定时器的延迟时间…</translation>
    </message>
    <message>
        <source>Returns: goods and money, four eyes…</source>
        <translation>退货：收货与退款、双人复核…</translation>
    </message>
    <message>
        <source>Refund method…</source>
        <translation>退款方式…</translation>
    </message>
    <message>
        <source>%1, decimals: %2</source>
        <comment>currency, digits</comment>
        <translation>%1，小数位数 %2</translation>
    </message>
    <message>
        <source>Reasons and age of returns…</source>
        <translation>退货原因与时限…</translation>
    </message>
    <message>
        <source>a folder at the service</source>
        <translation>服务上的文件夹</translation>
    </message>
    <message>
        <source>Service</source>
        <translation>服务</translation>
    </message>
    <message>
        <source>Number of workers…</source>
        <translation>后台进程数…</translation>
    </message>
</context>
<context>
    <name>CampaignListWords</name>
    <message>
        <source>State</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>Campaign</source>
        <translation>活动</translation>
    </message>
    <message>
        <source>Budget</source>
        <translation>预算</translation>
    </message>
    <message>
        <source>%1 (%2)
%3
%4 to %5
%6 in %7</source>
        <comment>name, number, phase, begin, end, budget, places</comment>
        <translation>%1（%2）
%3
%4 至 %5
%6，%7</translation>
    </message>
    <message>
        <source>Begins</source>
        <translation>开始</translation>
    </message>
    <message>
        <source>Ends</source>
        <translation>结束</translation>
    </message>
    <message>
        <source>Every state</source>
        <translation>全部状态</translation>
    </message>
    <message>
        <source>Random-discount campaigns</source>
        <translation>随机立减活动</translation>
    </message>
    <message numerus="yes">
        <source>%1 campaigns</source>
        <translation>
            <numerusform>%1 个活动</numerusform>
        </translation>
    </message>
    <message>
        <source>There is no campaign yet.</source>
        <translation>还没有活动。</translation>
    </message>
    <message>
        <source>Set one up, look at the preview, start it.</source>
        <translation>创建一个，查看预览，然后启动。</translation>
    </message>
    <message>
        <source>No campaign matches the filter.</source>
        <translation>没有符合条件的活动。</translation>
    </message>
    <message>
        <source>Export the list of campaigns</source>
        <translation>导出活动列表</translation>
    </message>
    <message>
        <source>Campaign or state</source>
        <translation>活动或状态</translation>
    </message>
</context>
<context>
    <name>CourierWords</name>
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
        <translation>手上单</translation>
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
    <message>
        <source>Couriers</source>
        <translation>骑手</translation>
    </message>
    <message>
        <source>No courier matches the filter.</source>
        <translation>没有符合条件的骑手。</translation>
    </message>
    <message>
        <source>Export couriers</source>
        <translation>导出骑手</translation>
    </message>
    <message>
        <source>Courier or campus</source>
        <translation>骑手或校区</translation>
    </message>
    <message>
        <source>Highest weight on duty with room for an order: gets the next one.</source>
        <translation>在岗且还能接单的骑手中权重最高：获得下一单。</translation>
    </message>
    <message>
        <source>%1 / %2</source>
        <comment>orders in hand, at most</comment>
        <translation>%1 / %2</translation>
    </message>
    <message>
        <source>Orders in hand / load limit</source>
        <translation>手上订单 / 接单上限</translation>
    </message>
    <message>
        <source>Gets no more orders until one is delivered or handed over.</source>
        <translation>送达或转交一单之前不再接单。</translation>
    </message>
    <message>
        <source>Load limit</source>
        <translation>接单上限</translation>
    </message>
    <message>
        <source>None</source>
        <comment>load limit</comment>
        <translation>无</translation>
    </message>
    <message>
        <source>How many orders a courier may have in hand</source>
        <translation>骑手手上最多可有多少单</translation>
    </message>
    <message>
        <source>Set for this courier.</source>
        <translation>为该骑手单独设置。</translation>
    </message>
    <message>
        <source>As the campus has it.</source>
        <translation>按校区的设置。</translation>
    </message>
    <message>
        <source>Disabled</source>
        <translation>已停用</translation>
    </message>
    <message>
        <source>Telephone</source>
        <translation>电话</translation>
    </message>
    <message>
        <source>On duty by the roster.</source>
        <translation>按排班在岗。</translation>
    </message>
    <message>
        <source>Off duty by the roster.</source>
        <translation>按排班离岗。</translation>
    </message>
    <message>
        <source>On duty until %1 by the roster.</source>
        <comment>time</comment>
        <translation>按排班在岗至 %1。</translation>
    </message>
    <message>
        <source>Off duty until %1 by the roster.</source>
        <comment>time</comment>
        <translation>按排班离岗至 %1。</translation>
    </message>
    <message>
        <source>Set by hand, against the roster.</source>
        <translation>人工设置，与排班不同。</translation>
    </message>
    <message>
        <source>Set by hand, against the roster; it takes over at %1.</source>
        <comment>time</comment>
        <translation>人工设置，与排班不同；%1 起按排班。</translation>
    </message>
</context>
<context>
    <name>OrderListWords</name>
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
        <translation>金额（%1）</translation>
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
        <source>Every reason</source>
        <translation>全部原因</translation>
    </message>
    <message>
        <source>Every status</source>
        <translation>全部状态</translation>
    </message>
    <message>
        <source>Unassigned orders</source>
        <translation>未派单的订单</translation>
    </message>
    <message>
        <source>Orders in hand</source>
        <translation>手上订单</translation>
    </message>
    <message>
        <source>No order matches the filter.</source>
        <translation>没有符合条件的订单。</translation>
    </message>
    <message>
        <source>Export unassigned orders</source>
        <translation>导出未派单的订单</translation>
    </message>
    <message>
        <source>Export orders in hand</source>
        <translation>导出手上订单</translation>
    </message>
    <message>
        <source>Order, user or campus</source>
        <translation>订单、用户或校区</translation>
    </message>
</context>
<context>
    <name>SaleListWords</name>
    <message>
        <source>State</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>Sale</source>
        <translation>秒杀</translation>
    </message>
    <message>
        <source>Sold</source>
        <translation>已售</translation>
    </message>
    <message>
        <source>Units</source>
        <translation>份数</translation>
    </message>
    <message>
        <source>Begins</source>
        <translation>开始</translation>
    </message>
    <message>
        <source>%1
%2, %3
%4 to %5</source>
        <comment>name, product, price, begin, end</comment>
        <translation>%1
%2，%3
%4 至 %5</translation>
    </message>
    <message>
        <source>Every state</source>
        <translation>全部状态</translation>
    </message>
    <message>
        <source>Flash sales</source>
        <translation>秒杀</translation>
    </message>
    <message numerus="yes">
        <source>%1 sales</source>
        <translation>
            <numerusform>%1 场秒杀</numerusform>
        </translation>
    </message>
    <message>
        <source>Set one up, rehearse it, start it.</source>
        <translation>创建一场，演练，然后启动。</translation>
    </message>
    <message>
        <source>No sale matches the filter.</source>
        <translation>没有符合条件的秒杀。</translation>
    </message>
    <message>
        <source>Export the list of sales</source>
        <translation>导出秒杀列表</translation>
    </message>
    <message>
        <source>Sale or state</source>
        <translation>秒杀或状态</translation>
    </message>
</context>
<context>
    <name>RefundFlow</name>
    <message>
        <source>Number of the transfer or receipt</source>
        <translation>转账或收据编号</translation>
    </message>
    <message>
        <source>Reference</source>
        <translation>凭证号</translation>
    </message>
    <message>
        <source>Enter a reference.</source>
        <translation>请填写凭证号。</translation>
    </message>
    <message>
        <source>Order</source>
        <translation>订单</translation>
    </message>
    <message>
        <source>Cause</source>
        <translation>事由</translation>
    </message>
    <message>
        <source>Now</source>
        <translation>现状</translation>
    </message>
</context>
<context>
    <name>TableExport</name>
    <message numerus="yes">
        <source>Exported %1 rows to %2</source>
        <translation>
            <numerusform>已将 %1 行导出到 %2</numerusform>
        </translation>
    </message>
    <message>
        <source>Export…</source>
        <translation>导出…</translation>
    </message>
</context>
<context>
    <name>evenhand::ui::LimitFlow</name>
    <message>
        <source>as the campus has it</source>
        <comment>load limit</comment>
        <translation>按校区的设置</translation>
    </message>
    <message>
        <source>at most %1</source>
        <comment>orders in hand</comment>
        <translation>最多 %1 单</translation>
    </message>
    <message>
        <source>no limit</source>
        <comment>orders in hand</comment>
        <translation>不限</translation>
    </message>
    <message>
        <source>gets this limit</source>
        <translation>采用此上限</translation>
    </message>
    <message>
        <source>How many orders %1 may have in hand.</source>
        <translation>%1手上最多可有多少单。</translation>
    </message>
    <message>
        <source>How many orders each of %1 may have in hand.</source>
        <translation>%1每人手上最多可有多少单。</translation>
    </message>
    <message>
        <source>Whoever has as many gets no more until one is delivered or handed over. Orders in hand stay, also if they are more.</source>
        <translation>达到上限后，送达或转交一单之前不再接单。手上已有的订单即使超出也会保留。</translation>
    </message>
    <message>
        <source>As the campus has it</source>
        <translation>按校区的设置</translation>
    </message>
    <message>
        <source>No limit</source>
        <translation>不限</translation>
    </message>
    <message>
        <source>At most</source>
        <translation>最多</translation>
    </message>
    <message>
        <source>Orders in hand</source>
        <translation>手上订单</translation>
    </message>
    <message>
        <source>Load limit</source>
        <translation>接单上限</translation>
    </message>
    <message>
        <source>Courier</source>
        <translation>骑手</translation>
    </message>
    <message>
        <source>Id</source>
        <translation>编号</translation>
    </message>
    <message>
        <source>Now</source>
        <translation>当前状态</translation>
    </message>
    <message>
        <source>Set limit</source>
        <translation>设置上限</translation>
    </message>
    <message>
        <source>Optional; kept in the audit log</source>
        <translation>选填；记入审计日志</translation>
    </message>
</context>
<context>
    <name>DisablingTexts</name>
    <message>
        <source>Disabled</source>
        <translation>已停用</translation>
    </message>
    <message>
        <source>Active</source>
        <translation>正常</translation>
    </message>
    <message>
        <source>Disable</source>
        <translation>停用</translation>
    </message>
    <message>
        <source>Enable</source>
        <translation>启用</translation>
    </message>
    <message>
        <source>%1 will be disabled.</source>
        <comment>name or count</comment>
        <translation>%1 将被停用。</translation>
    </message>
    <message>
        <source>%1 will be enabled again.</source>
        <comment>name or count</comment>
        <translation>%1 将重新启用。</translation>
    </message>
    <message>
        <source>Required; kept in the audit log</source>
        <translation>必填；记入审计日志</translation>
    </message>
    <message>
        <source>Disable…</source>
        <translation>停用…</translation>
    </message>
    <message>
        <source>Enable…</source>
        <translation>启用…</translation>
    </message>
    <message>
        <source>Already disabled.</source>
        <translation>已经停用。</translation>
    </message>
    <message>
        <source>Not disabled.</source>
        <translation>没有停用。</translation>
    </message>
    <message>
        <source>takes part again</source>
        <translation>恢复使用</translation>
    </message>
</context>
<context>
    <name>ShopForms</name>
    <message>
        <source>It cannot be changed later.</source>
        <translation>以后不能更改。</translation>
    </message>
    <message>
        <source>Enter an ID.</source>
        <translation>请输入编号。</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Enter a name.</source>
        <translation>请输入名称。</translation>
    </message>
    <message>
        <source>Enter a whole number from %1.</source>
        <translation>请输入不小于 %1 的整数。</translation>
    </message>
    <message>
        <source>Edit %1</source>
        <translation>编辑 %1</translation>
    </message>
    <message>
        <source>Add a campus</source>
        <translation>添加校区</translation>
    </message>
    <message>
        <source>It begins with the usual delays and dispatch settings; change them on Dispatch and Delayed orders.</source>
        <translation>开始时使用默认的时限和派单设置，可在“派单”页和“超时订单”页修改。</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>保存</translation>
    </message>
    <message>
        <source>Add</source>
        <translation>添加</translation>
    </message>
    <message>
        <source>ID</source>
        <translation>编号</translation>
    </message>
    <message>
        <source>%1 is saved.</source>
        <translation>%1 已保存。</translation>
    </message>
    <message>
        <source>%1 is added.</source>
        <translation>%1 已添加。</translation>
    </message>
    <message>
        <source>Add a courier</source>
        <translation>添加骑手</translation>
    </message>
    <message>
        <source>A new courier is off duty: set them on duty on Dispatch.</source>
        <translation>新骑手为离岗状态，请在“派单”页设为在岗。</translation>
    </message>
    <message>
        <source>Campus</source>
        <translation>校区</translation>
    </message>
    <message>
        <source>Add a campus first.</source>
        <translation>请先添加校区。</translation>
    </message>
    <message>
        <source>Telephone</source>
        <translation>电话</translation>
    </message>
    <message>
        <source>Shown wherever somebody might call them.</source>
        <translation>凡是可能要打电话的地方都会显示。</translation>
    </message>
    <message>
        <source>Add a product</source>
        <translation>添加商品</translation>
    </message>
    <message>
        <source>Orders that were placed keep the price that they were placed at.</source>
        <translation>已下的订单仍按下单时的价格。</translation>
    </message>
    <message>
        <source>SKU</source>
        <translation>SKU</translation>
    </message>
    <message>
        <source>Price (%1)</source>
        <translation>价格（%1）</translation>
    </message>
    <message>
        <source>On hand</source>
        <translation>现有库存</translation>
    </message>
    <message>
        <source>Low at</source>
        <translation>低库存线</translation>
    </message>
    <message>
        <source>At or below it the product is short. Empty: no limit.</source>
        <translation>库存不高于此数时提示不足。留空则不设。</translation>
    </message>
    <message>
        <source>Receive %1</source>
        <translation>%1 入库</translation>
    </message>
    <message>
        <source>%1 were on hand when this was opened.</source>
        <translation>打开此窗口时库存为 %1。</translation>
    </message>
    <message>
        <source>Receive</source>
        <translation>入库</translation>
    </message>
    <message>
        <source>Units</source>
        <translation>数量</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>备注</translation>
    </message>
    <message>
        <source>Where from, for the history. Optional.</source>
        <translation>来源，记入库存记录。可不填。</translation>
    </message>
    <message>
        <source>%1: %2 received.</source>
        <translation>%1：已入库 %2。</translation>
    </message>
    <message>
        <source>Correct the stock of %1</source>
        <translation>修正 %1 的库存</translation>
    </message>
    <message>
        <source>The difference to what was on hand when this was opened is added or taken, so orders that are placed meanwhile are not lost.</source>
        <translation>按与打开此窗口时库存的差额增减，期间的订单不会被漏算。</translation>
    </message>
    <message>
        <source>Correct</source>
        <translation>修正</translation>
    </message>
    <message>
        <source>Counted</source>
        <translation>盘点数</translation>
    </message>
    <message>
        <source>%1: stock corrected by %2.</source>
        <translation>%1：库存已修正 %2。</translation>
    </message>
</context>
<context>
    <name>StockWords</name>
    <message>
        <source>Received</source>
        <translation>入库</translation>
    </message>
    <message>
        <source>Corrected</source>
        <translation>修正</translation>
    </message>
    <message>
        <source>Set by import or API</source>
        <translation>由导入或接口设置</translation>
    </message>
    <message>
        <source>Order</source>
        <translation>订单</translation>
    </message>
    <message>
        <source>Order in a flash sale</source>
        <translation>秒杀订单</translation>
    </message>
    <message>
        <source>Set aside for a flash sale</source>
        <translation>划入秒杀</translation>
    </message>
    <message>
        <source>Left over from a flash sale</source>
        <translation>秒杀剩余退回</translation>
    </message>
</context>
<context>
    <name>evenhand::ui::OrderLinesEdit</name>
    <message>
        <source>Product</source>
        <translation>商品</translation>
    </message>
    <message>
        <source>Name of a product, or how its SKU begins</source>
        <translation>商品名称，或 SKU 的开头</translation>
    </message>
    <message>
        <source>%1  %2 · %3 · %4 on hand</source>
        <comment>name, SKU, price, units</comment>
        <translation>%1  %2 · %3 · 库存 %4</translation>
    </message>
    <message>
        <source>No product matches.</source>
        <translation>没有符合的商品。</translation>
    </message>
    <message>
        <source>The products could not be read: %1</source>
        <translation>无法读取商品：%1</translation>
    </message>
    <message>
        <source>Units of %1</source>
        <translation>%1 的数量</translation>
    </message>
    <message>
        <source>Remove %1</source>
        <translation>移除 %1</translation>
    </message>
    <message>
        <source>%1 on hand</source>
        <translation>库存 %1</translation>
    </message>
</context>
<context>
    <name>evenhand::ui::ProductPane</name>
    <message>
        <source>Stock in detail</source>
        <translation>库存详情</translation>
    </message>
    <message>
        <source>Select a product to see what has changed its stock.</source>
        <translation>选择一个商品，查看其库存变动。</translation>
    </message>
    <message>
        <source>%1: %2 on hand</source>
        <comment>product, units</comment>
        <translation>%1：库存 %2</translation>
    </message>
    <message>
        <source>Product</source>
        <translation>商品</translation>
    </message>
    <message>
        <source>SKU</source>
        <translation>SKU</translation>
    </message>
    <message>
        <source>Now</source>
        <translation>当前</translation>
    </message>
    <message>
        <source>Products</source>
        <translation>商品</translation>
    </message>
    <message numerus="yes">
        <source>%1 products</source>
        <translation>
            <numerusform>%1 个商品</numerusform>
        </translation>
    </message>
    <message>
        <source>There are no products yet. An order needs one that is in stock.</source>
        <translation>还没有商品。下单需要有库存的商品。</translation>
    </message>
    <message>
        <source>No product matches the filter.</source>
        <translation>没有符合条件的商品。</translation>
    </message>
    <message>
        <source>Export products</source>
        <translation>导出商品</translation>
    </message>
    <message>
        <source>State</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>Active</source>
        <translation>正常</translation>
    </message>
    <message>
        <source>Disabled</source>
        <translation>已停用</translation>
    </message>
    <message>
        <source>Low stock</source>
        <translation>低库存</translation>
    </message>
    <message>
        <source>At or below the limit that is set for the product</source>
        <translation>库存不高于为该商品设的低库存线</translation>
    </message>
    <message>
        <source>Name, or how the SKU begins</source>
        <translation>名称，或 SKU 的开头</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Price</source>
        <translation>价格</translation>
    </message>
    <message>
        <source>On hand</source>
        <translation>现有库存</translation>
    </message>
    <message>
        <source>Low at</source>
        <translation>低库存线</translation>
    </message>
    <message>
        <source>Low</source>
        <translation>不足</translation>
    </message>
    <message>
        <source>Disabled since %1</source>
        <translation>%1 起停用</translation>
    </message>
    <message>
        <source>Select a product first.</source>
        <translation>请先选择一个商品。</translation>
    </message>
    <message>
        <source>Edit…</source>
        <translation>编辑…</translation>
    </message>
    <message>
        <source>Receive…</source>
        <translation>入库…</translation>
    </message>
    <message>
        <source>Units have arrived</source>
        <translation>货已到</translation>
    </message>
    <message>
        <source>Correct…</source>
        <translation>修正…</translation>
    </message>
    <message>
        <source>The stock was counted, and is another one</source>
        <translation>盘点结果与库存不符</translation>
    </message>
    <message>
        <source>cannot be ordered</source>
        <translation>不能再下单</translation>
    </message>
    <message>
        <source>It cannot be ordered any more. Orders that have it go on, and its stock stays.</source>
        <translation>不能再下单。已有的订单照常进行，库存保留。</translation>
    </message>
    <message>
        <source>It can be ordered again.</source>
        <translation>可以重新下单。</translation>
    </message>
</context>
<context>
    <name>evenhand::ui::ShopCampusPane</name>
    <message>
        <source>Campuses</source>
        <translation>校区</translation>
    </message>
    <message numerus="yes">
        <source>%1 campuses</source>
        <translation>
            <numerusform>%1 个校区</numerusform>
        </translation>
    </message>
    <message>
        <source>There are no campuses yet. A shop begins with one.</source>
        <translation>还没有校区。开店从添加校区开始。</translation>
    </message>
    <message>
        <source>No campus matches the filter.</source>
        <translation>没有符合条件的校区。</translation>
    </message>
    <message>
        <source>Export campuses</source>
        <translation>导出校区</translation>
    </message>
    <message>
        <source>Name, ID or state</source>
        <translation>名称、编号或状态</translation>
    </message>
    <message>
        <source>Campus</source>
        <translation>校区</translation>
    </message>
    <message>
        <source>ID</source>
        <translation>编号</translation>
    </message>
    <message>
        <source>Now</source>
        <translation>当前</translation>
    </message>
    <message>
        <source>Select a campus first.</source>
        <translation>请先选择一个校区。</translation>
    </message>
    <message>
        <source>takes no new orders</source>
        <translation>不再接新订单</translation>
    </message>
    <message>
        <source>No new orders are taken there. Those that are there go on as usual.</source>
        <translation>该校区不再接新订单，已有的订单照常进行。</translation>
    </message>
    <message>
        <source>New orders are taken again.</source>
        <translation>恢复接新订单。</translation>
    </message>
    <message>
        <source>Rename…</source>
        <translation>改名…</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>State</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>Disabled since %1</source>
        <translation>%1 起停用</translation>
    </message>
    <message>
        <source>Dispatch</source>
        <translation>派单</translation>
    </message>
    <message>
        <source>Paused</source>
        <translation>已暂停</translation>
    </message>
    <message>
        <source>Running</source>
        <translation>运行中</translation>
    </message>
</context>
<context>
    <name>evenhand::ui::ShopCourierPane</name>
    <message>
        <source>Courier</source>
        <translation>骑手</translation>
    </message>
    <message>
        <source>Telephone</source>
        <translation>电话</translation>
    </message>
    <message>
        <source>Now</source>
        <translation>当前</translation>
    </message>
    <message>
        <source>Couriers</source>
        <translation>骑手</translation>
    </message>
    <message>
        <source>There are no couriers yet. Paid orders wait until one is on duty.</source>
        <translation>还没有骑手。已付款的订单要等到有骑手在岗。</translation>
    </message>
    <message>
        <source>No courier matches the filter.</source>
        <translation>没有符合条件的骑手。</translation>
    </message>
    <message>
        <source>Export couriers</source>
        <translation>导出骑手</translation>
    </message>
    <message>
        <source>Name, ID, telephone or state</source>
        <translation>名称、编号、电话或状态</translation>
    </message>
    <message>
        <source>Select a courier first.</source>
        <translation>请先选择一位骑手。</translation>
    </message>
    <message>
        <source>Edit…</source>
        <translation>编辑…</translation>
    </message>
    <message>
        <source>off duty</source>
        <translation>离岗</translation>
    </message>
    <message>
        <source>off duty, with %1 in hand</source>
        <comment>counted orders</comment>
        <translation>离岗，手上有 %1</translation>
    </message>
    <message>
        <source>They go off duty and cannot come on duty. Orders in hand stay with them: hand them over afterwards.</source>
        <translation>骑手将离岗，且不能再上岗。手上的订单仍归其所有，请随后移交。</translation>
    </message>
    <message>
        <source>They can come on duty again; until then they are off duty.</source>
        <translation>骑手可以重新上岗，在此之前为离岗。</translation>
    </message>
    <message>
        <source>Hand over on Dispatch…</source>
        <translation>到“派单”页移交…</translation>
    </message>
    <message>
        <source>Open Dispatch with this courier, to hand over what is in hand</source>
        <translation>在“派单”页打开这位骑手，移交手上的订单</translation>
    </message>
    <message>
        <source>This courier has no orders in hand.</source>
        <translation>这位骑手手上没有订单。</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Campus</source>
        <translation>校区</translation>
    </message>
    <message>
        <source>ID</source>
        <translation>编号</translation>
    </message>
    <message>
        <source>State</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>Disabled</source>
        <translation>已停用</translation>
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
        <source>Disabled since %1</source>
        <translation>%1 起停用</translation>
    </message>
    <message>
        <source>In hand</source>
        <translation>手上订单</translation>
    </message>
    <message>
        <source>Load limit</source>
        <translation>接单上限</translation>
    </message>
    <message>
        <source>None</source>
        <translation>无</translation>
    </message>
    <message>
        <source>Set for this courier.</source>
        <translation>为该骑手单独设置。</translation>
    </message>
    <message>
        <source>As the campus has it.</source>
        <translation>按校区的设置。</translation>
    </message>
</context>
<context>
    <name>evenhand::ui::ShopPage</name>
    <message>
        <source>Shop</source>
        <translation>店铺</translation>
    </message>
    <message>
        <source>Add a product…</source>
        <translation>添加商品…</translation>
    </message>
    <message>
        <source>Add a courier…</source>
        <translation>添加骑手…</translation>
    </message>
    <message>
        <source>Add a campus…</source>
        <translation>添加校区…</translation>
    </message>
    <message>
        <source>Search in the shop</source>
        <translation>在店铺中搜索</translation>
    </message>
    <message>
        <source>Refresh</source>
        <translation>刷新</translation>
    </message>
    <message>
        <source>Products</source>
        <translation>商品</translation>
    </message>
    <message>
        <source>Couriers</source>
        <translation>骑手</translation>
    </message>
    <message>
        <source>Campuses</source>
        <translation>校区</translation>
    </message>
    <message>
        <source>This program cannot import files.</source>
        <translation>此程序不能导入文件。</translation>
    </message>
    <message>
        <source>Import…</source>
        <translation>导入…</translation>
    </message>
    <message>
        <source>Import couriers, products, stock or rosters from a CSV file</source>
        <translation>从 CSV 文件导入骑手、商品、库存或排班</translation>
    </message>
    <message>
        <source>Rosters</source>
        <translation>排班</translation>
    </message>
    <message>
        <source>Couriers belong to a campus: add one first.</source>
        <translation>骑手属于校区：请先添加校区。</translation>
    </message>
</context>
<context>
    <name>evenhand::ui::StockHistoryPane</name>
    <message>
        <source>History of the stock</source>
        <translation>库存记录</translation>
    </message>
    <message numerus="yes">
        <source>%1 changes</source>
        <translation>
            <numerusform>%1 次变动</numerusform>
        </translation>
    </message>
    <message>
        <source>Its stock has never changed.</source>
        <translation>库存从未变动。</translation>
    </message>
    <message>
        <source>Receive stock, so that it can be ordered.</source>
        <translation>入库后才能下单。</translation>
    </message>
    <message>
        <source>No change matches the filter.</source>
        <translation>没有符合条件的变动。</translation>
    </message>
    <message>
        <source>Export the history</source>
        <translation>导出库存记录</translation>
    </message>
    <message>
        <source>Order, reason or person</source>
        <translation>订单、原因或人员</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>What</source>
        <translation>事项</translation>
    </message>
    <message>
        <source>Units</source>
        <translation>数量</translation>
    </message>
    <message>
        <source>Out of what the flash sale had set aside: the stock did not change.</source>
        <translation>出自已划入秒杀的数量，库存没有变动。</translation>
    </message>
    <message>
        <source>Came back</source>
        <translation>退回</translation>
    </message>
    <message>
        <source>Units of an order that came back: it was closed, or they were returned</source>
        <translation>订单关闭或退货后退回的数量</translation>
    </message>
    <message>
        <source>Order or sale</source>
        <translation>订单或秒杀</translation>
    </message>
    <message>
        <source>Reason</source>
        <translation>原因</translation>
    </message>
    <message>
        <source>Who</source>
        <translation>操作人</translation>
    </message>
</context>
<context>
    <name>evenhand::ui::TakeOrderDialog</name>
    <message>
        <source>Take an order</source>
        <translation>手工下单</translation>
    </message>
    <message>
        <source>For somebody who calls. Prices are those of the catalogue.</source>
        <translation>为来电的顾客下单，价格以商品目录为准。</translation>
    </message>
    <message>
        <source>Place the order</source>
        <translation>下单</translation>
    </message>
    <message>
        <source>It is not known whether the order was placed. Send it again: it is placed once, however often it is sent.</source>
        <translation>无法确定订单是否已下。请再次提交：无论提交几次，只会下一单。</translation>
    </message>
    <message>
        <source>User</source>
        <translation>用户</translation>
    </message>
    <message>
        <source>As the shop knows them: a number, a telephone.</source>
        <translation>店铺所用的用户编号或电话。</translation>
    </message>
    <message>
        <source>Enter who the order is for.</source>
        <translation>请输入下单的用户。</translation>
    </message>
    <message>
        <source>Campus</source>
        <translation>校区</translation>
    </message>
    <message>
        <source>There is no campus that takes orders. Add one on Shop.</source>
        <translation>没有可接单的校区，请在“店铺”页添加。</translation>
    </message>
    <message>
        <source>Products</source>
        <translation>商品</translation>
    </message>
    <message>
        <source>Add a product.</source>
        <translation>请添加商品。</translation>
    </message>
    <message>
        <source>The order costs more than an order may.</source>
        <translation>订单金额超过上限。</translation>
    </message>
    <message>
        <source>No discount</source>
        <translation>不用优惠</translation>
    </message>
    <message>
        <source>Discount</source>
        <translation>优惠</translation>
    </message>
    <message>
        <source>A draw of a running campaign.</source>
        <translation>参加进行中的随机立减活动。</translation>
    </message>
    <message>
        <source>Not paid yet</source>
        <translation>暂未付款</translation>
    </message>
    <message>
        <source>Paid in cash</source>
        <translation>已付现金</translation>
    </message>
    <message>
        <source>Paid, with a number</source>
        <translation>已付款，有支付单号</translation>
    </message>
    <message>
        <source>Payment</source>
        <translation>付款</translation>
    </message>
    <message>
        <source>What is not paid in time closes by itself.</source>
        <translation>超时未付的订单会自动关闭。</translation>
    </message>
    <message>
        <source>Payment number</source>
        <translation>支付单号</translation>
    </message>
    <message>
        <source>Enter a payment number.</source>
        <translation>请输入支付单号。</translation>
    </message>
    <message>
        <source>Reason</source>
        <translation>原因</translation>
    </message>
    <message>
        <source>Of the payment; kept in the audit log.</source>
        <translation>登记付款的原因，记入审计日志。</translation>
    </message>
    <message>
        <source>Enter a reason.</source>
        <translation>请输入原因。</translation>
    </message>
    <message>
        <source>%1, less the discount</source>
        <translation>%1，另减优惠</translation>
    </message>
    <message>
        <source>%1 to pay</source>
        <translation>应付 %1</translation>
    </message>
    <message>
        <source>Order %1 is placed: %2 to pay.</source>
        <translation>订单 %1 已下，应付 %2。</translation>
    </message>
    <message>
        <source>There was no discount: %1.</source>
        <translation>没有优惠：%1。</translation>
    </message>
    <message>
        <source>Order %1 is placed, but it is not known whether its payment was recorded. Look at the order before you record it again.</source>
        <translation>订单 %1 已下，但无法确定付款是否已登记。请先查看订单，再决定是否重新登记。</translation>
    </message>
    <message>
        <source>Order %1 is placed, but not paid: %2</source>
        <translation>订单 %1 已下，但未付款：%2</translation>
    </message>
    <message>
        <source>Order %1 is placed, but not paid: the money is kept and owed back (%2).</source>
        <translation>订单 %1 已下，但未付款：款项已留存，待退还（%2）。</translation>
    </message>
    <message>
        <source>Order %1 is placed and paid: %2.</source>
        <translation>订单 %1 已下并已付款：%2。</translation>
    </message>
</context>
<context>
    <name>ShiftWords</name>
    <message>
        <source>Off</source>
        <comment>a day without shifts</comment>
        <translation>休息</translation>
    </message>
    <message>
        <source>Monday</source>
        <translation>星期一</translation>
    </message>
    <message>
        <source>Tuesday</source>
        <translation>星期二</translation>
    </message>
    <message>
        <source>Wednesday</source>
        <translation>星期三</translation>
    </message>
    <message>
        <source>Thursday</source>
        <translation>星期四</translation>
    </message>
    <message>
        <source>Friday</source>
        <translation>星期五</translation>
    </message>
    <message>
        <source>Saturday</source>
        <translation>星期六</translation>
    </message>
    <message>
        <source>Sunday</source>
        <translation>星期日</translation>
    </message>
    <message>
        <source>Mon</source>
        <translation>周一</translation>
    </message>
    <message>
        <source>Tue</source>
        <translation>周二</translation>
    </message>
    <message>
        <source>Wed</source>
        <translation>周三</translation>
    </message>
    <message>
        <source>Thu</source>
        <translation>周四</translation>
    </message>
    <message>
        <source>Fri</source>
        <translation>周五</translation>
    </message>
    <message>
        <source>Sat</source>
        <translation>周六</translation>
    </message>
    <message>
        <source>Sun</source>
        <translation>周日</translation>
    </message>
</context>
<context>
    <name>evenhand::ui::CrewView</name>
    <message>
        <source>no roster</source>
        <translation>没有排班</translation>
    </message>
    <message>
        <source>no shift planned</source>
        <translation>当天休息</translation>
    </message>
    <message>
        <source>planned %1</source>
        <comment>times of day</comment>
        <translation>排班 %1</translation>
    </message>
    <message>
        <source>not on duty yet</source>
        <translation>尚未在岗</translation>
    </message>
    <message>
        <source>on duty %1</source>
        <comment>times of day</comment>
        <translation>在岗 %1</translation>
    </message>
    <message>
        <source>%1: %2; %3</source>
        <comment>courier, shifts, duty</comment>
        <translation>%1：%2；%3</translation>
    </message>
    <message>
        <source>Crew of the day</source>
        <translation>当天班次</translation>
    </message>
    <message>
        <source>The crew is not known yet.</source>
        <translation>班次尚未读取。</translation>
    </message>
    <message>
        <source>There are no couriers.</source>
        <translation>没有骑手。</translation>
    </message>
</context>
<context>
    <name>evenhand::ui::OffDutyNote</name>
    <message>
        <source>All of %1, %2…</source>
        <comment>courier, orders</comment>
        <translation>%1 的全部订单，%2…</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <comment>courier, orders</comment>
        <translation>%1（%2）</translation>
    </message>
    <message>
        <source>Off duty with orders in hand: %1</source>
        <comment>couriers</comment>
        <translation>已离岗但手上有单：%1</translation>
    </message>
    <message>
        <source>Hand over</source>
        <translation>交接</translation>
    </message>
    <message>
        <source>Give the orders of somebody who is off duty to those on duty</source>
        <translation>将离岗骑手的订单派给在岗骑手</translation>
    </message>
</context>
<context>
    <name>evenhand::ui::RosterDialog</name>
    <message>
        <source>Write shifts as 09:00-12:00, 14:00-18:00; at most %1 a day.</source>
        <translation>班次写作 09:00-12:00, 14:00-18:00；每天最多 %1 个。</translation>
    </message>
    <message>
        <source>Roster of %1</source>
        <translation>%1 的排班</translation>
    </message>
    <message>
        <source>Off</source>
        <comment>a weekday without shifts</comment>
        <translation>休息</translation>
    </message>
    <message>
        <source>Write shifts as 09:00-12:00, 14:00-18:00; one that ends before it begins, as 22:00-06:00, ends on the next day. Times are those of the business time zone. Duty follows by itself; duty set by hand holds until the roster&apos;s next change. Without any shift and exception, duty is set by hand alone.</source>
        <translation>班次写作 09:00-12:00, 14:00-18:00；结束早于开始的（如 22:00-06:00）在次日结束。时间按业务时区。在岗状态自动跟随排班；人工设置的状态保持到排班下一次变化。没有任何班次和特殊日期时，只能人工设置。</translation>
    </message>
    <message>
        <source>%1: roster saved.</source>
        <translation>%1：排班已保存。</translation>
    </message>
</context>
<context>
    <name>evenhand::ui::RosterPane</name>
    <message>
        <source>Rosters</source>
        <translation>排班</translation>
    </message>
    <message numerus="yes">
        <source>%1 couriers</source>
        <translation>
            <numerusform>%1 名骑手</numerusform>
        </translation>
    </message>
    <message>
        <source>There are no couriers.</source>
        <translation>没有骑手。</translation>
    </message>
    <message>
        <source>Add couriers first; each can have a roster then.</source>
        <translation>请先添加骑手，然后即可排班。</translation>
    </message>
    <message>
        <source>No courier matches the filter.</source>
        <translation>没有符合条件的骑手。</translation>
    </message>
    <message>
        <source>Export rosters</source>
        <translation>导出排班</translation>
    </message>
    <message>
        <source>Courier, campus or shift</source>
        <translation>骑手、校区或班次</translation>
    </message>
    <message>
        <source>Courier</source>
        <translation>骑手</translation>
    </message>
    <message>
        <source>Id</source>
        <translation>编号</translation>
    </message>
    <message>
        <source>Now</source>
        <translation>当前状态</translation>
    </message>
    <message>
        <source>Shifts…</source>
        <translation>班次…</translation>
    </message>
    <message>
        <source>Exception…</source>
        <translation>特殊日期…</translation>
    </message>
    <message>
        <source>Change the weekly shifts of the courier</source>
        <translation>修改骑手每周的班次</translation>
    </message>
    <message>
        <source>Other shifts on one date, or none</source>
        <translation>某一天换班或休息</translation>
    </message>
    <message>
        <source>Select a courier first.</source>
        <translation>请先选择骑手。</translation>
    </message>
    <message>
        <source>Campus</source>
        <translation>校区</translation>
    </message>
    <message>
        <source>Exceptions ahead</source>
        <translation>之后的特殊日期</translation>
    </message>
    <message>
        <source>Crew today</source>
        <translation>今日班次</translation>
    </message>
    <message>
        <source>Could not be read: %1</source>
        <translation>无法读取：%1</translation>
    </message>
    <message>
        <source>Frame: planned; bar: on duty. Point at a courier, or step through them with the arrow keys.</source>
        <translation>框为排班，条为实际在岗。指向某位骑手，或用方向键逐个查看。</translation>
    </message>
    <message>
        <source>%1 on duty, %2 planned now</source>
        <comment>couriers</comment>
        <translation>%1 人在岗，当前排班 %2 人</translation>
    </message>
    <message>
        <source>Telephone</source>
        <translation>电话</translation>
    </message>
</context>
<context>
    <name>evenhand::ui::ShiftExceptionDialog</name>
    <message>
        <source>Exception for %1</source>
        <translation>%1 的特殊日期</translation>
    </message>
    <message>
        <source>As the weekday</source>
        <translation>与平日相同</translation>
    </message>
    <message>
        <source>Off all day</source>
        <translation>全天休息</translation>
    </message>
    <message>
        <source>Other shifts</source>
        <translation>其他班次</translation>
    </message>
    <message>
        <source>Date</source>
        <translation>日期</translation>
    </message>
    <message>
        <source>Weekday</source>
        <translation>星期</translation>
    </message>
    <message>
        <source>On this date</source>
        <translation>当天</translation>
    </message>
    <message>
        <source>Shifts</source>
        <translation>班次</translation>
    </message>
    <message>
        <source>No exceptions ahead.</source>
        <translation>之后没有特殊日期。</translation>
    </message>
    <message>
        <source>Exceptions ahead: %1</source>
        <comment>dates and shifts</comment>
        <translation>之后的特殊日期：%1</translation>
    </message>
    <message>
        <source>Enter the shifts of this date.</source>
        <translation>请填写当天的班次。</translation>
    </message>
    <message>
        <source>%1: exception of %2 saved.</source>
        <comment>courier, date</comment>
        <translation>%1：%2 的特殊日期已保存。</translation>
    </message>
</context>
<context>
    <name>evenhand::ui::OffDutyNotices</name>
    <message>
        <source>%1 (%2)</source>
        <comment>courier, orders</comment>
        <translation>%1（%2）</translation>
    </message>
    <message>
        <source>Off duty by the roster with orders in hand: %1. Hand them over on Dispatch.</source>
        <comment>couriers</comment>
        <translation>按排班已离岗但手上有单：%1。请在派单页交接。</translation>
    </message>
    <message>
        <source>Hand over…</source>
        <translation>交接…</translation>
    </message>
    <message>
        <source>%1 (%2, %3)</source>
        <comment>courier, telephone, orders</comment>
        <translation>%1（%2，%3）</translation>
    </message>
</context>
<context>
    <name>ImportTexts</name>
    <message>
        <source>Courier ID</source>
        <translation>骑手编号</translation>
    </message>
    <message>
        <source>Campus</source>
        <translation>校区</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Telephone</source>
        <translation>电话</translation>
    </message>
    <message>
        <source>On duty</source>
        <translation>在岗</translation>
    </message>
    <message>
        <source>SKU</source>
        <translation>SKU</translation>
    </message>
    <message>
        <source>Unit price</source>
        <translation>单价</translation>
    </message>
    <message>
        <source>Stock</source>
        <translation>库存</translation>
    </message>
    <message>
        <source>Reason</source>
        <translation>原因</translation>
    </message>
    <message>
        <source>Order number</source>
        <translation>订单号</translation>
    </message>
    <message>
        <source>User ID</source>
        <translation>用户编号</translation>
    </message>
    <message>
        <source>Quantity</source>
        <translation>数量</translation>
    </message>
    <message>
        <source>Placed at</source>
        <translation>下单时间</translation>
    </message>
    <message>
        <source>Product name</source>
        <translation>商品名称</translation>
    </message>
    <message>
        <source>Return number</source>
        <translation>退货单号</translation>
    </message>
    <message>
        <source>Returned at</source>
        <translation>退货时间</translation>
    </message>
    <message>
        <source>Wrong number of columns, or no campus</source>
        <translation>列数不对，或没有校区</translation>
    </message>
    <message>
        <source>Characters that cannot be read</source>
        <translation>含有无法识别的字符</translation>
    </message>
    <message>
        <source>Too long</source>
        <translation>过长</translation>
    </message>
    <message>
        <source>A return: import it as returns</source>
        <translation>属于退货：请按退货导入</translation>
    </message>
    <message>
        <source>No order number</source>
        <translation>没有订单号</translation>
    </message>
    <message>
        <source>No SKU</source>
        <translation>没有 SKU</translation>
    </message>
    <message>
        <source>Not a number, or too large</source>
        <translation>不是数字，或数值过大</translation>
    </message>
    <message>
        <source>Quantity is not above 0</source>
        <translation>数量不大于 0</translation>
    </message>
    <message>
        <source>Price is below 0</source>
        <translation>单价小于 0</translation>
    </message>
    <message>
        <source>Price has too many decimals</source>
        <translation>单价的小数位过多</translation>
    </message>
    <message>
        <source>Not a date and time of this format</source>
        <translation>日期时间不符合格式</translation>
    </message>
    <message>
        <source>In the future</source>
        <translation>时间在将来</translation>
    </message>
    <message>
        <source>Other user or campus than the order&apos;s first line</source>
        <translation>用户或校区与该订单的第一行不同</translation>
    </message>
    <message>
        <source>Order is already there</source>
        <translation>订单已存在</translation>
    </message>
    <message>
        <source>SKU is not in the catalogue</source>
        <translation>目录中没有该 SKU</translation>
    </message>
    <message>
        <source>Not enough stock</source>
        <translation>库存不足</translation>
    </message>
    <message>
        <source>No courier ID</source>
        <translation>没有骑手编号</translation>
    </message>
    <message>
        <source>No campus</source>
        <translation>没有校区</translation>
    </message>
    <message>
        <source>On duty is neither yes nor no</source>
        <translation>“在岗”既不是“是”也不是“否”</translation>
    </message>
    <message>
        <source>Courier belongs to another campus</source>
        <translation>骑手属于其他校区</translation>
    </message>
    <message>
        <source>Stock is below 0</source>
        <translation>库存小于 0</translation>
    </message>
    <message>
        <source>An order: import it as orders</source>
        <translation>属于订单：请按订单导入</translation>
    </message>
    <message>
        <source>No return number</source>
        <translation>没有退货单号</translation>
    </message>
    <message>
        <source>No known user</source>
        <translation>没有已知的用户</translation>
    </message>
    <message>
        <source>Return is already there</source>
        <translation>退货已存在</translation>
    </message>
    <message>
        <source>Number of another return</source>
        <translation>单号已被另一笔退货使用</translation>
    </message>
    <message>
        <source>Nothing of this SKU was sold</source>
        <translation>该 SKU 没有售出记录</translation>
    </message>
    <message>
        <source>Order&apos;s status allows no return</source>
        <translation>订单状态不允许退货</translation>
    </message>
    <message>
        <source>More than can still be returned</source>
        <translation>超过可退数量</translation>
    </message>
    <message>
        <source>Couriers</source>
        <translation>骑手</translation>
    </message>
    <message>
        <source>Products</source>
        <translation>商品</translation>
    </message>
    <message>
        <source>Stock as counted</source>
        <translation>库存盘点</translation>
    </message>
    <message>
        <source>Orders</source>
        <translation>订单</translation>
    </message>
    <message>
        <source>Returns</source>
        <translation>退货</translation>
    </message>
    <message numerus="yes">
        <source>%1 couriers</source>
        <translation>
            <numerusform>%1 名骑手</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 products</source>
        <translation>
            <numerusform>%1 个商品</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 orders</source>
        <translation>
            <numerusform>%1 个订单</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 returns</source>
        <translation>
            <numerusform>%1 笔退货</numerusform>
        </translation>
    </message>
    <message>
        <source>Units counted</source>
        <translation>盘点数量</translation>
    </message>
    <message>
        <source>Monday</source>
        <translation>周一</translation>
    </message>
    <message>
        <source>Tuesday</source>
        <translation>周二</translation>
    </message>
    <message>
        <source>Wednesday</source>
        <translation>周三</translation>
    </message>
    <message>
        <source>Thursday</source>
        <translation>周四</translation>
    </message>
    <message>
        <source>Friday</source>
        <translation>周五</translation>
    </message>
    <message>
        <source>Saturday</source>
        <translation>周六</translation>
    </message>
    <message>
        <source>Sunday</source>
        <translation>周日</translation>
    </message>
    <message>
        <source>Campus, courier or product is disabled</source>
        <translation>校区、骑手或商品已停用</translation>
    </message>
    <message>
        <source>Courier is not known</source>
        <translation>没有该骑手</translation>
    </message>
    <message>
        <source>Shifts that cannot be read</source>
        <translation>班次无法读取</translation>
    </message>
    <message>
        <source>Rosters</source>
        <translation>排班</translation>
    </message>
    <message numerus="yes">
        <source>%1 rosters</source>
        <translation>
            <numerusform>%1 份排班</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ImportWords</name>
    <message>
        <source>Yes</source>
        <translation>是</translation>
    </message>
    <message>
        <source>No</source>
        <translation>否</translation>
    </message>
    <message>
        <source>There is no such file.</source>
        <translation>没有这个文件。</translation>
    </message>
    <message>
        <source>The file was changed while it was being read. Import it again.</source>
        <translation>读取期间文件被修改，请重新导入。</translation>
    </message>
</context>
<context>
    <name>evenhand::ui::CheckPage</name>
    <message>
        <source>Progress of the check</source>
        <translation>检查进度</translation>
    </message>
    <message>
        <source>Checking all rows…</source>
        <translation>正在检查所有行…</translation>
    </message>
    <message>
        <source>Why rows are left out</source>
        <translation>未采用的原因</translation>
    </message>
    <message>
        <source>Rows</source>
        <translation>行数</translation>
    </message>
    <message numerus="yes">
        <source>%1 rows: %2 can be imported, %3 rejected, %4 already there.</source>
        <comment>count; counted orders; counts</comment>
        <translation>
            <numerusform>共 %1 行：可导入 %2，拒绝 %3，已存在 %4。</numerusform>
        </translation>
    </message>
    <message>
        <source>Nothing was changed.</source>
        <translation>没有任何改动。</translation>
    </message>
    <message>
        <source>Nothing has been changed yet.</source>
        <translation>目前没有任何改动。</translation>
    </message>
    <message>
        <source>Of their lines %1 are taken and %2 are left out. Nothing has been changed yet.</source>
        <comment>lines of orders</comment>
        <translation>订单明细采用 %1 行，未采用 %2 行。目前没有任何改动。</translation>
    </message>
    <message>
        <source>%1 Unpaid orders are closed when the time to pay has passed from now.</source>
        <translation>%1 未付款的订单从现在起计时，超过付款时限后关闭。</translation>
    </message>
    <message>
        <source>There is nothing to import.</source>
        <translation>没有可导入的内容。</translation>
    </message>
</context>
<context>
    <name>evenhand::ui::ColumnsPage</name>
    <message>
        <source>Columns of the file: drag one onto a field</source>
        <translation>文件中的列：可拖到字段上</translation>
    </message>
    <message>
        <source>Columns of the file</source>
        <translation>文件中的列</translation>
    </message>
    <message>
        <source>Format of dates</source>
        <translation>日期格式</translation>
    </message>
    <message>
        <source>d.M.yyyy H:mm; empty: 2026-01-31 18:05</source>
        <translation>d.M.yyyy H:mm；留空：2026-01-31 18:05</translation>
    </message>
    <message>
        <source>Orders are paid</source>
        <translation>订单已付款</translation>
    </message>
    <message>
        <source>Create unknown products, with stock</source>
        <translation>自动建立未知商品，库存为</translation>
    </message>
    <message>
        <source>Stock of products that are created</source>
        <translation>自动建立的商品的库存</translation>
    </message>
    <message>
        <source>Approve the returns</source>
        <translation>批准退货</translation>
    </message>
    <message>
        <source>Save as profile</source>
        <translation>另存为方案</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>保存</translation>
    </message>
    <message>
        <source>Enter a name first.</source>
        <translation>请先填写名称。</translation>
    </message>
    <message>
        <source>Not in the file</source>
        <translation>文件中没有</translation>
    </message>
    <message>
        <source>The same for every row</source>
        <translation>每行相同</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>column, its first value</comment>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>%1 (optional)</source>
        <comment>field</comment>
        <translation>%1（可选）</translation>
    </message>
    <message>
        <source>%1 of every row</source>
        <comment>field</comment>
        <translation>每行的%1</translation>
    </message>
    <message>
        <source>Row</source>
        <translation>行</translation>
    </message>
    <message>
        <source>Result</source>
        <translation>结果</translation>
    </message>
    <message>
        <source>Fits</source>
        <translation>可用</translation>
    </message>
    <message>
        <source>The first rows as they will be read</source>
        <translation>按当前设置读取的前几行</translation>
    </message>
    <message>
        <source>Saved. On the command line: --profile %1</source>
        <translation>已保存。命令行用法：--profile %1</translation>
    </message>
    <message>
        <source>Enter what it is in every row.</source>
        <translation>请填写每行共用的值。</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>field, why</comment>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>Stock of products that are created: a whole number from 0 to %1.</source>
        <translation>自动建立的商品的库存：请填写 0 到 %1 的整数。</translation>
    </message>
    <message>
        <source>Reading the first rows…</source>
        <translation>正在读取前几行…</translation>
    </message>
</context>
<context>
    <name>evenhand::ui::FilePage</name>
    <message>
        <source>Evenhand&apos;s own columns</source>
        <translation>均派自有的列</translation>
    </message>
    <message>
        <source>Online Retail data set</source>
        <translation>Online Retail 数据集</translation>
    </message>
    <message>
        <source>File</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>A CSV file; it can also be dropped here</source>
        <translation>CSV 文件，也可拖到此处</translation>
    </message>
    <message>
        <source>Browse…</source>
        <translation>浏览…</translation>
    </message>
    <message>
        <source>Import a file</source>
        <translation>导入文件</translation>
    </message>
    <message>
        <source>CSV files (*.csv)</source>
        <translation>CSV 文件 (*.csv)</translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation>所有文件 (*)</translation>
    </message>
    <message>
        <source>Rows are</source>
        <translation>内容</translation>
    </message>
    <message>
        <source>Profile</source>
        <translation>方案</translation>
    </message>
    <message>
        <source>Choose a file.</source>
        <translation>请选择文件。</translation>
    </message>
    <message>
        <source>Reading the file…</source>
        <translation>正在读取文件…</translation>
    </message>
    <message>
        <source>A CSV file in UTF-8 whose first line names the columns.</source>
        <translation>UTF-8 编码的 CSV 文件，第一行是列名。</translation>
    </message>
    <message>
        <source>There are no rows below the first line.</source>
        <translation>第一行之后没有数据。</translation>
    </message>
    <message>
        <source>There is only one column. Columns are separated by , ; | or tabs.</source>
        <translation>只有一列。各列须用 , ; | 或制表符分隔。</translation>
    </message>
    <message numerus="yes">
        <source>%1 columns</source>
        <translation>
            <numerusform>%1 列</numerusform>
        </translation>
    </message>
    <message>
        <source>No kind of rows has these columns. Assign them in the next step.</source>
        <translation>无法按列名识别内容，请在下一步指定各列。</translation>
    </message>
    <message>
        <source>Recognised by the columns; another kind can be chosen.</source>
        <translation>已按列名识别，也可改选其他内容。</translation>
    </message>
    <message>
        <source>How the columns are assigned. Saved profiles are offered for files that have their columns.</source>
        <translation>各列如何对应。文件含有相应的列时，可选用已保存的方案。</translation>
    </message>
</context>
<context>
    <name>evenhand::ui::ImportRun</name>
    <message>
        <source>Import of %1</source>
        <comment>file</comment>
        <translation>导入 %1</translation>
    </message>
    <message>
        <source>Stopping…</source>
        <translation>正在停止…</translation>
    </message>
    <message>
        <source>Paused. What has been imported so far is there.</source>
        <translation>已暂停。此前导入的内容均已生效。</translation>
    </message>
    <message numerus="yes">
        <source>Reading: %1 rows</source>
        <translation>
            <numerusform>正在读取：%1 行</numerusform>
        </translation>
    </message>
    <message>
        <source>Importing: %1 of %2</source>
        <comment>count; orders or returns</comment>
        <translation>正在导入：%1 / %2</translation>
    </message>
    <message>
        <source>%1 · %2 a second</source>
        <comment>progress, rate</comment>
        <translation>%1 · 每秒 %2</translation>
    </message>
    <message>
        <source>%1 imported, %2 rejected, %3 already there.</source>
        <comment>counted orders; counts</comment>
        <translation>已导入 %1，拒绝 %2，已存在 %3。</translation>
    </message>
    <message>
        <source>%1 Then it failed: %2</source>
        <comment>what was imported; why it ended</comment>
        <translation>%1随后失败：%2</translation>
    </message>
    <message>
        <source>%1 Stopped; import the file again for the rest.</source>
        <comment>what was imported</comment>
        <translation>%1已停止；要导入其余内容，请再次导入该文件。</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>file, what came of its import</comment>
        <translation>%1：%2</translation>
    </message>
</context>
<context>
    <name>evenhand::ui::ImportWizard</name>
    <message>
        <source>Import</source>
        <translation>导入</translation>
    </message>
    <message>
        <source>Import a file</source>
        <translation>导入文件</translation>
    </message>
    <message>
        <source>File</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>Columns</source>
        <translation>列</translation>
    </message>
    <message>
        <source>Check</source>
        <translation>检查</translation>
    </message>
    <message>
        <source>Import</source>
        <comment>step of the wizard</comment>
        <translation>导入</translation>
    </message>
</context>
<context>
    <name>evenhand::ui::RunPage</name>
    <message>
        <source>Progress of the import</source>
        <translation>导入进度</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>暂停</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Save rejected rows…</source>
        <translation>保存被拒绝的行…</translation>
    </message>
    <message>
        <source>Import another file</source>
        <translation>导入另一个文件</translation>
    </message>
    <message>
        <source>Importing %1</source>
        <comment>file</comment>
        <translation>正在导入 %1</translation>
    </message>
    <message>
        <source>Continue</source>
        <translation>继续</translation>
    </message>
    <message>
        <source>%1
It goes on when this window is closed; the bottom line shows it.</source>
        <comment>progress</comment>
        <translation>%1
关闭此窗口后导入仍会继续，底部状态栏会显示进度。</translation>
    </message>
    <message>
        <source>The first %1 of %2 rejected rows; the saved file has all of them.</source>
        <translation>被拒绝的共 %2 行，此处为前 %1 行；保存的文件包含全部。</translation>
    </message>
    <message>
        <source>Row</source>
        <translation>行</translation>
    </message>
    <message>
        <source>Why</source>
        <translation>原因</translation>
    </message>
    <message>
        <source>Line of the file</source>
        <translation>文件中的内容</translation>
    </message>
    <message>
        <source>Rejected rows</source>
        <translation>被拒绝的行</translation>
    </message>
    <message numerus="yes">
        <source>Saved %1 rejected rows to %2</source>
        <translation>
            <numerusform>已将 %1 行被拒绝的数据保存到 %2</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>WordList</name>
    <message>
        <source>, </source>
        <comment>between the words of a list</comment>
        <translation>、</translation>
    </message>
</context>
<context>
    <name>AlertTexts</name>
    <message>
        <source>Refund %1</source>
        <comment>number</comment>
        <translation>退款 %1</translation>
    </message>
    <message>
        <source>Tasks: %1</source>
        <comment>kind</comment>
        <translation>任务：%1</translation>
    </message>
    <message>
        <source>%1 %</source>
        <translation>%1%</translation>
    </message>
    <message>
        <source>+%1 %</source>
        <translation>+%1%</translation>
    </message>
    <message>
        <source>%1 h</source>
        <translation>%1 小时</translation>
    </message>
    <message>
        <source>It is about no order.</source>
        <translation>与订单无关。</translation>
    </message>
</context>
<context>
    <name>evenhand::ui::AlertBell</name>
    <message>
        <source>An alert fires</source>
        <translation>有告警</translation>
    </message>
    <message>
        <source>, </source>
        <comment>between alerts</comment>
        <translation>、</translation>
    </message>
</context>
<context>
    <name>evenhand::ui::AlertPane</name>
    <message>
        <source>Limits…</source>
        <translation>限额…</translation>
    </message>
    <message>
        <source>The limits are not known yet.</source>
        <translation>尚不知道限额。</translation>
    </message>
    <message>
        <source>Alerts</source>
        <translation>告警</translation>
    </message>
    <message>
        <source>never</source>
        <translation>从不</translation>
    </message>
    <message>
        <source>Repeat every</source>
        <translation>重复间隔</translation>
    </message>
    <message>
        <source>Spread of weights</source>
        <translation>权重差距</translation>
    </message>
    <message>
        <source>Budget spent, %</source>
        <translation>预算已用（%）</translation>
    </message>
    <message>
        <source>Ahead of plan, %</source>
        <translation>超前于计划（%）</translation>
    </message>
    <message>
        <source>Age of the newest backup</source>
        <translation>最新备份已过</translation>
    </message>
    <message>
        <source>When something is an alert</source>
        <translation>何时告警</translation>
    </message>
    <message>
        <source>What I hear of, on this computer</source>
        <translation>本机上我会收到的告警</translation>
    </message>
    <message>
        <source>A sound when an alert fires</source>
        <translation>告警时发出声音</translation>
    </message>
    <message>
        <source>A notification on the desktop when an alert fires</source>
        <translation>告警时显示桌面通知</translation>
    </message>
    <message>
        <source>Alerts that are the work of these roles:</source>
        <translation>属于以下角色工作的告警：</translation>
    </message>
</context>
<context>
    <name>evenhand::ui::AlertLimitsDialog</name>
    <message>
        <source>A whole number, 1 to %1; empty: never.</source>
        <translation>整数，1 到 %1；留空表示从不。</translation>
    </message>
    <message>
        <source>0, or at least %1.</source>
        <translation>0，或至少 %1。</translation>
    </message>
    <message>
        <source>Up to three rising percentages such as 50, 80, 95; empty: never.</source>
        <translation>最多三个递增的百分比，如 50, 80, 95；留空表示从不。</translation>
    </message>
    <message>
        <source>Limits of alerts</source>
        <translation>告警限额</translation>
    </message>
    <message>
        <source>Repeat every</source>
        <translation>重复间隔</translation>
    </message>
    <message>
        <source>Alerts that belong to no campus; a campus has its own in its timer settings.</source>
        <translation>不属于任何校区的告警；校区的在其定时设置中。</translation>
    </message>
    <message>
        <source>Spread of weights</source>
        <translation>权重差距</translation>
    </message>
    <message>
        <source>Highest less lowest of the couriers on duty at a campus.</source>
        <translation>同一校区在岗骑手最高权重减最低权重。</translation>
    </message>
    <message>
        <source>Budget spent, %</source>
        <translation>预算已用（%）</translation>
    </message>
    <message>
        <source>Of a campaign; each limit fires once.</source>
        <translation>单个活动；每个限额告警一次。</translation>
    </message>
    <message>
        <source>Ahead of plan, %</source>
        <translation>超前于计划（%）</translation>
    </message>
    <message>
        <source>So many percent more of a budget than of its time.</source>
        <translation>预算消耗比时间进度快多少个百分点。</translation>
    </message>
    <message>
        <source>Age of the newest backup</source>
        <translation>最新备份已过</translation>
    </message>
    <message>
        <source>At least 1 h.</source>
        <translation>至少 1 小时。</translation>
    </message>
    <message>
        <source>Empty or 0: never. What has fired already stays until it is over or somebody resolves it.</source>
        <translation>留空或 0 表示从不。已触发的告警会保留到恢复或被解除。</translation>
    </message>
    <message>
        <source>The limits of alerts are saved.</source>
        <translation>告警限额已保存。</translation>
    </message>
</context>
<context>
    <name>evenhand::ui::LatePane</name>
    <message numerus="yes">
        <source>%1 late orders</source>
        <translation>
            <numerusform>%1 个超时订单</numerusform>
        </translation>
    </message>
    <message>
        <source>Order or user</source>
        <translation>订单或用户</translation>
    </message>
    <message>
        <source>Late orders</source>
        <translation>超时订单</translation>
    </message>
    <message>
        <source>No order is late.</source>
        <translation>没有超时订单。</translation>
    </message>
    <message>
        <source>Nothing to do.</source>
        <translation>无需操作。</translation>
    </message>
    <message>
        <source>No late order matches the filter.</source>
        <translation>没有符合条件的超时订单。</translation>
    </message>
    <message>
        <source>Export late orders</source>
        <translation>导出超时订单</translation>
    </message>
    <message>
        <source>Late by</source>
        <translation>已超时</translation>
    </message>
    <message>
        <source>In hand</source>
        <translation>手上</translation>
    </message>
    <message>
        <source>It is not late any more.</source>
        <translation>已不再超时。</translation>
    </message>
    <message>
        <source>Acknowledge</source>
        <translation>确认</translation>
    </message>
    <message>
        <source>Mark their alerts as seen; they stop repeating</source>
        <translation>将其告警标为已读；不再重复</translation>
    </message>
    <message>
        <source>Alerts of %1 will be marked as seen.</source>
        <comment>n orders</comment>
        <translation>%1 的告警将标为已读。</translation>
    </message>
</context>
<context>
    <name>SearchItems</name>
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
        <source>Product · %1</source>
        <translation>商品 · %1</translation>
    </message>
    <message>
        <source>Payment of order %1</source>
        <translation>订单 %1 的付款</translation>
    </message>
    <message>
        <source>Payment · %1</source>
        <translation>付款 · %1</translation>
    </message>
    <message>
        <source>Return of order %1</source>
        <translation>订单 %1 的退货</translation>
    </message>
    <message>
        <source>Refund %1 · %2</source>
        <translation>退款 %1 · %2</translation>
    </message>
    <message>
        <source>Campaign · %1</source>
        <translation>活动 · %1</translation>
    </message>
    <message>
        <source>Flash sale · %1</source>
        <translation>秒杀 · %1</translation>
    </message>
    <message>
        <source>Person · %1</source>
        <translation>人员 · %1</translation>
    </message>
    <message>
        <source>Campus · %1</source>
        <translation>校区 · %1</translation>
    </message>
    <message>
        <source>Orders</source>
        <translation>订单</translation>
    </message>
    <message>
        <source>Users</source>
        <translation>用户</translation>
    </message>
    <message>
        <source>Couriers</source>
        <translation>骑手</translation>
    </message>
    <message>
        <source>Products</source>
        <translation>商品</translation>
    </message>
    <message>
        <source>Payments</source>
        <translation>付款</translation>
    </message>
    <message>
        <source>Returns</source>
        <translation>退货</translation>
    </message>
    <message>
        <source>Refunds</source>
        <translation>退款</translation>
    </message>
    <message>
        <source>Campaigns</source>
        <translation>活动</translation>
    </message>
    <message>
        <source>Flash sales</source>
        <translation>秒杀</translation>
    </message>
    <message>
        <source>People</source>
        <translation>人员</translation>
    </message>
    <message>
        <source>Campuses</source>
        <translation>校区</translation>
    </message>
    <message>
        <source>%1 · disabled</source>
        <translation>%1 · 已停用</translation>
    </message>
</context>
<context>
    <name>evenhand::ui::StartPanel</name>
    <message>
        <source>First steps</source>
        <translation>开始使用</translation>
    </message>
    <message>
        <source>Add a campus</source>
        <translation>添加校区</translation>
    </message>
    <message>
        <source>A place where couriers deliver: a university, a neighbourhood.</source>
        <translation>骑手配送的范围：一所大学，或一个小区。</translation>
    </message>
    <message>
        <source>Add couriers</source>
        <translation>添加骑手</translation>
    </message>
    <message>
        <source>One by one, or all from a CSV file, which also adds their campuses.</source>
        <translation>逐个添加，或用 CSV 文件一次导入，校区会一并建好。</translation>
    </message>
    <message>
        <source>Add products</source>
        <translation>添加商品</translation>
    </message>
    <message>
        <source>What people can order, with its price and its stock.</source>
        <translation>可以下单的商品，带价格和库存。</translation>
    </message>
    <message>
        <source>Take the first order</source>
        <translation>下第一笔订单</translation>
    </message>
    <message>
        <source>By hand, as for somebody who calls, or from a CSV file.</source>
        <translation>为来电的顾客手工下单，或从 CSV 文件导入。</translation>
    </message>
    <message>
        <source>Open the HTTP API</source>
        <translation>开放 HTTP API</translation>
    </message>
    <message>
        <source>With a token, your own shop can place orders by itself.</source>
        <translation>有了令牌，您自己的商城就能自动下单。</translation>
    </message>
    <message>
        <source>Not needed</source>
        <translation>不需要</translation>
    </message>
    <message>
        <source>The token is there. Start the API, so that your own shop can use it.</source>
        <translation>令牌已创建。启动 API 后，自己的商城即可使用。</translation>
    </message>
</context>
<context>
    <name>evenhand::ui::PauseFlow</name>
    <message>
        <source>Paused</source>
        <comment>dispatch of a campus</comment>
        <translation>已暂停</translation>
    </message>
    <message>
        <source>Running</source>
        <comment>dispatch of a campus</comment>
        <translation>派单中</translation>
    </message>
    <message numerus="yes">
        <source>%1 campuses</source>
        <translation>
            <numerusform>%1 个校区</numerusform>
        </translation>
    </message>
    <message>
        <source>Pause dispatch</source>
        <translation>暂停派单</translation>
    </message>
    <message>
        <source>Resume dispatch</source>
        <translation>恢复派单</translation>
    </message>
    <message>
        <source>Paid orders of %1 will wait without a courier until dispatch is resumed.</source>
        <comment>a campus, or how many</comment>
        <translation>在恢复派单之前，%1 的已付款订单将等待，不会派给骑手。</translation>
    </message>
    <message>
        <source>Paid orders of %1 are dispatched again.</source>
        <comment>a campus, or how many</comment>
        <translation>%1 的已付款订单将重新派单。</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>暂停</translation>
    </message>
    <message>
        <source>Resume</source>
        <translation>恢复</translation>
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
        <source>No longer needed</source>
        <translation>不再需要</translation>
    </message>
    <message>
        <source>Paused by mistake</source>
        <translation>误操作暂停</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>what was done, what became of it</comment>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>%1: dispatch is paused, paid orders wait.</source>
        <comment>a campus, or how many</comment>
        <translation>%1：派单已暂停，已付款订单等待中。</translation>
    </message>
    <message>
        <source>%1: dispatch is resumed.</source>
        <comment>a campus, or how many</comment>
        <translation>%1：派单已恢复。</translation>
    </message>
    <message>
        <source>already paused</source>
        <translation>已经暂停</translation>
    </message>
    <message>
        <source>not paused</source>
        <translation>没有暂停</translation>
    </message>
    <message>
        <source>paid orders wait</source>
        <translation>已付款订单等待</translation>
    </message>
    <message>
        <source>paid orders are dispatched again</source>
        <translation>已付款订单重新派单</translation>
    </message>
    <message>
        <source>Campus</source>
        <translation>校区</translation>
    </message>
    <message>
        <source>Dispatch</source>
        <translation>派单</translation>
    </message>
    <message>
        <source>Now</source>
        <translation>现状</translation>
    </message>
</context>
<context>
    <name>ServiceTexts</name>
    <message>
        <source>This file holds no certificate in PEM.</source>
        <translation>此文件中没有 PEM 证书。</translation>
    </message>
    <message>
        <source>No service answers. Check that it runs, and the address.</source>
        <translation>没有服务应答。请确认服务正在运行，并检查地址。</translation>
    </message>
    <message>
        <source>No service answers at %1. Check that it runs there, and the address.</source>
        <translation>%1 没有服务应答。请确认服务在那里运行，并检查地址。</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <comment>sentence, the system&apos;s words</comment>
        <translation>%1（%2）</translation>
    </message>
    <message>
        <source>The service runs version %1, this console %2. Update the older of the two.</source>
        <translation>服务的版本是 %1，此控制台是 %2。请更新其中较旧的一个。</translation>
    </message>
    <message>
        <source>The certificate of the service is not trusted, so nothing was sent.</source>
        <translation>服务的证书不受信任，因此没有发送任何内容。</translation>
    </message>
</context>
<context>
    <name>evenhand::ui::FingerprintDialog</name>
    <message>
        <source>Certificate of a service</source>
        <translation>服务的证书</translation>
    </message>
    <message>
        <source>Is this the certificate of %1?</source>
        <translation>这是 %1 的证书吗？</translation>
    </message>
    <message>
        <source>No authority vouches for it. Trust it only if its fingerprint is the same as at the service. It is then remembered, and any other certificate is refused.</source>
        <translation>没有机构为它担保。只有当指纹与服务上的一致时才信任它；之后会记住它，并拒绝任何其他证书。</translation>
    </message>
    <message>
        <source>The service prints its fingerprint when it starts. On its machine this command prints it too:</source>
        <translation>服务启动时会显示其指纹。在服务所在的机器上，以下命令也能显示指纹：</translation>
    </message>
    <message>
        <source>Trust</source>
        <translation>信任</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>%1 shows another certificate than before. Nothing was sent to it.</source>
        <translation>%1 出示的证书与以前不同。没有向它发送任何内容。</translation>
    </message>
    <message>
        <source>Trusted before (SHA-256)</source>
        <translation>以前信任的（SHA-256）</translation>
    </message>
    <message>
        <source>Shown now (SHA-256)</source>
        <translation>现在出示的（SHA-256）</translation>
    </message>
    <message>
        <source>Another machine may be answering in its place. If the certificate was renewed (ask whoever runs the service), delete the line of this service from the file below and connect again.</source>
        <translation>可能是另一台机器在冒充应答。如果证书确已更新（请询问运行服务的人），请从下面的文件中删去此服务的那一行，然后重新连接。</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
</context>
<context>
    <name>evenhand::ui::ServicePage</name>
    <message>
        <source>Choose a file</source>
        <translation>选择文件</translation>
    </message>
    <message>
        <source>Certificates (*.pem *.crt);;All files (*)</source>
        <translation>证书 (*.pem *.crt);;所有文件 (*)</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is not an address: enter a host, or a host and a port as in shop.example:8480.</source>
        <translation>“%1”不是地址：请输入主机，或主机和端口，例如 shop.example:8480。</translation>
    </message>
    <message>
        <source>Enter the address of the service.</source>
        <translation>请输入服务的地址。</translation>
    </message>
    <message>
        <source>The certificate file cannot be read.</source>
        <translation>无法读取证书文件。</translation>
    </message>
    <message>
        <source>Connect to a service</source>
        <translation>连接服务</translation>
    </message>
    <message>
        <source>A workspace that runs as a service, for several consoles. Its address is the name of its machine, followed by the port if that is not 8480; ask whoever runs it.</source>
        <translation>作为服务运行的工作区，可供多个控制台同时使用。地址是运行服务的机器名，端口不是 8480 时还要加上端口；请询问运行服务的人。</translation>
    </message>
    <message>
        <source>Used before</source>
        <translation>以前用过</translation>
    </message>
    <message>
        <source>Services that were used before</source>
        <translation>以前用过的服务</translation>
    </message>
    <message>
        <source>Address</source>
        <translation>地址</translation>
    </message>
    <message>
        <source>Authority</source>
        <translation>证书机构</translation>
    </message>
    <message>
        <source>Addresses of the service</source>
        <translation>服务的地址</translation>
    </message>
    <message>
        <source>shop.example:8480; several with commas</source>
        <translation>shop.example:8480；多个地址用逗号分隔</translation>
    </message>
    <message>
        <source>Of several addresses the first that answers is used. Lines to other machines are always encrypted; for this machine put https:// in front.</source>
        <translation>有多个地址时使用最先应答的一个。与其他机器的连接始终加密；对本机则用 https:// 要求加密。</translation>
    </message>
    <message>
        <source>PEM file; empty: those of this computer</source>
        <translation>PEM 文件；留空则用本机的证书机构</translation>
    </message>
    <message>
        <source>PEM file of the authority that vouches for the service&apos;s certificate</source>
        <translation>为服务的证书担保的机构的 PEM 文件</translation>
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
        <source>Connect</source>
        <translation>连接</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
</context>
<context>
    <name>evenhand::ui::ServicePathDialog</name>
    <message>
        <source>Backups are on the machine of the service, %1. Enter the path of the file there.</source>
        <translation>备份位于服务 %1 所在的机器上。请输入那里的文件路径。</translation>
    </message>
    <message>
        <source>Path on the service&apos;s machine</source>
        <translation>服务所在机器上的路径</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Enter the full path of the file.</source>
        <translation>请输入文件的完整路径。</translation>
    </message>
</context>
<context>
    <name>evenhand::ui::PresenceLine</name>
    <message>
        <source>%1 (deciding)</source>
        <comment>who</comment>
        <translation>%1（正在处理）</translation>
    </message>
    <message>
        <source>Also open: %1</source>
        <comment>by whom</comment>
        <translation>另有 %1 打开</translation>
    </message>
</context>
<context>
    <name>evenhand::ui::ConnectedPane</name>
    <message>
        <source>Connected</source>
        <translation>已连接</translation>
    </message>
    <message>
        <source>Connected consoles</source>
        <translation>已连接的控制台</translation>
    </message>
    <message numerus="yes">
        <source>%1 connections</source>
        <translation>
            <numerusform>%1 个连接</numerusform>
        </translation>
    </message>
    <message>
        <source>No console is connected.</source>
        <translation>没有已连接的控制台。</translation>
    </message>
    <message>
        <source>Open a console on this service and it is listed here.</source>
        <translation>在其他机器上用控制台连接此服务后，会列在这里。</translation>
    </message>
    <message>
        <source>No connection matches the filter.</source>
        <translation>没有符合条件的连接。</translation>
    </message>
    <message>
        <source>Export connections</source>
        <translation>导出连接</translation>
    </message>
    <message>
        <source>Person, address or version</source>
        <translation>人员、地址或版本</translation>
    </message>
    <message>
        <source>Who</source>
        <translation>人员</translation>
    </message>
    <message>
        <source>From</source>
        <translation>来自</translation>
    </message>
    <message>
        <source>Now</source>
        <translation>现在</translation>
    </message>
    <message>
        <source>End the connection…</source>
        <translation>断开连接…</translation>
    </message>
    <message>
        <source>Select a connection first.</source>
        <translation>请先选择一个连接。</translation>
    </message>
    <message>
        <source>This is your own connection. Sign out instead.</source>
        <translation>这是您自己的连接；请改为退出登录。</translation>
    </message>
    <message>
        <source>The workspace is open there, so there is no connection to end.</source>
        <translation>工作区就在那里打开，没有可断开的连接。</translation>
    </message>
    <message>
        <source>must sign in again</source>
        <translation>须重新登录</translation>
    </message>
    <message>
        <source>End the connection of %1</source>
        <translation>断开 %1 的连接</translation>
    </message>
    <message>
        <source>End connections</source>
        <translation>断开多个连接</translation>
    </message>
    <message numerus="yes">
        <source>%1 connections will be ended.</source>
        <translation>
            <numerusform>将断开 %1 个连接。</numerusform>
        </translation>
    </message>
    <message>
        <source>Whatever is being typed there is lost. Commands that were sent are carried out.</source>
        <translation>那里正在输入的内容会丢失，已发出的操作照常完成。</translation>
    </message>
    <message>
        <source>End the connection</source>
        <translation>断开连接</translation>
    </message>
    <message>
        <source>Required; kept in the audit log</source>
        <translation>必填；记入审计日志</translation>
    </message>
    <message>
        <source>Ended</source>
        <translation>已断开</translation>
    </message>
    <message>
        <source>the workspace itself</source>
        <translation>工作区所在机器</translation>
    </message>
    <message>
        <source>Since</source>
        <translation>开始时间</translation>
    </message>
    <message>
        <source>Version</source>
        <translation>版本</translation>
    </message>
    <message>
        <source>Program</source>
        <translation>程序</translation>
    </message>
    <message>
        <source>Command line</source>
        <translation>命令行</translation>
    </message>
    <message>
        <source>Console</source>
        <translation>控制台</translation>
    </message>
    <message>
        <source>Round trip</source>
        <translation>往返时间</translation>
    </message>
    <message>
        <source>%1 ms</source>
        <translation>%1 毫秒</translation>
    </message>
    <message>
        <source>This one</source>
        <translation>是否本机</translation>
    </message>
    <message>
        <source>this console</source>
        <translation>本控制台</translation>
    </message>
</context>
<context>
    <name>HandOverWork</name>
    <message>
        <source>Hand over all work of their couriers…</source>
        <translation>移交这些骑手手上的全部订单…</translation>
    </message>
    <message>
        <source>Give each order that these couriers have in hand to the next fairest one</source>
        <translation>把这些骑手手上的每一单派给下一位最公平的骑手</translation>
    </message>
    <message>
        <source>Nobody has this order.</source>
        <translation>还没有骑手接这一单。</translation>
    </message>
</context>
</TS>
