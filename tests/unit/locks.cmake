include("${PROJECT_SOURCE_DIR}/tests/support/shops/rule_bench.cmake")
evenhand_test(test_locks SOURCES locks/test_locks.cpp USES evenhand_rule_bench evenhand_locks)
target_include_directories(test_locks PRIVATE "${PROJECT_SOURCE_DIR}/tests/support")
