# SPDX-License-Identifier: GPL-3.0-or-later
# A real Redis, alone or as a cluster, and somebody who only answers like one.
add_library(evenhand_test_redis STATIC
  "${CMAKE_CURRENT_LIST_DIR}/answering_peer.cpp" "${CMAKE_CURRENT_LIST_DIR}/redis_cluster.cpp"
  "${CMAKE_CURRENT_LIST_DIR}/redis_link.cpp" "${CMAKE_CURRENT_LIST_DIR}/redis_process.cpp")
target_link_libraries(evenhand_test_redis PUBLIC evenhand_flags evenhand_cluster_redis Qt6::Core Threads::Threads
                                          PRIVATE PkgConfig::HIREDIS)
