evenhand_test(test_campaign_amounts SOURCES campaigns/test_campaign_amounts.cpp USES evenhand_amounts)
include("${PROJECT_SOURCE_DIR}/tests/support/shops/rule_bench.cmake")
foreach(test test_campaign_draws test_campaign_crashes)
  evenhand_test(${test} SOURCES campaigns/${test}.cpp campaigns/campaign_world.h
                USES evenhand_rule_bench evenhand_campaigns BOTH_DATABASES)
  target_include_directories(${test} PRIVATE "${PROJECT_SOURCE_DIR}/tests/support")
endforeach()
evenhand_test(test_campaign_desk SOURCES campaigns/test_campaign_desk.cpp timers/timer_world.h desks/desk_world.h
              USES evenhand_workspace evenhand_test_mariadb BOTH_DATABASES)
target_include_directories(test_campaign_desk PRIVATE "${PROJECT_SOURCE_DIR}/tests/support")
evenhand_test(test_campaign_tables SOURCES campaigns/test_campaign_tables.cpp timers/timer_world.h desks/desk_world.h
              USES evenhand_workspace evenhand_test_mariadb BOTH_DATABASES)
target_include_directories(test_campaign_tables PRIVATE "${PROJECT_SOURCE_DIR}/tests/support")
