include("${PROJECT_SOURCE_DIR}/tests/support/shops/rule_bench.cmake")
evenhand_test(test_orders SOURCES orders/test_orders.cpp USES evenhand_rule_bench BOTH_DATABASES)
target_include_directories(test_orders PRIVATE "${PROJECT_SOURCE_DIR}/tests/support")
