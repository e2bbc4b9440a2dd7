# SPDX-License-Identifier: GPL-3.0-or-later
# Who is connected, and what they have open.
evenhand_test(test_team_registry SOURCES team/test_team_registry.cpp desks/desk_world.h
              USES evenhand_workspace evenhand_test_mariadb)
target_include_directories(test_team_registry PRIVATE "${PROJECT_SOURCE_DIR}/tests/support"
                                                      "${CMAKE_CURRENT_SOURCE_DIR}")
