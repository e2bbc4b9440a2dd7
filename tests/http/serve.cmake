# The service as a process.
foreach(test test_serve test_serve_options test_packaging)
  evenhand_test(${test} SOURCES ${test}.cpp "${PROJECT_SOURCE_DIR}/tests/cli/cli_support.cpp"
                USES evenhand_test_http evenhand_workspace evenhand_test_mariadb LABELS http)
  target_include_directories(${test} PRIVATE "${PROJECT_SOURCE_DIR}/tests/cli")
  add_dependencies(${test} evenhandctl)
  target_compile_definitions(${test} PRIVATE EVENHAND_CTL="$<TARGET_FILE:evenhandctl>")
endforeach()
evenhand_test(test_patience SOURCES test_patience.cpp USES evenhand_service LABELS http)
