# SPDX-License-Identifier: GPL-3.0-or-later
# Compiler settings, dependencies, and the layers: layers.txt says which folder may use which, evenhand_layer() makes the
# library of one; evenhand_check_layers() walks what each really links, transitively, and fails the configuration
# where a layer reaches something that it must not.

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY "${CMAKE_BINARY_DIR}/bin")
if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Release)
endif()
find_program(EVENHAND_CCACHE ccache)
if(EVENHAND_CCACHE)
  # The sloppiness is what ccache asks for with precompiled headers; nothing here reads __TIME__. Ignored are options that
  # do not change what comes out.
  set(EVENHAND_CCACHE_IGNORES "--param=ggc-*" CACHE STRING "Options that ccache does not look at")
  set(CMAKE_CXX_COMPILER_LAUNCHER "${CMAKE_COMMAND};-E;env;CCACHE_SLOPPINESS=pch_defines,time_macros"
                                  "CCACHE_IGNOREOPTIONS=${EVENHAND_CCACHE_IGNORES};${EVENHAND_CCACHE}")
endif()

# Some 250 programs are linked, each with the whole engine: mold takes a third of the time of GNU ld.
find_program(EVENHAND_MOLD mold)
if(EVENHAND_MOLD AND NOT (CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 12.1))
  add_link_options(-fuse-ld=mold)
endif()

find_package(Threads REQUIRED)
find_package(Qt6 6.4 REQUIRED COMPONENTS Core Network Sql)
if(EVENHAND_CONSOLE)
  find_package(Qt6 6.4 REQUIRED COMPONENTS DBus Widgets PrintSupport Svg Multimedia LinguistTools)
  find_package(QCustomPlotQt6 CONFIG REQUIRED)
endif()
find_package(tl-expected REQUIRED)
find_package(Boost 1.81 REQUIRED)
find_package(OpenSSL 3.0 REQUIRED)
find_package(PkgConfig REQUIRED)
pkg_check_modules(LUA51 REQUIRED IMPORTED_TARGET lua5.1)
pkg_check_modules(SQLITE3 REQUIRED IMPORTED_TARGET sqlite3)
pkg_check_modules(SODIUM REQUIRED IMPORTED_TARGET libsodium)
pkg_check_modules(LZ4 REQUIRED IMPORTED_TARGET liblz4)
pkg_check_modules(XXHASH REQUIRED IMPORTED_TARGET libxxhash)
pkg_check_modules(HIREDIS REQUIRED IMPORTED_TARGET hiredis)
find_package(mimalloc 2.0 REQUIRED)
if(EVENHAND_TESTS)
  find_package(Qt6 6.4 REQUIRED COMPONENTS Test)
  find_package(CURL 7.84 REQUIRED)  # the first that may be used by a thread while others run
endif()

add_library(evenhand_flags INTERFACE)
target_include_directories(evenhand_flags INTERFACE "${PROJECT_SOURCE_DIR}" "${PROJECT_BINARY_DIR}")
target_compile_options(evenhand_flags INTERFACE -Wall -Wextra -Wpedantic -Wshadow -Wnon-virtual-dtor -Woverloaded-virtual
                                                -Wconversion -Wno-sign-conversion)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  # Files with much of Qt are compiled a fifth faster where the compiler does not collect its garbage so often; it takes
  # a tenth more memory, 1.1 GB at most.
  add_compile_options(--param=ggc-min-heapsize=2000000 --param=ggc-min-expand=1000)
endif()
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
  # False positives of GCC 12 on std::string when optimising (GCC bugs 105651, 105562).
  target_compile_options(evenhand_flags INTERFACE -Wno-restrict -Wno-maybe-uninitialized)
endif()
target_compile_definitions(evenhand_flags INTERFACE QT_NO_CAST_FROM_ASCII QT_NO_CAST_TO_ASCII QT_NO_KEYWORDS
                                                    EVENHAND_VERSION="${PROJECT_VERSION}")
