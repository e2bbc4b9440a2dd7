evenhand_test(test_engine SOURCES runtime/test_engine.cpp USES evenhand_workspace)
evenhand_test(test_messages SOURCES runtime/test_messages.cpp USES evenhand_workspace)
evenhand_test(test_reader SOURCES runtime/test_reader.cpp USES evenhand_workspace)
evenhand_test(test_workspace SOURCES runtime/test_workspace.cpp USES evenhand_workspace)
