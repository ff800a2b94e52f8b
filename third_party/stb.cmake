# stb_image and stb_image_write: headers whose bodies are compiled once, here.
find_path(STB_INCLUDE_DIR stb_image_write.h PATH_SUFFIXES stb REQUIRED)
file(CONFIGURE OUTPUT ${CMAKE_BINARY_DIR}/generated/stb_bodies.cpp @ONLY CONTENT
"#define STB_IMAGE_IMPLEMENTATION
#define STB_IMAGE_WRITE_IMPLEMENTATION
#include <stb_image.h>
#include <stb_image_write.h>
")
add_library(stb STATIC ${CMAKE_BINARY_DIR}/generated/stb_bodies.cpp)
target_include_directories(stb SYSTEM PUBLIC ${STB_INCLUDE_DIR})
