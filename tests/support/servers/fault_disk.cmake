# A disk in memory with faults, behind a SQLite VFS.
if(NOT TARGET evenhand_fault_disk)
  add_library(evenhand_fault_disk STATIC "${CMAKE_CURRENT_LIST_DIR}/fault_disk.cpp")
  target_link_libraries(evenhand_fault_disk PUBLIC evenhand_flags evenhand_base PRIVATE PkgConfig::SQLITE3)
  # Real files with faults: the calls of the system of whoever links it go through it (and ENABLE_EXPORTS on a program).
  add_library(evenhand_file_faults STATIC "${CMAKE_CURRENT_LIST_DIR}/file_faults.cpp")
  target_link_libraries(evenhand_file_faults PUBLIC evenhand_flags evenhand_base PRIVATE ${CMAKE_DL_LIBS})
endif()
