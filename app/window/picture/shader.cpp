#include "app/window/picture/shader.hpp"

#include <fmt/format.h>
#include <glad/gl.h>

#include <algorithm>
#include <array>

#include "core/base/error.hpp"
#include "core/numbers/turn.hpp"

namespace heteroscope {
namespace {

unsigned compiled_shader(std::string_view what, GLenum kind, std::string_view head, std::string_view body) {
  const unsigned shader = glCreateShader(kind);
  const std::array parts{head.data(), body.data()};
  const std::array lengths{static_cast<GLint>(head.size()), static_cast<GLint>(body.size())};
  glShaderSource(shader, body.empty() ? 1 : 2, parts.data(), lengths.data());
  glCompileShader(shader);
  GLint good = GL_FALSE;
  glGetShaderiv(shader, GL_COMPILE_STATUS, &good);
  if (good == GL_TRUE) return shader;
  std::array<char, 1024> words{};
  glGetShaderInfoLog(shader, static_cast<GLsizei>(words.size()), nullptr, words.data());
  throw BadInput(fmt::format("OpenGL cannot compile the {}'s shader: {}", what, words.data()));
}

}  // namespace

unsigned shader_program(std::string_view what, std::string_view vertex, std::string_view fragment_head,
                        std::string_view fragment) {
  const unsigned program = glCreateProgram();
  for (const unsigned each : {compiled_shader(what, GL_VERTEX_SHADER, vertex, {}),
                              compiled_shader(what, GL_FRAGMENT_SHADER, fragment_head, fragment)}) {
    glAttachShader(program, each);
    glDeleteShader(each);  // OpenGL deletes it once it is detached
  }
  glLinkProgram(program);
  GLint good = GL_FALSE;
  glGetProgramiv(program, GL_LINK_STATUS, &good);
  if (good != GL_TRUE) throw BadInput(fmt::format("OpenGL cannot link the {}'s shaders", what));
  return program;
}

void set_placement(unsigned program, const Placement& place, Size area) {
  glUniform4f(glGetUniformLocation(program, "place"), static_cast<float>(place.x), static_cast<float>(place.y),
              static_cast<float>(place.half_width), static_cast<float>(place.half_height));
  const Turn turn = turn_by(place.turn);
  const double shape = static_cast<double>(area.width) / std::max(area.height, 1);
  glUniform4f(glGetUniformLocation(program, "turn"), static_cast<float>(turn.cosine),
              static_cast<float>(-turn.sine / shape), static_cast<float>(turn.sine * shape),
              static_cast<float>(turn.cosine));
}

}  // namespace heteroscope
