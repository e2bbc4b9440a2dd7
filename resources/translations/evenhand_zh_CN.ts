<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN" sourcelanguage="en">
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
        <source>%1 will be given to %2. Whoever had one gets the step back; %2 pays a step for each.</source>
        <translation>%1将交给 %2。原骑手退回一步，%2 每单扣一步。</translation>
    </message>
    <message>
        <source>%1 will be given to the next fairest courier each, but not to the present one.</source>
        <translation>%1将分别交给下一位最应派单的骑手（不含当前骑手）。</translation>
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
    <name>evenhand::ui::ReasonDialog</name>
    <message>
        <source>and %1 more</source>
        <translation>以及另外 %1 个</translation>
    </message>
    <message>
        <source>Reason</source>
        <translation>原因</translation>
    </message>
    <message>
        <source>Reason (may be left empty)</source>
        <translation>原因（可留空）</translation>
    </message>
    <message>
        <source>Back</source>
        <translation>返回</translation>
    </message>
    <message>
        <source>A reason is needed.</source>
        <translation>需要填写原因。</translation>
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
</context>
</TS>
