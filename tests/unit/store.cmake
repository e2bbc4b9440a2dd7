evenhand_test(test_store SOURCES store/test_store.cpp USES evenhand_store Qt6::Sql PkgConfig::SQLITE3)
