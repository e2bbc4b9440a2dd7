# A payment provider that misbehaves as it is told.
if(NOT TARGET evenhand_refund_service)
  add_library(evenhand_refund_service STATIC "${CMAKE_CURRENT_LIST_DIR}/refund_service.cpp" "${CMAKE_CURRENT_LIST_DIR}/refund_service.h")
  target_link_libraries(evenhand_refund_service PUBLIC evenhand_flags Qt6::Network)
  evenhand_test_code(evenhand_refund_service core)
endif()
