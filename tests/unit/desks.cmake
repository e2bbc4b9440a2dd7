evenhand_test(test_desks SOURCES desks/test_desks.cpp desks/desk_world.h USES evenhand_workspace evenhand_test_mariadb
              BOTH_DATABASES)
target_include_directories(test_desks PRIVATE "${PROJECT_SOURCE_DIR}/tests/support")
evenhand_test(test_desk_reads SOURCES desks/test_desk_reads.cpp desks/desk_world.h
              USES evenhand_workspace evenhand_test_mariadb BOTH_DATABASES)
target_include_directories(test_desk_reads PRIVATE "${PROJECT_SOURCE_DIR}/tests/support")
evenhand_test(test_server_reads SOURCES desks/test_server_reads.cpp USES evenhand_workspace evenhand_test_mariadb
              LABELS mariadb)
evenhand_test(test_versions SOURCES desks/test_versions.cpp desks/desk_world.h
              USES evenhand_workspace evenhand_test_mariadb BOTH_DATABASES)
target_include_directories(test_versions PRIVATE "${PROJECT_SOURCE_DIR}/tests/support")
evenhand_test(test_exports SOURCES desks/test_exports.cpp desks/desk_world.h
              USES evenhand_workspace evenhand_test_mariadb BOTH_DATABASES)
target_include_directories(test_exports PRIVATE "${PROJECT_SOURCE_DIR}/tests/support")
evenhand_test(test_shop_desk SOURCES desks/test_shop_desk.cpp desks/desk_world.h
              USES evenhand_workspace evenhand_test_mariadb BOTH_DATABASES)
target_include_directories(test_shop_desk PRIVATE "${PROJECT_SOURCE_DIR}/tests/support")
evenhand_test(test_search SOURCES desks/test_search.cpp desks/desk_world.h
              USES evenhand_workspace evenhand_test_mariadb BOTH_DATABASES)
target_include_directories(test_search PRIVATE "${PROJECT_SOURCE_DIR}/tests/support")
evenhand_test(test_bounds SOURCES desks/test_bounds.cpp desks/desk_world.h
              USES evenhand_workspace evenhand_test_mariadb BOTH_DATABASES)
target_include_directories(test_bounds PRIVATE "${PROJECT_SOURCE_DIR}/tests/support")
