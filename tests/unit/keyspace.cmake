evenhand_test(test_keyspace SOURCES keyspace/test_keyspace.cpp USES evenhand_keyspace_embedded)
evenhand_test(test_keyspace_properties
  SOURCES keyspace/test_keyspace_properties.cpp keyspace/random_commands.cpp keyspace/random_commands.h
  USES evenhand_keyspace_embedded)
evenhand_test(test_packing SOURCES keyspace/test_packing.cpp USES evenhand_keyspace_embedded)
