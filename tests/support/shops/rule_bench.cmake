# SPDX-License-Identifier: GPL-3.0-or-later
# Business rules on a real database and keyspace, without the engine's loop.
include_guard(GLOBAL)
add_library(evenhand_rule_bench STATIC "${CMAKE_CURRENT_LIST_DIR}/rule_bench.cpp"
                                        "${CMAKE_CURRENT_LIST_DIR}/statement_faults.cpp")
target_link_libraries(evenhand_rule_bench PUBLIC evenhand_flags evenhand_orders evenhand_dispatch evenhand_test_mariadb)
evenhand_test_code(evenhand_rule_bench core)
