# SPDX-License-Identifier: GPL-3.0-or-later
# The real engine over a disk in memory, for tests of the console.
if(NOT TARGET evenhand_test_shop)
  include("${CMAKE_CURRENT_LIST_DIR}/../servers/fault_disk.cmake")
  add_library(evenhand_test_shop STATIC "${CMAKE_CURRENT_LIST_DIR}/shop.cpp"
    "${CMAKE_CURRENT_LIST_DIR}/returns_shop.cpp" "${CMAKE_CURRENT_LIST_DIR}/campaign_shop.cpp"
    "${CMAKE_CURRENT_LIST_DIR}/seckill_shop.cpp" "${CMAKE_CURRENT_LIST_DIR}/delay_shop.cpp"
    "${CMAKE_CURRENT_LIST_DIR}/dispatch_shop.cpp" "${CMAKE_CURRENT_LIST_DIR}/order_shop.cpp"
    "${CMAKE_CURRENT_LIST_DIR}/staff_shop.cpp" "${CMAKE_CURRENT_LIST_DIR}/task_shop.cpp")
  target_link_libraries(evenhand_test_shop PUBLIC evenhand_flags evenhand_workspace evenhand_fault_disk)
  evenhand_test_code(evenhand_test_shop workspace)
endif()