if(EVENHAND_WERROR)
  target_compile_options(evenhand_flags INTERFACE -Werror)
endif()
if(EVENHAND_ASAN)
  add_compile_options(-fsanitize=address,undefined -fno-sanitize-recover=undefined -fno-omit-frame-pointer)
  add_link_options(-fsanitize=address,undefined)
endif()
if(EVENHAND_TSAN)
  # -Wno-tsan: a fence that it does not know is one of Boost's counters.
  add_compile_options(-fsanitize=thread -fno-omit-frame-pointer -Wno-tsan)
  add_link_options(-fsanitize=thread)
endif()

# evenhand_program(TARGET): takes its memory from mimalloc. Requests are made on one thread and freed on the engine's,
# and SQLite allocates for every value: the C library's allocator is a tenth of the engine's time. Sanitizers have their
# own.
function(evenhand_program name)
  if(NOT EVENHAND_ASAN AND NOT EVENHAND_TSAN)
    target_link_libraries(${name} PRIVATE mimalloc)
  endif()
endfunction()

# evenhand_seldom_runs(TARGET): code that waits for people rather than computes (windows, the command line) is optimised a
# little less in a release: it is compiled in two thirds of the time, and Qt's own libraries do the heavy part.
set(EVENHAND_SELDOM_FLAGS "")
if(CMAKE_BUILD_TYPE STREQUAL "Release")
  set(EVENHAND_SELDOM_FLAGS -O1)
endif()
function(evenhand_seldom_runs name)
  target_compile_options(${name} PRIVATE ${EVENHAND_SELDOM_FLAGS})
endfunction()

# How many sources of a folder are compiled together, see evenhand_together(): eight where people work. Where nobody goes
# on working, in a release and by .ci/run, more, and what is read by many is compiled once even if it often changes.
if(CMAKE_BUILD_TYPE STREQUAL "Release")
  set(EVENHAND_GROUP_SIZE 24 CACHE STRING "Sources of a folder that are compiled together")
else()
  set(EVENHAND_GROUP_SIZE 8 CACHE STRING "Sources of a folder that are compiled together")
endif()
set(EVENHAND_BUILT_ONCE OFF)
if(EVENHAND_GROUP_SIZE GREATER 8)
  set(EVENHAND_BUILT_ONCE ON)
endif()

# evenhand_precompiled_set(SET HEADERS … USES …): headers that many files read, and the libraries that they belong to. Every
# set has those of the standard library besides.
function(evenhand_precompiled_set set)
  cmake_parse_arguments(ARG "" "" "HEADERS;USES" ${ARGN})
  set_property(GLOBAL PROPERTY evenhand_precompiled_${set}_headers
    <algorithm> <array> <atomic> <chrono> <condition_variable> <filesystem> <functional> <future> <map> <memory> <mutex>
    <numeric> <optional> <set> <span> <sstream> <string> <string_view> <thread> <unordered_map> <utility> <variant>
    <vector> <tl/expected.hpp> ${ARG_HEADERS})
  set_property(GLOBAL PROPERTY evenhand_precompiled_${set}_uses ${ARG_USES})
endfunction()
evenhand_precompiled_set(core HEADERS <QtCore/QtCore> USES Qt6::Core)
evenhand_precompiled_set(widgets HEADERS <QtCore/QtCore> <QtWidgets/QtWidgets> USES Qt6::Widgets)
# With what every page reads of the project itself.
evenhand_precompiled_set(pages HEADERS <QtCore/QtCore> <QtWidgets/QtWidgets> "${PROJECT_SOURCE_DIR}/ui/tables/query_pane.h"
                                       "${PROJECT_SOURCE_DIR}/ui/bridge/engine_bridge.h" "${PROJECT_SOURCE_DIR}/ui/dialogs/form_dialog.h"
                                       "${PROJECT_SOURCE_DIR}/ui/widgets/labels.h" "${PROJECT_SOURCE_DIR}/ui/widgets/parts.h"
                         USES Qt6::Widgets)
