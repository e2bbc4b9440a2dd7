# SPDX-License-Identifier: GPL-3.0-or-later
# The engine of a test of the console, over a line if the run is to have one. What the service and the line are made of
# stays in here, so that the tests are compiled as without.
if(NOT TARGET evenhand_test_line)
  add_library(evenhand_test_line STATIC "${CMAKE_CURRENT_LIST_DIR}/call_way.cpp" "${CMAKE_CURRENT_LIST_DIR}/over_line.cpp"
                                        "${CMAKE_CURRENT_LIST_DIR}/passing_engine.cpp")
  evenhand_test_code(evenhand_test_line core)
  target_link_libraries(evenhand_test_line PUBLIC evenhand_flags evenhand_api
                                           PRIVATE evenhand_remote evenhand_service Threads::Threads)
endif()
