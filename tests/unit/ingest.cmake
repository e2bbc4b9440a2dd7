foreach(test test_connection test_ingest_readers test_openapi)
  evenhand_test(${test} SOURCES ingest/${test}.cpp USES evenhand_ingest)
endforeach()
