evenhand_test(test_ring SOURCES tasks/test_ring.cpp USES evenhand_ring)
evenhand_test(test_webhook_rules SOURCES tasks/test_webhook_rules.cpp USES evenhand_ring)
evenhand_test(test_ip_address SOURCES base/test_ip_address.cpp USES evenhand_base)
evenhand_test(test_sha256 SOURCES base/test_sha256.cpp USES evenhand_base)
