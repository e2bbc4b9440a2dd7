# SPDX-License-Identifier: GPL-3.0-or-later
# A real database server for tests.
add_library(evenhand_test_mariadb STATIC "${CMAKE_CURRENT_LIST_DIR}/mariadb_server.cpp"
                                         "${CMAKE_CURRENT_LIST_DIR}/cutting_proxy.cpp"
                                         "${CMAKE_CURRENT_LIST_DIR}/workspace_tables.cpp")
target_link_libraries(evenhand_test_mariadb PUBLIC evenhand_flags evenhand_store_pages Qt6::Core PRIVATE Qt6::Sql Qt6::Test)
evenhand_test_code(evenhand_test_mariadb core)
