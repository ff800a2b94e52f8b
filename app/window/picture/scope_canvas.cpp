#include "app/window/picture/scope_canvas.hpp"

#include <glad/gl.h>
#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "app/window/model/scope_view.hpp"
#include "app/window/picture/panes.hpp"
#include "app/window/picture/shader.hpp"
#include "embedded/scope_block_glsl.hpp"
#include "embedded/scope_domain_frag.hpp"
#include "embedded/scope_domain_vert.hpp"
#include "embedded/scope_grid_frag.hpp"
#include "embedded/scope_grid_vert.hpp"

namespace heteroscope {
namespace {

constexpr GLuint spots_binding = 0;
enum Unit : int { owner_unit, spans_unit };

/// Fills a storage buffer, which must not be empty.
template <class T>
void fill(unsigned buffer, const std::vector<T>& values) {
  const T none{};
  const auto bytes = static_cast<GLsizeiptr>(std::max<std::size_t>(values.size(), 1) * sizeof(T));
  glNamedBufferData(buffer, bytes, values.empty() ? &none : values.data(), GL_STATIC_DRAW);
}

void set_color(unsigned program, const char* name, ImU32 color) {
  const ImVec4 c = ImGui::ColorConvertU32ToFloat4(color);
  glUniform3f(glGetUniformLocation(program, name), c.x, c.y, c.z);
}

void set(unsigned program, const char* name, double x) {
  glUniform1f(glGetUniformLocation(program, name), static_cast<float>(x));
}

void set(unsigned program, const char* name, int x) {
  glUniform1i(glGetUniformLocation(program, name), x);
}

void set(unsigned program, const char* name, int x, int y) {
  glUniform2i(glGetUniformLocation(program, name), x, y);
}

void look_at(const PictureArea& area, Size framebuffer) {
  const int bottom = framebuffer.height - area.y - area.size.height;
  glViewport(area.x, bottom, area.size.width, area.size.height);
  glScissor(area.x, bottom, area.size.width, area.size.height);
}

/// The layout of a spot as the shaders read it.
struct ShaderSpot {
  float from[2], size[2];
  GLuint first;
  GLint columns, rows, unused;
};

}  // namespace

ScopeCanvas::ScopeCanvas()
    : domain_(shader_program("scope", embedded::scope_domain_vert, embedded::scope_block_glsl,
                             embedded::scope_domain_frag)),
      grids_(
          shader_program("scope", embedded::scope_grid_vert, embedded::scope_block_glsl, embedded::scope_grid_frag)) {
  glCreateVertexArrays(1, &vertices_);
  glCreateBuffers(1, &spans_);
  glCreateBuffers(1, &spots_);
  empty_buffers();
  glCreateTextures(GL_TEXTURE_BUFFER, 1, &span_texels_);
  glTextureBuffer(span_texels_, GL_RGB32UI, spans_);
  glCreateSamplers(1, &nearest_);
  glSamplerParameteri(nearest_, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
  glSamplerParameteri(nearest_, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
}

ScopeCanvas::~ScopeCanvas() {
  glDeleteProgram(domain_);
  glDeleteProgram(grids_);
  glDeleteVertexArrays(1, &vertices_);
  glDeleteTextures(1, &span_texels_);
  glDeleteBuffers(1, &spans_);
  glDeleteBuffers(1, &spots_);
  glDeleteSamplers(1, &nearest_);
  if (owner_ != 0) glDeleteTextures(1, &owner_);
}

void ScopeCanvas::empty_buffers() {
  fill(spans_, std::vector<ShownSpan>());
  fill(spots_, std::vector<ShaderSpot>());
}

void ScopeCanvas::clear(WindowModel& model) {
  if (shown_ == nullptr) return;
  if (owner_ != 0) glDeleteTextures(1, &owner_);
  owner_ = 0;
  empty_buffers();
  index_ = nullptr;
  shown_ = nullptr;
  layout_ = {};
  timeline_drawn_ = nullptr;
  model.scope.timeline = 0;
}

void ScopeCanvas::update(WindowModel& model) {
  const ScopeState& scope = model.scope;
  if (!shows_scope(model)) {
    clear(model);
    return;
  }
  if (scope.show == nullptr || scope.show->paint == nullptr) return;
  const ScopeShow& show = *scope.show;
  if (index_ != show.index) {
    if (owner_ != 0) glDeleteTextures(1, &owner_);
    owner_ = 0;
    index_ = show.index;
    layout_ = {};
    if (index_ != nullptr) {
      glCreateTextures(GL_TEXTURE_2D, 1, &owner_);
      const Size size = index_->texels;
      glTextureStorage2D(owner_, 1, GL_R32UI, size.width, size.height);
      glPixelStorei(GL_UNPACK_ALIGNMENT, 4);
      glPixelStorei(GL_UNPACK_ROW_LENGTH, 0);
      glTextureSubImage2D(owner_, 0, 0, 0, size.width, size.height, GL_RED_INTEGER, GL_UNSIGNED_INT,
                          index_->owner.data());
    }
  }
  if (shown_ != show.shown) {
    shown_ = show.shown;
    fill(spans_, *shown_);
  }
  put_timeline(model);
  put_spots(model, show);
}

void ScopeCanvas::put_timeline(WindowModel& model) {
  const auto& drawn = model.scope.timeline_drawn;
  const bool there = drawn != nullptr && !drawn->picture.pixels.empty();
  if (there && drawn != timeline_drawn_) {
    timeline_.resize(drawn->picture.size);
    // rows that are higher than a pixel, or have spans of a unit side by side, are drawn without smoothing
    constexpr int few = 48;
    const bool high = drawn->picture.size.height <= few || std::ranges::max(drawn->request.rows.of_a_unit) > 1;
    const GLint filter = high ? GL_NEAREST : GL_LINEAR;
    glTextureParameteri(timeline_.id(), GL_TEXTURE_MAG_FILTER, filter);
    glTextureParameteri(timeline_.id(), GL_TEXTURE_MIN_FILTER, filter);
    timeline_.upload(drawn->picture.pixels.data());
  }
  timeline_drawn_ = drawn;
  model.scope.timeline = there ? timeline_.id() : 0;
}

void ScopeCanvas::put_spots(const WindowModel& model, const ScopeShow& show) {
  const GridLayout& layout = model.scope.layout;
  if (show.index == nullptr || layout.spots.size() != show.index->mapping.grids.size()) return;
  if (layout == layout_) return;
  layout_ = layout;
  std::vector<ShaderSpot> out;
  for (std::size_t g = 0; g < layout.spots.size(); ++g) {
    const MappingGrid& grid = show.index->mapping.grids[g];
    const GridLayout::Spot& spot = layout.spots[g];
    out.push_back({{static_cast<float>(spot.from.x), static_cast<float>(spot.from.y)},
                   {static_cast<float>(spot.size.x), static_cast<float>(spot.size.y)},
                   static_cast<GLuint>(show.index->first[g]),
                   grid.columns,
                   grid.rows,
                   0});
  }
  fill(spots_, out);
}

void ScopeCanvas::common(const Ui& ui, const WindowModel& model, unsigned program, int most_taps, double across,
                         double down) const {
  const ScopeReplay& replay = model.scope.replay;
  glUseProgram(program);
  set(program, "replay", replay.touched && replay.time < replay.span ? 1 : 0);
  set(program, "spans", spans_unit);
  set(program, "moment", replay.time);
  set_color(program, "backdrop", ui.theme().backdrop);
  set_color(program, "bright", ui.theme().kind == ThemeKind::dark ? IM_COL32_WHITE : IM_COL32(12, 12, 16, 255));
  const auto taps = [&](double texels) { return std::clamp(static_cast<int>(std::ceil(texels)), 1, most_taps); };
  set(program, "taps", taps(across), taps(down));
  set(program, "stripe", ui.units(6) * ui.pixel_ratio);
}

void ScopeCanvas::draw_domain(const Window& window, const ScopeShow& show, Size framebuffer) const {
  const PictureArea area = pane_area(window, Pane::picture);
  const Placement place = scope_place(window);
  const Extent& extent = show.extent();
  const Size unit = index_ != nullptr ? index_->unit : Size{1, 1};
  const double across = place.half_width * area.size.width / std::max(extent.size.width, 1);
  const double down = place.half_height * area.size.height / std::max(extent.size.height, 1);
  constexpr int most_taps = 4;
  const int high = show.spans.rows.empty() ? unit.height : 1;
  common(window.ui, window.model, domain_, most_taps, 1 / std::max(across * unit.width, 1e-9),
         1 / std::max(down * high, 1e-9));
  look_at(area, framebuffer);
  glBindTextureUnit(owner_unit, owner_);
  glBindSampler(owner_unit, nearest_);
  set(domain_, "owner", owner_unit);
  set(domain_, "blocks", index_ != nullptr ? 1 : 0);
  set(domain_, "extent", extent.size.width, extent.size.height);
  set(domain_, "unit", unit.width, unit.height);
  set(domain_, "triangle", extent.domain == Domain::lower_triangle ? 1 : 0);
  set(domain_, "cpu", show.spans.rows.begin, show.spans.rows.end);
  glUniform1ui(glGetUniformLocation(domain_, "cpu_first"), static_cast<GLuint>(show.spans.blocks));
  glUniform2f(glGetUniformLocation(domain_, "pixels"), static_cast<float>(across), static_cast<float>(down));
  // cells that a pass leaves to other passes are no fault of a mapping
  const bool fault = index_ != nullptr && !show.request.of.as_computed && show.evenness == nullptr;
  set_color(domain_, "uncovered", fault ? window.ui.theme().error : window.ui.theme().frame);
  set_placement(domain_, place, area.size);
  set(domain_, "share", window.ui.preferences.scope_share);
  glEnable(GL_BLEND);
  glBlendFunc(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA);
  glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
  glDisable(GL_BLEND);
}

void ScopeCanvas::draw_grids(const Window& window, const ScopeShow& show, Size framebuffer) const {
  const ScopeState& scope = window.model.scope;
  if (show.index == nullptr || layout_.spots.size() != show.index->mapping.grids.size()) return;
  const PictureArea area = pane_area(window, Pane::other);
  const double block = layout_.block * scope.zoom;
  constexpr int most_taps = 4;
  common(window.ui, window.model, grids_, most_taps, 1 / block, 1 / block);
  look_at(area, framebuffer);
  set(grids_, "block", block);
  glUniform4f(glGetUniformLocation(grids_, "place"), static_cast<float>(scope.shift.x),
              static_cast<float>(scope.shift.y), static_cast<float>(scope.zoom), 0);
  glUniform2f(glGetUniformLocation(grids_, "pane"), static_cast<float>(area.size.width),
              static_cast<float>(area.size.height));
  glDrawArraysInstanced(GL_TRIANGLE_STRIP, 0, 4, static_cast<GLsizei>(layout_.spots.size()));
}

void ScopeCanvas::draw(const Window& window, Size framebuffer) const {
  const auto& show = window.model.scope.show;
  if (!shows_scope(window.model) || show == nullptr || show->paint == nullptr || show->shown != shown_) return;
  glEnable(GL_SCISSOR_TEST);
  glBindVertexArray(vertices_);
  glBindBufferBase(GL_SHADER_STORAGE_BUFFER, spots_binding, spots_);
  glBindTextureUnit(spans_unit, span_texels_);
  draw_domain(window, *show, framebuffer);
  if (shows_grids(window.ui, window.model)) draw_grids(window, *show, framebuffer);
  glBindSampler(owner_unit, 0);
  glDisable(GL_SCISSOR_TEST);
  glViewport(0, 0, framebuffer.width, framebuffer.height);
}

}  // namespace heteroscope