set(EVENHAND_WINDOW_HEADERS widgets)
if(EVENHAND_BUILT_ONCE)
  set(EVENHAND_WINDOW_HEADERS pages)
endif()

# evenhand_precompiled(TARGET SET): the headers of a set, compiled once for all targets that take it. Layers have them in
# release builds only: precompiled headers differ from build folder to build folder, so that ccache could not reuse for
# the build without the console what the tests' build has compiled.
# Options after the second argument are those that TARGET is compiled with beside the build's own: precompiled headers
# have to be compiled with the same.
function(evenhand_precompiled name set)
  set(shared evenhand_precompiled_${set})
  if(ARGN)
    string(MAKE_C_IDENTIFIER "${shared}${ARGN}" shared)
  endif()
  if(NOT TARGET ${shared})
    get_property(headers GLOBAL PROPERTY evenhand_precompiled_${set}_headers)
    get_property(uses GLOBAL PROPERTY evenhand_precompiled_${set}_uses)
    set(source "${PROJECT_BINARY_DIR}/precompiled/${set}.cpp")
    file(CONFIGURE OUTPUT "${source}" CONTENT "")
    add_library(${shared} OBJECT "${source}")
    target_link_libraries(${shared} PRIVATE evenhand_flags tl::expected ${uses})
    target_precompile_headers(${shared} PRIVATE ${headers})
    target_compile_options(${shared} PRIVATE ${ARGN})
    if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
      target_compile_options(${shared} PRIVATE -fpch-preprocess)
    endif()
  endif()
  target_precompile_headers(${name} REUSE_FROM ${shared})
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    # GCC 12 forgets here which headers are the system's, and warns of std::string inlined from them.
    target_compile_options(${name} PRIVATE -fpch-preprocess -Wno-array-bounds -Wno-stringop-overflow
                           $<$<CONFIG:Release>:-Wno-stringop-overread>)
  endif()
endfunction()

# evenhand_together(TARGET sources…): sources of one folder are compiled in groups, so that the headers that they share are
# read once a group: from nothing a library takes a quarter of the time. The larger the group, the less all of it takes,
# and the longer one source that was touched. By .ci/run they are as large as in a release, which so proves that one can
# be built. Names in unnamed namespaces must differ within a folder.
# -DEVENHAND_TOGETHER=OFF compiles each file alone, which proves that it includes what it uses.
# Not one of a source whose property EVENHAND_ALONE is set.
function(evenhand_together name)
  set_target_properties(${name} PROPERTIES UNITY_BUILD ${EVENHAND_TOGETHER} UNITY_BUILD_MODE GROUP)
  foreach(source IN LISTS ARGN)
    get_source_file_property(alone "${source}" EVENHAND_ALONE)
    if(NOT source MATCHES "\\.cpp$" OR alone)
      continue()
    endif()
    get_filename_component(folder "${source}" ABSOLUTE)
    get_filename_component(folder "${folder}" DIRECTORY)
    file(RELATIVE_PATH folder "${CMAKE_CURRENT_SOURCE_DIR}" "${folder}")
    string(MAKE_C_IDENTIFIER "in_${folder}" folder)
    math(EXPR count "0${count_${folder}} + 1")
    set(count_${folder} ${count})
    math(EXPR group "(${count} - 1) / ${EVENHAND_GROUP_SIZE}")
    set_source_files_properties("${source}" PROPERTIES UNITY_GROUP "${folder}_${group}")
  endforeach()
endfunction()

