evenhand_test(test_base SOURCES base/test_base.cpp USES evenhand_base)
evenhand_test(test_base_words SOURCES base/test_base_words.cpp USES evenhand_base)
evenhand_test(test_sha1 SOURCES base/test_sha1.cpp USES evenhand_base)
evenhand_test(test_durable_file SOURCES base/test_durable_file.cpp USES evenhand_base)
