evenhand_test(test_store SOURCES store/test_store.cpp USES evenhand_store evenhand_test_mariadb Qt6::Sql PkgConfig::SQLITE3
              BOTH_DATABASES)
evenhand_test(test_mysql SOURCES store/test_mysql.cpp USES evenhand_store evenhand_test_mariadb Qt6::Sql LABELS mariadb)
evenhand_test(test_hot_rows SOURCES store/test_hot_rows.cpp USES evenhand_store evenhand_test_mariadb LABELS mariadb)
evenhand_test(test_mysql_settings SOURCES store/test_mysql_settings.cpp USES evenhand_store)
