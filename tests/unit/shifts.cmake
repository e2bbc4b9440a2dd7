evenhand_test(test_shift_plan SOURCES shifts/test_shift_plan.cpp USES evenhand_shifts)
include("${PROJECT_SOURCE_DIR}/tests/support/shops/rule_bench.cmake")
evenhand_test(test_rosters SOURCES shifts/test_rosters.cpp USES evenhand_rule_bench evenhand_shifts BOTH_DATABASES)
target_include_directories(test_rosters PRIVATE "${PROJECT_SOURCE_DIR}/tests/support")
evenhand_test(test_shift_desk SOURCES shifts/test_shift_desk.cpp desks/desk_world.h
              USES evenhand_workspace evenhand_test_mariadb BOTH_DATABASES)
target_include_directories(test_shift_desk PRIVATE "${PROJECT_SOURCE_DIR}/tests/support")
