# Every route, through the real server, workspace and curl.
foreach(test test_routes test_routes_money test_routes_rosters test_routes_keys)
  evenhand_test(${test} SOURCES ${test}.cpp routes_world.cpp USES evenhand_test_http evenhand_service evenhand_workspace
                LABELS http)
endforeach()
evenhand_test(test_serve_crash SOURCES test_serve_crash.cpp USES evenhand_test_http evenhand_workspace ON_DISK
              LABELS "http;crash")
add_dependencies(test_serve_crash evenhandctl)
target_compile_definitions(test_serve_crash PRIVATE EVENHAND_CTL="$<TARGET_FILE:evenhandctl>")
