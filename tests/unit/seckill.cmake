foreach(test test_seckill test_seckill_tables test_seckill_faults test_seckill_histories)
  evenhand_test(${test} SOURCES seckill/${test}.cpp seckill/seckill_world.h timers/timer_world.h desks/desk_world.h
                USES evenhand_workspace evenhand_test_mariadb BOTH_DATABASES)
  target_include_directories(${test} PRIVATE "${PROJECT_SOURCE_DIR}/tests/support")
endforeach()
