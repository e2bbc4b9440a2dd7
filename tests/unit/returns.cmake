evenhand_test(test_settlement SOURCES returns/test_settlement.cpp USES evenhand_returns)
include("${PROJECT_SOURCE_DIR}/tests/support/shops/rule_bench.cmake")
foreach(test test_returns test_return_rules test_refunds test_refund_rules test_money_events test_return_histories
             test_owed_payments test_cases test_rules_of_returns)
  evenhand_test(${test} SOURCES returns/${test}.cpp returns/return_world.h
                USES evenhand_rule_bench evenhand_returns evenhand_ledger evenhand_campaigns BOTH_DATABASES)
  target_include_directories(${test} PRIVATE "${PROJECT_SOURCE_DIR}/tests/support")
endforeach()
evenhand_test(test_return_migration SOURCES returns/test_return_migration.cpp
              USES evenhand_orders evenhand_returns evenhand_ledger evenhand_test_mariadb BOTH_DATABASES)
target_include_directories(test_return_migration PRIVATE "${PROJECT_SOURCE_DIR}/tests/support")
evenhand_test(test_returns_desk SOURCES returns/test_returns_desk.cpp desks/desk_world.h
              USES evenhand_workspace evenhand_test_mariadb BOTH_DATABASES)
target_include_directories(test_returns_desk PRIVATE "${PROJECT_SOURCE_DIR}/tests/support" "${CMAKE_CURRENT_SOURCE_DIR}")
evenhand_test(test_money_reads SOURCES returns/test_money_reads.cpp desks/desk_world.h
              USES evenhand_workspace evenhand_test_mariadb BOTH_DATABASES)
target_include_directories(test_money_reads PRIVATE "${PROJECT_SOURCE_DIR}/tests/support" "${CMAKE_CURRENT_SOURCE_DIR}")
evenhand_test(test_returned_origins SOURCES returns/test_returned_origins.cpp seckill/seckill_world.h timers/timer_world.h
              desks/desk_world.h
              USES evenhand_workspace evenhand_test_mariadb BOTH_DATABASES)
target_include_directories(test_returned_origins PRIVATE "${PROJECT_SOURCE_DIR}/tests/support")
