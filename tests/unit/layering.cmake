evenhand_test(test_layering SOURCES layering/test_layering.cpp USES Qt6::Core)
