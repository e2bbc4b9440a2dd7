evenhand_test(test_backup_file SOURCES backup/test_backup_file.cpp USES evenhand_workspace)
evenhand_test(test_backups SOURCES backup/test_backups.cpp USES evenhand_workspace evenhand_test_mariadb BOTH_DATABASES)
evenhand_test(test_restore SOURCES backup/test_restore.cpp USES evenhand_workspace evenhand_test_mariadb BOTH_DATABASES)
evenhand_test(test_backup_storefront SOURCES backup/test_backup_storefront.cpp
              USES evenhand_storefront evenhand_workspace evenhand_test_mariadb BOTH_DATABASES)
foreach(name test_backups test_restore test_backup_storefront)
  target_include_directories(${name} PRIVATE "${PROJECT_SOURCE_DIR}/tests/support")
endforeach()
