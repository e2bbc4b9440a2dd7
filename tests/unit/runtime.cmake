evenhand_test(test_engine SOURCES runtime/test_engine.cpp USES evenhand_workspace)