# evenhand_mocs(TARGET sources…): what Qt's moc makes of the headers among the sources and beside them, compiled together
# with the sources of their folder, after evenhand_together(). In place of AUTOMOC, which has moc search every include
# path, twenty times as long, and compiles all of it in one source that reads every header once more. moc needs no
# includes here: properties and enums of other headers are not told of. A header without a Q_OBJECT gives nothing.
function(evenhand_mocs name)
  set(headers "")
  foreach(source IN LISTS ARGN)
    get_filename_component(path "${source}" ABSOLUTE)
    string(REGEX REPLACE "\\.cpp$" ".h" header "${path}")
    if(EXISTS "${header}")
      list(APPEND headers "${header}")
    endif()
    if(source MATCHES "\\.cpp$")
      get_filename_component(folder "${path}" DIRECTORY)
      string(MAKE_C_IDENTIFIER "${folder}" folder)
      get_source_file_property(group_${folder} "${source}" UNITY_GROUP)  # that of the last one
    endif()
  endforeach()
  list(REMOVE_DUPLICATES headers)
  set(folders "")
  foreach(header IN LISTS headers)
    file(RELATIVE_PATH path "${PROJECT_SOURCE_DIR}" "${header}")
    string(REGEX REPLACE "\\.h$" ".moc" output "${CMAKE_CURRENT_BINARY_DIR}/moc/${path}")
    get_filename_component(into "${output}" DIRECTORY)
    file(MAKE_DIRECTORY "${into}")
    add_custom_command(
      OUTPUT "${output}"
      COMMAND Qt6::moc --no-notes -DQT_NO_KEYWORDS -f "${path}" -o "${output}" "${header}"
      DEPENDS "${header}"
      COMMENT "moc ${path}"
      VERBATIM)
    get_filename_component(folder "${header}" DIRECTORY)
    list(APPEND folders "${folder}")
    string(MAKE_C_IDENTIFIER "${folder}" folder)
    list(APPEND mocs_${folder} "${output}")
  endforeach()
  list(REMOVE_DUPLICATES folders)
  foreach(folder IN LISTS folders)
    file(RELATIVE_PATH path "${PROJECT_SOURCE_DIR}" "${folder}")
    string(MAKE_C_IDENTIFIER "mocs_${path}" stem)
    string(MAKE_C_IDENTIFIER "${folder}" folder)
    set(includes "")
    foreach(output IN LISTS mocs_${folder})
      string(APPEND includes "#include \"${output}\"\n")
    endforeach()
    set(source "${CMAKE_CURRENT_BINARY_DIR}/moc/${stem}.cpp")
    file(CONFIGURE OUTPUT "${source}" CONTENT "${includes}" @ONLY)
    target_sources(${name} PRIVATE "${source}" ${mocs_${folder}})
    if(group_${folder})
      set_source_files_properties("${source}" PROPERTIES UNITY_GROUP "${group_${folder}}")
    endif()
  endforeach()
endfunction()

# Who may use whom, and in which order they can be read: see the table.
set(EVENHAND_LAYER_TABLE "${PROJECT_SOURCE_DIR}/resources/cmake/layers.txt")
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${EVENHAND_LAYER_TABLE}")
set(EVENHAND_FOLDERS "")
file(STRINGS "${EVENHAND_LAYER_TABLE}" EVENHAND_LAYER_LINES REGEX "^[a-z]")
foreach(line IN LISTS EVENHAND_LAYER_LINES)
  string(REGEX MATCH "^([a-z_/]+):(.*)$" line "${line}")
  set(folder "${CMAKE_MATCH_1}")
  string(REGEX MATCHALL "[a-z_/]+" uses "${CMAKE_MATCH_2}")
  foreach(used IN LISTS uses)
    if(NOT used IN_LIST EVENHAND_FOLDERS)
      message(FATAL_ERROR "${EVENHAND_LAYER_TABLE}: ${folder} uses ${used}, which does not stand above it")
    endif()
  endforeach()
  list(APPEND EVENHAND_FOLDERS "${folder}")
  set(EVENHAND_USES_${folder} "${uses}")
endforeach()

# "engine/keyspace/types" -> "evenhand_keyspace_types"
function(_evenhand_library folder out)
  string(REGEX REPLACE "^(engine|app)/" "" name "${folder}")
  string(REPLACE "/" "_" name "${name}")
  set(${out} "evenhand_${name}" PARENT_SCOPE)
