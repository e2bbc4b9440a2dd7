foreach(test test_rebuild test_rebuilt_queues)
  evenhand_test(${test} SOURCES rebuild/${test}.cpp rebuild/rebuild_world.h seckill/seckill_world.h timers/timer_world.h
                        desks/desk_world.h
                USES evenhand_workspace evenhand_test_mariadb BOTH_DATABASES)
  target_include_directories(${test} PRIVATE "${PROJECT_SOURCE_DIR}/tests/support")
endforeach()
include("${PROJECT_SOURCE_DIR}/tests/support/shops/rule_bench.cmake")
evenhand_test(test_rebuild_apart SOURCES rebuild/test_rebuild_apart.cpp campaigns/campaign_world.h
              USES evenhand_rule_bench evenhand_campaigns evenhand_rebuild BOTH_DATABASES)
target_include_directories(test_rebuild_apart PRIVATE "${PROJECT_SOURCE_DIR}/tests/support")
