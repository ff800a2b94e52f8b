# stb_image and stb_image_write: headers whose bodies are compiled once, here. Only the formats that core/io/image.cpp
# checks; memory is zeroed, so that a damaged file gives the same values every time.
find_path(STB_INCLUDE_DIR stb_image_write.h PATH_SUFFIXES stb REQUIRED)
file(CONFIGURE OUTPUT ${CMAKE_BINARY_DIR}/generated/stb_bodies.cpp @ONLY CONTENT
"#include <stdlib.h>
#define STB_IMAGE_IMPLEMENTATION
#define STBI_ONLY_BMP
#define STBI_ONLY_JPEG
#define STBI_ONLY_PNG
#define STBI_NO_STDIO
#define STBI_MALLOC(bytes) calloc(1, bytes)
#define STBI_REALLOC(memory, bytes) realloc(memory, bytes)
#define STBI_FREE(memory) free(memory)
#define STB_IMAGE_WRITE_IMPLEMENTATION
#include <stb_image.h>
#include <stb_image_write.h>
")
add_library(stb STATIC ${CMAKE_BINARY_DIR}/generated/stb_bodies.cpp)
target_include_directories(stb SYSTEM PUBLIC ${STB_INCLUDE_DIR})
foreach(each address fuzzer-no-link)
  if(HETEROSCOPE_SANITIZE MATCHES ${each})
    target_compile_options(stb PRIVATE -fsanitize=${each} -fno-omit-frame-pointer -g)
  endif()
endforeach()
