# SPDX-License-Identifier: GPL-3.0-or-later
# The console's stand-in for the engine.
add_library(evenhand_fake_engine STATIC "${CMAKE_CURRENT_LIST_DIR}/fake_engine.cpp")
target_link_libraries(evenhand_fake_engine PUBLIC evenhand_flags evenhand_api)
evenhand_test_code(evenhand_fake_engine core)
