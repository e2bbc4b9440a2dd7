# The service as a process.
evenhand_test(test_serve SOURCES test_serve.cpp "${PROJECT_SOURCE_DIR}/tests/cli/cli_support.cpp"
              USES evenhand_test_http evenhand_workspace evenhand_test_mariadb LABELS http)
target_include_directories(test_serve PRIVATE "${PROJECT_SOURCE_DIR}/tests/cli")
add_dependencies(test_serve evenhandctl)
target_compile_definitions(test_serve PRIVATE EVENHAND_CTL="$<TARGET_FILE:evenhandctl>")
