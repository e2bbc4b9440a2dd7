evenhand_test(test_time_limit ALONE SOURCES limits/test_time_limit.cpp USES Qt6::Core)
target_compile_definitions(test_time_limit PRIVATE EVENHAND_CTEST="${CMAKE_CTEST_COMMAND}")
