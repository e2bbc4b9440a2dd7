include("${PROJECT_SOURCE_DIR}/tests/support/servers/refund_service.cmake")
evenhand_test(test_http_exchange SOURCES outward/test_http_exchange.cpp USES evenhand_outward Boost::headers OpenSSL::SSL)
evenhand_test(test_http_refund_provider SOURCES outward/test_http_refund_provider.cpp USES evenhand_outward evenhand_refund_service)
evenhand_test(test_refund_sender SOURCES outward/test_refund_sender.cpp USES evenhand_workspace evenhand_refund_service evenhand_test_mariadb BOTH_DATABASES)
evenhand_test(test_webhooks SOURCES outward/test_webhooks.cpp USES evenhand_workspace evenhand_refund_service evenhand_test_mariadb BOTH_DATABASES)
include("${CMAKE_CURRENT_LIST_DIR}/../support/servers/fault_disk.cmake")
evenhand_test(test_ring_worker_pool SOURCES outward/test_ring_worker_pool.cpp desks/desk_world.h
              USES evenhand_workspace evenhand_test_mariadb evenhand_fault_disk BOTH_DATABASES)
