#include "core/antialias/antialiased.hpp"

#include <array>
#include <stop_token>

#include "core/base/error.hpp"
#include "core/base/parallel.hpp"
#include "core/color/colorize.hpp"
#include "core/color/oklab.hpp"
#include "core/device/device.hpp"
#include "core/model/settings/looks.hpp"
#include "core/model/settings/shift.hpp"
#include "core/run/frame_colors.hpp"

namespace heteroscope {
namespace {

constexpr int channels = 3;
constexpr int levels = 256;

/// The light of each byte.
const std::array<float, levels>& light() {
  static const std::array<float, levels> all = [] {
    std::array<float, levels> out{};
    for (std::size_t i = 0; i < out.size(); ++i)
      out[i] = static_cast<float>(srgb_decode(static_cast<double>(i) / (levels - 1)));
    return out;
  }();
  return all;
}

/// The nearest byte of a light.
class Nearest {
 public:
  Nearest() {
    for (std::size_t i = 0; i < ends_.size(); ++i)
      ends_[i] = static_cast<float>(srgb_decode((static_cast<double>(i) + 0.5) / (levels - 1)));
    std::uint8_t byte = 0;
    for (std::size_t i = 0; i < starts_.size(); ++i) {
      const float from = static_cast<float>(i) / cells;
      while (byte < levels - 1 && from >= ends_[byte]) ++byte;
      starts_[i] = byte;
    }
  }
  [[nodiscard]] std::uint32_t byte(float mean) const {
    const auto cell = static_cast<std::size_t>(mean * cells);
    std::uint32_t out = starts_[cell < starts_.size() ? cell : starts_.size() - 1];
    while (out < levels - 1 && mean >= ends_[out]) ++out;
    return out;
  }

 private:
  static constexpr int cells = 4096;
  std::array<float, levels - 1> ends_{};      ///< from which on the next byte is nearer
  std::array<std::uint8_t, cells> starts_{};  ///< of the light at which a 4096th begins
};

}  // namespace

MeanColor::MeanColor(std::size_t pixels) : sums_(pixels * channels) {}

void MeanColor::add(std::span<const std::uint32_t> pixels) {
  const std::array<float, levels>& lights = light();
  const auto all = static_cast<std::ptrdiff_t>(pixels.size());
#pragma omp parallel for schedule(static) num_threads(all_threads())
  for (std::ptrdiff_t i = 0; i < all; ++i) {
    const std::uint32_t color = pixels[static_cast<std::size_t>(i)];
    float* const sum = sums_.data() + i * channels;
    for (int c = 0; c < channels; ++c) sum[c] += lights[color >> (8 * c) & 0xFFU];
  }
  ++count_;
}

Pixels MeanColor::mean() const {
  static const Nearest nearest;
  Pixels out(sums_.size() / channels);
  const auto all = static_cast<std::ptrdiff_t>(out.size());
  const auto count = static_cast<float>(count_);
#pragma omp parallel for schedule(static) num_threads(all_threads())
  for (std::ptrdiff_t i = 0; i < all; ++i) {
    const float* const sum = sums_.data() + i * channels;
    std::uint32_t color = 0xFF000000U;
    for (int c = 0; c < channels; ++c) color |= nearest.byte(sum[c] / count) << (8 * c);
    out[static_cast<std::size_t>(i)] = color;
  }
  return out;
}

Antialiased::Antialiased(const Frame& first, const Look& look, Catalog catalog, const std::optional<ColorMap>& colors,
                         std::span<const Plan> tables_of)
    : catalog_(catalog),
      plans_({first.plan}),
      look_(look),
      quantiles_(first.quantiles),
      palette_(palette_of(look)),
      map_(colors ? *colors : color_map(look, first)),
      mean_(static_cast<std::size_t>(first.field.size().area())) {
  plans_.insert(plans_.end(), tables_of.begin(), tables_of.end());
  add(first);
}

void Antialiased::add(const Frame& frame) {
  const Field on_host = frame.colored().with_host_copy();
  mean_.add(colorize(on_host.host_view(), map_));
}

bool Antialiased::add_sample(Executor& executor, const std::stop_token& stop) {
  const Plan& first = plans_.front();
  Settings settings = first.settings;
  settings.problem = shifted(settings.problem, shift_of(samples()), catalog_);
  settings.look = look_;
  const Planned planned = first.cutout.is_whole()
                              ? plan(settings, catalog_, device::Devices::here())
                              : plan_part(settings, catalog_, device::Devices::here(), first.cutout);
  if (!planned) throw BadInput(planned.refusal);
  // of what is said about a frame its distances alone are a matter of colors
  const auto frame = executor.execute(
      *planned.plan,
      InteractiveRun{.summarize = colors_by_distance(look_), .waiter = {.stop = stop}, .tables_of = plans_});
  if (!frame) return false;
  add(*frame);
  return true;
}

bool Antialiased::add_all(Executor& executor, const std::stop_token& stop) {
  while (samples() < look_.samples) {
    if (!add_sample(executor, stop)) return false;
  }
  return true;
}

}  // namespace heteroscope
