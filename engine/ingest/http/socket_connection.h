// SPDX-License-Identifier: GPL-3.0-or-later
// Connections over TCP, with TLS or without.
// Thread: as Connection.
#pragma once

#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/ssl/context.hpp>
#include <memory>
#include <string>

#include "engine/ingest/http/connection.h"

namespace evenhand::ingest {

[[nodiscard]] std::shared_ptr<Connection> plainConnection(std::shared_ptr<ServerCore> core, std::string peer,
                                                          boost::asio::ip::tcp::socket socket);
[[nodiscard]] std::shared_ptr<Connection> tlsConnection(std::shared_ptr<ServerCore> core, std::string peer,
                                                        boost::asio::ip::tcp::socket socket,
                                                        boost::asio::ssl::context& context);

}  // namespace evenhand::ingest
