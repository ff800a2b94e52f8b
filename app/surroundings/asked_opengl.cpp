// GLAD before GLFW, which would include the system's OpenGL header.
#include <glad/gl.h>
//
#include <GLFW/glfw3.h>

#include <string_view>

#include "app/surroundings/drawing_card.hpp"

namespace heteroscope {

namespace {

// The constants of GL_EXT_memory_object; the loader is generated without extensions.
constexpr GLenum number_of_uuids = 0x9596;                            // GL_NUM_DEVICE_UUIDS_EXT
constexpr GLenum device_uuid = 0x9597;                                // GL_DEVICE_UUID_EXT
using GetBytes = void (*)(GLenum name, GLuint index, GLubyte* data);  // PFNGLGETUNSIGNEDBYTEI_VEXTPROC

std::string opengl_text(GLenum name) {
  const auto* const text = reinterpret_cast<const char*>(glGetString(name));
  return text == nullptr ? "" : text;
}

bool has_extension(std::string_view wanted) {
  GLint count = 0;
  glGetIntegerv(GL_NUM_EXTENSIONS, &count);
  for (GLint i = 0; i < count; ++i) {
    const auto* const name = reinterpret_cast<const char*>(glGetStringi(GL_EXTENSIONS, static_cast<GLuint>(i)));
    if (name != nullptr && name == wanted) return true;
  }
  return false;
}

std::vector<device::Uuid> uuids() {
  if (!has_extension("GL_EXT_memory_object")) return {};
  const auto get_bytes = reinterpret_cast<GetBytes>(glfwGetProcAddress("glGetUnsignedBytei_vEXT"));
  if (get_bytes == nullptr) return {};
  GLint count = 0;
  glGetIntegerv(number_of_uuids, &count);
  std::vector<device::Uuid> out;
  for (GLint i = 0; i < count; ++i) get_bytes(device_uuid, static_cast<GLuint>(i), out.emplace_back().data());
  return out;
}

}  // namespace

DrawingCard drawing_card() {
  return {.vendor = opengl_text(GL_VENDOR), .renderer = opengl_text(GL_RENDERER), .uuids = uuids()};
}

}  // namespace heteroscope