endfunction()

# evenhand_uses(TARGET PUBLIC|PRIVATE|INTERFACE): links TARGET, made in this folder, to what the table lets the folder
# use, and has the folder's includes looked at before TARGET is compiled.
function(evenhand_uses name how)
  file(RELATIVE_PATH folder "${PROJECT_SOURCE_DIR}" "${CMAKE_CURRENT_SOURCE_DIR}")
  if(NOT folder IN_LIST EVENHAND_FOLDERS)
    message(FATAL_ERROR "${folder} does not stand in ${EVENHAND_LAYER_TABLE}")
  endif()
  foreach(used IN LISTS EVENHAND_USES_${folder})
    _evenhand_library("${used}" library)
    target_link_libraries(${name} ${how} ${library})
  endforeach()
  set(depth GLOB)
  if(folder STREQUAL "ui")
    set(depth GLOB_RECURSE)
  endif()
  file(${depth} files CONFIGURE_DEPENDS "${CMAKE_CURRENT_SOURCE_DIR}/*.h" "${CMAKE_CURRENT_SOURCE_DIR}/*.cpp")
  set(script "${PROJECT_SOURCE_DIR}/resources/cmake/check_includes.cmake")
  set(stamp "${CMAKE_CURRENT_BINARY_DIR}/${name}.includes")
  string(REPLACE ";" "," uses "${EVENHAND_USES_${folder}}")
  add_custom_command(OUTPUT "${stamp}"
    COMMAND "${CMAKE_COMMAND}" -D "ROOT=${PROJECT_SOURCE_DIR}" -D "FOLDER=${folder}" -D "USES=${uses}" -P "${script}"
    COMMAND "${CMAKE_COMMAND}" -E touch "${stamp}"
    DEPENDS ${files} "${script}" "${EVENHAND_LAYER_TABLE}"
    COMMENT "Includes of ${folder}"
    VERBATIM)
  add_custom_target(${name}_includes DEPENDS "${stamp}")
  add_dependencies(${name} ${name}_includes)
endfunction()

# evenhand_layer(SOURCES … USES targets… [PRIVATE_USES targets…] [FORBIDS targets…]): the library of this folder; without
# sources it is headers alone. USES: libraries of others; our own stand in the table.
function(evenhand_layer)
  cmake_parse_arguments(ARG "" "" "SOURCES;USES;PRIVATE_USES;FORBIDS" ${ARGN})
  file(RELATIVE_PATH folder "${PROJECT_SOURCE_DIR}" "${CMAKE_CURRENT_SOURCE_DIR}")
  _evenhand_library("${folder}" name)
  if(ARG_SOURCES)
    add_library(${name} STATIC ${ARG_SOURCES})
    evenhand_together(${name} ${ARG_SOURCES})
    target_link_libraries(${name} PUBLIC evenhand_flags ${ARG_USES} PRIVATE ${ARG_PRIVATE_USES})
    evenhand_uses(${name} PUBLIC)
    _evenhand_closure(${name} closure)
    if(CMAKE_BUILD_TYPE STREQUAL "Release" AND EVENHAND_TOGETHER AND "Qt6::Core" IN_LIST closure
       AND NOT folder STREQUAL "ui")  # which has those of widgets
      evenhand_precompiled(${name} core)
    endif()
  else()
    add_library(${name} INTERFACE)
    target_link_libraries(${name} INTERFACE evenhand_flags ${ARG_USES})
    evenhand_uses(${name} INTERFACE)
  endif()
  set_property(GLOBAL APPEND PROPERTY EVENHAND_LAYERS ${name})
  set_property(TARGET ${name} PROPERTY EVENHAND_FORBIDS "${ARG_FORBIDS}")
endfunction()

