foreach(test test_clock test_timers test_timer_operations test_timer_rows test_timer_actions test_timer_alerts
             test_timer_fallback test_timer_histories test_timer_events test_late_orders)
  evenhand_test(${test} SOURCES timers/${test}.cpp timers/timer_world.h timers/table_world.h desks/desk_world.h
                USES evenhand_workspace evenhand_test_mariadb BOTH_DATABASES)
  target_include_directories(${test} PRIVATE "${PROJECT_SOURCE_DIR}/tests/support")
endforeach()
include("${PROJECT_SOURCE_DIR}/tests/support/shops/rule_bench.cmake")
evenhand_test(test_timer_race SOURCES timers/test_timer_race.cpp USES evenhand_rule_bench evenhand_timers
              BOTH_DATABASES)
target_include_directories(test_timer_race PRIVATE "${PROJECT_SOURCE_DIR}/tests/support")
evenhand_test(test_late_migration SOURCES timers/test_late_migration.cpp USES evenhand_store_pages evenhand_test_mariadb
              BOTH_DATABASES)
target_include_directories(test_late_migration PRIVATE "${PROJECT_SOURCE_DIR}/tests/support")
