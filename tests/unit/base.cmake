evenhand_test(test_base SOURCES base/test_base.cpp USES evenhand_base)
