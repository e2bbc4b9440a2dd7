evenhand_test(test_operations SOURCES api/test_operations.cpp USES evenhand_api)
evenhand_test(test_password_policy SOURCES api/test_password_policy.cpp USES evenhand_api)
evenhand_test(test_lock_out SOURCES accounts/test_lock_out.cpp USES evenhand_lock_out)
evenhand_test(test_audit_chain SOURCES runtime/test_audit_chain.cpp USES evenhand_audit_chain)
