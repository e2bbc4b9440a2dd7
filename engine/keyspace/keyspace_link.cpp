#include "engine/keyspace/embedded_keyspace.h"
