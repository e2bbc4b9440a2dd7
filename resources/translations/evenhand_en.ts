<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en">
<context>
    <name>ActionTexts</name>
    <message numerus="yes">
        <source>%1 orders will be closed.</source>
        <translation>
            <numerusform>%1 order will be closed.</numerusform>
            <numerusform>%1 orders will be closed.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Cancel %1 orders</source>
        <translation>
            <numerusform>Cancel %1 order</numerusform>
            <numerusform>Cancel %1 orders</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>CampaignChecks</name>
    <message numerus="yes">
        <source>Too many places for the budget: each needs at least %1. Set at most %2 places, or a budget of at least %3.</source>
        <translation>
            <numerusform>Too many places for the budget: each needs at least %1. Set at most %2 place, or a budget of at least %3.</numerusform>
            <numerusform>Too many places for the budget: each needs at least %1. Set at most %2 places, or a budget of at least %3.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>More than the places can give away at %1 each. Set at most %2, at least %3 places, or a larger discount.</source>
        <translation>
            <numerusform>More than the places can give away at %1 each. Set at most %2, at least %3 place, or a larger discount.</numerusform>
            <numerusform>More than the places can give away at %1 each. Set at most %2, at least %3 places, or a larger discount.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>CampaignFigures</name>
    <message numerus="yes">
        <source>%1 queues</source>
        <translation>
            <numerusform>%1 queue</numerusform>
            <numerusform>%1 queues</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 reasons</source>
        <translation>
            <numerusform>%1 reason</numerusform>
            <numerusform>%1 reasons</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 users</source>
        <translation>
            <numerusform>%1 user</numerusform>
            <numerusform>%1 users</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>CampaignLabels</name>
    <message numerus="yes">
        <source>%1 places</source>
        <translation>
            <numerusform>%1 place</numerusform>
            <numerusform>%1 places</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 draws</source>
        <translation>
            <numerusform>%1 draw</numerusform>
            <numerusform>%1 draws</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>CampaignListWords</name>
    <message numerus="yes">
        <source>%1 campaigns</source>
        <translation>
            <numerusform>%1 campaign</numerusform>
            <numerusform>%1 campaigns</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Counted</name>
    <message numerus="yes">
        <source>%1 orders</source>
        <translation>
            <numerusform>%1 order</numerusform>
            <numerusform>%1 orders</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 couriers</source>
        <translation>
            <numerusform>%1 courier</numerusform>
            <numerusform>%1 couriers</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 messages</source>
        <translation>
            <numerusform>%1 message</numerusform>
            <numerusform>%1 messages</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>GivingTexts</name>
    <message numerus="yes">
        <source>Reassign %1 orders</source>
        <translation>
            <numerusform>Reassign %1 order</numerusform>
            <numerusform>Reassign %1 orders</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 orders go to the next fairest couriers.</source>
        <translation>
            <numerusform>%1 order goes to the next fairest courier.</numerusform>
            <numerusform>%1 orders go to the next fairest couriers.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>HandOvers</name>
    <message numerus="yes">
        <source>%1 hand-overs</source>
        <translation>
            <numerusform>%1 hand-over</numerusform>
            <numerusform>%1 hand-overs</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>MoneyLabels</name>
    <message numerus="yes">
        <source>%1 returns</source>
        <translation>
            <numerusform>%1 return</numerusform>
            <numerusform>%1 returns</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 refunds</source>
        <translation>
            <numerusform>%1 refund</numerusform>
            <numerusform>%1 refunds</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 payments</source>
        <translation>
            <numerusform>%1 payment</numerusform>
            <numerusform>%1 payments</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>OutcomeTexts</name>
    <message numerus="yes">
        <source>%1 more go to the next fairest couriers.</source>
        <translation>
            <numerusform>%1 more goes to the next fairest courier.</numerusform>
            <numerusform>%1 more go to the next fairest couriers.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>They go to the next fairest couriers.</source>
        <translation>
            <numerusform>It goes to the next fairest courier.</numerusform>
            <numerusform>They go to the next fairest couriers.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>SaleListWords</name>
    <message numerus="yes">
        <source>%1 sales</source>
        <translation>
            <numerusform>%1 sale</numerusform>
            <numerusform>%1 sales</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>SeckillLabels</name>
    <message numerus="yes">
        <source>%1 units</source>
        <translation>
            <numerusform>%1 unit</numerusform>
            <numerusform>%1 units</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>TimerTexts</name>
    <message numerus="yes">
        <source>%1 timers</source>
        <translation>
            <numerusform>%1 timer</numerusform>
            <numerusform>%1 timers</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>WhyThisCourier</name>
    <message numerus="yes">
        <source>%1 was tied with %3 others at the highest weight, %2; among equals the last by id is chosen.</source>
        <translation>
            <numerusform>%1 was tied with %3 other at the highest weight, %2; among equals the last by id is chosen.</numerusform>
            <numerusform>%1 was tied with %3 others at the highest weight, %2; among equals the last by id is chosen.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 and %2 more couriers</source>
        <translation>
            <numerusform>%1 and %2 more courier</numerusform>
            <numerusform>%1 and %2 more couriers</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>evenhand::ui::AlertsPanel</name>
    <message numerus="yes">
        <source>%1 alerts</source>
        <translation>
            <numerusform>%1 alert</numerusform>
            <numerusform>%1 alerts</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>evenhand::ui::ApiPane</name>
    <message numerus="yes">
        <source>%1 tokens</source>
        <translation>
            <numerusform>%1 token</numerusform>
            <numerusform>%1 tokens</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 tokens will be revoked.</source>
        <translation>
            <numerusform>%1 token will be revoked.</numerusform>
            <numerusform>%1 tokens will be revoked.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>evenhand::ui::AuditPane</name>
    <message numerus="yes">
        <source>%1 entries</source>
        <translation>
            <numerusform>%1 entry</numerusform>
            <numerusform>%1 entries</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Exported %1 entries to %2</source>
        <translation>
            <numerusform>Exported %1 entry to %2</numerusform>
            <numerusform>Exported %1 entries to %2</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>evenhand::ui::AuditReportDialog</name>
    <message numerus="yes">
        <source>The audit log is intact: %1 entries checked, %2 of them sealed.</source>
        <translation>
            <numerusform>The audit log is intact: %1 entry checked, %2 of them sealed.</numerusform>
            <numerusform>The audit log is intact: %1 entries checked, %2 of them sealed.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The audit log is not intact: %1 faults.</source>
        <translation>
            <numerusform>The audit log is not intact: %1 fault.</numerusform>
            <numerusform>The audit log is not intact: %1 faults.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>evenhand::ui::BackupPane</name>
    <message numerus="yes">
        <source>The backup is written and verified: %1, %2 rows, %3.</source>
        <translation>
            <numerusform>The backup is written and verified: %1, %2 row, %3.</numerusform>
            <numerusform>The backup is written and verified: %1, %2 rows, %3.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 backups</source>
        <translation>
            <numerusform>%1 backup</numerusform>
            <numerusform>%1 backups</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>evenhand::ui::BurnPlot</name>
    <message numerus="yes">
        <source>left: %1, %2 places</source>
        <translation>
            <numerusform>left: %1, %2 place</numerusform>
            <numerusform>left: %1, %2 places</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>evenhand::ui::CalibrationDialog</name>
    <message numerus="yes">
        <source>%1 of %2 differ from the records, %3 in all. Applying adds the differences, so assignments made meanwhile are kept.</source>
        <translation>
            <numerusform>%1 of %2 differs from the records, %3 in all. Applying adds the differences, so assignments made meanwhile are kept.</numerusform>
            <numerusform>%1 of %2 differ from the records, %3 in all. Applying adds the differences, so assignments made meanwhile are kept.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>evenhand::ui::CampaignRehearsalDialog</name>
    <message numerus="yes">
        <source>The crowd draws: %1 attempts</source>
        <translation>
            <numerusform>The crowd draw: %1 attempts</numerusform>
            <numerusform>The crowd draws: %1 attempts</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>evenhand::ui::CampaignTiles</name>
    <message numerus="yes">
        <source>to %1 users</source>
        <translation>
            <numerusform>to %1 user</numerusform>
            <numerusform>to %1 users</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>evenhand::ui::ChosenField</name>
    <message numerus="yes">
        <source>%1 chosen orders</source>
        <translation>
            <numerusform>%1 chosen order</numerusform>
            <numerusform>%1 chosen orders</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>evenhand::ui::ConsistencyPanel</name>
    <message numerus="yes">
        <source>%1 live orders have no slot: their users could try to get a second one.</source>
        <translation>
            <numerusform>%1 live order has no slot: its user could try to get a second one.</numerusform>
            <numerusform>%1 live orders have no slot: their users could try to get a second one.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 slots have neither an order nor a reservation: their users are locked out.</source>
        <translation>
            <numerusform>%1 slot has neither an order nor a reservation: its user is locked out.</numerusform>
            <numerusform>%1 slots have neither an order nor a reservation: their users are locked out.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>evenhand::ui::DeploymentPanel</name>
    <message numerus="yes">
        <source>%1 parts need a look</source>
        <translation>
            <numerusform>%1 part needs a look</numerusform>
            <numerusform>%1 parts need a look</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 bytes behind</source>
        <translation>
            <numerusform>%1 byte behind</numerusform>
            <numerusform>%1 bytes behind</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 consoles</source>
        <translation>
            <numerusform>%1 console</numerusform>
            <numerusform>%1 consoles</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>evenhand::ui::DispatchPage</name>
    <message numerus="yes">
        <source>%1 (%2 steps)</source>
        <comment>figures of weights</comment>
        <translation>
            <numerusform>%1 (%2 step)</numerusform>
            <numerusform>%1 (%2 steps)</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>evenhand::ui::DrawsPane</name>
    <message numerus="yes">
        <source>%1 of %2 in all are taken from their users.</source>
        <comment>draws, amount</comment>
        <translation>
            <numerusform>%1 of %2 in all is taken from its user.</numerusform>
            <numerusform>%1 of %2 in all are taken from their users.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>evenhand::ui::DuePlot</name>
    <message numerus="yes">
        <source>%1: %2 fall due</source>
        <comment>time, count</comment>
        <translation>
            <numerusform>%1: %2 falls due</numerusform>
            <numerusform>%1: %2 fall due</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 fall due by %2</source>
        <comment>count, time</comment>
        <translation>
            <numerusform>%1 falls due by %2</numerusform>
            <numerusform>%1 fall due by %2</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>evenhand::ui::KindPane</name>
    <message numerus="yes">
        <source>%1 kinds</source>
        <translation>
            <numerusform>%1 kind</numerusform>
            <numerusform>%1 kinds</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 tasks are waiting; those in progress continue.</source>
        <translation>
            <numerusform>%1 task is waiting; those in progress continue.</numerusform>
            <numerusform>%1 tasks are waiting; those in progress continue.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 waiting tasks start at once. After a restore, what was sent since the backup is sent again.</source>
        <translation>
            <numerusform>%1 waiting task starts at once. After a restore, what was sent since the backup is sent again.</numerusform>
            <numerusform>%1 waiting tasks start at once. After a restore, what was sent since the backup is sent again.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>evenhand::ui::LedgerPane</name>
    <message numerus="yes">
        <source>Exported %1 entries to %2, two rows each</source>
        <translation>
            <numerusform>Exported %1 entry to %2, two rows each</numerusform>
            <numerusform>Exported %1 entries to %2, two rows each</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 entries</source>
        <translation>
            <numerusform>%1 entry</numerusform>
            <numerusform>%1 entries</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>evenhand::ui::LetterPane</name>
    <message numerus="yes">
        <source>%1 dead letters</source>
        <translation>
            <numerusform>%1 dead letter</numerusform>
            <numerusform>%1 dead letters</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 leave the list.</source>
        <comment>n dead letters</comment>
        <translation>
            <numerusform>%1 leaves the list.</numerusform>
            <numerusform>%1 leave the list.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>evenhand::ui::MainWindow</name>
    <message numerus="yes">
        <source>Last sign-in: %1; since then %2 attempts with your name failed.</source>
        <translation>
            <numerusform>Last sign-in: %1; since then %2 attempt with your name failed.</numerusform>
            <numerusform>Last sign-in: %1; since then %2 attempts with your name failed.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>evenhand::ui::ManifestDialog</name>
    <message numerus="yes">
        <source>%1 in %2 tables</source>
        <translation>
            <numerusform>%1 in %2 table</numerusform>
            <numerusform>%1 in %2 tables</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>evenhand::ui::OrderPane</name>
    <message numerus="yes">
        <source>%1 orders</source>
        <translation>
            <numerusform>%1 order</numerusform>
            <numerusform>%1 orders</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 new orders</source>
        <translation>
            <numerusform>%1 new order</numerusform>
            <numerusform>%1 new orders</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Exported %1 orders to %2</source>
        <translation>
            <numerusform>Exported %1 order to %2</numerusform>
            <numerusform>Exported %1 orders to %2</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>evenhand::ui::OverviewPage</name>
    <message numerus="yes">
        <source>%1 timers not handled</source>
        <translation>
            <numerusform>%1 timer not handled</numerusform>
            <numerusform>%1 timers not handled</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 refunds failed</source>
        <translation>
            <numerusform>%1 refund failed</numerusform>
            <numerusform>%1 refunds failed</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1, %2 campaigns</source>
        <comment>of budget, count</comment>
        <translation>
            <numerusform>%1, %2 campaign</numerusform>
            <numerusform>%1, %2 campaigns</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>evenhand::ui::OwedPane</name>
    <message numerus="yes">
        <source>%1 payments</source>
        <translation>
            <numerusform>%1 payment</numerusform>
            <numerusform>%1 payments</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>evenhand::ui::PendingPane</name>
    <message numerus="yes">
        <source>This engine takes over %1 and handles them at once.</source>
        <comment>n messages</comment>
        <translation>
            <numerusform>This engine takes over %1 and handles it at once.</numerusform>
            <numerusform>This engine takes over %1 and handles them at once.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 are finished; their orders exist.</source>
        <comment>n messages</comment>
        <translation>
            <numerusform>%1 is finished; its order exists.</numerusform>
            <numerusform>%1 are finished; their orders exist.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The reservations of %1 are released: no orders are created.</source>
        <comment>n messages</comment>
        <translation>
            <numerusform>The reservation of %1 is released: no order is created.</numerusform>
            <numerusform>The reservations of %1 are released: no orders are created.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Failed %1 times</source>
        <translation>
            <numerusform>Failed %1 time</numerusform>
            <numerusform>Failed %1 times</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>evenhand::ui::PeoplePane</name>
    <message numerus="yes">
        <source>%1 people</source>
        <translation>
            <numerusform>%1 person</numerusform>
            <numerusform>%1 people</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 failed attempts are cleared; they can try again at once.</source>
        <translation>
            <numerusform>%1 failed attempt is cleared; they can try again at once.</numerusform>
            <numerusform>%1 failed attempts are cleared; they can try again at once.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>evenhand::ui::QueryPaneBase</name>
    <message numerus="yes">
        <source>Exported %1 rows to %2</source>
        <translation>
            <numerusform>Exported %1 row to %2</numerusform>
            <numerusform>Exported %1 rows to %2</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Copied %1 rows.</source>
        <translation>
            <numerusform>Copied %1 row.</numerusform>
            <numerusform>Copied %1 rows.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 of the %2 selected rows are no longer there.</source>
        <translation>
            <numerusform>%1 of the %2 selected rows is no longer there.</numerusform>
            <numerusform>%1 of the %2 selected rows are no longer there.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>evenhand::ui::QueuePanel</name>
    <message numerus="yes">
        <source>%1 timers are missing or wrong in the queue; the poller still finds them.</source>
        <translation>
            <numerusform>%1 timer is missing or wrong in the queue; the poller still finds it.</numerusform>
            <numerusform>%1 timers are missing or wrong in the queue; the poller still finds them.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>evenhand::ui::QueuesPage</name>
    <message numerus="yes">
        <source>Each queue gets %1 to %2 places.</source>
        <translation>
            <numerusform>Each queue gets %1 to %2 place.</numerusform>
            <numerusform>Each queue gets %1 to %2 places.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>evenhand::ui::RefundPane</name>
    <message numerus="yes">
        <source>%1 refunds</source>
        <translation>
            <numerusform>%1 refund</numerusform>
            <numerusform>%1 refunds</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>evenhand::ui::RehearsalDialog</name>
    <message numerus="yes">
        <source>%1 attempts</source>
        <translation>
            <numerusform>%1 attempt</numerusform>
            <numerusform>%1 attempts</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>evenhand::ui::RehearsalFrame</name>
    <message numerus="yes">
        <source>%1 of %2 invariants were broken.</source>
        <translation>
            <numerusform>%1 of %2 invariants was broken.</numerusform>
            <numerusform>%1 of %2 invariants were broken.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>evenhand::ui::RestoreDialog</name>
    <message numerus="yes">
        <source>%1 entries</source>
        <translation>
            <numerusform>%1 entry</numerusform>
            <numerusform>%1 entries</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>evenhand::ui::ResultsPopover</name>
    <message numerus="yes">
        <source>%1 older results are no longer listed.</source>
        <translation>
            <numerusform>%1 older result is no longer listed.</numerusform>
            <numerusform>%1 older results are no longer listed.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>evenhand::ui::ReturnActionFlow</name>
    <message numerus="yes">
        <source>The decisions on %1 returns will be undone.</source>
        <translation>
            <numerusform>The decision on %1 return will be undone.</numerusform>
            <numerusform>The decisions on %1 returns will be undone.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>evenhand::ui::ReturnPane</name>
    <message numerus="yes">
        <source>Exported %1 rows of returns to %2</source>
        <translation>
            <numerusform>Exported %1 row of returns to %2</numerusform>
            <numerusform>Exported %1 rows of returns to %2</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 returns</source>
        <translation>
            <numerusform>%1 return</numerusform>
            <numerusform>%1 returns</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>evenhand::ui::RingPlanDialog</name>
    <message numerus="yes">
        <source>services of %1 workers</source>
        <translation>
            <numerusform>services of %1 worker</numerusform>
            <numerusform>services of %1 workers</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 workers then, each with about %2 of the ring. %3 of the ring moves.</source>
        <comment>workers, share, share</comment>
        <translation>
            <numerusform>%1 worker then, with about %2 of the ring. %3 of the ring moves.</numerusform>
            <numerusform>%1 workers then, each with about %2 of the ring. %3 of the ring moves.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>evenhand::ui::RingView</name>
    <message numerus="yes">
        <source>%1 workers: %2.</source>
        <translation>
            <numerusform>%1 worker: %2.</numerusform>
            <numerusform>%1 workers: %2.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>workers, all covered</source>
        <translation>
            <numerusform>worker, all covered</numerusform>
            <numerusform>workers, all covered</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>workers, not all covered</source>
        <translation>
            <numerusform>worker, not all covered</numerusform>
            <numerusform>workers, not all covered</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>evenhand::ui::SaleLogPane</name>
    <message numerus="yes">
        <source>%1 entries</source>
        <translation>
            <numerusform>%1 entry</numerusform>
            <numerusform>%1 entries</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>evenhand::ui::SaleTiles</name>
    <message numerus="yes">
        <source>of %1 units</source>
        <translation>
            <numerusform>of %1 unit</numerusform>
            <numerusform>of %1 units</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 dead letters</source>
        <translation>
            <numerusform>%1 dead letter</numerusform>
            <numerusform>%1 dead letters</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>evenhand::ui::SeckillPage</name>
    <message numerus="yes">
        <source>%1 of %2 are taken out of stock and put on sale.</source>
        <comment>n units, product</comment>
        <translation>
            <numerusform>%1 of %2 is taken out of stock and put on sale.</numerusform>
            <numerusform>%1 of %2 are taken out of stock and put on sale.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 not ordered go back into the product&apos;s stock once the last reservations have become orders. Orders stay as they are.</source>
        <translation>
            <numerusform>%1 not ordered goes back into the product&apos;s stock once the last reservations have become orders. Orders stay as they are.</numerusform>
            <numerusform>%1 not ordered go back into the product&apos;s stock once the last reservations have become orders. Orders stay as they are.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 sold, %2 paid of %3 units</source>
        <translation>
            <numerusform>%1 sold, %2 paid of %3 unit</numerusform>
            <numerusform>%1 sold, %2 paid of %3 units</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>evenhand::ui::TaskPane</name>
    <message numerus="yes">
        <source>%1 tasks will be dropped and never run.</source>
        <translation>
            <numerusform>%1 task will be dropped and never run.</numerusform>
            <numerusform>%1 tasks will be dropped and never run.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 tasks will be retried at once.</source>
        <translation>
            <numerusform>%1 task will be retried at once.</numerusform>
            <numerusform>%1 tasks will be retried at once.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 tasks</source>
        <translation>
            <numerusform>%1 task</numerusform>
            <numerusform>%1 tasks</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>evenhand::ui::TimerPane</name>
    <message numerus="yes">
        <source>%1 timers</source>
        <translation>
            <numerusform>%1 timer</numerusform>
            <numerusform>%1 timers</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>evenhand::ui::TopBar</name>
    <message numerus="yes">
        <source>%1 alerts</source>
        <translation>
            <numerusform>%1 alert</numerusform>
            <numerusform>%1 alerts</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>evenhand::ui::UnitsGrid</name>
    <message numerus="yes">
        <source>%1 more lines, unchanged</source>
        <translation>
            <numerusform>%1 more line, unchanged</numerusform>
            <numerusform>%1 more lines, unchanged</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>evenhand::ui::WebhookPane</name>
    <message numerus="yes">
        <source>%1 messages will be resent, delivered or not.</source>
        <translation>
            <numerusform>%1 message will be resent, delivered or not.</numerusform>
            <numerusform>%1 messages will be resent, delivered or not.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 webhooks</source>
        <translation>
            <numerusform>%1 webhook</numerusform>
            <numerusform>%1 webhooks</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 waiting deliveries are dropped; the log stays.</source>
        <translation>
            <numerusform>%1 waiting delivery is dropped; the log stays.</numerusform>
            <numerusform>%1 waiting deliveries are dropped; the log stays.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>evenhand::ui::WeightBars</name>
    <message numerus="yes">
        <source>%1 couriers, mean weight %2, spread %3</source>
        <translation>
            <numerusform>%1 courier, mean weight %2, spread %3</numerusform>
            <numerusform>%1 couriers, mean weight %2, spread %3</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>evenhand::ui::WorkerPane</name>
    <message numerus="yes">
        <source>%1 workers</source>
        <translation>
            <numerusform>%1 worker</numerusform>
            <numerusform>%1 workers</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>TableExport</name>
    <message numerus="yes">
        <source>Exported %1 rows to %2</source>
        <translation>
            <numerusform>Exported %1 row to %2</numerusform>
            <numerusform>Exported %1 rows to %2</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>evenhand::ui::ProductPane</name>
    <message numerus="yes">
        <source>%1 products</source>
        <translation>
            <numerusform>%1 product</numerusform>
            <numerusform>%1 products</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>evenhand::ui::ShopCampusPane</name>
    <message numerus="yes">
        <source>%1 campuses</source>
        <translation>
            <numerusform>%1 campus</numerusform>
            <numerusform>%1 campuses</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>evenhand::ui::StockHistoryPane</name>
    <message numerus="yes">
        <source>%1 changes</source>
        <translation>
            <numerusform>%1 change</numerusform>
            <numerusform>%1 changes</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>evenhand::ui::RosterPane</name>
    <message numerus="yes">
        <source>%1 couriers</source>
        <translation>
            <numerusform>%1 courier</numerusform>
            <numerusform>%1 couriers</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ImportTexts</name>
    <message numerus="yes">
        <source>%1 couriers</source>
        <translation>
            <numerusform>%1 courier</numerusform>
            <numerusform>%1 couriers</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 products</source>
        <translation>
            <numerusform>%1 product</numerusform>
            <numerusform>%1 products</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 orders</source>
        <translation>
            <numerusform>%1 order</numerusform>
            <numerusform>%1 orders</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 returns</source>
        <translation>
            <numerusform>%1 return</numerusform>
            <numerusform>%1 returns</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 rosters</source>
        <translation>
            <numerusform>%1 roster</numerusform>
            <numerusform>%1 rosters</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>evenhand::ui::CheckPage</name>
    <message numerus="yes">
        <source>%1 rows: %2 can be imported, %3 rejected, %4 already there.</source>
        <comment>count; counted orders; counts</comment>
        <translation>
            <numerusform>%1 row: %2 can be imported, %3 rejected, %4 already there.</numerusform>
            <numerusform>%1 rows: %2 can be imported, %3 rejected, %4 already there.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>evenhand::ui::FilePage</name>
    <message numerus="yes">
        <source>%1 columns</source>
        <translation>
            <numerusform>%1 column</numerusform>
            <numerusform>%1 columns</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>evenhand::ui::ImportRun</name>
    <message numerus="yes">
        <source>Reading: %1 rows</source>
        <translation>
            <numerusform>Reading: %1 row</numerusform>
            <numerusform>Reading: %1 rows</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>evenhand::ui::RunPage</name>
    <message numerus="yes">
        <source>Saved %1 rejected rows to %2</source>
        <translation>
            <numerusform>Saved %1 rejected row to %2</numerusform>
            <numerusform>Saved %1 rejected rows to %2</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>evenhand::ui::LatePane</name>
    <message numerus="yes">
        <source>%1 late orders</source>
        <translation>
            <numerusform>%1 late order</numerusform>
            <numerusform>%1 late orders</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>MoreTimeTexts</name>
    <message numerus="yes">
        <source>%1 late orders</source>
        <translation>
            <numerusform>%1 late order</numerusform>
            <numerusform>%1 late orders</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>evenhand::ui::PauseFlow</name>
    <message numerus="yes">
        <source>%1 campuses</source>
        <translation>
            <numerusform>%1 campus</numerusform>
            <numerusform>%1 campuses</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>evenhand::ui::ConnectedPane</name>
    <message numerus="yes">
        <source>%1 connections</source>
        <translation>
            <numerusform>%1 connection</numerusform>
            <numerusform>%1 connections</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 connections will be ended.</source>
        <translation>
            <numerusform>%1 connection will be ended.</numerusform>
            <numerusform>%1 connections will be ended.</numerusform>
        </translation>
    </message>
</context>
</TS>
