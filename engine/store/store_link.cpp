#include "engine/store/database.h"
