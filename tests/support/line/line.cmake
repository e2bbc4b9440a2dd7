# SPDX-License-Identifier: GPL-3.0-or-later
# The engine of a console test, over a line if the run wants one. The libraries of service and line are linked here
# only, so that tests compile the same with and without.
if(NOT TARGET evenhand_test_line)
  add_library(evenhand_test_line STATIC "${CMAKE_CURRENT_LIST_DIR}/call_way.cpp" "${CMAKE_CURRENT_LIST_DIR}/over_line.cpp"
                                        "${CMAKE_CURRENT_LIST_DIR}/passing_engine.cpp"
                                        "${CMAKE_CURRENT_LIST_DIR}/service_line.cpp")
  evenhand_test_code(evenhand_test_line core)
  target_link_libraries(evenhand_test_line PUBLIC evenhand_flags evenhand_api
                                           PRIVATE evenhand_remote evenhand_service Threads::Threads)
endif()
