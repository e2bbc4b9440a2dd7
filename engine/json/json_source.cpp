// SPDX-License-Identifier: GPL-3.0-or-later
// Boost.JSON, compiled here once.
#include <boost/json/src.hpp>
