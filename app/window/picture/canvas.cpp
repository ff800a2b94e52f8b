#include "app/window/picture/canvas.hpp"

#include <glad/gl.h>
#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "app/window/picture/shader.hpp"
#include "embedded/picture_frag.hpp"
#include "embedded/picture_vert.hpp"

namespace heteroscope {
namespace {

unsigned sampler(GLint filter) {
  unsigned out = 0;
  glCreateSamplers(1, &out);
  glSamplerParameteri(out, GL_TEXTURE_MIN_FILTER, filter);
  glSamplerParameteri(out, GL_TEXTURE_MAG_FILTER, filter);
  glSamplerParameteri(out, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
  glSamplerParameteri(out, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
  return out;
}

/// Returns the texture reads for a screen pixel along each side: one for each texel that it covers.
std::pair<int, int> taps_of(const Sheet& sheet) {
  if (sheet.sampling == Sampling::sharp) return {1, 1};
  static constexpr double most = 32;
  const auto along = [](double texels, double half, int pixels) {
    return static_cast<int>(std::ceil(std::clamp(texels / std::max(half * pixels, 1e-9), 1.0, most)));
  };
  const Size texels = sheet.texture->size();
  return {along(texels.width * sheet.share.x, sheet.place.half_width, sheet.area.size.width),
          along(texels.height * sheet.share.y, sheet.place.half_height, sheet.area.size.height)};
}

}  // namespace

Canvas::Canvas()
    : program_(shader_program("picture", embedded::picture_vert, embedded::picture_frag)),
      sharp_(sampler(GL_NEAREST)),
      smooth_(sampler(GL_LINEAR)) {
  glCreateVertexArrays(1, &vertices_);
  share_ = glGetUniformLocation(program_, "share");
  columns_ = glGetUniformLocation(program_, "columns");
  taps_ = glGetUniformLocation(program_, "taps");
  brightest_ = glGetUniformLocation(program_, "brightest");
}

Canvas::~Canvas() {
  glDeleteProgram(program_);
  glDeleteVertexArrays(1, &vertices_);
  glDeleteSamplers(1, &sharp_);
  glDeleteSamplers(1, &smooth_);
}

void Canvas::draw(Size window, ImU32 backdrop, std::span<const Sheet> sheets) const {
  const ImVec4 color = ImGui::ColorConvertU32ToFloat4(backdrop);
  glDisable(GL_SCISSOR_TEST);
  glDisable(GL_BLEND);
  glDisable(GL_DEPTH_TEST);
  glDisable(GL_CULL_FACE);
  glViewport(0, 0, window.width, window.height);
  glClearColor(color.x, color.y, color.z, 1);
  glClear(GL_COLOR_BUFFER_BIT);
  glEnable(GL_SCISSOR_TEST);
  glEnable(GL_BLEND);
  glBlendEquation(GL_FUNC_ADD);
  glBlendFunc(GL_ONE, GL_ONE_MINUS_SRC_ALPHA);
  glUseProgram(program_);
  glBindVertexArray(vertices_);
  for (const Sheet& sheet : sheets) {
    if (sheet.texture == nullptr || sheet.texture->empty()) continue;
    const PictureArea& area = sheet.area;
    const int bottom = window.height - area.y - area.size.height;
    glViewport(area.x, bottom, area.size.width, area.size.height);
    glScissor(area.x, bottom, area.size.width, area.size.height);
    const auto column = [&](double share) { return static_cast<float>(area.x + share * area.size.width); };
    glBindTextureUnit(0, sheet.texture->id());
    glBindSampler(0, sheet.sampling == Sampling::smooth ? smooth_ : sharp_);
    set_placement(program_, sheet.place, area.size);
    glUniform2f(columns_, sheet.from <= 0 ? 0.0F : column(sheet.from), sheet.to >= 1 ? 1e9F : column(sheet.to));
    glUniform2f(share_, static_cast<float>(sheet.share.x), static_cast<float>(sheet.share.y));
    const auto [across, down] = taps_of(sheet);
    glUniform2i(taps_, across, down);
    glUniform1i(brightest_, sheet.sampling == Sampling::brightest ? 1 : 0);
    glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
  }
  glBindSampler(0, 0);
  glDisable(GL_SCISSOR_TEST);
  glDisable(GL_BLEND);
  glViewport(0, 0, window.width, window.height);
}

}  // namespace heteroscope
