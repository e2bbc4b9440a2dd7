evenhand_test(test_csv_reader SOURCES import/test_csv_reader.cpp USES evenhand_import)
evenhand_test(test_file_look SOURCES import/test_file_look.cpp USES evenhand_import)
evenhand_test(test_order_rows SOURCES import/test_order_rows.cpp USES evenhand_import)
evenhand_test(test_profile SOURCES import/test_profile.cpp USES evenhand_import)
