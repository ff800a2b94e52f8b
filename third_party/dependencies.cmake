# How each dependency is found: a CMake config package where one is installed, else the system's headers and libraries.
# The packages' names are in scripts/packages.txt.
find_package(OpenMP REQUIRED COMPONENTS CXX)
find_package(Threads REQUIRED)
find_package(fmt REQUIRED)
find_package(nlohmann_json REQUIRED)
# A value of JSON becomes another type where a source says so, and nowhere else: otherwise it is an argument of any function
# that takes a text or a number.
target_compile_definitions(nlohmann_json::nlohmann_json INTERFACE JSON_USE_IMPLICIT_CONVERSIONS=0)
find_package(CLI11 REQUIRED)
find_package(ZLIB REQUIRED)
# Without oneTBB libstdc++ runs parallel algorithms on one thread.
find_package(TBB REQUIRED COMPONENTS tbb)
find_package(glfw3 3.3 REQUIRED)
find_package(OpenGL REQUIRED)
# The clipboard is read on a connection of XCB.
find_package(X11 REQUIRED)
if(NOT TARGET X11::xcb)
  message(FATAL_ERROR "XCB is missing (Debian: libxcb1-dev)")
endif()

find_package(hwy CONFIG QUIET)
if(NOT TARGET hwy::hwy)
  find_path(HWY_INCLUDE_DIR hwy/highway.h REQUIRED)
  find_library(HWY_LIBRARY hwy REQUIRED)
  add_library(hwy::hwy UNKNOWN IMPORTED)
  set_target_properties(hwy::hwy PROPERTIES IMPORTED_LOCATION ${HWY_LIBRARY}
    INTERFACE_INCLUDE_DIRECTORIES ${HWY_INCLUDE_DIR})
endif()

# Decimals are computed with GMP's whole numbers, through its C++ header.
find_path(GMP_INCLUDE_DIR gmpxx.h REQUIRED)
find_library(GMP_LIBRARY gmp REQUIRED)
add_library(gmp::gmp UNKNOWN IMPORTED)
set_target_properties(gmp::gmp PROPERTIES IMPORTED_LOCATION ${GMP_LIBRARY}
  INTERFACE_INCLUDE_DIRECTORIES ${GMP_INCLUDE_DIR})

# SHA-256 for the cache of compiled code: libmd, which every Debian has, since dpkg uses it.
find_path(MD_INCLUDE_DIR sha2.h REQUIRED)
find_library(MD_LIBRARY md REQUIRED)
add_library(md::md UNKNOWN IMPORTED)
set_target_properties(md::md PROPERTIES IMPORTED_LOCATION ${MD_LIBRARY}
  INTERFACE_INCLUDE_DIRECTORIES ${MD_INCLUDE_DIR})

# Values that come over a slow link are packed.
find_path(ZSTD_INCLUDE_DIR zstd.h REQUIRED)
find_library(ZSTD_LIBRARY zstd REQUIRED)
add_library(zstd::zstd UNKNOWN IMPORTED)
set_target_properties(zstd::zstd PROPERTIES IMPORTED_LOCATION ${ZSTD_LIBRARY}
  INTERFACE_INCLUDE_DIRECTORIES ${ZSTD_INCLUDE_DIR})

include(${CMAKE_CURRENT_LIST_DIR}/image_libraries.cmake)
include(${CMAKE_CURRENT_LIST_DIR}/stb.cmake)
include(${CMAKE_CURRENT_LIST_DIR}/imgui.cmake)
include(${CMAKE_CURRENT_LIST_DIR}/glad.cmake)
include(${CMAKE_CURRENT_LIST_DIR}/cairo.cmake)
include(${CMAKE_CURRENT_LIST_DIR}/fonts.cmake)
