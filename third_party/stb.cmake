# stb_image_write and, for BMP alone, stb_image: headers whose bodies are compiled once, here. The first asks for memory and
# uses it unchecked: what it gets is memory, or std::bad_alloc, which its functions, being C++, let pass.
find_path(STB_INCLUDE_DIR stb_image_write.h PATH_SUFFIXES stb REQUIRED)
file(CONFIGURE OUTPUT ${CMAKE_BINARY_DIR}/generated/stb_bodies.cpp @ONLY CONTENT
"#include <cstdlib>
#include <new>
namespace {
void* present(void* memory) {
  if (memory == nullptr) throw std::bad_alloc();
  return memory;
}
}  // namespace
#define STBIW_MALLOC(bytes) present(std::malloc(bytes))
#define STBIW_REALLOC(memory, bytes) present(std::realloc(memory, bytes))
#define STBIW_FREE(memory) std::free(memory)
#define STB_IMAGE_WRITE_IMPLEMENTATION
#include <stb_image_write.h>
#define STBI_ONLY_BMP
#define STBI_NO_STDIO
#define STB_IMAGE_IMPLEMENTATION
#include <stb_image.h>
")
add_library(stb STATIC ${CMAKE_BINARY_DIR}/generated/stb_bodies.cpp)
target_include_directories(stb SYSTEM PUBLIC ${STB_INCLUDE_DIR})
foreach(each address fuzzer-no-link)
  if(HETEROSCOPE_SANITIZE MATCHES ${each})
    target_compile_options(stb PRIVATE -fsanitize=${each} -fno-omit-frame-pointer -g)
  endif()
endforeach()
