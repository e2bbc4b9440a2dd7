# A disk in memory with faults, behind a SQLite VFS.
if(NOT TARGET evenhand_fault_disk)
  add_library(evenhand_fault_disk STATIC "${CMAKE_CURRENT_LIST_DIR}/fault_disk.cpp")
  target_link_libraries(evenhand_fault_disk PUBLIC evenhand_flags evenhand_base PRIVATE PkgConfig::SQLITE3)
endif()
