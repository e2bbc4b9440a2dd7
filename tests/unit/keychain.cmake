find_package(Qt6 6.4 REQUIRED COMPONENTS DBus)
evenhand_test(test_keychain ALONE SOURCES keychain/test_keychain.cpp USES evenhand_workspace evenhand_test_mariadb Qt6::DBus)
add_dependencies(test_keychain evenhandctl)
target_compile_definitions(test_keychain PRIVATE EVENHAND_CTL="$<TARGET_FILE:evenhandctl>")
