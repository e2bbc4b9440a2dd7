#include "engine/runtime/engine.h"
#include "engine/runtime/reader.h"
