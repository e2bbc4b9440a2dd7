include("${PROJECT_SOURCE_DIR}/tests/support/refund_service.cmake")
evenhand_test(test_http_refund_provider SOURCES outward/test_http_refund_provider.cpp USES evenhand_outward evenhand_refund_service)
