evenhand_test(test_operations SOURCES api/test_operations.cpp USES evenhand_api)
evenhand_test(test_password_policy SOURCES api/test_password_policy.cpp USES evenhand_api)
evenhand_test(test_words SOURCES api/test_words.cpp USES evenhand_api)
evenhand_test(test_pinyin SOURCES api/test_pinyin.cpp USES evenhand_api)
evenhand_test(test_lock_out SOURCES accounts/test_lock_out.cpp USES evenhand_lock_out)
evenhand_test(test_audit_chain SOURCES runtime/test_audit_chain.cpp USES evenhand_audit_chain)
include("${CMAKE_CURRENT_LIST_DIR}/../support/servers/fault_disk.cmake")
foreach(test test_accounts test_anchor test_audit_entries test_audit_reading test_audit_verification test_kept_sessions
             test_permissions test_sign_in test_tokens)
  evenhand_test(${test} SOURCES accounts/${test}.cpp accounts/audit_bench.h desks/desk_world.h
                USES evenhand_workspace evenhand_test_mariadb evenhand_fault_disk BOTH_DATABASES)
  target_include_directories(${test} PRIVATE "${PROJECT_SOURCE_DIR}/tests/support" "${CMAKE_CURRENT_SOURCE_DIR}"
                                             "${CMAKE_CURRENT_SOURCE_DIR}/accounts")
endforeach()
