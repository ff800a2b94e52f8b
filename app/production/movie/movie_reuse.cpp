#include "app/production/movie/movie_reuse.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>

#include "app/text/table.hpp"
#include "core/base/error.hpp"
#include "core/base/plural.hpp"
#include "core/color/colorize.hpp"
#include "core/memory/buffer.hpp"
#include "core/model/settings/looks.hpp"
#include "core/model/settings/problem_view.hpp"
#include "core/movie/moving.hpp"
#include "core/run/frame_colors.hpp"
#include "kernels/registry.hpp"

namespace heteroscope {
namespace {

constexpr int finer = 2;

Size picture_size(Size frame) {
  return {frame.width * finer, frame.height * finer};
}

int largest_difference(std::uint32_t a, std::uint32_t b) {
  int out = 0;
  for (unsigned bits = 0; bits < 24; bits += 8) {
    const auto channel = [bits](std::uint32_t color) { return static_cast<int>(color >> bits & 0xffU); };
    out = std::max(out, std::abs(channel(a) - channel(b)));
  }
  return out;
}

}  // namespace

void check_zoom(const KeyFrames& keys, const std::string& option) {
  const Workload& workload = find_workload(catalog(), keys.all().front().settings.problem.workload);
  if (!workload.navigation || workload.iterates())
    throw BadInput(fmt::format("{}: {} has no view to zoom into", option, workload.id));
  for (std::size_t i = 1; i < keys.all().size(); ++i) {
    const Problem& from = keys.all()[i - 1].settings.problem;
    const Problem& to = keys.all()[i].settings.problem;
    if (view_of(from, catalog()).rotation != view_of(to, catalog()).rotation) {
      const std::string_view id = workload.navigation->rotation;
      throw BadInput(
          fmt::format("{}: {} also changes; a picture that turns cannot be taken from one that does not "
                      "(--set {}=… keeps it)",
                      option, id, id));
    }
    for (const Moving& each : what_moves(from, to, catalog())) {
      if (each.id != "view") {
        throw BadInput(
            fmt::format("{}: {} also changes, not only the view (--set {}=… keeps it)", option, each.id, each.id));
      }
    }
  }
}

void check_plain_colors(const Look& look, const std::string& option) {
  if (look.samples > 1) throw BadInput(option + " supports one sample per pixel; leave out --samples");
  if (!has_ends(look)) {
    throw BadInput(
        fmt::format("{}: the scale {} needs frames that are all computed; choose another scale", option, look.scale));
  }
}

MovieReuse::MovieReuse(const KeyFrames& keys, std::int64_t frames) : frames_(frames) {
  check_zoom(keys, "--reuse");
  check_plain_colors(keys.all().front().settings.look, "--reuse");
  const auto view = [&](std::int64_t i) { return view_of(keys.frame(i, frames).problem, catalog()); };
  coverings_ = coverings(frames, view, keys.all().front().settings.problem.size);
  std::vector<std::int64_t> all;
  for (const Covering& each : coverings_) {
    for (std::int64_t i = 0; i < each.count; ++i) all.push_back(each.first + i);
  }
  constexpr std::size_t most = 5;
  const std::size_t count = std::min(most, all.size());
  for (std::size_t k = 0; k < count; ++k) samples_.push_back(all[(2 * k + 1) * all.size() / (2 * count)]);
}

const Covering* MovieReuse::covering_of(std::int64_t i) const {
  const auto found = std::ranges::find_if(
      coverings_, [&](const Covering& each) { return i >= each.first && i < each.first + each.count; });
  return found == coverings_.end() ? nullptr : &*found;
}

std::optional<Settings> MovieReuse::source(std::int64_t i, const Settings& frame) const {
  const Covering* const covering = covering_of(i);
  if (covering == nullptr) return std::nullopt;
  Settings out = frame;
  put_view(out.problem, covering->view, catalog());
  out.problem.size = picture_size(frame.problem.size);
  return out;
}

std::optional<Frame> MovieReuse::take(std::int64_t i, const Plan& frame,
                                      const std::function<std::optional<Frame>(const Settings&)>& compute) {
  const Covering* const covering = covering_of(i);
  if (made_ != covering) {
    made_ = nullptr;
    picture_ = {};  // its memory first
    std::optional<Frame> picture = compute(*source(i, frame.settings));
    if (!picture) return std::nullopt;
    picture_ = *std::move(picture);
    made_ = covering;
  }
  const Extent& extent = frame.output;
  const std::size_t bytes = static_cast<std::size_t>(extent.size.area()) * bytes_of(extent.precision);
  Frame out;
  out.plan = frame;
  out.field = Field(extent.size, extent.precision, std::make_shared<Buffer>(MemoryKind::host, bytes), nullptr);
  take_values(picture_.field.host_view(), view_of(picture_.plan.settings.problem, catalog()), out.field.host_view(),
              view_of(frame.settings.problem, catalog()), frame.workload->navigation->y_up);
  out.summary = picture_.summary;
  ++taken_;
  return out;
}

bool MovieReuse::is_sample(std::int64_t i) const {
  return std::ranges::find(samples_, i) != samples_.end();
}

void MovieReuse::compare(const Frame& taken, const Frame& computed) {
  const ColorMap colors = color_map(computed.plan.settings.look, computed);
  const Pixels a = colorize(taken.field.host_view(), colors);
  const Pixels b = colorize(computed.field.host_view(), colors);
  ++compared_;
  pixels_ += static_cast<std::int64_t>(a.size());
  for (std::size_t i = 0; i < a.size(); ++i) {
    const int difference = largest_difference(a[i], b[i]);
    if (difference == 0) continue;
    ++differing_;
    difference_ += difference;
  }
}

std::string MovieReuse::report() const {
  if (taken_ == 0) return "no frame was cut from a larger picture: too few frames lie in one view";
  const Size size = picture_.plan.output.size;
  const double share = static_cast<double>(differing_) / static_cast<double>(std::max<std::int64_t>(1, pixels_));
  const double mean = difference_ / static_cast<double>(std::max<std::int64_t>(1, differing_));
  return fmt::format(
      "{} of {} frames were cut from {} of {}x{}; each pixel shows a place at most half a pixel away. "
      "In {} frames that were also computed for comparison, {} of the pixels have another color, on "
      "average by {:.1f} of 255",
      taken_, frames_, plural(coverings_.size(), "picture"), size.width, size.height, compared_, percent(share), mean);
}

}  // namespace heteroscope
