foreach(test test_connection test_ingest_readers test_json test_openapi test_order_fields test_payment_signature
             test_refusal_sums test_request_parser)
  evenhand_test(${test} SOURCES ingest/${test}.cpp USES evenhand_ingest_routes)
endforeach()
