# SPDX-License-Identifier: GPL-3.0-or-later
# Values and the protocol between consoles and the service.
evenhand_test(test_wire_values SOURCES wire/test_wire_values.cpp USES evenhand_wire evenhand_json)
