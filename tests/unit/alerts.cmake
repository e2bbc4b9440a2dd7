evenhand_test(test_alert_rules SOURCES alerts/test_alert_rules.cpp desks/desk_world.h
              USES evenhand_workspace evenhand_test_mariadb BOTH_DATABASES)
target_include_directories(test_alert_rules PRIVATE "${PROJECT_SOURCE_DIR}/tests/support")
evenhand_test(test_alert_kinds SOURCES alerts/test_alert_kinds.cpp seckill/seckill_world.h timers/timer_world.h
                                       desks/desk_world.h
              USES evenhand_workspace evenhand_test_mariadb BOTH_DATABASES)
target_include_directories(test_alert_kinds PRIVATE "${PROJECT_SOURCE_DIR}/tests/support")
evenhand_test(test_alert_migration SOURCES alerts/test_alert_migration.cpp USES evenhand_store_pages evenhand_test_mariadb
              BOTH_DATABASES)
target_include_directories(test_alert_migration PRIVATE "${PROJECT_SOURCE_DIR}/tests/support")