# evenhand_forbid(TARGET targets…): for programs.
function(evenhand_forbid name)
  set_property(GLOBAL APPEND PROPERTY EVENHAND_LAYERS ${name})
  set_property(TARGET ${name} APPEND PROPERTY EVENHAND_FORBIDS ${ARGN})
endfunction()

function(_evenhand_closure target out)
  set(todo ${target})
  set(seen "")
  while(todo)
    list(POP_FRONT todo next)
    string(REGEX REPLACE "^\\$<LINK_ONLY:(.*)>$" "\\1" next "${next}")
    if(next IN_LIST seen)
      continue()
    endif()
    list(APPEND seen ${next})
    if(TARGET ${next})
      get_target_property(direct ${next} INTERFACE_LINK_LIBRARIES)
      if(direct)
        list(APPEND todo ${direct})
      endif()
      get_target_property(type ${next} TYPE)
      if(NOT type STREQUAL "INTERFACE_LIBRARY")
        get_target_property(private ${next} LINK_LIBRARIES)
        if(private)
          list(APPEND todo ${private})
        endif()
      endif()
    endif()
  endwhile()
  set(${out} "${seen}" PARENT_SCOPE)
endfunction()

function(evenhand_check_layers)
  get_property(layers GLOBAL PROPERTY EVENHAND_LAYERS)
  foreach(layer IN LISTS layers)
    get_target_property(forbidden ${layer} EVENHAND_FORBIDS)
    if(NOT forbidden)
      continue()
    endif()
    _evenhand_closure(${layer} closure)
    foreach(bad IN LISTS forbidden)
      if(bad IN_LIST closure)
        message(FATAL_ERROR "Layering: ${layer} must not link ${bad}")
      endif()
    endforeach()
  endforeach()
endfunction()

# evenhand_embed_scripts(OUT_VAR files…): generates a source with every Lua script and its SHA-1.
function(evenhand_embed_scripts out)
  set(entries "")
  set(getters "")
  foreach(file IN LISTS ARGN)
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${file}")
    get_filename_component(name "${file}" NAME_WE)
    file(READ "${file}" source)
    file(SHA1 "${file}" sha1)
    string(APPEND entries "    {\"${name}\", R\"lua_source(${source})lua_source\", \"${sha1}\"},\n")
  endforeach()
  set(generated "${CMAKE_CURRENT_BINARY_DIR}/script_texts.cpp")  # not the name of a source beside it: they would share an object
  file(CONFIGURE OUTPUT "${generated}" CONTENT
"// Generated from lua/*.lua.
#include \"engine/script/script_library.h\"

#include <array>

namespace evenhand::script {
namespace {
constexpr keyspace::Script kScripts[] = {
@entries@};
}  // namespace

std::span<const keyspace::Script> allScripts() noexcept { return kScripts; }
}  // namespace evenhand::script
" @ONLY)
  set(${out} "${generated}" PARENT_SCOPE)
endfunction()

# evenhand_embed_schema(OUT_VAR files…): generates a source with every migration, in the order of their numbers.
function(evenhand_embed_schema out)
  set(entries "")
  foreach(file IN LISTS ARGN)
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${file}")
    get_filename_component(name "${file}" NAME_WE)
    string(REGEX REPLACE "^0*([0-9]+)_.*$" "\\1" number "${name}")
    file(READ "${file}" source)
    string(APPEND entries "    {${number}, \"${name}\", R\"migration(${source})migration\"},\n")
  endforeach()
  set(generated "${CMAKE_CURRENT_BINARY_DIR}/schema_library.cpp")
  file(CONFIGURE OUTPUT "${generated}" CONTENT
"// Generated from resources/schema/*.sql.
#include \"engine/store/database/migrator.h\"

namespace evenhand::store {
namespace {
constexpr Migration kMigrations[] = {
@entries@};
}  // namespace

std::span<const Migration> allMigrations() noexcept { return kMigrations; }
}  // namespace evenhand::store
" @ONLY)
  set(${out} "${generated}" PARENT_SCOPE)
endfunction()
