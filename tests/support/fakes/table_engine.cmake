# SPDX-License-Identifier: GPL-3.0-or-later
# The engine that is made of the table of calls, compiled once for all who take it: it has every type of every desk.
if(NOT TARGET evenhand_table_engine)
  add_library(evenhand_table_engine STATIC "${CMAKE_CURRENT_LIST_DIR}/table_engine.cpp")
  target_link_libraries(evenhand_table_engine PUBLIC evenhand_flags evenhand_api evenhand_wire)
  if(COMMAND evenhand_test_code)  # not where only fuzzers are built
    evenhand_test_code(evenhand_table_engine core)
  endif()
endif()
