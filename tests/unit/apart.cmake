# Units of work whose keyspace and database commit apart.
include("${PROJECT_SOURCE_DIR}/tests/support/shops/rule_bench.cmake")
evenhand_test(test_units_apart SOURCES apart/test_units_apart.cpp apart/apart_world.h campaigns/campaign_world.h
              USES evenhand_rule_bench evenhand_campaigns evenhand_seckill evenhand_timers evenhand_returns evenhand_ledger
              BOTH_DATABASES)
target_include_directories(test_units_apart PRIVATE "${PROJECT_SOURCE_DIR}/tests/support")
evenhand_test(test_soft_mode SOURCES apart/test_soft_mode.cpp USES evenhand_rule_bench BOTH_DATABASES)
target_include_directories(test_soft_mode PRIVATE "${PROJECT_SOURCE_DIR}/tests/support")
