evenhand_test(test_store SOURCES store/test_store.cpp USES evenhand_store_pages evenhand_test_mariadb Qt6::Sql PkgConfig::SQLITE3
              BOTH_DATABASES)
evenhand_test(test_sorted_pages SOURCES store/test_sorted_pages.cpp USES evenhand_store_pages evenhand_test_mariadb Qt6::Sql
              PkgConfig::SQLITE3 BOTH_DATABASES)
include("${CMAKE_CURRENT_LIST_DIR}/../support/servers/fault_disk.cmake")
evenhand_test(test_log_vfs SOURCES store/test_log_vfs.cpp USES evenhand_store_pages evenhand_fault_disk)
evenhand_test(test_page_checksums SOURCES store/test_page_checksums.cpp USES evenhand_store_pages evenhand_fault_disk PkgConfig::SQLITE3)
evenhand_test(test_work_mark SOURCES store/test_work_mark.cpp USES evenhand_workspace)
evenhand_test(test_mysql SOURCES store/test_mysql.cpp USES evenhand_store_pages evenhand_test_mariadb Qt6::Sql LABELS mariadb)
evenhand_test(test_hot_rows SOURCES store/test_hot_rows.cpp USES evenhand_store_pages evenhand_test_mariadb LABELS mariadb)
evenhand_test(test_timer_tally SOURCES store/test_timer_tally.cpp USES evenhand_store_pages)
evenhand_test(test_mysql_settings SOURCES store/test_mysql_settings.cpp USES evenhand_store_pages)
