# SPDX-License-Identifier: GPL-3.0-or-later
# The parts of the client of Redis that need no server; with servers: tests/shared.
evenhand_test(test_redis_address SOURCES redis/test_redis_address.cpp USES evenhand_cluster_redis)
evenhand_test(test_redis_circuit SOURCES redis/test_redis_circuit.cpp USES evenhand_cluster_redis)
evenhand_test(test_redis_protocol SOURCES redis/test_redis_protocol.cpp USES evenhand_cluster_redis)
evenhand_test(test_redis_slots SOURCES redis/test_redis_slots.cpp USES evenhand_cluster_redis)
